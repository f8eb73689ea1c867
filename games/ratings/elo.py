"""Elo between the sides of one match; docs/rating.md says it in words, with an example worked out."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

START = 1500.0
"""The rating before the first match."""
SCALE = 400.0
"""A side this much better is expected to score ten times what the other does."""
K_STEPS: tuple[tuple[int, float], ...] = ((0, 60.0), (10, 40.0), (20, 20.0))
"""From so many rated matches on, this K: a newcomer finds his place in an evening, a regular moves slowly."""
PROVISIONAL_MATCHES = 10
"""A rating made of fewer matches is shown with a question mark."""
WITH_BOTS = 0.5
"""What K is multiplied by where a bot has a seat of its own: it does not learn, so beating it says less."""


class Reason(StrEnum):
    """Why a rating changed as it did."""

    RESULT = "result"
    LEFT = "left"
    PARTNER_LEFT = "partner_left"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who held a seat of the match.

    Attributes:
        side: the number of the side that the seat scored for.
        match_count: rated matches before this one, in the same pool.
        is_bot: a bot with a seat of its own, whose rating is fixed.
        stand_in: the rating of the bot that finished for someone who left; None for who stayed.
    """

    side: int
    rating: float = START
    match_count: int = 0
    is_bot: bool = False
    stand_in: float | None = None

    @property
    def has_left(self) -> bool:
        """Whether a bot finished the match for this entrant."""
        return self.stand_in is not None


class Change(NamedTuple):
    """What a match does to one rating.

    Attributes:
        k: the factor that was used, halved where bots played; 0 for a bot.
        amount: to be added to the rating.
    """

    k: float
    amount: float
    reason: Reason


def rate(entrants: Sequence[Entrant], *, scores: Sequence[float]) -> tuple[Change, ...]:
    """Return the change of each entrant's rating, in their order.

    Args:
        entrants: all who played, at least one a side.
        scores: the final score of each side; the higher of two wins.

    Raises:
        ValueError: fewer than two sides, or a side without entrants or score.
    """
    sides = {entrant.side for entrant in entrants}
    if len(scores) < 2 or sides != set(range(len(scores))):  # noqa: PLR2004 -- a contest needs two
        raise ValueError(f"sides {sorted(sides)} played, but there are {len(scores)} scores")
    factor = WITH_BOTS if any(entrant.is_bot for entrant in entrants) else 1.0
    means = [_mean(entrants, side=side) for side in range(len(scores))]
    return tuple(_change(entrant, entrants=entrants, means=means, scores=scores, factor=factor) for entrant in entrants)


def expect(own: float, other: float) -> float:
    """Return the share of the points, from 0 to 1, that a rating is expected to take from another."""
    return 1 / (1 + math.pow(10, (other - own) / SCALE))


def k_of(match_count: int) -> float:
    """Return K for somebody with so many rated matches."""
    for (_, k), (next_start, _) in pairwise(K_STEPS):
        if match_count < next_start:
            return k
    return K_STEPS[-1][1]


def is_provisional(match_count: int) -> bool:
    """Return whether a rating of so many matches is still a guess."""
    return match_count < PROVISIONAL_MATCHES


def _change(
    entrant: Entrant, *, entrants: Sequence[Entrant], means: Sequence[float], scores: Sequence[float], factor: float
) -> Change:
    if entrant.is_bot:
        return Change(0.0, 0.0, Reason.BOT)
    k = k_of(entrant.match_count) * factor
    if entrant.has_left:
        lost = [0.0 if side == entrant.side else 1.0 for side in range(len(scores))]
        return Change(k, k * _surplus(entrant.side, means=means, scores=lost), Reason.LEFT)
    surplus = _surplus(entrant.side, means=means, scores=scores)
    if surplus < 0 and any(other.has_left for other in entrants if other.side == entrant.side):
        spared = [*means]
        spared[entrant.side] = _mean(entrants, side=entrant.side, is_with_stand_ins=True)
        least = min(_surplus(entrant.side, means=spared, scores=scores), 0.0)
        return Change(k, k * max(surplus, least), Reason.PARTNER_LEFT)
    return Change(k, k * surplus, Reason.RESULT)


def _surplus(side: int, *, means: Sequence[float], scores: Sequence[float]) -> float:
    """Return the mean over the other sides of what was scored against them less what was expected, from -1 to 1."""
    return fmean(
        _score(scores[side], scores[other]) - expect(means[side], means[other])
        for other in range(len(scores))
        if other != side
    )


def _score(own: float, other: float) -> float:
    return 0.5 if own == other else float(own > other)


def _mean(entrants: Iterable[Entrant], *, side: int, is_with_stand_ins: bool = False) -> float:
    return fmean(
        entrant.stand_in if is_with_stand_ins and entrant.stand_in is not None else entrant.rating
        for entrant in entrants
        if entrant.side == side
    )
