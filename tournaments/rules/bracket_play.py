"""A bracket replayed over the rounds of an event: who won what, who plays next, how far everybody came."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.rules.bracket import Bracket, Match, Part, Source, count_depths
from tournaments.rules.contract import BOT, Event, Round, TableResult
from tournaments.rules.ledger import HALF

Number = int | None
"""An entrant, or None for an empty side."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match of a bracket ended; None where nobody is.

    Attributes:
        winner, loser: who they are. A loser who did not come, or had left, is out and goes nowhere.
        is_played: it was played at a table.
    """

    winner: Number = None
    loser: Number = None
    is_played: bool = False


class BracketPlay:
    """The state of a bracket.

    Attributes:
        outcomes: by index of the match, for those that are decided.
        ready: the matches to be played next, as indices.
        byes: who goes on without playing, decided since the last round.
    """

    def __init__(self, bracket: Bracket, *, event: Event, seeds: Sequence[int]) -> None:
        self.bracket = bracket
        self.seeds = seeds
        self.entrants = {entrant.number: entrant for entrant in event.entrants}
        self.outcomes: dict[int, Outcome] = {}
        self.byes: list[int] = []
        for past in event.rounds:
            self._settle(past.number)
            self._read(past)
        self.byes = []
        self._settle(event.next_number)
        ready = [index for index in range(len(bracket)) if self._is_ready(index)]
        depths = count_depths(bracket)
        # Who had a bye waits for the others of the column, so that rounds are the columns that people see.
        self.ready = [index for index in ready if depths[index] == min(depths[one] for one in ready)]

    def sides(self, index: int) -> tuple[Number, Number] | None:
        """Return who is on the sides of a match, or None while that is open."""
        first, second = (self.find(source, number) for source, number in self.bracket[index].sides)
        if first is None or second is None:
            return None
        return first[0], second[0]

    def find(self, source: Source, number: int) -> tuple[Number] | None:
        """Return who comes from a source, wrapped; None while that is open."""
        if source is Source.SEED:
            return (self.seeds[number] if number < len(self.seeds) else None,)
        outcome = self.outcomes.get(number)
        if outcome is None:
            return None
        return (outcome.winner if source is Source.WINNER else outcome.loser,)

    def _is_ready(self, index: int) -> bool:
        """Return whether both sides of a match are known and it is not decided."""
        return index not in self.outcomes and self.sides(index) is not None

    def _settle(self, number: int) -> None:
        """Decide the matches that need no playing in the round of this number, until there are no more."""
        for index, match in enumerate(self.bracket):
            sides = self.sides(index)
            if index in self.outcomes or sides is None:
                continue
            if match.part is Part.RESET and not self._is_reset_needed(match):
                self.outcomes[index] = Outcome(winner=sides[0], loser=sides[1])
                continue
            present = [side for side in sides if side is not None and self.entrants[side].is_in(number)]
            if len(present) < len(sides):
                self.outcomes[index] = Outcome(winner=present[0] if present else None)
                self.byes.extend(present)

    def _is_reset_needed(self, match: Match) -> bool:
        """Return whether the final was won by who had lost before, so that both have lost once."""
        final = match.sides[0][1]
        sides = self.sides(final)
        outcome = self.outcomes[final]
        return sides is not None and outcome.is_played and outcome.winner == sides[1]

    def _read(self, past: Round) -> None:
        """Take the results of a round."""
        results = {frozenset(result.table.entrants): result for result in past.results}
        ready = [index for index in range(len(self.bracket)) if self._is_ready(index)]
        for index in ready:
            sides = self.sides(index)
            result = results.get(frozenset(side for side in sides or () if side is not None))
            if result is not None:
                self.outcomes[index] = self._decide(result)

    def _decide(self, result: TableResult) -> Outcome:
        """Return the outcome of a table: the better place, among equals the better seed."""
        order = order_table(result, seeds=self.seeds)
        return Outcome(winner=order[0] if order else None, loser=order[1] if len(order) > 1 else None, is_played=True)

    def progress(self) -> dict[int, Fraction]:
        """Return how far everybody came: what the last match that it won was worth."""
        reached = dict.fromkeys(self.seeds, Fraction(0))
        for index, outcome in sorted(self.outcomes.items()):
            match = self.bracket[index]
            if outcome.winner is not None:
                worth = HALF + reached[outcome.winner] if match.part is Part.THIRD else Fraction(match.worth)
                reached[outcome.winner] = max(reached[outcome.winner], worth)
        return reached


def order_table(result: TableResult, *, seeds: Sequence[int]) -> list[int]:
    """Return the teams of a table that came, best first; equal places go by seed."""
    came = [
        (place, seeds.index(member), member)
        for place, side in zip(result.places, result.table.sides, strict=True)
        for member in side
        if member != BOT and member not in result.forfeits
    ]
    return [member for _, _, member in sorted(came)]
