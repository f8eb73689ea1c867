"""Small facts about processes that Python's standard library does not tell."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

PR_SET_PDEATHSIG = 1  # linux/prctl.h
PROC = Path("/proc")


def die_with_parent(sig: signal.Signals) -> Callable[[], None]:
    """Return a `preexec_fn` by which a child gets the signal when the process that started it dies (Linux only)."""
    parent = os.getpid()
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def ask_for_signal() -> None:
        if libc is None:
            return
        libc.prctl(PR_SET_PDEATHSIG, int(sig), 0, 0, 0)
        if os.getppid() != parent:  # it died between fork and prctl
            os.kill(os.getpid(), sig)

    return ask_for_signal


def is_running(pid: int) -> bool:
    """Return whether a process with this id runs; a zombie does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    try:
        stat = (PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return not PROC.is_dir() or sys.platform != "linux"
    return stat.rpartition(")")[2].split()[0] not in {"Z", "X"}


def works_in(pid: int, folder: Path) -> bool:
    """Return whether the running process has the folder as its working directory; False where that can't be seen."""
    try:
        return (PROC / str(pid) / "cwd").readlink() == folder
    except OSError:
        return False
