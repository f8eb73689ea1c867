"""A worker's pool that goes on when one of its processes is killed, whatever that was doing.

Without an event loop, as with the broker of files, Celery's pool hands out tasks over one pipe, and the process that
waits for the next task holds the pipe's lock. Billiard's lock is a semaphore: killed while it waits (by the kernel when
memory is short, say), the process takes it along, and no other ever gets a task again. The kernel frees a lock on a
file when its owner dies.
"""

import fcntl
from tempfile import TemporaryFile
from typing import Any

from billiard.pool import Pool
from celery.concurrency.prefork import TaskPool


class FileLock:
    """A lock between processes, free again once its owner is gone; threads of one process don't exclude each other."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 -- open as long as the pool

    def acquire(self) -> bool:
        """Wait for the lock."""
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        return True

    def release(self) -> None:
        """Give the lock back."""
        fcntl.lockf(self._file, fcntl.LOCK_UN)

    def __enter__(self) -> bool:
        """Wait for the lock."""
        return self.acquire()

    def __exit__(self, *_error: object) -> None:
        """Give the lock back."""
        self.release()


class SteadyPool(Pool):
    """The pool, with locks that no dead process keeps."""

    _inqueue: Any
    _outqueue: Any

    def _setup_queues(self) -> None:
        super()._setup_queues()  # type: ignore[misc]  # unknown to the stubs
        for queue in (self._inqueue, self._outqueue):
            queue._rlock, queue._wlock = FileLock(), FileLock()  # noqa: SLF001 -- there is no other way in


def use_steady_pool(**_kwargs: Any) -> None:
    """Have workers that need no event loop use the pool; they look it up when they start."""
    TaskPool.BlockingPool = SteadyPool
