"""Scores of a duplicate round: every side is compared with the sides that held the same cards at the other tables.

What is compared in a deal is a side's margin: what it scored, less the average of the others at its table; so a side
that defends well gains as much as one that bids well. Match points are those of duplicate bridge (Laws of Duplicate
Bridge 2017, law 78A): 2 for each score beaten, 1 for each equal, here as a percentage of the most that was possible.
Points against the average are law 78's total points against a datum: the margin less the mean margin of all tables.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from tournaments.rules.contract import BOT, Round, TableResult
from tournaments.rules.ledger import HALF, NOTHING

MIN_COMPARED = 2
"""A deal played at one table alone compares with nothing."""
Cell = tuple[int, int]
"""A side of a table: index of the table in the round's results, index of the side."""


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a side got in a deal, or an entrant on average over a round's deals.

    Attributes:
        share: match points as part of the most possible, from 0 to 1.
        points: points against the average.
    """

    share: Fraction
    points: Fraction


@dataclass(frozen=True, slots=True)
class Pool:
    """What is compared in a deal: the margins of a side at all tables, sorted, and their mean."""

    margins: tuple[Fraction, ...]
    mean: Fraction

    @classmethod
    def of(cls, margins: Sequence[Fraction]) -> Self:
        """Return the pool of the margins, at least one."""
        return cls(tuple(sorted(margins)), sum(margins, start=NOTHING) / len(margins))


def score_round(played: Round) -> dict[int, DealScore]:
    """Return by entrant the average over the deals of a finished round.

    A deal that a table did not play gives it 1/2 and no points; who forfeited gets nothing in all of them.
    """
    deal_count = max((len(result.deals) for result in played.results), default=0)
    deals = [score_deal(played.results, deal=deal) for deal in range(deal_count)]
    scores = {}
    for index, result in enumerate(played.results):
        for side, members in enumerate(result.table.sides):
            average = _average([deal[index, side] for deal in deals])
            for member in members:
                if member != BOT:
                    scores[member] = DealScore(NOTHING, NOTHING) if member in result.forfeits else average
    return scores


def score_deal(results: Sequence[TableResult], *, deal: int) -> dict[Cell, DealScore]:
    """Return the scores of a deal, comparing sides of the same index at tables with as many sides."""
    margins: dict[Cell, Fraction] = {}
    for index, result in enumerate(results):
        scored = result.deals[deal] if deal < len(result.deals) else None
        if scored is not None:
            margins.update({(index, side): margin_of(scored, side=side) for side in range(len(scored))})
    margins_of: dict[tuple[int, int], list[Fraction]] = {}
    for (index, side), margin in margins.items():
        margins_of.setdefault((side, len(results[index].table.sides)), []).append(margin)
    pools = {key: Pool.of(values) for key, values in margins_of.items()}
    return {
        (index, side): compare_margin(margins.get((index, side)), pool=pools.get((side, len(result.table.sides))))
        for index, result in enumerate(results)
        for side in range(len(result.table.sides))
    }


def margin_of(scored: Sequence[int], *, side: int) -> Fraction:
    """Return what a side scored less the average of the other sides."""
    return scored[side] - Fraction(sum(scored) - scored[side], len(scored) - 1)


def compare_margin(margin: Fraction | None, *, pool: Pool | None) -> DealScore:
    """Return the score of a margin among those of all tables; None: the deal was not played."""
    if margin is None or pool is None or len(pool.margins) < MIN_COMPARED:
        return DealScore(HALF, NOTHING)
    beaten = bisect_left(pool.margins, margin)
    equal = bisect_right(pool.margins, margin) - beaten - 1
    return DealScore(Fraction(2 * beaten + equal, 2 * (len(pool.margins) - 1)), margin - pool.mean)


def _average(scores: Sequence[DealScore]) -> DealScore:
    """Return the average; of no deals, what a deal that was not played gives."""
    if not scores:
        return DealScore(HALF, NOTHING)
    shares = sum((score.share for score in scores), start=NOTHING)
    points = sum((score.points for score in scores), start=NOTHING)
    return DealScore(shares / len(scores), points / len(scores))
