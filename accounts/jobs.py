"""Sends the Celery tasks of accounts by name; each only wakes, and a sweep finds what was missed."""

import logging

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def send_notifications() -> None:
    """Have what is due sent now."""
    try:
        current_app.send_task("accounts.send_notifications", queue="later", ignore_result=True)
    except (OperationalError, OSError):
        logger.warning("The broker can't be reached: notifications are left to the sweep")
