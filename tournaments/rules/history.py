"""Who has sat with whom, and who has had a bye: what pairing avoids to repeat."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.rules.contract import BOT, Event, Table


@dataclass(frozen=True, slots=True)
class History:
    """What the rounds so far were like for each entrant.

    Attributes:
        met: by entrant, how often it sat at a table with each other entrant, and with bots under BOT.
        partners: by entrant, how often on the same side.
        byes: by entrant, how many.
        played: by entrant, at how many tables.
    """

    met: Mapping[int, Mapping[int, int]]
    partners: Mapping[int, Mapping[int, int]]
    byes: Mapping[int, int]
    played: Mapping[int, int]


def read_history(event: Event) -> History:
    """Return the history of an event; who did not come to a table has met nobody there."""
    met: defaultdict[int, Counter[int]] = defaultdict(Counter)
    partners: defaultdict[int, Counter[int]] = defaultdict(Counter)
    byes: Counter[int] = Counter()
    played: Counter[int] = Counter()
    for past in event.rounds:
        byes.update(past.byes)
        tables = [(table, frozenset[int]()) for table in past.pending]
        for table, absent in [*tables, *((result.table, result.forfeits) for result in past.results)]:
            played.update(table.entrants)
            _count(met, [_present(table, absent=absent)])
            _count(partners, ([member for member in side if member not in absent] for side in table.sides))
    return History(met, partners, byes, played)


def _present(table: Table, *, absent: frozenset[int]) -> list[int]:
    """Return who sat at a table, bots too."""
    return [member for side in table.sides for member in side if member not in absent]


def _count(counts: defaultdict[int, Counter[int]], groups: Iterable[list[int]]) -> None:
    """Count every two of each group once for both; bots keep no count of their own."""
    for group in groups:
        for index, member in enumerate(group):
            if member != BOT:
                counts[member].update(group[:index] + group[index + 1 :])
