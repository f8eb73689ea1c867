"""What follows a finished match: tasks are queued that take it into account."""

from typing import Any

from games import jobs
from games.signals import match_finished


def follow_matches() -> None:
    """Have each finished match taken into account."""
    match_finished.connect(_queue, dispatch_uid="games.after_match")


def _queue(*, match_id: int, **_: Any) -> None:
    jobs.rate_match(match_id)
    jobs.count_match(match_id)
