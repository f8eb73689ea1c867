"""Ratings as pages show them."""

from collections.abc import Mapping

from django import template

from games.selectors.ratings import MatchRating, SeatChange
from games.selectors.statistics import share

register = template.Library()

MINUS = "−"
"""The sign, as wide as the plus; a hyphen is shorter."""


@register.filter
def change_of(rating: MatchRating, seat: int) -> SeatChange | None:
    """Return what a match did to the rating of who sat on a seat; None for a bot, or where nothing was rated."""
    change = rating.of_seat(seat)
    return None if change is None or change.reason == "bot" else change


@register.filter
def change_in(changes: Mapping[int, int], match_id: int) -> int | None:
    """Return by how much a rating changed in a match; None where it did not count."""
    return changes.get(match_id)


@register.filter
def rate(part: int, whole: int) -> int:
    """Return a part in per cent."""
    return share(part, whole)


@register.filter
def signed(number: int) -> str:
    """Return a number with its sign, also plus."""
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


@register.filter
def tendency(number: int) -> str:
    """Return the class of a change: win, loss, or nothing for none."""
    return "win" if number > 0 else "loss" if number < 0 else ""
