"""Berger tables: every two of a field meet once, sides taking turns (FIDE Handbook C.05, annex 1)."""

Game = tuple[int, int]


def berger_rounds(count: int) -> tuple[tuple[Game, ...], ...]:
    """Return the games of each round for members 0 to count - 1, as first and second side.

    With an odd number the opponent `count` is nobody: who meets it has a bye.
    """
    even = count + count % 2
    last, turn = even - 1, even // 2
    rounds = []
    for number in range(last):
        shift = number * turn
        games = [((one + shift) % last, (last - one + shift) % last) for one in range(1, turn)]
        pivot = shift % last
        rounds.append(((pivot, last) if number % 2 == 0 else (last, pivot), *games))
    return tuple(rounds)
