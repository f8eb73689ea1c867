"""The real site as a child process of the tests: process manager, daphne, workers and clock."""

import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Mapping
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
READY = re.compile(r"ready on (http://\S+)")
STARTED = re.compile(r"^\s*([\w ]+?) \| started as process (\d+)")
START_SECONDS = 90.0
STOP_SECONDS = 60.0

# Clocks short enough for tests, which wait for events and never for the clock.
QUICK = {
    "KQJ_BOT_PACE_MS": "0",
    "KQJ_SILENT_SECONDS": "3",
    "KQJ_AWAY_SECONDS": "2",
    "KQJ_BREAK_SECONDS": "1",
    "KQJ_FILL_SECONDS": "1",
    "KQJ_NO_RATE_LIMITS": "1",
}


class RunningSite:
    """A site started by the process manager.

    Attributes:
        env: what it was given beyond our own environment and the quick clocks.
        url: its address, such as `http://127.0.0.1:41234`, known once it is ready.
        lines: what it said so far.
        process: the process manager.
    """

    def __init__(self, *, env: Mapping[str, str], words: tuple[str, ...] = ("--port", "0")) -> None:
        self.env = dict(env)
        self.url = ""
        self.lines: list[str] = []
        self._changed = threading.Condition()
        clean = {key: value for key, value in os.environ.items() if not key.startswith("DJANGO_ALLOW_ASYNC")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kqj_site.supervisor", *words],
            cwd=PROJECT,
            env={**clean, **QUICK, **env, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.lines.append(line.rstrip())
                if found := READY.search(line):
                    self.url = found[1]
                self._changed.notify_all()

    @property
    def ws_url(self) -> str:
        """The address for sockets."""
        return self.url.replace("http://", "ws://", 1)

    @property
    def text(self) -> str:
        """All that it said."""
        return "\n".join(self.lines)

    def wait_until_ready(self) -> "RunningSite":
        """Wait until it serves; fail with what it said when it does not."""
        with self._changed:
            ready = self._changed.wait_for(lambda: self.url or not self._reader.is_alive(), timeout=START_SECONDS)
        if not ready or not self.url:
            self.kill()
            raise AssertionError(f"the site did not start:\n{self.text}")
        return self

    def wait_for_line(self, pattern: str, *, after: int = 0, timeout: float = STOP_SECONDS) -> str:
        """Wait for a line that matches, among those from index `after` on, and return it."""

        def find() -> str | None:
            return next((line for line in self.lines[after:] if re.search(pattern, line)), None)

        with self._changed:
            line = self._changed.wait_for(find, timeout=timeout)
        assert line, f"no line like {pattern!r} in:\n{self.text}"
        return line

    def pid_of(self, name: str) -> int:
        """Return the process id of a child (`web`, `live`, `later`, `beat`), as it was last started."""
        with self._changed:
            started = [found for line in self.lines if (found := STARTED.match(line)) and found[1] == name]
        return int(started[-1][2])

    def kill_child(self, name: str) -> None:
        """Kill a child with -9 and wait until the process manager has started it again."""
        seen = len(self.lines)
        os.kill(self.pid_of(name), signal.SIGKILL)
        self.wait_for_line(rf"^\s*{name} \| started as process", after=seen)

    def fetch(self, path: str) -> bytes:
        """Return the body of a page."""
        with urllib.request.urlopen(f"{self.url}{path}", timeout=START_SECONDS) as answer:
            body: bytes = answer.read()
        return body

    def stop(self, *, sig: signal.Signals = signal.SIGTERM) -> int:
        """Stop it and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sig)
        try:
            code = self.process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        self._finish()
        return code

    def kill(self) -> None:
        """Kill the process manager alone, with -9."""
        self.process.kill()
        self.process.wait()
        self._finish()

    def _finish(self) -> None:
        self._reader.join(timeout=STOP_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
