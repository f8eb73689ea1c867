"""Ratings of a game's levels: whole matches between neighbours, and one level whose rating is set."""

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from games.bots import arena
from games.bots.figures import estimate_elo, measure_mean
from games.bots.levels import ANCHOR, levels
from games.engine.rules import Game

ANCHOR_RATING = 1200
"""The rating of the anchor: below a beginner's 1500, as people soon play better than rules of thumb."""


class Step(NamedTuple):
    """What the matches between two neighbours gave: by how many points of Elo the upper is stronger."""

    lower: str
    upper: str
    matches: int
    share: float
    elo: float


def measure_steps(game: Game, *, options: Mapping[str, object], deals: int, seed: str) -> list[Step]:
    """Return by pair of neighbours, weakest first, what whole matches on so many deals in all rotations gave."""
    keys = [level.key for level in levels(game.key)]
    steps = []
    for lower, upper in pairwise(keys):
        first, second = arena.seat_level(game, level=upper), arena.seat_level(game, level=lower)
        contest = arena.Contest(game, options, first, second, seed)
        share, places = measure_mean(list(arena.compare_wins(contest, deals=deals))).mean, arena.count_places(contest)
        elo = estimate_elo(share, matches=deals * places, sides=places)
        steps.append(Step(lower, upper, deals * places, share, elo))
    return steps


def add_up(steps: list[Step]) -> dict[str, int]:
    """Return by level its rating, the anchor's being set."""
    heights = {steps[0].lower: 0.0}
    for step in steps:
        heights[step.upper] = heights[step.lower] + step.elo
    return {key: round(ANCHOR_RATING + height - heights[ANCHOR]) for key, height in heights.items()}
