"""A table as the fold of its rows: what a command leads to, and what the rows add up to. No database, no clock."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol

from games.broadcast.changes import Change
from games.engine.errors import EngineError
from games.engine.rules import Event
from games.services.table_claims import decide_claim
from games.services.table_effects import Effect, Request
from games.services.table_leaving import decide_come_back, decide_leave, decide_substitute, decide_take_over
from games.services.table_match import decide_act, decide_close, decide_continue, decide_time_out
from games.services.table_next import decide_new_match
from games.services.table_pause import decide_credit, decide_resume
from games.services.table_seats import (
    decide_bots,
    decide_ready,
    decide_remove_bot,
    decide_sit,
    decide_unready,
)
from games.services.table_timing import describe_clocks, run_clocks
from games.services.table_undo import decide_undo, describe_undo, note_undoable
from games.services.table_values import (
    RECENT_CHANGES,
    Command,
    Decision,
    Kind,
    Refused,
    Setup,
    Sitter,
    TableState,
)
from games.services.table_votes import decide_propose, decide_vote, settle_votes
from games.services.table_waiting import decide_wait

_DECIDERS: Mapping[Kind, Callable[[Request], Effect]] = {
    Kind.SIT: decide_sit,
    Kind.LEAVE: decide_leave,
    Kind.READY: decide_ready,
    Kind.UNREADY: decide_unready,
    Kind.ADD_BOT: decide_bots,
    Kind.FILL_BOTS: decide_bots,
    Kind.REMOVE_BOT: decide_remove_bot,
    Kind.WAIT: decide_wait,
    Kind.ACT: decide_act,
    Kind.COME_BACK: decide_come_back,
    Kind.CONTINUE: decide_continue,
    Kind.TAKE_OVER: decide_take_over,
    Kind.TIME_OUT: decide_time_out,
    Kind.SUBSTITUTE: decide_substitute,
    Kind.RESUME: decide_resume,
    Kind.CREDIT: decide_credit,
    Kind.CLOSE: decide_close,
    Kind.PROPOSE: decide_propose,
    Kind.VOTE: decide_vote,
    Kind.UNDO: decide_undo,
    Kind.CLAIM: decide_claim,
    Kind.NEW_MATCH: decide_new_match,
}


class EventRow(Protocol):
    """What the fold reads of a row of `table_event`."""

    @property
    def version(self) -> int:
        """The table's version after it."""

    @property
    def kind(self) -> str:
        """The command's kind."""

    @property
    def seat(self) -> int | None:
        """The seat that it was about."""

    @property
    def user_id(self) -> int | None:
        """Who sent it."""

    @property
    def command_id(self) -> str:
        """The sender's id for it."""

    @property
    def payload(self) -> Mapping[str, Any]:
        """All else."""

    @property
    def at(self) -> datetime:
        """When it was decided."""


class BrokenRowError(ValueError):
    """A row that can't be replayed: another version of the program wrote it, or somebody changed it by hand.

    It names the place, never what the row or a refusal says: a duty names cards (`you hold 9H`), and this is logged.
    """


class NewMatchError(LookupError):
    """A row begins another match, whose secret the state does not have."""


def begin(setup: Setup) -> TableState:
    """Return a table before the first row of its match."""
    return TableState(setup, setup.first_version - 1, "open", (None,) * setup.game.seat_count)


def decide(state: TableState, command: Command, *, now: datetime) -> Decision:
    """Return what the command leads to.

    Raises:
        Refused: it can't be carried out; the code is one of the protocol's.
    """
    return _decide(state, Request(state, command, now, is_replay=False))


def apply_row(state: TableState, row: EventRow) -> TableState:
    """Return the state after the row that follows it.

    Raises:
        BrokenRowError: the row does not follow this version, or can't be replayed.
        NewMatchError: the row begins another match than the state's: the table must be folded anew.
    """
    place = f"table {state.setup.table_id}: row v{row.version}"
    if row.version != state.version + 1:
        raise BrokenRowError(f"{place} does not follow v{state.version}")
    if row.kind == Kind.NEW_MATCH and row.payload["match"] != state.setup.match_id:
        raise NewMatchError(place)
    try:
        command = Command(Kind(row.kind), row.command_id, row.user_id, seat=row.seat, payload=row.payload)
        return _decide(state, Request(state, command, row.at, is_replay=True)).state
    except Refused as refused:
        raise BrokenRowError(f"{place} ({row.kind}) can't be replayed: {refused.code}") from None
    except (EngineError, LookupError, TypeError, ValueError) as error:
        raise BrokenRowError(f"{place} ({row.kind}) can't be replayed: {type(error).__name__}") from None


