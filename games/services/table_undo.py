"""Taking back a misclick: within two seconds, before anybody acts, and only what showed nobody anything hidden.

The row of the action stays; the row of the undo says that it does not count.
"""

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.broadcast.changes import format_time
from games.engine.rules import Event
from games.services.bot_pace import think_seconds
from games.services.table_clocks import SeatClock, stop
from games.services.table_effects import Effect, Request
from games.services.table_values import Kind, TableState, Undoable

UNDO_SECONDS = 2.0
"""Long enough to see that the wrong card went; bots wait as long after a person's action."""


def decide_undo(request: Request) -> Effect:
    """Put the match back to where it was before the latest action."""
    request.require_playing()
    seat = request.own_seat()
    undoable = request.state.undoable
    if undoable is None or undoable.seat != seat or not _is_meant(request, undoable):
        raise request.refuse("too_late", _("There is nothing of yours to take back now."))
    if request.now > undoable.until and not request.is_replay:
        raise request.refuse("too_late", _("An action can be taken back for two seconds."))
    before = undoable.before
    state = request.state._replace(
        engine=before.engine,
        turn_at=request.now,
        break_until=before.break_until,
        continued=before.continued,
        clocks=_clocks_before(undoable),
        undoable=None,
    )
    told = Event("undone", {"seat": seat, "version": undoable.version, "action": undoable.action})
    return Effect(state, [told], seat, {"undone": undoable.version})


def note_undoable(state: TableState, *, request: Request, effect: Effect) -> TableState:
    """Return the state with its latest action noted, if its player may take it back."""
    if state.status != "playing":
        return state._replace(undoable=None)
    if state.engine is request.state.engine or request.command.kind is Kind.UNDO:
        return state
    if request.command.kind is not Kind.ACT or effect.seat is None:
        return state._replace(undoable=None)
    sitter = request.state.seats[effect.seat]
    is_own = sitter is not None and not sitter.is_bot and not request.is_stand_in
    if not is_own or any(event.only is not None for event in effect.events):
        return state._replace(undoable=None)
    until = request.now + timedelta(seconds=UNDO_SECONDS)
    before = request.state._replace(recent=(), undoable=None)
    version = request.state.version + 1
    return state._replace(undoable=Undoable(version, effect.seat, effect.payload["action"], until, before))


def bot_pace(state: TableState) -> float:
    """Return how many seconds a bot waits with its turn: it leaves a person the time to take back what they did."""
    pace = think_seconds(state)
    return pace if state.undoable is None else max(pace, UNDO_SECONDS)


def describe_undo(undoable: Undoable | None) -> dict[str, Any] | None:
    """Return what its player is told of an action that may be taken back."""
    return undoable and {"version": undoable.version, "until": format_time(undoable.until)}


def _clocks_before(undoable: Undoable) -> tuple[SeatClock, ...]:
    """Return the clocks that the action met, with its own time taken off and no increment given."""
    before, seat = undoable.before, undoable.seat
    sitter, control = before.seats[seat], before.setup.control
    clocks = list(before.clocks)
    if sitter is not None and control is not None:
        acted_at = undoable.until - timedelta(seconds=UNDO_SECONDS)
        clocks[seat] = stop(clocks[seat], at=acted_at, sleep=sitter.sleep if control.has_sleep else None)
    return tuple(clocks)


def _is_meant(request: Request, undoable: Undoable) -> bool:
    """Return whether the command is about this action: its row says so, a client by the version that it names."""
    asked = request.command.payload.get("undone") if request.is_replay else request.command.version
    return asked is None or asked == undoable.version
