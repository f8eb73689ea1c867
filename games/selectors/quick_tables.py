"""Quick tables that wait for people, with how strong those there are."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.models import Table, TableStatus
from games.ratings.elo import START
from games.selectors.admission import pool_of_place
from games.selectors.ratings import ratings_of

LOOKED_AT = 30
"""Of those that wait longest; six people a minute fill one, so more never wait at once."""


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A quick table that waits.

    Attributes:
        rating: the mean of the people there.
    """

    table: Table
    rating: float


def own_quick_tables(user_id: int, *, is_correspondence: bool) -> list[Table]:
    """Return the quick tables where the user sits and that are not over, those being played first.

    Those with days to act are told apart from those by the clock, the ones without a clock among them.
    """
    rows = Table.objects.filter(
        user_ids__contains=[user_id], is_quick=True, status__in=(TableStatus.OPEN, TableStatus.PLAYING)
    )
    sleeping = Q(time_control__sleeps=True)
    found = rows.filter(sleeping if is_correspondence else ~sleeping | Q(time_control__isnull=True))
    return sorted(found, key=lambda table: (table.status != TableStatus.PLAYING, -table.pk))


def waiting_quick_tables(*, preset: str, seat_count: int, now: datetime) -> list[WaitingTable]:
    """Return the quick tables of a time preset with a free seat that bots won't fill yet, the longest waiting first."""
    rows = Table.objects.filter(
        is_quick=True,
        status=TableStatus.OPEN,
        fill_at__gt=now,
        time_control__preset=preset,
        user_ids__len__lt=seat_count,
        user_ids__len__gt=0,
    )
    tables = list(rows.order_by("created_at")[:LOOKED_AT])
    if not tables:
        return []
    # All have the game's default options and one preset, so one pool.
    known = ratings_of({user_id for table in tables for user_id in table.user_ids}, pool=pool_of_place(tables[0]))
    return [
        WaitingTable(table, _mean(table, ratings={it: value.value for it, value in known.items()})) for table in tables
    ]


def _mean(table: Table, *, ratings: dict[int, int]) -> float:
    return sum(ratings.get(user_id, START) for user_id in table.user_ids) / len(table.user_ids)
