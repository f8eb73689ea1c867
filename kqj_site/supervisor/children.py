"""The processes that make up the site, and how each is told to stop."""

import os
import signal
import sys
from dataclasses import dataclass, field

from kqj_site import environment

SERVERS = ("daphne", "uvicorn")
# Celery's advice to workers of root: whose machine it is chose to be root, and the image does not.
QUIET_ROOT = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"}
# Two are the least for `live`: the sweep keeps one busy while bots play on the other.
LIVE_PROCESSES = 2
LATER_PROCESSES = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """How to start one child.

    Attributes:
        name: what its lines are marked with.
        words: its command line.
        sockets: descriptors that it inherits.
        death_signal: what the kernel sends it should the process manager die.
        env: what its environment has beyond ours.
    """

    name: str
    words: list[str]
    sockets: tuple[int, ...] = ()
    death_signal: signal.Signals = signal.SIGKILL
    env: dict[str, str] = field(default_factory=dict)


def plans(*, server: str, socket: int) -> list[Plan]:
    """Return all children: web processes on one listening socket, two workers, and the clock."""
    count = environment.number("KQJ_WEB_PROCESSES", 1)
    names = ["web"] if count == 1 else [f"web {number}" for number in range(1, count + 1)]
    webs = [Plan(name=name, words=web_words(server, socket=socket), sockets=(socket,)) for name in names]
    live = environment.number("KQJ_LIVE_PROCESSES", LIVE_PROCESSES)
    later = environment.number("KQJ_LATER_PROCESSES", LATER_PROCESSES)
    return [
        *webs,
        Plan(name="live", words=worker_words("live", queues="live", processes=live), env=QUIET_ROOT),
        Plan(name="later", words=worker_words("later", queues="later,analysis", processes=later), env=QUIET_ROOT),
        Plan(name="beat", words=beat_words()),
    ]


def web_words(server: str, *, socket: int) -> list[str]:
    """Return the command line of an ASGI server on a socket that already listens."""
    application = "kqj_site.asgi:application"
    if server == "uvicorn":
        quiet = ["--log-level", "warning", "--no-server-header", "--timeout-graceful-shutdown", "3"]
        return [sys.executable, "-m", "uvicorn", "--fd", str(socket), *quiet, application]
    quiet = ["--verbosity", "0", "--no-server-name"]
    return [sys.executable, "-m", "daphne", "--fd", str(socket), *quiet, application]


def worker_words(name: str, *, queues: str, processes: int) -> list[str]:
    """Return the command line of a Celery worker; workers need not know of each other."""
    loneliness = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    size = ["--concurrency", str(processes), "--queues", queues, "--hostname", f"{name}@{os.uname().nodename}"]
    return [*_celery("worker"), *size, *loneliness, "--loglevel", "WARNING"]


def beat_words() -> list[str]:
    """Return the command line of Celery's clock; it keeps nothing on disk that a kill could break."""
    return [*_celery("beat"), "--scheduler", "celery.beat:Scheduler", "--pidfile=", "--loglevel", "WARNING"]


def _celery(command: str) -> list[str]:
    """Return the beginning of a Celery command line."""
    return [sys.executable, "-m", "celery", "--app", "kqj_site.celery", "--quiet", command]
