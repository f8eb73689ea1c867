"""The stretches of time that sums and ladders are kept for: quarters, and all time."""

from datetime import datetime

PERIOD_LENGTH = 8
ALL_TIME = ""
"""The period that never ends."""


def quarter_of(moment: datetime) -> str:
    """Return the quarter that a moment in UTC lies in, such as `2026Q4`."""
    return f"{moment.year}Q{(moment.month + 2) // 3}"
