"""What the lobby shows: tables to sit at, tables to watch, and one's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.models import Table, TableStatus

OPEN_LIMIT = 50
"""More open tables than anybody reads through; the newest come first."""
RUNNING_LIMIT = 20
OWN_LIMIT = 12

Seat = Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """A table as a list shows it.

    Attributes:
        host: the name of who opened it; empty when the account is gone.
        seats: by seat None or who sits there, as in the table's row.
        user_ids: everybody seated.
        to_act: the seats that have to act.
    """

    id: int
    game: str
    options: dict[str, Any]
    status: str
    host: str
    host_id: int | None
    is_private: bool
    can_watch: bool
    is_quick: bool
    seats: tuple[Seat, ...]
    user_ids: tuple[int, ...]
    to_act: tuple[int, ...]
    created_at: datetime

    @property
    def is_playing(self) -> bool:
        """Whether a match goes on."""
        return self.status == TableStatus.PLAYING

    @property
    def free_count(self) -> int:
        """How many seats are free."""
        return sum(seat is None for seat in self.seats)

    @property
    def taken_count(self) -> int:
        """How many seats are taken."""
        return len(self.seats) - self.free_count

    @property
    def people(self) -> list[Mapping[str, Any]]:
        """The people at the table in the order of its seats, without bots and without those who left."""
        return [seat for seat in self.seats if seat is not None and seat["kind"] != "bot" and not seat.get("left")]

    @property
    def bot_count(self) -> int:
        """How many seats bots play."""
        return self.taken_count - len(self.people)

    def is_turn_of(self, user_id: int) -> bool:
        """Return whether the user has to act."""
        return any((self.seats[seat] or {}).get("user") == user_id for seat in self.to_act)


def open_tables(*, without_user: int | None = None) -> list[LobbyTable]:
    """Return the public tables with a free seat, newest first, leaving out those where the user sits."""
    rows = Table.objects.filter(status=TableStatus.OPEN, is_private=False).order_by("-created_at")
    tables = read_tables(rows[:OPEN_LIMIT])
    return [table for table in tables if table.free_count and without_user not in table.user_ids]


def running_tables(*, without_user: int | None = None) -> list[LobbyTable]:
    """Return the public tables where a match goes on and anybody may watch, newest first, without the user's own."""
    rows = Table.objects.filter(status=TableStatus.PLAYING, is_private=False, can_watch=True).order_by("-created_at")
    return [table for table in read_tables(rows[:RUNNING_LIMIT]) if without_user not in table.user_ids]


def tables_of(user_id: int) -> list[LobbyTable]:
    """Return the tables where the user sits and that are open or playing; those that wait for the user first."""
    rows = Table.objects.filter(user_ids__contains=[user_id], status__in=(TableStatus.OPEN, TableStatus.PLAYING))
    tables = read_tables(rows.order_by("-created_at")[:OWN_LIMIT])
    return sorted(tables, key=lambda table: (not table.is_turn_of(user_id), not table.is_playing))


def read_tables(rows: "QuerySet[Table]") -> list[LobbyTable]:
    """Return what rows of tables tell, in their order."""
    return [_lobby_table(row) for row in rows.select_related("host")]


def _lobby_table(row: Table) -> LobbyTable:
    return LobbyTable(
        id=row.pk,
        game=row.game,
        options=row.options,
        status=row.status,
        host=row.host.username if row.host else "",
        host_id=row.host_id,
        is_private=row.is_private,
        can_watch=row.can_watch,
        is_quick=row.is_quick,
        seats=tuple(row.seats),
        user_ids=tuple(row.user_ids),
        to_act=tuple(row.to_act),
        created_at=row.created_at,
    )
