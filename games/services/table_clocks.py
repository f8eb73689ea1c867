"""Time controls and the clocks they give: numbers and moments in, numbers and moments out.

A control is a bank of seconds and an increment that each action adds, with the bank capped at what it started with.
Correspondence is the same with an increment as large as the bank, so each action has the whole time; there a player's
sleeping hours don't count. Clocks are counted in whole milliseconds, so that a replay gives the same ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.services.table_sleep import Sleep, awake_end, awake_time

MILLISECOND = timedelta(milliseconds=1)
DAY = 24 * 3600
LAG_ACTION_MS = 1_000
"""The most that one action is given back for the network."""
LAG_BUDGET_MS = 10_000
"""What a seat may be given back altogether, since a client can claim any delay; it refills slowly."""
LAG_REFILL_MS = 100
"""What each action of one's own adds to that budget again: enough for a good line, too little to live on."""
GRACE_MS = 5_000
"""The least time for an action after one that ran out: an increment of a second would be gone before it is seen."""
BACK_MS = 10_000
"""The least time for whoever comes back to a seat that a bot played."""
CUSTOM = "custom"
BANK_BOUNDS = (10, 2 * 3600)
INCREMENT_BOUNDS = (1, 600)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has; a table's own, and never changed.

    Attributes:
        preset: a key of PRESETS, or CUSTOM.
        has_sleep: players' sleeping hours don't count.
    """

    preset: str
    bank_seconds: int
    increment_seconds: int
    has_sleep: bool = False

    @property
    def bank_ms(self) -> int:
        """What a clock starts with, and the most it ever holds."""
        return self.bank_seconds * 1_000


PRESETS: Mapping[str, TimeControl] = {
    control.preset: control
    for control in (
        TimeControl("blitz", bank_seconds=30, increment_seconds=4),
        TimeControl("normal", bank_seconds=90, increment_seconds=10),
        TimeControl("relaxed", bank_seconds=300, increment_seconds=20),
        TimeControl("day", bank_seconds=DAY, increment_seconds=DAY, has_sleep=True),
        TimeControl("three_days", bank_seconds=3 * DAY, increment_seconds=3 * DAY, has_sleep=True),
    )
}
DEFAULT_PRESET = "normal"
"""What Play now plays."""


class SeatClock(NamedTuple):
    """The clock of a seat.

    Attributes:
        bank_ms: what was left when it last started or stopped.
        lag_ms: what may still be given back for the network.
        since: from when it runs, which may be in the future; None while it stands.
        time_outs: actions in a row that ran out of time.
    """

    bank_ms: int
    lag_ms: int = LAG_BUDGET_MS
    since: datetime | None = None
    time_outs: int = 0


class Pause(NamedTuple):
    """Why a match stands still.

    Attributes:
        reason: `agreed` by the people at the table.
        until: when it ends by itself.
        seat: who asked for it; None for the site.
    """

    reason: str
    since: datetime
    until: datetime | None = None
    seat: int | None = None


def parse_control(value: str | Mapping[str, Any] | None) -> TimeControl | None:
    """Return the control of a preset, by its key or as {preset}, or of {bank, increment} in seconds.

    Raises:
        ValueError: there is no such preset, or the seconds are out of bounds; the message is for programmers.
    """
    if value is None:
        return None
    if isinstance(value, str):
        if value not in PRESETS:
            raise ValueError(f"no time control {value!r}: there are {', '.join(PRESETS)}")
        return PRESETS[value]
    preset = value.get("preset", CUSTOM)
    if preset != CUSTOM:
        return parse_control(str(preset))
    bank = _whole(value.get("bank"), name="bank", bounds=BANK_BOUNDS)
    return TimeControl(CUSTOM, bank, _whole(value.get("increment"), name="increment", bounds=INCREMENT_BOUNDS))


def read_control(stored: Mapping[str, Any] | None) -> TimeControl | None:
    """Return the control that a table keeps; its numbers hold whatever the presets are by then."""
    if stored is None:
        return None
    return TimeControl(stored["preset"], stored["bank"], stored["increment"], has_sleep=stored["sleeps"])


def format_control(control: TimeControl | None) -> dict[str, Any] | None:
    """Return the control in JSON form; None for a table without one."""
    if control is None:
        return None
    return {
        "preset": control.preset,
        "bank": control.bank_seconds,
        "increment": control.increment_seconds,
        "sleeps": control.has_sleep,
    }


def new_clock(control: TimeControl) -> SeatClock:
    """Return a clock that has not run yet."""
    return SeatClock(control.bank_ms)


def start(clock: SeatClock, *, at: datetime) -> SeatClock:
    """Return the clock running from then on."""
    return clock._replace(since=at)


def stop(clock: SeatClock, *, at: datetime, sleep: Sleep | None = None) -> SeatClock:
    """Return the clock standing, with what it ran taken off."""
    return clock._replace(bank_ms=max(0, clock.bank_ms - elapsed_ms(clock, at=at, sleep=sleep)), since=None)


def charge(
    clock: SeatClock, *, control: TimeControl, at: datetime, lag_ms: int = 0, sleep: Sleep | None = None
) -> SeatClock:
    """Return the clock after its player acted, standing.

    `lag_ms` is what `lag_credit` allowed.
    """
    used = max(0, elapsed_ms(clock, at=at, sleep=sleep) - lag_ms)
    return SeatClock(
        _add(max(0, clock.bank_ms - used), control=control),
        min(LAG_BUDGET_MS, clock.lag_ms - lag_ms + LAG_REFILL_MS),
    )


def charge_time_out(clock: SeatClock, *, control: TimeControl) -> SeatClock:
    """Return the clock after an action that ran out of time, standing."""
    bank_ms = max(_add(0, control=control), min(GRACE_MS, control.bank_ms))
    return clock._replace(bank_ms=bank_ms, since=None, time_outs=clock.time_outs + 1)


def give_back(clock: SeatClock, *, control: TimeControl) -> SeatClock:
    """Return the clock of somebody who comes back: with time to look, and warned if they were before."""
    return clock._replace(bank_ms=max(clock.bank_ms, min(BACK_MS, control.bank_ms)), since=None)


def lag_credit(clock: SeatClock, *, measured_ms: int, at: datetime) -> int:
    """Return how much of a round trip an action is given back: never more than it took."""
    ran = elapsed_ms(clock, at=at, sleep=None)
    return max(0, min(measured_ms, LAG_ACTION_MS, clock.lag_ms, ran))


def elapsed_ms(clock: SeatClock, *, at: datetime, sleep: Sleep | None) -> int:
    """Return how long the clock has run; 0 while it stands or before it starts."""
    if clock.since is None or at <= clock.since:
        return 0
    ran = at - clock.since if sleep is None else awake_time(clock.since, at, sleep=sleep)
    return ran // MILLISECOND


def deadline(clock: SeatClock, *, sleep: Sleep | None = None) -> datetime | None:
    """Return when the clock runs out; None while it stands."""
    if clock.since is None:
        return None
    bank = clock.bank_ms * MILLISECOND
    return clock.since + bank if sleep is None else awake_end(clock.since, bank, sleep=sleep)


def expiry(clock: SeatClock, *, sleep: Sleep | None = None) -> datetime | None:
    """Return when the action is played by a bot: the deadline, and what an action on its way may be given back."""
    runs_out = deadline(clock, sleep=sleep)
    return runs_out and runs_out + min(LAG_ACTION_MS, clock.lag_ms) * MILLISECOND


def _add(bank_ms: int, *, control: TimeControl) -> int:
    return min(control.bank_ms, bank_ms + control.increment_seconds * 1_000)


def _whole(value: object, *, name: str, bounds: tuple[int, int]) -> int:
    low, high = bounds
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number of seconds from {low} to {high}, not {value!r}")
    return value
