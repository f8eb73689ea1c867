"""Kirkman triple systems: rounds of tables of three in which every two of a field meet exactly once.

They exist for every number of the form 6k + 3 (Ray-Chaudhuri and Wilson, "Solution of Kirkman's schoolgirl problem",
1971). Built here: 3; 9, the affine plane of order 3; and for each prime q = 6t + 1 the numbers 2q + 1 and 3q, by the
paper's two direct constructions over the field of q elements: 15, 21, 27, 39, 57 and on.
"""

from collections.abc import Iterable, Sequence

Triple = tuple[int, int, int]
Rounds = tuple[tuple[Triple, ...], ...]
Point = tuple[int, int]
"""An element of the field and its level; a member is element + q * level."""
LEAST, AFFINE = 3, 9
STEPS = range(3)
STAYS = -1
"""In place of an element: the member that no shift moves."""


def kirkman_rounds(count: int) -> Rounds | None:
    """Return rounds of triples of members 0 to count - 1, or None where none is built here."""
    if count == LEAST:
        return (((0, 1, 2),),)
    if count == AFFINE:
        return _affine_plane()
    if count % 2 and is_prime_of_kind(count // 2):
        return _double_and_one(count // 2)
    if count % 3 == 0 and is_prime_of_kind(count // 3):
        return _three_levels(count // 3)
    return None


def is_prime_of_kind(number: int) -> bool:
    """Return whether it is a prime of the form 6t + 1."""
    return number % 6 == 1 and number > 1 and all(number % divisor for divisor in range(2, number))


def _affine_plane() -> Rounds:
    """Return the four parallel classes of the plane of nine points, point (x, y) being member y + 3 x."""
    sloped = [[[(slope * x + start, x) for x in STEPS] for start in STEPS] for slope in STEPS]
    upright = [[(y, x) for y in STEPS] for x in STEPS]
    return tuple(_shift(lines, by=0, prime=LEAST) for lines in [*sloped, upright])


def _three_levels(prime: int) -> Rounds:
    """Return a system of 3q members, q on each of three levels."""
    powers, part = _powers(prime), prime // 6
    first = [[(0, level) for level in STEPS]]
    first += [[(powers[i + 2 * part * step], level) for step in STEPS] for i in range(part) for level in STEPS]
    across = [[(powers[(i + 2 * part * level) % (prime - 1)], level) for level in STEPS] for i in range(prime - 1)]
    first += [block for i, block in enumerate(across) if i // part % 2]
    alone = [block for i, block in enumerate(across) if not i // part % 2]
    developed = [_shift(first, by=by, prime=prime) for by in range(prime)]
    spread = [tuple(_shift([block], by=by, prime=prime)[0] for by in range(prime)) for block in alone]
    return tuple(developed + spread)


def _double_and_one(prime: int) -> Rounds:
    """Return a system of 2q + 1 members: two levels, and the last member, which no shift moves."""
    powers, part, order = _powers(prime), prime // 6, prime - 1
    offset = next(power for power in range(order) if 2 * powers[power] % prime == (powers[part] + 1) % prime)
    first: list[list[Point]] = [[(0, 0), (0, 1), (STAYS, 0)]]
    first += [
        [(powers[i], 0), (powers[(i + part) % order], 0), (powers[(i + offset) % order], 1)]
        for i in range(order)
        if not i // part % 2
    ]
    first += [[(powers[(i + offset + part * odd) % order], 1) for odd in (1, 3, 5)] for i in range(part)]
    return tuple(_shift(first, by=by, prime=prime) for by in range(prime))


def _powers(prime: int) -> list[int]:
    """Return the powers of the least primitive root, from the power 0 on."""
    rows = ([pow(root, power, prime) for power in range(prime - 1)] for root in range(2, prime))
    return next(row for row in rows if len(set(row)) == prime - 1)


def _shift(blocks: Iterable[Sequence[Point]], *, by: int, prime: int) -> tuple[Triple, ...]:
    """Return the members of blocks of three points, each moved within its level."""
    triples = []
    for block in blocks:
        one, two, three = (2 * prime if x == STAYS else (x + by) % prime + prime * level for x, level in block)
        triples.append((one, two, three))
    return tuple(triples)
