"""How conduct is scored, from how one's matches ended: docs/leaving.md says it in words.

Everybody begins with the full score. A match that was not finished costs points, each finished one brings some back.
What ends badly within one evening counts once, and the first bad evening in a month costs next to nothing: lines
break, and children wake up. Who leaves evening after evening is soon known for it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from games.models import Ending
from games.models.conduct import SCORE_MAX

EVENING = timedelta(hours=6)
"""From the first match that ended badly."""
MEMORY = timedelta(days=30)
"""How long after a bad evening another one is no longer forgiven."""
FORGIVEN_COST = 5
COSTS = {Ending.LEFT: 20, Ending.TIMED_OUT: 12}
"""What a bad evening costs that is not forgiven, by the worst that happened."""
RECOVERY = 2
"""What a finished match brings back: ten make up for leaving once."""


class Ended(NamedTuple):
    """A match that was over for a user, and how."""

    ending: str
    at: datetime


def score_conduct(matches: Iterable[Ended]) -> int:
    """Return the score, 0 to 100, after these matches, oldest first."""
    score, cost = SCORE_MAX, 0
    evening: datetime | None = None
    for ending, at in matches:
        if ending == Ending.FINISHED:
            score = min(SCORE_MAX, score + RECOVERY)
            continue
        is_same = evening is not None and at - evening < EVENING
        if not is_same:
            is_forgiven = evening is None or at - evening >= MEMORY
            cost, evening = 0, at
        new_cost = FORGIVEN_COST if is_forgiven else COSTS[Ending(ending)]
        score = max(0, score - max(0, new_cost - cost))
        cost = max(cost, new_cost)
    return score
