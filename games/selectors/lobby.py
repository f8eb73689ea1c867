"""What the lobby shows: tables to sit at, tables to watch, and one's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Rating, Table, TableStatus
from games.ratings.elo import START
from games.selectors.admission import (
    Requirements,
    Visitor,
    pool_of_place,
    read_requirements,
    visitor_of,
    why_not_admitted,
)
from games.selectors.ratings import bot_rating

OPEN_LIMIT = 50
"""More open tables than anybody reads through; the newest come first."""
RUNNING_LIMIT = 20
RUNNING_LOOKED_AT = 60
"""Of the newest: among them are those that are shown, the highest rated first."""
OWN_LIMIT = 12
NO_CLOCK = "none"
DAYS = "days"
SPEEDS = ("blitz", "normal", "relaxed", DAYS, NO_CLOCK)
"""What open tables can be narrowed down to."""

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
    is_rated: bool
    time_control: dict[str, Any] | None
    requirements: dict[str, Any]
    seats: tuple[Seat, ...]
    user_ids: tuple[int, ...]
    to_act: tuple[int, ...]
    created_at: datetime
    fill_at: datetime | None

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
    def required(self) -> Requirements:
        """What the table requires of who sits down."""
        return read_requirements(self.requirements)

    @property
    def bot_count(self) -> int:
        """How many seats bots play."""
        return self.taken_count - len(self.people)

    def is_turn_of(self, user_id: int) -> bool:
        """Return whether the user has to act."""
        return any((self.seats[seat] or {}).get("user") == user_id for seat in self.to_act)


class OpenTable(NamedTuple):
    """A table with a free seat, as one visitor sees it.

    Attributes:
        why_not: a sentence why this visitor can't sit there; empty if they may.
    """

    table: LobbyTable
    why_not: str


class WatchedTable(NamedTuple):
    """A table to watch.

    Attributes:
        rating: the mean of its seats, bots among them, rounded; who was never rated counts as a beginner.
    """

    table: LobbyTable
    rating: int


def open_tables(user: User | None, *, speed: str = "", is_fitting: bool = False) -> list[OpenTable]:
    """Return the public tables with a free seat, newest first, leaving out those where the user sits.

    Args:
        user: who looks; None for a stranger.
        speed: one of SPEEDS, or empty for all.
        is_fitting: leave out where the user can't sit.
    """
    rows = Table.objects.filter(_at_speed(speed), status=TableStatus.OPEN, is_private=False).order_by("-created_at")
    tables = [table for table in read_tables(rows[:OPEN_LIMIT]) if table.free_count]
    others = [table for table in tables if user is None or user.pk not in table.user_ids]
    # What counts of the user takes some queries; where nothing is asked, nothing counts.
    is_asked = any(table.requirements or table.is_quick for table in others)
    visitor = visitor_of(user) if is_asked else Visitor()
    found = [OpenTable(table, why_not_admitted(visitor, table)) for table in others]
    return [row for row in found if not (is_fitting and row.why_not)]


def running_tables(*, without_user: int | None = None) -> list[WatchedTable]:
    """Return the public tables where a match goes on and anybody may watch, without the user's own.

    The highest rated come first, of the same rating the newest.
    """
    rows = Table.objects.filter(status=TableStatus.PLAYING, is_private=False, can_watch=True).order_by("-created_at")
    tables = [table for table in read_tables(rows[:RUNNING_LOOKED_AT]) if without_user not in table.user_ids]
    watched = _rate(tables)
    return sorted(watched, key=lambda it: -it.rating)[:RUNNING_LIMIT]


def tables_of(user_id: int) -> list[LobbyTable]:
    """Return the tables where the user sits and that are open or playing; those that wait for the user first."""
    rows = Table.objects.filter(user_ids__contains=[user_id], status__in=(TableStatus.OPEN, TableStatus.PLAYING))
    tables = read_tables(rows.order_by("-created_at")[:OWN_LIMIT])
    return sorted(tables, key=lambda table: (not table.is_turn_of(user_id), not table.is_playing))


def read_tables(rows: "QuerySet[Table]") -> list[LobbyTable]:
    """Return what rows of tables tell, in their order."""
    return [_lobby_table(row) for row in rows.select_related("host")]


def _at_speed(speed: str) -> Q:
    if speed == NO_CLOCK:
        return Q(time_control__isnull=True)
    if speed == DAYS:
        return Q(time_control__sleeps=True)
    return Q(time_control__preset=speed) if speed else Q()


def _rate(tables: Sequence[LobbyTable]) -> list[WatchedTable]:
    ids = {user_id for table in tables for user_id in table.user_ids}
    rows = Rating.objects.filter(user_id__in=ids).values_list("user_id", "pool", "value") if ids else ()
    known = {(user_id, pool): value for user_id, pool, value in rows}
    return [WatchedTable(table, _mean_rating(table, known=known)) for table in tables]


def _mean_rating(table: LobbyTable, *, known: Mapping[tuple[int, str], float]) -> int:
    pool = pool_of_place(table)
    values = [
        bot_rating(table.game, level=seat.get("level", ""))
        if seat["kind"] == "bot"
        else known.get((seat["user"], pool), START)
        for seat in table.seats
        if seat is not None
    ]
    return round(sum(values) / len(values)) if values else round(START)


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
        is_rated=row.is_rated,
        time_control=row.time_control,
        requirements=row.requirements,
        seats=tuple(row.seats),
        user_ids=tuple(row.user_ids),
        to_act=tuple(row.to_act),
        created_at=row.created_at,
        fill_at=row.fill_at,
    )