def fold(state: TableState, rows: Iterable[EventRow]) -> TableState:
    """Return the state after the rows, which follow it in order."""
    for row in rows:
        state = apply_row(state, row)
    return state


def changes_since(state: TableState, version: int) -> tuple[Change, ...] | None:
    """Return the changes after a version, oldest first; None when that is too long ago, or not yet."""
    missing = state.version - version
    if not 0 <= missing <= len(state.recent):
        return None
    return state.recent[len(state.recent) - missing :]


def present_user_ids(state: TableState) -> list[int]:
    """Return the users who sit here and have not left, bots included, by seat."""
    return [sitter.user_id for sitter in state.seats if sitter and not sitter.left]


def format_seats(state: TableState) -> list[dict[str, Any] | None]:
    """Return the seats as the table's row keeps them."""
    return [None if sitter is None else _format_sitter(sitter) for sitter in state.seats]


def _decide(state: TableState, request: Request) -> Decision:
    effect = _DECIDERS[request.command.kind](request)
    after, events = effect.state, effect.events
    if after.votes:
        after, more = settle_votes(after, now=request.now)
        events = [*events, *more]
    if after.setup.can_undo:
        after = note_undoable(after, request=request, effect=effect)
    to_act = after.setup.game.to_act(after.engine) if after.status == "playing" else ()
    after = after._replace(version=state.version + 1, to_act=to_act)
    if after.setup.control is not None:
        after = run_clocks(after, before=state, effect=effect, now=request.now)
    after = after._replace(
        recent=(*state.recent[1 - RECENT_CHANGES :], _change(after, events, before=state, now=request.now))
    )
    return Decision(after, request.command, effect.seat, effect.payload, request.now)


def _change(state: TableState, events: list[Event], *, before: TableState, now: datetime) -> Change:
    return Change(
        state.version,
        events=events,
        to_act=state.to_act,
        clocks=describe_clocks(state, before=before),
        user_ids=_user_ids(state, before=before),
        own_seats=state.to_act if state.undoable is None else (*state.to_act, state.undoable.seat),
        own_part=_OwnPart(state),
        is_visible=state.setup.game.visible,
        at=now,
        break_until=None if state.break_until == before.break_until else state.break_until,
    )


def _user_ids(state: TableState, *, before: TableState) -> tuple[int | None, ...]:
    if state.seats is before.seats and before.recent:
        return before.recent[-1].user_ids
    return tuple(None if sitter is None else sitter.user_id for sitter in state.seats)


class _OwnPart:
    """Tells a seat what it may do in a state, without keeping the earlier states that it remembers."""

    __slots__ = ("engine", "game", "to_act", "undoable")

    def __init__(self, state: TableState) -> None:
        self.game = state.setup.game
        self.engine = state.engine
        self.to_act = state.to_act
        self.undoable = state.undoable

    def __call__(self, seat: int) -> dict[str, Any]:
        part: dict[str, Any] = {}
        if seat in self.to_act:
            game = self.game
            part["legal_actions"] = [game.format_action(action) for action in game.legal_actions(self.engine, seat)]
            if game.claim(self.engine, seat):
                part["can_claim"] = True
        if self.undoable is not None and self.undoable.seat == seat:
            part["undo"] = describe_undo(self.undoable)
        return part


def _format_sitter(sitter: Sitter) -> dict[str, Any]:
    return {
        "user": sitter.user_id,
        "name": sitter.name,
        "kind": sitter.kind,
        "level": sitter.level or None,
        "ready": sitter.ready,
        "bot_plays": sitter.bot_plays,
        "left": sitter.left,
        "avatar": sitter.avatar,
    }
