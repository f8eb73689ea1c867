"""Counts all matches anew, and compares the stored sums with what that gives."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models import Encounter, Match, Statistic
from games.services.statistics import (
    MEETING_COLUMNS,
    Additions,
    EncounterKey,
    StatisticKey,
    add_match,
    key_of,
    lock_statistics,
)

K = TypeVar("K", StatisticKey, EncounterKey)
INSERT_BATCH = 1000


@dataclass(slots=True)
class Rebuilt:
    """What counting all matches anew found.

    Attributes:
        differences: one line of text each.
    """

    match_count: int = 0
    differences: list[str] = field(default_factory=list)


def rebuild_statistics(*, is_fixing: bool) -> Rebuilt:
    """Count anew all matches that were counted; with `is_fixing`, what that gives is written where it differs.

    No match is counted meanwhile.
    """
    with transaction.atomic():
        lock_statistics()
        rebuilt, additions = Rebuilt(), Additions()
        for match in Match.objects.filter(counted_at__isnull=False).select_related("table").order_by("pk").iterator():
            rebuilt.match_count += 1
            rebuilt.differences += _recount(match, additions=additions, is_fixing=is_fixing)
        _drop_gone(additions)
        found = [*_compare("statistic", stored_statistics(), additions.statistics)]
        found += _compare("encounter", stored_meetings(), additions.meetings)
        rebuilt.differences += found
        if found and is_fixing:
            _write(additions)
        return rebuilt


def stored_statistics() -> dict[StatisticKey, Counter[str]]:
    """Return the stored sums by key."""
    return {key_of(row): Counter(row.counts) for row in Statistic.objects.iterator()}


def stored_meetings() -> dict[EncounterKey, Counter[str]]:
    """Return the stored meetings by pair."""
    return {
        EncounterKey(row.user_id, row.game, row.other_id): Counter(
            {name: getattr(row, name) for name in MEETING_COLUMNS}
        )
        for row in Encounter.objects.iterator()
    }


def _recount(match: Match, *, additions: Additions, is_fixing: bool) -> Iterator[str]:
    variant, tags = add_match(additions, match=match)
    if (match.variant, match.tags) != (variant, list(tags)):
        yield f"match {match.pk} is {match.variant} {match.tags}, its actions give {variant} {list(tags)}"
        if is_fixing:
            Match.objects.filter(pk=match.pk).update(variant=variant, tags=list(tags))


def _drop_gone(additions: Additions) -> None:
    """Drop the sums of accounts that are gone: their rows went with them, and no match names them any more."""
    known = set(get_user_model().objects.values_list("pk", flat=True))
    for key in [key for key in additions.statistics if key.user_id is not None and key.user_id not in known]:
        del additions.statistics[key]
    for pair in [pair for pair in additions.meetings if not {pair.user_id, pair.other_id} <= known]:
        del additions.meetings[pair]


def _compare(name: str, stored: Mapping[K, Counter[str]], rebuilt: Mapping[K, Counter[str]]) -> Iterator[str]:
    for key in sorted(stored.keys() | rebuilt.keys(), key=str):
        old, new = stored.get(key, Counter()), rebuilt.get(key, Counter())
        if old != new:
            changed = {count: (old[count], new[count]) for count in sorted(old | new) if old[count] != new[count]}
            yield f"{name} {key}: (stored, rebuilt) {changed}"


def _write(additions: Additions) -> None:
    Statistic.objects.all().delete()
    Encounter.objects.all().delete()
    statistics = (Statistic(**key._asdict(), counts=dict(counts)) for key, counts in additions.statistics.items())
    Statistic.objects.bulk_create(statistics, batch_size=INSERT_BATCH)
    meetings = (Encounter(**key._asdict(), **counts) for key, counts in additions.meetings.items())
    Encounter.objects.bulk_create(meetings, batch_size=INSERT_BATCH)
