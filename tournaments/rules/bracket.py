"""Brackets of elimination: matches that take their sides from seeds, winners and losers of earlier ones.

A bracket is laid once for a number of entrants and then replayed over the rounds: whatever can be said of a match
follows from the results, from who left when, and from the matches before it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.engine.texts import gettext_noop as _


class Source(StrEnum):
    """Where a side comes from."""

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"


class Part(StrEnum):
    """Which part of the bracket a match belongs to."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"
    RESET = "reset"
    """The second final, played if the first is won by who had already lost once."""
    THIRD = "third"


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a bracket.

    Attributes:
        part: which part of the bracket.
        column, row: its place in that part, from 1 and from 0.
        sides: for each side its source and the seed (from 0) or the match (its index in the bracket).
        worth: how far its winner has come at least, for the standings; who loses for good stays where it was.
        label: what people call it, or empty.
    """

    part: Part
    column: int
    row: int
    sides: tuple[tuple[Source, int], tuple[Source, int]]
    worth: int
    label: str = ""


Bracket = tuple[Match, ...]


def seed_positions(size: int) -> list[int]:
    """Return the seeds, from 0, in the order of the first column, so that the best meet last."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def bracket_size(count: int) -> int:
    """Return the least power of two that holds so many entrants, at least two."""
    return max(2, 1 << (count - 1).bit_length())


def count_depths(bracket: Bracket) -> list[int]:
    """Return for each match the round, from 1, that it belongs to when nothing is put off."""
    depths: list[int] = []
    for match in bracket:
        before = (depths[index] for source, index in match.sides if source is not Source.SEED)
        depths.append(1 + max(before, default=0))
    return depths


class _Builder:
    """A bracket while it is laid; matches are named by their index."""

    def __init__(self) -> None:
        self.matches: list[Match] = []

    def add(
        self, part: Part, *, column: int, row: int, sides: Sequence[tuple[Source, int]], worth: int, label: str = ""
    ) -> int:
        """Add a match and return its index."""
        first, second = sides
        self.matches.append(Match(part, column, row, (first, second), worth, label))
        return len(self.matches) - 1

    def pair_up(self, part: Part, sides: Sequence[tuple[Source, int]], *, column: int, worth: int) -> list[int]:
        """Add matches of every two sides that follow each other, a whole column."""
        return [
            self.add(part, column=column, row=row, sides=sides[2 * row : 2 * row + 2], worth=worth)
            for row in range(len(sides) // 2)
        ]


def lay_knock_out(count: int, *, third_place: bool) -> Bracket:
    """Return the bracket of a knock-out; seeds beyond the entrants are empty, so that the best have byes."""
    builder = _Builder()
    columns = _lay_winners(builder, count=count, worths=range(1, count + 1))
    final = builder.matches.pop()
    sides = final.sides
    builder.add(Part.FINAL, column=len(columns), row=0, sides=sides, worth=len(columns), label=_("Final"))
    if third_place and len(columns) > 1:
        losers = [(Source.LOSER, match) for match in columns[-2]]
        builder.add(Part.THIRD, column=len(columns), row=1, sides=losers, worth=0, label=_("Third place"))
    return tuple(builder.matches)


def _lay_winners(builder: _Builder, *, count: int, worths: Sequence[int]) -> list[list[int]]:
    """Lay the matches of those who never lost, worth as much by column, and return them by column."""
    sides = [(Source.SEED, seed) for seed in seed_positions(bracket_size(count))]
    columns: list[list[int]] = []
    while len(sides) > 1:
        columns.append(builder.pair_up(Part.WINNERS, sides, column=len(columns) + 1, worth=worths[len(columns)]))
        sides = [(Source.WINNER, match) for match in columns[-1]]
    return columns


def lay_double_elimination(count: int) -> Bracket:
    """Return the bracket in which who loses twice is out.

    Losers of each column drop in against those who survived among the losers, in turned order each second time, so that
    opponents meet again as late as can be. The last two play the final, a second time if the winner of the first
    had lost before.
    """
    builder = _Builder()
    columns = _lay_winners(builder, count=count, worths=range(1, 2 * count + 1, 2))
    losers = _lay_losers(builder, columns)
    worth = 2 * len(columns)
    final = builder.add(
        Part.FINAL,
        column=1,
        row=0,
        sides=[(Source.WINNER, columns[-1][0]), losers],
        worth=worth,
        label=_("Final"),
    )
    again = [(Source.WINNER, final), (Source.LOSER, final)]
    builder.add(Part.RESET, column=2, row=0, sides=again, worth=worth + 1, label=_("Second final"))
    return tuple(builder.matches)


def _lay_losers(builder: _Builder, columns: Sequence[Sequence[int]]) -> tuple[Source, int]:
    """Lay the matches of those who lost once, and return where their last survivor comes from."""
    survivors = [(Source.LOSER, match) for match in columns[0]]
    column = 0
    for number, dropping in enumerate(columns[1:]):
        column += 1
        matches = builder.pair_up(Part.LOSERS, survivors, column=column, worth=column)
        survivors = [(Source.WINNER, match) for match in matches]
        column += 1
        drops = [(Source.LOSER, match) for match in (dropping if number % 2 else dropping[::-1])]
        mixed = [side for two in zip(survivors, drops, strict=True) for side in two]
        matches = builder.pair_up(Part.LOSERS, mixed, column=column, worth=column)
        survivors = [(Source.WINNER, match) for match in matches]
    return survivors[0]
