"""How six people at a table are split into sides: partners new to each other, and sides of equal strength."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from games.engine.shuffle import Stream
from tournaments.rules.contract import Side

Split = tuple[tuple[int, ...], ...]


@cache
def splits_of(count: int, *, sides: int) -> tuple[Split, ...]:
    """Return all ways to split positions 0 to count - 1 into so many sides of one size, the order of sides left out."""
    return _split(tuple(range(count)), size=count // sides)


def _split(positions: tuple[int, ...], *, size: int) -> tuple[Split, ...]:
    """Return all ways to split the positions into sides of a size."""
    if not positions:
        return ((),)
    first, rest = positions[0], positions[1:]
    return tuple(
        ((first, *others), *remaining)
        for others in combinations(rest, size - 1)
        for remaining in _split(tuple(position for position in rest if position not in others), size=size)
    )


def partner_pairs(split: Split) -> tuple[tuple[int, int], ...]:
    """Return every two positions that a split makes partners."""
    return _pairs_of(split)


@cache
def _pairs_of(split: Split) -> tuple[tuple[int, int], ...]:
    """Return every two positions on one side."""
    return tuple(pair for side in split for pair in combinations(side, 2))


def least_repeats(members: Sequence[int], *, sides: int, cost: Callable[[int, int], int]) -> int:
    """Return what the best split of a table costs, by what each two partners cost."""
    costs = {
        (first, second): value
        for first, second in combinations(range(len(members)), 2)
        if (value := cost(members[first], members[second]))
    }
    if not costs:
        return 0
    return min(
        sum(costs.get(pair, 0) for pair in partner_pairs(split)) for split in splits_of(len(members), sides=sides)
    )


def split_table(
    members: Sequence[int],
    *,
    sides: int,
    cost: Callable[[int, int], int],
    strength: Callable[[int], tuple[float, ...]],
    chance: Stream,
) -> tuple[Side, ...]:
    """Return the sides of a table: as few partners again as can be, then sides of equal strength, then by chance.

    Args:
        members: who sits there.
        sides: how many sides.
        cost: what each two members cost as partners.
        strength: by member, what should be equal between sides, the first most.
        chance: decides between equal splits, and the order of sides and members.
    """
    seats = list(members)
    chance.shuffle(seats)
    strengths = [strength(member) for member in seats]

    def badness(split: Split) -> tuple[float, ...]:
        repeats = sum(cost(seats[first], seats[second]) for first, second in partner_pairs(split))
        sums = [[sum(values) for values in zip(*(strengths[seat] for seat in side), strict=True)] for side in split]
        return (repeats, *(max(values) - min(values) for values in zip(*sums, strict=True)))

    best: Split = min(splits_of(len(seats), sides=sides), key=badness)
    order = list(best)
    chance.shuffle(order)
    return tuple(tuple(seats[position] for position in side) for side in order)
