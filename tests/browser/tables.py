"""Tables for tests in browsers: real rows, with people and bots at them."""

from typing import Any
from uuid import uuid4

from accounts.models import User
from games.models import Table
from games.services.play import Command, Kind, perform
from games.services.tables import close_table, fill_with_bots, open_table, sit_down
from tests.games.seated import make_user

SHORT: dict[str, object] = {"goal": None, "rounds": 1}
ROUNDS: dict[str, object] = {"goal": None, "rounds": 8}
AUCTION: dict[str, object] = {"goal": None, "rounds": 8, "contract": "auction"}


def open_with(*users: User, options: dict[str, object] = ROUNDS, has_bots: bool = True, **setup: Any) -> Table:
    """Return a table where the users sit, in this order from seat 0, with bots on the other seats."""
    host, *others = users
    table = open_table(user=host, options=options, pace_ms=0, **setup)
    for user in others:
        sit_down(table_id=table.pk, user=user)
    if has_bots:
        fill_with_bots(table_id=table.pk)
    return table


def start_with(*users: User, **setup: Any) -> Table:
    """Return such a table with the match begun."""
    table = open_with(*users, **setup)
    for user in users:
        perform(
            table_id=table.pk, command=Command(Kind.READY, f"ready-{user.pk}", user.pk, payload={"nonce": "ab" * 16})
        )
    return table


def close_all() -> None:
    """Close what is open, so that no bots play on behind the next test and the lobby is empty."""
    for table_id in Table.objects.filter(status__in=("open", "playing")).values_list("pk", flat=True):
        close_table(table_id=table_id)


def make_people(count: int) -> list[User]:
    """Return new members."""
    return [make_user(f"Player{uuid4().hex[:8]}") for _ in range(count)]
