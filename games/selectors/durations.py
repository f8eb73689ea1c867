"""How long matches take, by those that ended lately."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from statistics import quantiles
from typing import Any, NamedTuple

from games.models import Match

RECENT = timedelta(days=90)
SAMPLE = 100
ENOUGH = 8
"""Fewer say nothing: one long pause would move them."""
GIVEN_UP = ("abandoned", "aborted")


class Estimate(NamedTuple):
    """Between which times half of the matches lie.

    Attributes:
        shortest, longest: seconds; a quarter were quicker, a quarter took longer.
        match_count: how many it is made of.
    """

    shortest: int
    longest: int
    match_count: int


def estimate_duration(game: str, *, options: Mapping[str, Any], preset: str | None, now: datetime) -> Estimate | None:
    """Return how long a match with these options takes at a time preset, or None where too few have been played.

    Args:
        game: the game's key.
        options: in canonical form.
        preset: the key of the time control; None for no clock.
        now: the moment.
    """
    rows = Match.objects.filter(
        game=game, options=dict(options), finished_at__gt=now - RECENT, started_at__isnull=False
    ).exclude(reason__in=GIVEN_UP)
    rows = (
        rows.filter(table__time_control__isnull=True)
        if preset is None
        else rows.filter(table__time_control__preset=preset)
    )
    times = rows.order_by("-finished_at").values_list("started_at", "finished_at")[:SAMPLE]
    seconds = [(end - start).total_seconds() for start, end in times if start and end]
    if len(seconds) < ENOUGH:
        return None
    low, _middle, high = quantiles(seconds, n=4)
    return Estimate(round(low), round(high), len(seconds))
