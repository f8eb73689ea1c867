"""When people sleep."""

from typing import Any

from games.models import SleepHours


def sleep_hours_of(user_id: int) -> dict[str, Any] | None:
    """Return the user's `zone`, `starts` and `ends`; None for who has set none."""
    return SleepHours.objects.filter(user_id=user_id).values("zone", "starts", "ends").first()
