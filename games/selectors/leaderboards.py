"""Ladders of a pool: all ratings in order, a stretch at a time."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import Rating
from games.models.periods import ALL_TIME
from games.ratings.elo import PROVISIONAL_MATCHES
from games.ratings.pools import Pool, parse_pool
from games.selectors.ratings import RatingValue, read_rating

PAGE_SIZE = 50
AROUND = 5
"""How many stand before somebody whose neighbourhood is looked at."""


@dataclass(frozen=True, slots=True)
class LadderLine:
    """A step of a ladder.

    Attributes:
        place: from 1; equal ratings, as shown, share none: who has the more exact one stands first.
    """

    place: int
    user_id: int
    name: str
    avatar: str
    rating: RatingValue
    best: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """A stretch of a ladder.

    Attributes:
        count: how many stand on the whole ladder.
        before, after: places to ask on from; None at the ends.
    """

    pool: str
    period: str
    count: int
    lines: tuple[LadderLine, ...]
    before: int | None
    after: int | None


def known_pools() -> list[Pool]:
    """Return the pools in which anybody is rated, the most played first."""
    keys = Rating.objects.filter(period=ALL_TIME).order_by("pool").values_list("pool", flat=True).distinct()
    return [parse_pool(key) for key in keys]


def known_periods(pool: str) -> list[str]:
    """Return the quarters in which matches of a pool were rated, latest first."""
    rows = Rating.objects.filter(pool=pool).exclude(period=ALL_TIME)
    return list(rows.order_by("-period").values_list("period", flat=True).distinct())


def ladder(pool: str, *, period: str = ALL_TIME, start: int = 1) -> Ladder:
    """Return the stretch of a ladder that begins at a place."""
    rows = _standing(pool, period=period)
    count = rows.count()
    first = max(1, min(start, count))
    found = rows.select_related("user").order_by("-value", "user_id")[first - 1 : first - 1 + PAGE_SIZE]
    lines = tuple(_read_line(row, place=place) for place, row in enumerate(found, first))
    after = first + len(lines)
    return Ladder(
        pool=pool,
        period=period,
        count=count,
        lines=lines,
        before=max(1, first - PAGE_SIZE) if first > 1 else None,
        after=after if after <= count else None,
    )


def place_of(user_id: int, *, pool: str, period: str = ALL_TIME) -> int | None:
    """Return a player's place on a ladder; None for who does not stand there, or not yet."""
    rows = _standing(pool, period=period)
    own = rows.filter(user_id=user_id).first()
    if own is None:
        return None
    return 1 + rows.filter(Q(value__gt=own.value) | Q(value=own.value, user_id__lt=user_id)).count()


def ladder_size(pool: str, *, period: str = ALL_TIME) -> int:
    """Return how many stand on a ladder."""
    return _standing(pool, period=period).count()


def start_around(place: int) -> int:
    """Return from where a ladder is shown to have somebody's neighbourhood in sight."""
    return max(1, place - AROUND)


def _standing(pool: str, *, period: str) -> "QuerySet[Rating]":
    """Return the ratings that stand on a ladder: those that say something."""
    return Rating.objects.filter(pool=pool, period=period, match_count__gte=PROVISIONAL_MATCHES)


def _read_line(row: Rating, *, place: int) -> LadderLine:
    return LadderLine(
        place=place,
        user_id=row.user_id,
        name=row.user.username,
        avatar=row.user.avatar_key,
        rating=read_rating(row),
        best=round(row.best if row.best is not None else row.value),
    )
