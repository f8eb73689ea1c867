"""A worker's pool when its processes are killed while they wait for a task."""

import subprocess
import sys

from tests.running_site import PROJECT

PROGRAM = """
import os, signal
from kqj_site.steady_pool import SteadyPool
pool = SteadyPool(processes=2)
first = {pool.apply_async(os.getpid).get(timeout=30) for _ in range(8)}
for child in list(pool._pool):
    os.kill(child.pid, signal.SIGKILL)
later = pool.apply_async(os.getpid).get(timeout=30)
assert later not in first
pool.terminate()
print("goes on")
"""


def run(program: str) -> str:
    """Return what a program of its own prints: pools fork, which a process with threads had better not do."""
    words = [sys.executable, "-c", program]
    return subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, timeout=90, check=True).stdout.strip()


def test_a_pool_goes_on_when_those_who_wait_are_killed() -> None:
    assert run(PROGRAM) == "goes on"


def test_workers_use_it() -> None:
    program = (
        "from celery.concurrency.prefork import TaskPool; from celery.signals import worker_init; "
        "import kqj_site.celery; worker_init.send(None); print(TaskPool.BlockingPool.__name__)"
    )
    assert run(program) == "SteadyPool"
