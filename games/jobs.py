"""Sends Celery tasks by name, so that services need not import them.

A task only wakes: what is due is a row that the sweep finds too, so one lost costs a second, never a table.
"""

import logging

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

LIVE = "live"
LATER = "later"


def wake_bot(*, table_id: int, version: int, seat: int, is_live: bool = True) -> None:
    """Have a bot act on this seat, if the table still stands at this version; what is not live may wait."""
    _send("games.bot_turn", [table_id, version, seat], queue=LIVE if is_live else LATER)


def finish_match(match_id: int) -> None:
    """Have the results of a match written."""
    _send("games.finish_match", [match_id], queue=LATER)


def rate_match(match_id: int) -> None:
    """Have a match with results applied to the ratings."""
    _send("games.rate_match", [match_id], queue=LATER)


def count_match(match_id: int) -> None:
    """Have a match with results added to the statistics."""
    _send("games.count_match", [match_id], queue=LATER)


def _send(name: str, args: list[int], *, queue: str) -> None:
    try:
        current_app.send_task(name, args, queue=queue, ignore_result=True)
    except (OperationalError, OSError):
        logger.warning("The broker can't be reached: %s%s is left to the sweep", name, args)
