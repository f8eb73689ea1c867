"""Standing still: pauses that people agree on, and the time given back after the site was down."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.broadcast.changes import format_time
from games.engine.rules import Event
from games.services.table_clocks import Pause, SeatClock, start, stop
from games.services.table_effects import Effect, Request
from games.services.table_timing import sleep_of
from games.services.table_values import TableState

PAUSE = timedelta(minutes=15)
"""How long a pause lasts at the most: people agree on it, and some may then not come back."""
LONG_PAUSE = timedelta(days=7)
"""The same for correspondence."""
RETURN = timedelta(seconds=5)
"""How long after the site's return clocks start: pages connect again within two seconds."""

Outcome = tuple[TableState, list[Event]]


def pause_match(
    state: TableState, *, now: datetime, reason: str = "agreed", seat: int | None = None, until: datetime | None = None
) -> Outcome:
    """Return the state with everything standing still, and what is told of it.

    `until` is when the pause ends by itself; None for the longest that this table allows.
    """
    control = state.setup.control
    longest = LONG_PAUSE if control is not None and control.has_sleep else PAUSE
    pause = Pause(reason, now, until or now + longest, seat)
    return state._replace(pause=pause), [Event("paused", describe_pause(pause))]


def resume_match(state: TableState, *, now: datetime, reason: str = "agreed") -> Outcome:
    """Return the state going on where it stood, and what is told of it; as it is where there is no pause."""
    pause = state.pause
    if pause is None:
        return state, []
    break_until = state.break_until
    if break_until is not None:
        break_until = now + max(timedelta(), break_until - pause.since)
    after = state._replace(pause=None, turn_at=now, break_until=break_until)
    return after, [Event("resumed", {"reason": reason, "seconds": _seconds(now - pause.since)})]


def describe_pause(pause: Pause) -> dict[str, object]:
    """Return the pause as it is told."""
    return {
        "reason": pause.reason,
        "since": format_time(pause.since),
        "until": pause.until and format_time(pause.until),
        "seat": pause.seat,
    }


def decide_resume(request: Request) -> Effect:
    """End a pause that has lasted as long as it may; only the site asks for it."""
    request.require_playing()
    pause = request.state.pause
    is_over = pause is not None and pause.until is not None and request.now >= pause.until
    if not request.is_by_site or not (is_over or request.is_replay):
        raise request.refuse("illegal_action", _("There is no pause to end."))
    state, events = resume_match(request.state, now=request.now, reason="time")
    return Effect(state, events)


def decide_credit(request: Request) -> Effect:
    """Give all clocks back the time since the site went down; only the site asks for it.

    The payload's `down_at` says when that was. It may be asked twice: what ran since the first time is all that the
    second gives back.
    """
    request.require_playing()
    state, now = request.state, request.now
    if not request.is_by_site or state.is_paused:
        raise request.refuse("paused", _("The match stands still: there is no time to give back."))
    down_at = datetime.fromisoformat(request.command.payload["down_at"])
    break_until = state.break_until
    if break_until is not None and break_until > down_at:
        break_until = now + (break_until - max(down_at, state.turn_at or down_at))
    restart = max(now + RETURN, break_until or now)
    clocks = tuple(
        _credit(state, seat=seat, clock=clock, down_at=down_at, restart=restart)
        for seat, clock in enumerate(state.clocks)
    )
    after = state._replace(clocks=clocks, break_until=break_until, turn_at=now + RETURN)
    told = Event("resumed", {"reason": "restart", "seconds": _seconds(now - down_at)})
    return Effect(after, [told], None, {"down_at": request.command.payload["down_at"]})


def _credit(state: TableState, *, seat: int, clock: SeatClock, down_at: datetime, restart: datetime) -> SeatClock:
    if clock.since is None:
        return clock
    return start(stop(clock, at=down_at, sleep=sleep_of(state, seat=seat)), at=restart)


def _seconds(length: timedelta) -> float:
    return round(length.total_seconds(), 1)
