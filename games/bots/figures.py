"""Figures of a comparison: intervals, Elo, times of decisions."""

import math
from collections.abc import Sequence
from typing import NamedTuple

NORMAL_95 = 1.96
"""How many standard errors 95 % lie within."""
ELO_SCALE = 400


class Interval(NamedTuple):
    """A mean and half the width of its 95 % interval."""

    mean: float
    half: float


def measure_mean(values: Sequence[float]) -> Interval:
    """Return the mean of at least two values; paired comparisons give their differences."""
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Interval(mean, NORMAL_95 * math.sqrt(variance / count))


def estimate_elo(share: float, *, matches: int, sides: int) -> float:
    """Return the difference in Elo that a share of wins against equal others stands for.

    A share of all or none is drawn in by half a match, since no number of matches shows certainty.
    """
    share = (share * matches + 0.5) / (matches + 1)
    return ELO_SCALE * math.log10(share * (sides - 1) / (1 - share))


def describe_times(seconds: Sequence[float]) -> str:
    """Return mean, 95th percentile and maximum of at least one decision's CPU time, in words."""
    ordered = sorted(seconds)
    mean = sum(ordered) / len(ordered)
    late = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
    ms = [f"{value * 1000:.2f}" for value in (mean, late, ordered[-1])]
    return f"mean {ms[0]} ms, p95 {ms[1]} ms, max {ms[2]} ms, {len(ordered)} decisions with a choice"
