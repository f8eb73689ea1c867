"""A second search, over tables that can't be split without old partners: swaps weighed with the split itself."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from games.engine.shuffle import Stream
from tournaments.rules.contract import BOT
from tournaments.rules.history import History
from tournaments.rules.settings import SEATS, Settings
from tournaments.rules.sides import least_repeats

MAX_SWAPS = 60
NEAR = 4
STARTS = 24
SMALL_FIELD = 5
"""Up to so many tables the search also begins at drawn tables: it is quick there, and old partners are hard to part."""
TOLERANCE = 1e-9
Groups = list[list[int]]


class Parting:
    """The search; indices 0, 1, 2 … stand for the people, BOT among them."""

    def __init__(
        self,
        *,
        people: Sequence[int],
        history: History,
        apart: Sequence[Mapping[int, int]],
        values: Sequence[float],
        settings: Settings,
    ) -> None:
        self.people = people
        self.history = history
        self.apart = apart
        self.values = values
        self.settings = settings

    def part(self, groups: Sequence[Sequence[int]], *, chance: Stream) -> Groups:
        """Return tables that can be split with as few old partners as the search finds, and as cheap as can be."""
        best = self._descend([list(members) for members in groups], only_stuck=True)
        if not self.repeats_of(best) or len(best) > SMALL_FIELD:
            return best
        for _ in range(STARTS):
            drawn = list(range(len(self.people)))
            chance.shuffle(drawn)
            start = [drawn[first : first + SEATS] for first in range(0, len(drawn), SEATS)]
            best = min(best, self._descend(start, only_stuck=False), key=self._weigh_all)
        return best

    def repeats_of(self, groups: Groups) -> int:
        """Return how often old partners meet in the tables' best splits."""
        return sum(self.repeats(members) for members in groups)

    def repeats(self, members: Sequence[int]) -> int:
        """Return the same of one table."""
        return least_repeats(members, sides=self.settings.sides, cost=self._times)

    def _times(self, one: int, other: int) -> int:
        """Return how often two members were partners."""
        first, second = self.people[one], self.people[other]
        return 0 if BOT in {first, second} else self.history.partners.get(first, {}).get(second, 0)

    def weigh(self, members: Sequence[int]) -> float:
        """Return what a table costs: people met before, distances in score, old partners."""
        met = sum(self.apart[one].get(other, 0) for one, other in combinations(members, 2))
        values = [self.values[member] for member in members]
        spread = sum(value * value for value in values) - sum(values) ** 2 / len(values)
        settings = self.settings
        return met + settings.weight_score * spread + settings.weight_partner * self.repeats(members)

    def _weigh_all(self, groups: Groups) -> float:
        """Return what all tables cost together."""
        return sum(map(self.weigh, groups))

    def _descend(self, groups: Groups, *, only_stuck: bool) -> Groups:
        """Make swaps as long as they help, only at tables with old partners or at all."""
        costs = [self.weigh(members) for members in groups]
        for _ in range(MAX_SWAPS):
            tables = [table for table, members in enumerate(groups) if not only_stuck or self.repeats(members)]
            if not sum(self._improve(table, groups=groups, costs=costs) for table in tables):
                break
        return groups

    def _improve(self, table: int, *, groups: Groups, costs: list[float]) -> bool:
        """Make the best swap of somebody of this table with somebody of one near; return whether one helps."""
        least, best = -TOLERANCE, None
        for other in range(max(0, table - NEAR), min(len(groups), table + NEAR + 1)):
            for swapped in _swaps(groups[table], groups[other]) if other != table else ():
                new = [self.weigh(members) for members in swapped]
                change = sum(new) - costs[table] - costs[other]
                if change < least:
                    least, best = change, (other, swapped, new)
        if best is None:
            return False
        other, (groups[table], groups[other]), (costs[table], costs[other]) = best
        return True


def _swaps(first: Sequence[int], second: Sequence[int]) -> list[tuple[list[int], list[int]]]:
    """Return two tables after each swap between them."""
    return [
        (
            [there if member == here else member for member in first],
            [here if member == there else member for member in second],
        )
        for here in first
        for there in second
    ]
