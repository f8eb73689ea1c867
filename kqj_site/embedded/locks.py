"""Locks on files, let go by the kernel when their holder ends, however it ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def take(path: Path, *, mode: int) -> int:
    """Wait for the lock (`fcntl.LOCK_SH` or `LOCK_EX`); return the descriptor that holds it until it is closed."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, mode)
    return descriptor


@contextmanager
def held(path: Path, *, mode: int) -> Iterator[None]:
    """Hold the lock for the length of a block."""
    descriptor = take(path, mode=mode)
    try:
        yield
    finally:
        os.close(descriptor)


def is_free(path: Path, *, mode: int) -> bool:
    """Return whether the lock was to be had at once; it is not kept."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, mode | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True
