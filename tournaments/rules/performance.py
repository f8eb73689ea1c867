"""Performance rating, as FIDE computes it (Rating Regulations 8.1.1, Tie-Break Regulations C.07 article 10.2)."""

from collections.abc import Sequence
from fractions import Fraction

HALF_SCORE = 50
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117),
    *(125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262),
    *(273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""FIDE's table 8.1.1: the difference in rating that each score from 50 to 100 percent stands for."""


def rate_performance(opponents: Sequence[Fraction], *, results: Sequence[Fraction]) -> Fraction:
    """Return the opponents' average rating plus what the score stands for, both rounded as FIDE does.

    Args:
        opponents: their ratings, at least one.
        results: 1, 1/2 or 0 against each.
    """
    percent = _round_half_up(sum(results, start=Fraction(0)) * 100 / len(results))
    average = _round_half_up(sum(opponents, start=Fraction(0)) / len(opponents))
    difference = _DIFFERENCES[abs(percent - HALF_SCORE)]
    return Fraction(average + (difference if percent >= HALF_SCORE else -difference))


def _round_half_up(value: Fraction) -> int:
    """Return the nearest whole number, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
