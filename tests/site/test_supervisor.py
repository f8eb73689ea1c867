"""The process manager: coming up, keeping up, going down, and being killed."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kqj_site.embedded import postgres
from kqj_site.embedded.process import is_running
from tests.running_site import PROJECT, RunningSite

CHILDREN = ("web", "live", "later", "beat")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., RunningSite]]:
    """Start sites on a folder of their own, with an embedded PostgreSQL of their own."""
    sites: list[RunningSite] = []

    def start_site(*words: str) -> RunningSite:
        env = {"KQJ_VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": "", "REDIS_URL": ""}
        sites.append(RunningSite(env=env, words=words or ("--port", "0")))
        return sites[-1]

    yield start_site
    for site in sites:
        if site.process.poll() is None:
            site.stop()
    postgres.wait_until_stopped(tmp_path / "var")


def all_pids(site: RunningSite) -> set[int]:
    """Return the process manager's and its children's ids, and their children's."""
    found = {site.process.pid}
    for pid in [site.pid_of(name) for name in CHILDREN]:
        found |= {pid, *_descendants(pid)}
    return found


def _descendants(pid: int) -> set[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    direct = {int(word) for word in listed}
    return direct.union(*(_descendants(child) for child in direct))


def wait_until_gone(pids: set[int]) -> None:
    """Wait until none of the processes runs."""
    for pid in pids:
        try:
            descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        os.set_blocking(descriptor, True)
        import select

        assert not is_running(pid) or select.select([descriptor], [], [], 20.0)[0], f"process {pid} runs on"
        os.close(descriptor)


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_it_comes_up_and_goes_down_whole(start: Callable[..., RunningSite], tmp_path: Path, server: str) -> None:
    site = start("--port", "0", "--server", server).wait_until_ready()
    pids = all_pids(site)
    assert b"ok" in site.fetch("/healthz")
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert site.stop(sig=signal.SIGINT) == 0
    assert "stopped" in site.lines[-1]
    assert [pid for pid in pids if is_running(pid)] == []
    assert not (tmp_path / "var" / "postgres" / "data" / "postmaster.pid").exists()


def test_crashed_children_come_back(start: Callable[..., RunningSite]) -> None:
    site = start().wait_until_ready()
    for name in CHILDREN:
        site.kill_child(name)
    assert b"ok" in site.fetch("/healthz")  # the socket is kept, so the page waits for the new process
    assert site.stop() == 0


def test_a_kill_leaves_nothing_and_the_next_start_works(start: Callable[..., RunningSite], tmp_path: Path) -> None:
    site = start().wait_until_ready()
    pids = all_pids(site)
    server = int((tmp_path / "var" / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
    site.kill()
    wait_until_gone(pids | {server})
    again = start().wait_until_ready()
    assert again.stop() == 0


def test_a_kill_of_everything_is_no_obstacle(start: Callable[..., RunningSite], tmp_path: Path) -> None:
    site = start().wait_until_ready()
    server = int((tmp_path / "var" / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
    keeper = int(Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[1])
    for pid in all_pids(site) | {server, keeper}:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    site.kill()
    assert start().wait_until_ready().stop() == 0


def test_a_busy_port_is_named_before_anything_is_touched(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "kqj_site.supervisor", "--port", str(port)],
            cwd=PROJECT,
            env={**os.environ, "KQJ_VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": ""},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert f"port {port} on 127.0.0.1 can't be used" in done.stdout
    assert not (tmp_path / "var").exists()
