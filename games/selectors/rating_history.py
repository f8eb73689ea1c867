"""The ratings of one player: in each pool, and how one went."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max, Min, Q, QuerySet, Value

from games.models import Rating, RatingChange
from games.models.periods import ALL_TIME
from games.ratings.elo import Reason
from games.ratings.pools import Pool, parse_pool
from games.selectors.leaderboards import ladder_size, place_of
from games.selectors.ratings import RatingValue, read_rating

POINTS_MAX = 320
"""Points that a chart shows: more than it has room for helps nobody."""


@dataclass(frozen=True, slots=True)
class PoolRating:
    """A player's rating in a pool.

    Attributes:
        best: the highest since it was no longer provisional, rounded; None before.
    """

    pool: Pool
    rating: RatingValue
    best: int | None
    played_at: datetime

    @property
    def key(self) -> str:
        """The pool's key."""
        return str(self.pool)


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a match.

    Attributes:
        match_id: the match; also of one that not everybody may see.
    """

    at: datetime
    value: float
    match_id: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player stands on a ladder, of how many."""

    place: int
    count: int


def pool_ratings(user_id: int) -> list[PoolRating]:
    """Return the player's ratings, the pool played most first."""
    rows = Rating.objects.filter(user_id=user_id, period=ALL_TIME).order_by("-match_count", "pool")
    return [
        PoolRating(parse_pool(row.pool), read_rating(row), None if row.best is None else round(row.best), row.played_at)
        for row in rows
    ]


def rating_points(
    user_id: int, *, pool: str, since: datetime | None = None, until: datetime | None = None
) -> list[RatingPoint]:
    """Return how a rating went, oldest first, thinned out where there are too many points to draw.

    The first point is the rating before the first match shown.
    """
    rows = RatingChange.objects.filter(user_id=user_id, pool=pool).exclude(reason=Reason.BOT)
    if since is not None:
        rows = rows.filter(at__gte=since)
    if until is not None:
        rows = rows.filter(at__lte=until)
    # By time, as a chart has it: two matches that ended at about the same time may have been applied the other way.
    found = list(_thin(rows).order_by("at", "rating_seq").values_list("at", "before", "after", "match_id"))
    if not found:
        return []
    at, before, _after, match_id = found[0]
    return [RatingPoint(at, before, match_id), *(RatingPoint(at, after, match) for at, _, after, match in found)]


def ladder_place(user_id: int, *, pool: str) -> Place | None:
    """Return where a player stands in a pool; None for who is not on its ladder."""
    place = place_of(user_id, pool=pool)
    if place is None:
        return None
    return Place(place, ladder_size(pool))


def _thin(rows: "QuerySet[RatingChange]") -> "QuerySet[RatingChange]":
    """Return as many changes as are drawn, evenly taken, the first and the last always among them."""
    ends = rows.aggregate(first=Min("match_count"), last=Max("match_count"))
    if ends["last"] is None:
        return rows
    step = -(-(ends["last"] - ends["first"] + 1) // POINTS_MAX)
    spared = rows.alias(offset=(Value(ends["last"]) - F("match_count")) % step)
    return spared.filter(Q(offset=0) | Q(match_count=ends["first"]))
