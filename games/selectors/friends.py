"""Which friends are here, and what they do."""

from datetime import datetime, timedelta
from typing import NamedTuple

from accounts.models import User
from accounts.selectors.relations import friend_ids
from games.models import Table, TablePresence, TableStatus
from games.selectors.presence import PRESENT_SECONDS

HERE_MINUTES = 3
"""A page that is open asks at least once a minute; see `accounts.services.seen`."""


class FriendHere(NamedTuple):
    """A friend who is on line.

    Attributes:
        table_id: a public table where they sit or look on and that anybody may see; None for none.
        is_playing: whether they sit there in a match.
    """

    user: User
    table_id: int | None
    is_playing: bool


def friends_here(user_id: int, *, now: datetime) -> list[FriendHere]:
    """Return the friends who are on line, by name."""
    ids = friend_ids(user_id)
    if not ids:
        return []
    present = TablePresence.objects.filter(
        user_id__in=ids, is_open=True, seen_at__gt=now - timedelta(seconds=PRESENT_SECONDS)
    )
    tables: dict[int, set[int]] = {}
    for friend_id, table_id in present.values_list("user_id", "table_id"):
        tables.setdefault(friend_id, set()).add(table_id)
    users = User.objects.filter(pk__in=ids, is_active=True).order_by("name_key")
    since = now - timedelta(minutes=HERE_MINUTES)
    here = [user for user in users if user.pk in tables or (user.seen_at is not None and user.seen_at > since)]
    shown = _shown_tables(set().union(*tables.values()))
    return [_describe(user, tables=[shown[it] for it in tables.get(user.pk, ()) if it in shown]) for user in here]


def _shown_tables(table_ids: set[int]) -> dict[int, Table]:
    """Return those of the tables that anybody may see."""
    rows = Table.objects.filter(pk__in=table_ids, is_private=False) if table_ids else Table.objects.none()
    return {row.pk: row for row in rows if row.can_watch or row.status == TableStatus.OPEN}


def _describe(user: User, *, tables: list[Table]) -> FriendHere:
    playing = [table for table in tables if table.status == TableStatus.PLAYING and user.pk in table.user_ids]
    table_ids = [table.pk for table in (*playing, *tables)]
    return FriendHere(user, table_ids[0] if table_ids else None, bool(playing))
