"""Results of matches in words."""

from collections.abc import Sequence
from typing import NamedTuple

from django import template
from django.utils.translation import gettext, pgettext

from games.selectors.matches import MatchLine, MatchSeat

register = template.Library()

GIVEN_UP = ("abandoned", "aborted")
"""Ways a match ends without a winner."""
TWO_SIDES = 2
"""Where one side wins, the other loses; among more, a place says it better."""


@register.filter
def names_of_side(line: MatchLine, side: int) -> str:
    """Return the names of who played for a side."""
    return join_names([seat for seat in line.seats if seat.side == side])


@register.filter
def headline(line: MatchLine) -> str:
    """Return how the match ended, for the viewer if they played, else for all."""
    if line.reason in GIVEN_UP:
        return gettext("Given up before the end")
    winners = [seat for seat in line.seats if seat.is_winner]
    is_shared = len({seat.side for seat in winners}) > 1
    own = line.own_seat
    if own is None:
        return _winners_line(winners, is_shared=is_shared)
    if own.is_winner:
        return gettext("You shared the win") if is_shared else gettext("You won")
    return gettext("You lost") if len(line.scores) == TWO_SIDES else _place_line(own.place)


@register.filter
def verdict(line: MatchLine) -> str:
    """Return the viewer's result in a word or two: won, lost, or a place among more than two sides."""
    own = line.own_seat
    if own is None or line.reason in GIVEN_UP:
        return pgettext("a match without a winner", "Open")
    if own.is_winner:
        return pgettext("a match", "Won")
    return pgettext("a match", "Lost") if len(line.scores) == TWO_SIDES else gettext("Place %d") % own.place


@register.filter
def is_win(line: MatchLine) -> bool:
    """Return whether the viewer won."""
    return line.own_seat is not None and line.own_seat.is_winner


@register.filter
def score_line(line: MatchLine) -> str:
    """Return the scores joined, the viewer's side first, else the highest."""
    own = line.own_seat
    order = sorted(range(len(line.scores)), key=lambda side: (own is None or side != own.side, -line.scores[side]))
    return " : ".join(str(line.scores[side]) for side in order)


@register.filter
def partners(line: MatchLine) -> str:
    """Return the names of the viewer's partners; empty if there were none."""
    own = line.own_seat
    if own is None:
        return ""
    return join_names([seat for seat in line.seats if seat.side == own.side and not seat.is_you])


@register.filter
def duration(seconds: int) -> str:
    """Return a duration in minutes, or in seconds below one."""
    if seconds < 60:  # noqa: PLR2004  # a minute
        return gettext("%d s") % seconds
    return gettext("%d min") % round(seconds / 60)


class SideScore(NamedTuple):
    """A side of a finished match; `number` counts from 1."""

    number: int
    score: int
    names: str
    is_winner: bool


@register.filter
def sides_by_score(line: MatchLine) -> list[SideScore]:
    """Return the sides, the highest score first."""
    winners = {seat.side for seat in line.seats if seat.is_winner}
    sides = [
        SideScore(side + 1, score, names_of_side(line, side), side in winners) for side, score in enumerate(line.scores)
    ]
    return sorted(sides, key=lambda side: -side.score)


def join_names(seats: Sequence[MatchSeat]) -> str:
    """Return the names as a list in words."""
    names = [seat.name for seat in seats]
    if len(names) < 2:  # noqa: PLR2004  # nothing to join
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def _winners_line(winners: Sequence[MatchSeat], *, is_shared: bool) -> str:
    values = {"names": join_names(winners)}
    return (gettext("%(names)s shared the win") if is_shared else gettext("%(names)s won")) % values


def _place_line(place: int) -> str:
    lines = {
        2: gettext("You came second"),
        3: gettext("You came third"),
        4: gettext("You came fourth"),
        5: gettext("You came fifth"),
    }
    return lines.get(place, gettext("You came last"))
