"""Rows of the lobby's lists, drawn once for all who look: drawing fifty of them anew took most of a request's time."""

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.selectors.lobby import LobbyTable, OpenTable, WatchedTable

register = template.Library()

KEPT = 2_000
"""Drawn rows that a process keeps, some three megabytes; then it begins anew."""

_drawn: dict[tuple[Any, ...], SafeString] = {}


@register.simple_tag
def open_row(row: OpenTable) -> SafeString:
    """Draw a table with a free seat."""
    return _draw("games/lobby/open_row.html", row.table, row.why_not, row=row)


@register.simple_tag
def watch_row(row: WatchedTable) -> SafeString:
    """Draw a table to watch."""
    return _draw("games/lobby/watch_row.html", row.table, row.rating, row=row)


def _draw(name: str, table: LobbyTable, *more: object, row: object) -> SafeString:
    key = (name, get_language(), table.id, _shown(table), *more)
    drawn = _drawn.get(key)
    if drawn is None:
        if len(_drawn) >= KEPT:
            _drawn.clear()
        drawn = _drawn[key] = render_to_string(name, {"row": row, "table": table})
    return drawn


def _shown(table: LobbyTable) -> tuple[Any, ...]:
    """Return what of a table a row shows and may change; all else about it stays from when it was opened."""
    seats = tuple(seat and (seat["name"], seat["kind"], seat.get("left", False)) for seat in table.seats)
    return table.host, table.status, seats
