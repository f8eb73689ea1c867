"""Celery's broker, queues and schedule: Redis where it is set, else files below `var/`."""

from pathlib import Path
from typing import Any

QUEUES = ("live", "later", "analysis")
POLLING_SECONDS = 0.05
FILES_TRANSPORT = "kqj_site.embedded.broker:Transport"

SWEEP_SECONDS = 1.0
MINUTE = 60.0


def _entry(task: str, *, every: float, queue: str) -> dict[str, Any]:
    """Return a task of the schedule; what was not taken within its period is dropped, for the next one follows."""
    return {"task": task, "schedule": every, "options": {"queue": queue, "expires": max(every, 2.0)}}


SCHEDULE = {
    "sweep": _entry("games.sweep", every=SWEEP_SECONDS, queue="live"),
    "finish matches": _entry("games.sweep_matches", every=5.0, queue="later"),
    "rate matches": _entry("games.sweep_ratings", every=5.0, queue="later"),
    "count matches": _entry("games.sweep_statistics", every=5.0, queue="later"),
    "close dead tables": _entry("games.sweep_tables", every=MINUTE, queue="later"),
    "forget stale presence": _entry("games.sweep_presence", every=MINUTE, queue="later"),
    "call players": _entry("games.call_players", every=10.0, queue="later"),
    "send notifications": _entry("accounts.send_notifications", every=10.0, queue="later"),
    "remove idle guests": _entry("accounts.sweep_guests", every=60 * MINUTE, queue="later"),
}
"""What beat sends. The tasks are in games/tasks.py and accounts/tasks.py; their names are the contract."""


def broker_settings(*, redis_url: str, var_dir: Path) -> dict[str, Any]:
    """Return the address of the broker, with where its files are and how often they are looked at."""
    if redis_url:
        return {"url": redis_url, "options": {}}
    messages = str(var_dir / "broker" / "messages")
    options = {
        "data_folder_in": messages,
        "data_folder_out": messages,
        "control_folder": str(var_dir / "broker" / "control"),
        "polling_interval": POLLING_SECONDS,
    }
    return {"url": "kqjfiles://localhost/", "options": options}
