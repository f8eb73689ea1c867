"""Logging: plain lines on standard error, which the process manager prefixes and stores."""

from typing import Any

QUIET = {
    "daphne": "WARNING",
    "django.channels.server": "WARNING",
    "celery.app.trace": "WARNING",  # one line a task is too much at a task a second
    "celery.beat": "WARNING",
    "kombu": "WARNING",
}


def log_settings(*, level: str) -> dict[str, Any]:
    """Return Django's LOGGING with this level for our own code and everything that is not known to chatter."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {name: {"level": quiet} for name, quiet in QUIET.items()}
        | {"django": {"handlers": [], "level": level, "propagate": True}},
    }
