"""Running the site: its database, its children, and the order of coming and going."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

from kqj_site import environment
from kqj_site.embedded import postgres
from kqj_site.supervisor.children import plans
from kqj_site.supervisor.keeping import Child, say

SPEAKER = "site"
LOOK_SECONDS = 0.1
HEALTH_TIMEOUT_SECONDS = 5.0
HOPELESS_CRASHES = 4
BACKLOG = 511


class NotStartedError(Exception):
    """The site can't start; the message says why."""


def listen(*, host: str, port: int) -> socket.socket:
    """Return a listening socket, which the web processes inherit: it outlives their crashes.

    Raises:
        NotStartedError: the port is taken, or not ours to take.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        hint = "Is the site running already? Choose another port: make run PORT=8001"
        raise NotStartedError(f"port {port} on {host} can't be used: {error.strerror}. {hint}") from error
    return listener


def prepare() -> None:
    """Bring database and static files up to date.

    Raises:
        NotStartedError: the command failed; what it said was printed.
    """
    done = subprocess.run([sys.executable, "manage.py", "prepare"], cwd=environment.PROJECT, check=False)
    if done.returncode != 0:
        raise NotStartedError("the database or the static files could not be brought up to date (see above)")


class Site:
    """All processes of the site.

    Attributes:
        address: where it is reached.
        children: its processes.
        is_stopping: set when it was told to stop.
        failure: why it gave up, None while it did not.
    """

    def __init__(self, *, listener: socket.socket, server: str) -> None:
        host, port = listener.getsockname()[:2]
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104  # compared, not bound
        self.address = f"http://{shown}:{port}"
        self.children = [Child(plan) for plan in plans(server=server, socket=listener.fileno())]
        self.is_stopping = asyncio.Event()
        self.failure: str | None = None

    async def run(self) -> None:
        """Run until a signal says stop."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.is_stopping.set)
        keeping = [asyncio.create_task(child.keep()) for child in self.children]
        announcing = asyncio.create_task(self._announce())
        await self.is_stopping.wait()
        announcing.cancel()
        say(SPEAKER, "stopping")
        await asyncio.gather(*(child.stop() for child in self.children))
        await asyncio.gather(*keeping)

    async def _announce(self) -> None:
        """Say that the site is ready once it is; give up when it can't get there."""
        while not await asyncio.to_thread(self._is_healthy):
            if hopeless := [child.plan.name for child in self.children if child.crashes >= HOPELESS_CRASHES]:
                self.failure = f"{', '.join(hopeless)} can't start (see above)"
                self.is_stopping.set()
                return
            await asyncio.sleep(LOOK_SECONDS)
        say(SPEAKER, f"ready on {self.address}")

    def _is_healthy(self) -> bool:
        """Return whether a web process answers that all is well."""
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=HEALTH_TIMEOUT_SECONDS) as answer:  # noqa: S310
                return bool(answer.status == 200)  # noqa: PLR2004
        except (urllib.error.URLError, OSError):
            return False


def run_site(*, host: str, port: int, server: str) -> None:
    """Run the site until it is told to stop.

    Raises:
        NotStartedError: it can't start; nothing is left running.
    """
    listener = listen(host=host, port=port)
    is_embedded = not environment.text("DATABASE_URL")
    if is_embedded:
        os.environ["DATABASE_URL"] = postgres.acquire(environment.var_dir())
    try:
        prepare()
        site = Site(listener=listener, server=server)
        asyncio.run(site.run())
    finally:
        listener.close()
        if is_embedded:
            postgres.release(environment.var_dir())
            postgres.wait_until_stopped(environment.var_dir())
    if site.failure:
        raise NotStartedError(site.failure)
    say(SPEAKER, "stopped")
