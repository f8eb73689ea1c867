"""Changing places: at an open table whoever agrees; in a match partners alone, when the next deal begins.

With fixed partners the score is the team's, so two of a team may change places; with drawn ones every seat is a side of
its own and keeps its player all match long (rules R4, R5).
"""

from typing import Any

from games.engine.rules import Event
from games.services.table_effects import describe_player
from games.services.table_values import TableState


def swap_seats(state: TableState, *, seats: tuple[int, int]) -> tuple[TableState, list[Event]]:
    """Return the state with two players in each other's seats, their clocks too, and what is told of it."""
    players = _exchange(state.seats, seats=seats)
    clocks = _exchange(state.clocks, seats=seats) if state.clocks else ()
    after = state._replace(seats=players, clocks=clocks, swap=None)
    told = [describe_player(sitter, seat=seat) for seat, sitter in enumerate(players)]
    return after, [Event("seats_swapped", {"seats": list(seats), "players": told})]


def may_swap(state: TableState, *, seats: tuple[int, int]) -> bool:
    """Return whether the rules let the players of two taken seats change places now, or when the next deal begins."""
    one, other = seats
    if one == other or any(not 0 <= seat < len(state.seats) or state.seats[seat] is None for seat in seats):
        return False
    if state.status == "playing":
        return other in state.setup.game.partners(state.engine, one)
    return state.status == "open"


def _exchange(items: tuple[Any, ...], *, seats: tuple[int, int]) -> tuple[Any, ...]:
    changed = list(items)
    one, other = seats
    changed[one], changed[other] = items[other], items[one]
    return tuple(changed)
