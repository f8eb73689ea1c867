"""Charts, drawn on the server: of a rating, of matches a day."""

import json
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django import template
from django.utils.formats import date_format

from games.selectors.rating_history import RatingPoint

register = template.Library()

WIDTH, HEIGHT = 640, 190
"""Of the plot; scales stand to the right of it and below."""
TOP = 14
DAY_HEIGHT = 120
BAR_SHARE = 0.8
"""Of a day's width, what its bar takes."""
WEEK = 7
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""Distances between two lines of the scale."""
LINES_MAX = 5
LABELS = 5
DAYS_OF_CLOCK = 2
"""A chart over fewer days has hours below it."""
DAYS_OF_DATES = 200
"""One over fewer has days and months, else months and years."""


class Tick(NamedTuple):
    """A place on a scale."""

    at: float
    label: str


@register.inclusion_tag("components/rating_chart.html")
def rating_chart(points: Sequence[RatingPoint]) -> dict[str, Any]:
    """Draw how a rating went; at least two points."""
    low, high, step = _scale([point.value for point in points])
    first, last = points[0].at, points[-1].at
    spots = [(_x(point.at, first=first, last=last), _y(point.value, low=low, high=high)) for point in points]
    line = " ".join(f"{x:.1f} {y:.1f}" for x, y in spots)
    told = [
        {
            "x": round(x, 1),
            "y": round(y, 1),
            "value": round(point.value),
            "at": point.at.isoformat(),
            "match": point.match_id,
        }
        for (x, y), point in zip(spots, points, strict=True)
    ]
    return {
        "line": line,
        "ground": f"{line} {spots[-1][0]:.1f} {HEIGHT} {spots[0][0]:.1f} {HEIGHT}",
        "end": spots[-1],
        "values": [Tick(_y(value, low=low, high=high), str(value)) for value in range(low, high + 1, step)],
        "dates": _dates(first, last),
        "points": json.dumps(told),
        "first": points[0],
        "last": points[-1],
    }


@register.inclusion_tag("components/day_chart.html")
def day_chart(days: Sequence[tuple[date, int]]) -> dict[str, Any]:
    """Draw a bar a day, labelled once a week."""
    most = max((count for _day, count in days), default=0)
    width = WIDTH / len(days)
    bars = [
        {
            "day": day,
            "count": count,
            "x": f"{number * width:.1f}",
            "y": f"{DAY_HEIGHT * (1 - count / (most or 1)):.1f}",
            "height": f"{DAY_HEIGHT * count / (most or 1):.1f}",
            "is_labelled": number % WEEK == 0,
        }
        for number, (day, count) in enumerate(days)
    ]
    return {"bars": bars, "width": f"{width * BAR_SHARE:.1f}", "total": sum(count for _, count in days), "most": most}


def _scale(values: Sequence[float]) -> tuple[int, int, int]:
    """Return the scale's ends and the distance of its lines, all round numbers around the values."""
    lowest, highest = min(values), max(values)
    for step in STEPS:
        low, high = int(lowest // step) * step, -int(-highest // step) * step
        high = max(high, low + step)
        if (high - low) // step <= LINES_MAX:
            return low, high, step
    return int(lowest), int(highest) + 1, int(highest) + 1 - int(lowest)


def _x(at: datetime, *, first: datetime, last: datetime) -> float:
    whole = (last - first).total_seconds()
    return WIDTH * (at - first).total_seconds() / whole if whole else float(WIDTH)


def _y(value: float, *, low: int, high: int) -> float:
    return HEIGHT - (HEIGHT - TOP) * (value - low) / (high - low)


def _dates(first: datetime, last: datetime) -> list[Tick]:
    days = (last - first).days
    form = "H:i" if days < DAYS_OF_CLOCK else "j M" if days < DAYS_OF_DATES else "M Y"
    moments = [first + (last - first) * part / LABELS for part in range(LABELS)]
    ticks = [Tick(_x(moment, first=first, last=last), date_format(moment, form)) for moment in moments]
    return [tick for number, tick in enumerate(ticks) if number == 0 or tick.label != ticks[number - 1].label]
