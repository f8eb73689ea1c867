"""Who is connected to which table."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.models import TablePresence

PRESENT_SECONDS = 30
"""A socket whose process has not refreshed it for so long counts as gone: the process may have been killed."""


def connected_user_ids(*, table_id: int, now: datetime) -> set[int]:
    """Return the users with a socket open at the table, for the game's clock."""
    return set(
        TablePresence.objects.filter(
            table_id=table_id, is_open=True, seen_at__gt=now - timedelta(seconds=PRESENT_SECONDS)
        ).values_list("user_id", flat=True)
    )


def seen_user_ids(*, table_id: int, now: datetime) -> set[int]:
    """Return the users whom people see as here: with a socket open at the table, or closed a moment ago."""
    seen_at = now - timedelta(seconds=PRESENT_SECONDS)
    return set(TablePresence.objects.filter(table_id=table_id, seen_at__gt=seen_at).values_list("user_id", flat=True))


def is_anyone_connected(now: datetime) -> Exists:
    """Return the condition on tables that any socket is open there, players' or watchers'."""
    seen_at = now - timedelta(seconds=PRESENT_SECONDS)
    return Exists(TablePresence.objects.filter(table=OuterRef("pk"), is_open=True, seen_at__gt=seen_at))
