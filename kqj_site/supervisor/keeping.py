"""Keeping one child alive: start, pass its lines on, start again after a crash, stop."""

import asyncio
import os
import signal
import time
from asyncio.subprocess import PIPE, STDOUT, Process

from kqj_site.embedded import process
from kqj_site.supervisor.children import Plan
from kqj_site.supervisor.restraint import Restraint

STOP_SECONDS = 10.0  # a Celery worker's warm shutdown was seen to take up to 7 s
LINE_LIMIT = 1 << 20


def say(name: str, text: str) -> None:
    """Print a line with the name of the one who speaks; a terminal that is gone is no reason to fail."""
    try:
        print(f"{name:>6} | {text}", flush=True)
    except OSError:
        return


class Child:
    """One process of the site.

    Attributes:
        plan: how it is started.
        crashes: how often it ended by itself.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.crashes = 0
        self._restraint = Restraint()
        self._process: Process | None = None
        self._is_stopping = asyncio.Event()

    async def keep(self) -> None:
        """Run the child until `stop`; after a crash start it again, at growing distances if it goes on crashing."""
        while not self._is_stopping.is_set():
            begun = time.monotonic()
            code = await self._run_once()
            if self._is_stopping.is_set():
                return
            self.crashes += 1
            wait = self._restraint.wait_after(time.monotonic() - begun)
            say(self.plan.name, f"ended with {_reason(code)}; starting it again{f' in {wait:.2g} s' if wait else ''}")
            await self._pause(wait)

    async def _run_once(self) -> int:
        """Start the child, pass its lines on until it ends; return its exit code."""
        child = await asyncio.create_subprocess_exec(
            *self.plan.words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            limit=LINE_LIMIT,
            env={**os.environ, **self.plan.env},
            pass_fds=self.plan.sockets,
            start_new_session=True,  # Ctrl-C reaches us alone
            preexec_fn=process.die_with_parent(self.plan.death_signal),
        )
        self._process = child
        say(self.plan.name, f"started as process {child.pid}")
        if self._is_stopping.is_set():
            child.terminate()
        assert child.stdout is not None
        relay = asyncio.create_task(self._relay(child.stdout))
        code = await child.wait()
        self._kill_group(child)
        await relay
        return code

    async def _relay(self, lines: asyncio.StreamReader) -> None:
        """Print what the child says."""
        async for line in lines:
            say(self.plan.name, line.decode("utf-8", errors="replace").rstrip())

    async def _pause(self, seconds: float) -> None:
        """Wait, but not when stopping."""
        try:
            await asyncio.wait_for(self._is_stopping.wait(), timeout=seconds)
        except TimeoutError:
            return

    async def stop(self) -> None:
        """Ask the child's main process to end, and kill its whole group when it takes too long.

        The group as a whole must not get TERM: Celery's warm shutdown then hangs for good.
        """
        self._is_stopping.set()
        child = self._process
        if child is None or child.returncode is not None:
            return
        child.terminate()
        try:
            await asyncio.wait_for(child.wait(), timeout=STOP_SECONDS)
        except TimeoutError:
            say(self.plan.name, f"did not stop in {STOP_SECONDS:g} s; killed")
            self._kill_group(child)
            await child.wait()

    @staticmethod
    def _kill_group(child: Process) -> None:
        """End whatever the child started and left behind."""
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def _reason(code: int) -> str:
    """Return an exit code in words."""
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"code {code}"
