"""What a round played out is worth to a team: its score (rules R24 to R30a), and that in the match."""

import math
from dataclasses import dataclass

import numpy as np

from games.bots.contract import View
from games.bots.search.ground import Ints
from games.bots.search.rollout import Won
from games.engine.kqj import scoring
from games.engine.kqj.state import Contract

WIN = 1_000
"""What winning the match counts; points of score count one each beside it. So early in a match a point counts twice."""
ROUND_SWING = 200
"""By how much one round moves two sides apart, about."""
ROUND_GAIN = 150
"""What the best side gains in a round, about."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a round is played for.

    Attributes:
        team_of: by seat.
        carried: the litigation gratuity that waits (rules R29).
        scores: by team, of its best member before this round.
        goal: of the match; None with a number of rounds.
        rounds_left: after this one; None with a goal.
    """

    team_of: tuple[int, ...]
    carried: int
    scores: tuple[int, ...]
    goal: int | None
    rounds_left: int | None

    @property
    def is_single(self) -> bool:
        """Whether the match is this one round."""
        return self.rounds_left == 0 and not any(self.scores)

    @property
    def scale(self) -> int:
        """What a point of score counts for, about."""
        return 1 if self.is_single else 2


def read_stakes(view: View, *, team_of: tuple[int, ...]) -> Stakes:
    """Return what the round is played for."""
    options, sheet = view["options"], view["score_sheet"]
    own = view["seat"]
    by_seat = options["partners"] == "random"
    scores = []
    for team in range(max(team_of) + 1):
        seats = [seat for seat in range(len(team_of)) if team_of[seat] == team]
        if not by_seat:
            scores.append(view["scores"][team])
        else:
            scores.append(view["scores"][own] if own in seats else max(view["scores"][seat] for seat in seats))
    rounds = options.get("rounds")
    return Stakes(
        team_of=team_of,
        carried=sheet[-1]["carried"] if sheet else 0,
        scores=tuple(scores),
        goal=options["goal"],
        rounds_left=None if rounds is None else rounds - 1 - view["round"],
    )


def score_points(won: Won) -> Ints:
    """Return by team and world its points, bonuses included (rules R24 to R27)."""
    points = won.points + won.honours
    points += np.where(won.tricks == scoring.TRICK_COUNT, scoring.CAPOT_POINTS, 0)
    points[won.last, np.arange(points.shape[1])] += scoring.LAST_TRICK_POINTS
    return points


def score_round(won: Won, *, contract: Contract, stakes: Stakes) -> Ints:
    """Return by team and world what it scores, gratuities included."""
    points, team = score_points(won), stakes.team_of[contract.declarer]
    if contract.amount is None:
        return _score_take(won, points=points, team=team, carried=stakes.carried)
    is_made = points[team] >= contract.amount
    if contract.capot:
        is_made = is_made & (won.tricks[team] == scoring.TRICK_COUNT)
    gain = contract.amount * contract.multiplier
    scores = np.where(is_made, 0, gain) * np.ones((len(points), 1), np.int64)
    scores[team] = np.where(is_made, gain, 0)
    return scores + _give_low(won)


def _score_take(won: Won, *, points: Ints, team: int, carried: int) -> Ints:
    """Return by team and world the score of a take (rules R28, R29)."""
    own, others = points[team], np.delete(points, team, axis=0)
    best = others.max(axis=0)
    rounded = (points + 5) // 10 * 10
    scores = np.where(own < best, rounded + np.where(points == best, carried, 0), 0)
    scores[team] = np.where(own > best, rounded[team] + carried, 0)
    return scores + np.where(own == best, 0, _give_low(won))


def _give_low(won: Won) -> Ints:
    """Return by team and world the gratuities for low tricks and for no trick (rules R30a)."""
    if len(won.points) != scoring.GRATUITY_TEAMS:
        return np.zeros_like(won.points)
    without = won.tricks == 0
    low = ~without & (won.points <= scoring.LOW_TRICK_LIMIT)
    given = np.where(low, scoring.LOW_TRICK_POINTS, 0)
    given += np.where(without & (without.sum(axis=0) == 1), scoring.NO_TRICK_POINTS, 0)
    received: Ints = given.sum(axis=0) - given
    return received


def compare(values: Ints, *, team: int) -> Ints:
    """Return by world by how much a team's value exceeds the others', as often as there are others."""
    margin: Ints = values[team] * len(values) - values.sum(axis=0)
    return margin


def weigh(scores: Ints, *, team: int, stakes: Stakes) -> Ints:
    """Return by world what the scores of a round are worth to a team, as whole numbers.

    In a match of one round points are all there is; otherwise the chance to win the match counts as well.
    """
    margin = compare(scores, team=team)
    if stakes.is_single:
        return margin
    after = scores + np.array(stakes.scores, np.int64)[:, None]
    lead = after[team] - np.delete(after, team, axis=0).max(axis=0)
    left = _rounds_after(after, stakes=stakes)
    # What the rest of the match may still move the sides apart grows with the square root of its rounds.
    swings = np.array([math.isqrt(ROUND_SWING**2 * rounds) for rounds in range(int(left.max()) + 1)], np.int64)[left]
    ahead = WIN * lead // (2 * np.maximum(np.abs(lead) + swings, 1))
    worth: Ints = np.where(left, ahead, np.sign(lead) * WIN // 2) + margin
    return worth


def _rounds_after(after: Ints, *, stakes: Stakes) -> Ints:
    """Return by world how many rounds follow, about; 0 where the match is over (rules R30b)."""
    best = after.max(axis=0)
    if stakes.goal is None:
        return np.full(len(best), stakes.rounds_left or 0, np.int64)
    return np.where(best >= stakes.goal, 0, 1 + (stakes.goal - best) // ROUND_GAIN)
