"""The clocks of a table's state: brought up to date at each version, told, and looked at by the sweep."""

from datetime import datetime, timedelta
from typing import Any

from games.broadcast.changes import format_time
from games.services.table_clocks import (
    SeatClock,
    charge,
    deadline,
    expiry,
    give_back,
    new_clock,
    start,
    stop,
)
from games.services.table_effects import Effect
from games.services.table_sleep import Sleep
from games.services.table_undo import bot_pace
from games.services.table_values import Sitter, TableState


def run_clocks(after: TableState, *, before: TableState, effect: Effect, now: datetime) -> TableState:
    """Return the state with its clocks as they are from now on: only seats that have to act lose time.

    `after` has its seats to act already. What a decider did to the clocks itself is kept.
    """
    control = after.setup.control
    if control is None or after.status == "open":
        return after
    if before.status == "open":
        after = after._replace(clocks=(new_clock(control),) * len(after.seats))
    clocks = list(after.clocks)
    for seat in _changed_seats(after, before=before):
        clock = clocks[seat]
        if effect.is_action and seat == effect.seat:
            clock = _charge(clock, state=before, effect=effect, now=now)
        if _is_owed_time(seat, after=after, before=before):
            clock = give_back(clock, control=control)
        clocks[seat] = _run(clock, seat=seat, after=after, before=before, now=now)
    return after._replace(clocks=tuple(clocks))


def describe_clocks(state: TableState, *, before: TableState | None = None) -> dict[str, Any]:
    """Return the clocks as they are told, by seat as text: bank in seconds, whether it runs, and its deadline.

    Since `before`: those that run or have changed. Without a time control: the seats that have to act, with the
    end of the time that one may be silent and no bank.
    """
    if state.setup.control is None:
        return _describe_silence(state)
    known = before.clocks if before is not None else ()
    return {
        str(seat): _describe_clock(state, seat=seat)
        for seat, clock in enumerate(state.clocks)
        if clock.since is not None or not known or clock is not known[seat]
    }


def due_at(state: TableState) -> datetime | None:
    """Return when the table must be looked at: a bot's turn, a clock that runs out, silence, the end of a pause."""
    if state.pause is not None:
        return state.pause.until
    return min((look for seat in state.to_act if (look := due_at_seat(state, seat=seat))), default=None)


def due_at_seat(state: TableState, *, seat: int) -> datetime | None:
    """Return when a seat that has to act must be looked at."""
    begin, sitter, timing = clock_start(state), state.seats[seat], state.setup.timing
    if begin is None or sitter is None:
        return None
    if sitter.is_played_by_bot:
        return begin + timedelta(seconds=bot_pace(state))
    if state.setup.control is None:
        return begin + timedelta(seconds=min(timing.away_seconds, timing.silent_seconds))
    return expiry(state.clocks[seat], sleep=sleep_of(state, seat=seat))


def is_out_of_time(state: TableState, *, seat: int, now: datetime) -> bool:
    """Return whether the person on a seat has let the clock run out."""
    if not state.clocks or state.is_paused or seat not in state.to_act:
        return False
    ends = expiry(state.clocks[seat], sleep=sleep_of(state, seat=seat))
    return ends is not None and now >= ends


def sleep_of(state: TableState, *, seat: int) -> Sleep | None:
    """Return the hours that the seat's clock leaves out."""
    control, sitter = state.setup.control, state.seats[seat]
    return sitter.sleep if control is not None and control.has_sleep and sitter is not None else None


def clock_start(state: TableState) -> datetime | None:
    """Return from when the seats to act have to."""
    return state.break_until or state.turn_at


def _changed_seats(after: TableState, *, before: TableState) -> set[int]:
    """Return the seats whose clock may start or stop."""
    if after.seats is not before.seats or after.status != before.status:
        return set(range(len(after.seats)))
    return {*before.to_act, *after.to_act}


def _charge(clock: SeatClock, *, state: TableState, effect: Effect, now: datetime) -> SeatClock:
    control, seat = state.setup.control, effect.seat
    assert control is not None
    assert seat is not None
    if clock.since is None:  # a bot played the seat until now
        return clock._replace(time_outs=0)
    return charge(clock, control=control, at=now, lag_ms=effect.lag_ms, sleep=sleep_of(state, seat=seat))


def _is_owed_time(seat: int, *, after: TableState, before: TableState) -> bool:
    """Return whether somebody comes back whose seat was taken; who left by choice finds what they left."""
    was, now = before.seats[seat], after.seats[seat]
    if was is now or was is None or now is None or was.has_quit:
        return False
    return was.bot_plays and not now.bot_plays


def _run(clock: SeatClock, *, seat: int, after: TableState, before: TableState, now: datetime) -> SeatClock:
    if not _has_to_run(after, seat=seat):
        return clock if clock.since is None else stop(clock, at=now, sleep=sleep_of(before, seat=seat))
    begin = max(now, after.break_until or now)
    has_break_ended = before.break_until is not None and after.break_until is None
    if clock.since is None or (has_break_ended and clock.since > now):
        return start(clock, at=begin)
    return clock


def _has_to_run(state: TableState, *, seat: int) -> bool:
    sitter = state.seats[seat]
    if state.status != "playing" or state.pause is not None or seat not in state.to_act:
        return False
    return sitter is not None and not sitter.is_played_by_bot


def _describe_clock(state: TableState, *, seat: int) -> dict[str, Any]:
    clock = state.clocks[seat]
    if _is_bot(state.seats[seat]):
        return {"bank": None, "running": False, "deadline": None}
    ends = deadline(clock, sleep=sleep_of(state, seat=seat))
    told = {"bank": clock.bank_ms / 1000, "running": ends is not None, "deadline": ends and format_time(ends)}
    return {**told, "warned": True} if clock.time_outs else told


def _describe_silence(state: TableState) -> dict[str, Any]:
    begin = clock_start(state)
    if begin is None:
        return {}
    ends = format_time(begin + timedelta(seconds=state.setup.timing.silent_seconds))
    is_running = not state.is_paused
    return {
        str(seat): {
            "bank": None,
            "running": is_running,
            "deadline": ends if is_running and not _is_bot(state.seats[seat]) else None,
        }
        for seat in state.to_act
    }


def _is_bot(sitter: Sitter | None) -> bool:
    return sitter is not None and sitter.is_played_by_bot
