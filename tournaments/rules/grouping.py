"""A search for tables whose members are near in score and have not met: swaps between tables, with a tabu list.

Every two members at a table cost what `apart` says, and each table costs the sum of squares of its members' distances
from their average. The search starts at slices of the standings, which are best in score, and swaps members who
meet again for whoever makes the total smallest; a member who has just left a table may not come back for a while,
which carries the search over places where no single swap helps (Dotú and Van Hentenryck, "Scheduling social golfers
locally", 2005). All bounds count work, not time, so that the same event is seated alike on every machine.
"""

from collections.abc import Mapping, Sequence

from games.engine.shuffle import Stream

BUDGET = 500_000
"""Swaps weighed at most; half a second, used up only in large fields where repeats can't be avoided."""
PATIENCE = 400
"""Steps after which the search stops when nothing better was found."""
NEAR = 8
"""How many tables up and down a member may be swapped, in a large field."""
SMALL_FIELD = 20
"""Up to so many tables all swaps are weighed."""
MIN_TENURE, TENURE_RANGE = 4, 8
"""Steps for which a member may not return to a table: few enough for fields of two tables to go on."""
TIDY_SWEEPS = 3
TOLERANCE = 1e-9
Swap = tuple[int, int]


class Seating:
    """Members 0 to n - 1 at tables of one size, with all that a swap changes kept ready."""

    __slots__ = ("apart", "loads", "sums", "table_of", "tables", "values", "weight")

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        *,
        apart: Sequence[Mapping[int, int]],
        values: Sequence[float],
        weight: float,
    ) -> None:
        self.tables = [list(members) for members in tables]
        self.apart = apart
        self.values = values
        self.weight = 2 * weight / len(tables[0])
        self.table_of = [0] * len(values)
        for table, members in enumerate(self.tables):
            for member in members:
                self.table_of[member] = table
        self.sums = [sum(values[member] for member in members) for members in self.tables]
        self.loads = [self._weigh(member) for member in range(len(values))]

    def _weigh(self, member: int) -> list[int]:
        """Return for each table what the member costs with all who sit there."""
        loads = [0] * len(self.tables)
        for other, cost in self.apart[member].items():
            loads[self.table_of[other]] += cost
        return loads

    def crowded(self) -> list[int]:
        """Return the members who sit with somebody they should be apart from."""
        return [member for member, table in enumerate(self.table_of) if self.loads[member][table]]

    def change(self, first: int, second: int) -> float:
        """Return by how much the total would grow if the two members of different tables were swapped."""
        here, there = self.table_of[first], self.table_of[second]
        own, its = self.loads[first], self.loads[second]
        apart = own[there] - own[here] + its[here] - its[there] - 2 * self.apart[first].get(second, 0)
        step = self.values[second] - self.values[first]
        return apart - self.weight * step * (self.sums[here] - self.sums[there] + step)

    def swap(self, first: int, second: int) -> None:
        """Swap two members of different tables."""
        here, there = self.table_of[first], self.table_of[second]
        self.tables[here][self.tables[here].index(first)] = second
        self.tables[there][self.tables[there].index(second)] = first
        self.table_of[first], self.table_of[second] = there, here
        step = self.values[second] - self.values[first]
        self.sums[here] += step
        self.sums[there] -= step
        for member, old, new in ((first, here, there), (second, there, here)):
            for other, cost in self.apart[member].items():
                self.loads[other][old] -= cost
                self.loads[other][new] += cost

    def reach(self, table: int) -> range:
        """Return the tables whose members may be swapped with this one's."""
        count = len(self.tables)
        if count <= SMALL_FIELD:
            return range(count)
        return range(max(0, table - NEAR), min(count, table + NEAR + 1))


class Search:
    """The tabu search over a seating."""

    def __init__(self, seating: Seating, *, chance: Stream) -> None:
        self.seating = seating
        self.chance = chance
        self.tabu: dict[tuple[int, int], int] = {}
        self.step = 0
        self.weighed = 0
        self.total = 0.0
        self.best = 0.0
        self.best_step = 0
        self.best_tables = [list(members) for members in seating.tables]

    def run(self) -> list[list[int]]:
        """Return the best tables found."""
        while (crowded := self.seating.crowded()) and self.weighed < BUDGET and self.step < self.best_step + PATIENCE:
            swaps = self._best_swaps(crowded)
            if swaps:
                self._take(*swaps[self.chance.below(len(swaps))])
            self.step += 1
        return self.best_tables

    def _best_swaps(self, crowded: Sequence[int]) -> list[Swap]:
        """Return the swaps of a crowded member that leave the smallest total."""
        seating, least, swaps = self.seating, 0.0, list[Swap]()
        for member in crowded:
            here = seating.table_of[member]
            for there in seating.reach(here):
                if there == here:
                    continue
                self.weighed += len(seating.tables[there])
                for other in seating.tables[there]:
                    change = seating.change(member, other)
                    if (swaps and change > least + TOLERANCE) or not self._may_swap(member, other, change=change):
                        continue
                    if not swaps or change < least - TOLERANCE:
                        least, swaps = change, []
                    swaps.append((member, other))
        return swaps

    def _may_swap(self, first: int, second: int, *, change: float) -> bool:
        """Return whether neither has just left the other's table, or the swap is the best ever."""
        table_of, tabu = self.seating.table_of, self.tabu
        if tabu.get((first, table_of[second]), -1) < self.step and tabu.get((second, table_of[first]), -1) < self.step:
            return True
        return self.total + change < self.best - TOLERANCE

    def _take(self, first: int, second: int) -> None:
        """Swap, remember who left which table, and keep the tables if they are the best so far."""
        seating = self.seating
        until = self.step + MIN_TENURE + self.chance.below(TENURE_RANGE)
        self.tabu[first, seating.table_of[first]] = self.tabu[second, seating.table_of[second]] = until
        self.total += seating.change(first, second)
        seating.swap(first, second)
        if self.total < self.best - TOLERANCE:
            self.best, self.best_step = self.total, self.step
            self.best_tables = [list(members) for members in seating.tables]


def tidy(seating: Seating) -> None:
    """Swap members of near tables wherever that makes the total smaller, a few times over."""
    for _ in range(TIDY_SWEEPS):
        changed = False
        for member in range(len(seating.values)):
            here = seating.table_of[member]
            others = [other for there in seating.reach(here) if there > here for other in seating.tables[there]]
            change, other = min(((seating.change(member, other), other) for other in others), default=(0.0, member))
            if change < -TOLERANCE:
                seating.swap(member, other)
                changed = True
        if not changed:
            break


def group(
    size: int,
    *,
    apart: Sequence[Mapping[int, int]],
    values: Sequence[float],
    weight: float,
    chance: Stream,
) -> list[list[int]]:
    """Return tables of a size for members 0, 1, 2 …, which come in the order of their standing.

    Args:
        size: members at a table; divides their number.
        apart: for each member what it costs to sit with each other one; the same both ways, 0 left out.
        values: for each member its score, in units of what `weight` is for.
        weight: what it costs to be one unit away from a table's average, squared.
        chance: decides between equal swaps.
    """
    slices = [list(range(start, start + size)) for start in range(0, len(values), size)]
    seating = Seating(slices, apart=apart, values=values, weight=weight)
    best = Search(seating, chance=chance).run()
    tidied = Seating(best, apart=apart, values=values, weight=weight)
    tidy(tidied)
    return tidied.tables
