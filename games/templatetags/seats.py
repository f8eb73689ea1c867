"""The six-seat oval: the site's sign for a table."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import template
from django.utils.translation import gettext

register = template.Library()

CENTRE_X, CENTRE_Y = 23.0, 29.0
RADIUS_X, RADIUS_Y = 16.0, 22.5
"""The oval's centre and radii in the 46 × 58 drawing of components/oval.html."""


class SeatSign(NamedTuple):
    """Where a seat stands in the drawing, and how it looks.

    Attributes:
        shape: f1, f2 or f3 for a team, fx without one, em when empty.
        left, top: the corner of a square's shape.
    """

    shape: str
    x: str
    y: str
    left: str
    top: str


@register.inclusion_tag("components/oval.html")
def oval(seats: Sequence[Any], *, teams: Sequence[int] = (), size: str = "") -> dict[str, Any]:
    """Draw a table's seats, seat 0 at the bottom and on clockwise.

    Args:
        seats: by seat something true when it is taken.
        teams: by seat the number of its team from 1; empty where there are no teams.
        size: `mini`, or nothing.
    """
    taken = sum(bool(seat) for seat in seats)
    label = gettext("%(taken)s of %(count)s seats taken") % {"taken": taken, "count": len(seats)}
    signs = [
        _sign(seat, shape=_shape(bool(seats[seat]), team=teams[seat] if teams else 0), count=len(seats))
        for seat in range(len(seats))
    ]
    return {"signs": signs, "label": label, "size": size}


def _shape(is_taken: bool, *, team: int) -> str:  # noqa: FBT001  # one seat's own fact
    if not is_taken:
        return "em"
    return f"f{team}" if team else "fx"


def _sign(seat: int, *, shape: str, count: int) -> SeatSign:
    angle = math.pi / 2 + 2 * math.pi * seat / count
    x, y = CENTRE_X + RADIUS_X * math.cos(angle), CENTRE_Y + RADIUS_Y * math.sin(angle)
    return SeatSign(shape, f"{x:.1f}", f"{y:.1f}", f"{x - 4.7:.1f}", f"{y - 4.7:.1f}")
