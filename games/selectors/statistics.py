"""Statistics of players and of the site: sums, and whom somebody met."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, F, FloatField, QuerySet
from django.db.models.functions import Cast, TruncDate

from accounts.models import User, UserKind
from games.models import Encounter, Match, Statistic
from games.models.periods import ALL_TIME

PARTNER_MATCHES = 3
"""Matches together from which somebody counts among the best partners: one win is luck."""
PARTNER_LIMIT = 5
DAYS = 30


@dataclass(frozen=True, slots=True)
class VariantSums:
    """Sums of one variant at one speed; see `services.statistics` and the game's tally for the keys."""

    variant: str
    speed: str
    counts: Counter[str]


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a player fared with somebody and against them.

    Attributes:
        with_count, with_wins: matches on one side; won.
        against_count, against_wins, against_losses: on different sides; placed before, placed behind.
    """

    name: str
    avatar: str
    with_count: int = 0
    with_wins: int = 0
    against_count: int = 0
    against_wins: int = 0
    against_losses: int = 0

    @property
    def with_share(self) -> int:
        """Wins together, in per cent."""
        return share(self.with_wins, self.with_count)


def statistics_of(user_id: int | None, *, game: str, period: str = ALL_TIME) -> list[VariantSums]:
    """Return the sums of a player (None: of the whole site) by variant and speed, the most played first."""
    rows = _rows_of(user_id, game=game).filter(period=period)
    found = [VariantSums(row.variant, row.speed, Counter(row.counts)) for row in rows]
    return sorted(found, key=lambda it: (-it.counts["matches"], it.variant, it.speed))


def periods_of(user_id: int | None, *, game: str) -> list[str]:
    """Return the quarters in which a player (None: anybody) finished a match, latest first."""
    rows = _rows_of(user_id, game=game).exclude(period=ALL_TIME)
    return list(rows.order_by("-period").values_list("period", flat=True).distinct())


def total(variants: Iterable[VariantSums]) -> Counter[str]:
    """Return the sums of several variants."""
    sums = Counter[str]()
    for it in variants:
        sums.update(it.counts)
    return sums


def matches_a_day(*, game: str, now: datetime) -> list[tuple[date, int]]:
    """Return how many matches ended on each of the last days, oldest first."""
    first = (now - timedelta(days=DAYS - 1)).date()
    rows = Match.objects.filter(game=game, finished_at__date__gte=first, finished_at__gte=now - timedelta(days=DAYS))
    found = dict(rows.annotate(day=TruncDate("finished_at")).values_list("day").annotate(count=Count("pk")))
    return [(day, found.get(day, 0)) for day in (first + timedelta(days=number) for number in range(DAYS))]


def best_partners(user_id: int, *, game: str) -> list[Meeting]:
    """Return the people with whom a player wins most often, best first; who met rarely is left out."""
    rows = Encounter.objects.filter(user_id=user_id, game=game, with_count__gte=PARTNER_MATCHES)
    ordered = rows.exclude(other__kind=UserKind.BOT).annotate(rate=Cast("with_wins", FloatField()) / F("with_count"))
    return [
        _read_meeting(row) for row in ordered.order_by("-rate", "-with_count").select_related("other")[:PARTNER_LIMIT]
    ]


def meeting_of(user_id: int, *, other: User, game: str) -> Meeting | None:
    """Return how a player fared with one other; None if they never met."""
    row = Encounter.objects.filter(user_id=user_id, game=game, other=other).select_related("other").first()
    return None if row is None else _read_meeting(row)


def share(part: int, whole: int) -> int:
    """Return a part in per cent; 0 of nothing."""
    return round(100 * part / whole) if whole else 0


def _rows_of(user_id: int | None, *, game: str) -> "QuerySet[Statistic]":
    rows = Statistic.objects.filter(game=game)
    return rows.filter(user__isnull=True) if user_id is None else rows.filter(user_id=user_id)


def _read_meeting(row: Encounter) -> Meeting:
    return Meeting(
        name=row.other.username,
        avatar=row.other.avatar_key,
        with_count=row.with_count,
        with_wins=row.with_wins,
        against_count=row.against_count,
        against_wins=row.against_wins,
        against_losses=row.against_losses,
    )
