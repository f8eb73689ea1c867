"""Tables with people at them, for tests of the services."""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import count
from typing import Any

from accounts.models import User, UserKind
from games.models import Table
from games.services.play import Command, Committed, Kind, perform
from games.services.tables import open_table, sit_down

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
_numbers = count(1)


def make_user(name: str = "", *, kind: UserKind = UserKind.MEMBER) -> User:
    return User.objects.create_user(username=name or f"Player{next(_numbers)}", password=None, kind=kind)


def make_users(count_: int) -> list[User]:
    return [make_user() for _ in range(count_)]


def make_table(users: Iterable[User], *, now: datetime | None = NOW, **setup: Any) -> Table:
    host, *others = users
    table = open_table(user=host, now=now, **setup)
    for user in others:
        sit_down(table_id=table.pk, user=user, now=now)
    return table


def start_match(users: list[User], *, now: datetime = NOW, **setup: Any) -> Table:
    table = make_table(users, now=now, **setup)
    for user in users:
        send(table, user, Kind.READY, now=now)
    table.refresh_from_db()
    return table


def send(
    table: Table,
    user: User | None,
    kind: Kind,
    *,
    command_id: str = "",
    version: int | None = None,
    seat: int | None = None,
    now: datetime = NOW,
    **payload: Any,
) -> Committed:
    command = Command(
        kind,
        command_id or f"c{next(_numbers)}",
        user.pk if user else None,
        seat=seat,
        version=version,
        payload=payload,
    )
    return perform(table_id=table.pk, command=command, now=now)
