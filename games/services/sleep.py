"""The hours in which a person's correspondence clocks stand still; they count at tables where they sit down later."""

from datetime import time

from accounts.models import User
from games.models import SleepHours
from games.services.table_sleep import Sleep, format_sleep, parse_sleep


def set_sleep_hours(user: User, *, zone: str, starts: str, ends: str) -> Sleep:
    """Keep the user's hours, with times such as `23:30`.

    Raises:
        ValueError: an unknown zone, no such time, or a night that is empty or longer than twelve hours.
    """
    sleep = parse_sleep({"zone": zone, "starts": starts, "ends": ends})
    assert sleep is not None
    moments = {"starts": _time(sleep.starts), "ends": _time(sleep.ends)}
    SleepHours.objects.update_or_create(user=user, defaults={"zone": sleep.zone, **moments})
    return sleep


def clear_sleep_hours(user: User) -> None:
    """Forget the user's hours: clocks run day and night."""
    SleepHours.objects.filter(user=user).delete()


def describe_hours(hours: SleepHours) -> dict[str, str] | None:
    """Return the hours as a row of `sit` carries them."""
    return format_sleep(Sleep(hours.zone, _minutes(hours.starts), _minutes(hours.ends)))


def _time(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)


def _minutes(moment: time) -> int:
    return moment.hour * 60 + moment.minute
