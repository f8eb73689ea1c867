"""A player's sleeping hours, during which a correspondence clock stands still: moments in, moments out."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

HOURS_MAX = 12
"""The longest night: with more, a day's time would last for a week."""
_DAY_MINUTES = 24 * 60


class Sleep(NamedTuple):
    """The same hours each night, by the player's own wall clock.

    Attributes:
        zone: a name of the time zone database, such as `Europe/Paris`.
        starts, ends: minutes after midnight; the night goes past midnight where it ends no later than it starts.
    """

    zone: str
    starts: int
    ends: int


def parse_sleep(value: Mapping[str, Any] | None) -> Sleep | None:
    """Return the hours of {zone, starts, ends} with times such as `23:30`.

    Raises:
        ValueError: an unknown zone, no such time, or a night that is empty or longer than HOURS_MAX.
    """
    if value is None:
        return None
    sleep = Sleep(str(value.get("zone")), _minutes(value.get("starts")), _minutes(value.get("ends")))
    try:
        ZoneInfo(sleep.zone)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        raise ValueError(f"no time zone {sleep.zone!r}") from None
    length = (sleep.ends - sleep.starts) % _DAY_MINUTES
    if not 0 < length <= HOURS_MAX * 60:
        raise ValueError(f"a night lasts {HOURS_MAX} hours at the most, not {length / 60:g}")
    return sleep


def format_sleep(sleep: Sleep | None) -> dict[str, str] | None:
    """Return the hours in JSON form."""
    if sleep is None:
        return None
    return {"zone": sleep.zone, "starts": _clock_time(sleep.starts), "ends": _clock_time(sleep.ends)}


def awake_time(start: datetime, end: datetime, *, sleep: Sleep) -> timedelta:
    """Return how much of the time between two moments is outside the sleeping hours."""
    awake = end - start
    for night, morning in _nights(sleep, since=start):
        if night >= end:
            break
        awake -= max(timedelta(), min(morning, end) - max(night, start))
    return awake


def awake_end(start: datetime, awake: timedelta, *, sleep: Sleep) -> datetime:
    """Return the moment by which so much time outside the sleeping hours has passed."""
    now, left = start, awake
    for night, morning in _nights(sleep, since=start):
        if night > now:
            if now + left <= night:
                break
            left -= night - now
        now = max(now, morning)
    return now + left


def _nights(sleep: Sleep, *, since: datetime) -> Iterator[tuple[datetime, datetime]]:
    """Yield the nights in UTC, from the one that the moment may be in, without end."""
    zone = ZoneInfo(sleep.zone)
    day = since.astimezone(zone).date() - timedelta(days=1)
    while True:
        last = day if sleep.ends > sleep.starts else day + timedelta(days=1)
        yield _moment(day, sleep.starts, zone=zone), _moment(last, sleep.ends, zone=zone)
        day += timedelta(days=1)


def _moment(day: date, minutes: int, *, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(minutes // 60, minutes % 60), tzinfo=zone).astimezone(UTC)


def _minutes(value: object) -> int:
    try:
        parsed = time.fromisoformat(str(value))
    except ValueError:
        raise ValueError(f"no time of day: {value!r}; write it as 23:30") from None
    return parsed.hour * 60 + parsed.minute


def _clock_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
