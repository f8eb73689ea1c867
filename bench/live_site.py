"""The site as `make run` starts it, and what its processes cost."""

import os
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
READY = re.compile(r"ready on (http://\S+)")
STARTED = re.compile(r"^\s*([\w ]+?) \| started as process (\d+)")
START_SECONDS = 120
STOP_SECONDS = 30
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class BenchSite:
    """A site in a folder of its own.

    Attributes:
        url: its address, once it is ready.
        var_dir: where its state is.
        pids: of its child processes by name, such as `web`.
    """

    def __init__(self, *, server: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="kqj-bench-")
        self.var_dir = Path(self._folder.name) / "var"
        self.url = ""
        self.pids: dict[str, int] = {}
        self._is_ready = threading.Event()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kqj_site.supervisor", "--port", "0", "--server", server],
            cwd=PROJECT,
            env={**os.environ, **self.environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()
        if not self._is_ready.wait(START_SECONDS):
            self.stop()
            raise SystemExit("the site did not start")

    @property
    def environment(self) -> dict[str, str]:
        """What the site's processes have in their environment beyond ours."""
        return {"KQJ_VAR_DIR": str(self.var_dir), "KQJ_NO_RATE_LIMITS": "1", "KQJ_LOG_LEVEL": "WARNING"}

    @property
    def ws_url(self) -> str:
        """Its address for sockets."""
        return self.url.replace("http://", "ws://", 1)

    def stop(self) -> None:
        """Stop it and remove its folder."""
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._folder.cleanup()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := STARTED.match(line):
                self.pids[found[1]] = int(found[2])
            if found := READY.search(line):
                self.url = found[1]
                self._is_ready.set()
            if "Traceback" in line or "ERROR" in line or "WARNING" in line:
                print(f"   site: {line.rstrip()}")
        self._is_ready.set()


def cpu_seconds(pids: list[int]) -> float:
    """Return the processor time that the processes have used, and their ended children."""
    return sum(_cpu_seconds(pid) for pid in pids)


def database_pids(backend: int) -> list[int]:
    """Return the processes of the PostgreSQL server, on this machine, that the backend belongs to."""
    postmaster = int(_stat(backend)[1])
    return [postmaster, *children(postmaster)]


def memory_bytes(pid: int) -> int:
    """Return the memory that the process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def _cpu_seconds(pid: int) -> float:
    try:
        return sum(map(int, _stat(pid)[11:15])) / TICKS
    except OSError:
        return 0.0


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def children(pid: int) -> list[int]:
    """Return the processes that the process's main thread has started."""
    tasks = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in tasks.read_text().split()]
