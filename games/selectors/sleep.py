"""When people sleep."""

from typing import Any

from games.models import SleepHours


def sleep_hours_of(user_id: int) -> dict[str, Any] | None:
    """Return the user's `zone`, `starts` and `ends`; None for who has set none."""
    hours = SleepHours.objects.filter(user_id=user_id).first()
    return None if hours is None else {"zone": hours.zone, "starts": hours.starts, "ends": hours.ends}
