"""The embedded PostgreSQL: shared by its users, stopped with the last, started again whatever was killed."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from kqj_site.embedded import locks, postgres
from kqj_site.embedded.places import LONGEST_SOCKET_FOLDER, Places, places_in
from kqj_site.embedded.process import is_running, works_in

USER = """
import sys
from pathlib import Path
from kqj_site.embedded import postgres
print(postgres.acquire(Path(sys.argv[1])), flush=True)
sys.stdin.read()
"""


@contextmanager
def another_user(var_dir: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a process that uses the server until its input closes."""
    with subprocess.Popen(
        [sys.executable, "-c", USER, str(var_dir)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as user:
        assert user.stdout is not None
        assert user.stdout.readline().startswith("postgresql://")
        yield user
        assert user.stdin is not None
        user.stdin.close()


@pytest.fixture
def var_dir(tmp_path: Path) -> Iterator[Path]:
    """A folder of state, whose server is stopped at the end."""
    yield tmp_path / "var"
    postgres.release(tmp_path / "var")
    postgres.wait_until_stopped(tmp_path / "var")


def server_pid(places: Places) -> int:
    return int((places.data / "postmaster.pid").read_text().split()[0])


def answer(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("select 41 + 1").fetchone()
    assert row is not None
    return int(row[0])


def is_answering(url: str) -> bool:
    try:
        return answer(url) == 42
    except psycopg.OperationalError:
        return False


def wait_for_keeper(places: Places) -> None:
    """Wait until no keeper lives."""
    with locks.held(places.keeper_lock, mode=fcntl.LOCK_EX):
        return


def test_users_share_a_server_that_stops_with_the_last(var_dir: Path) -> None:
    url = postgres.acquire(var_dir)
    pid = server_pid(places_in(var_dir))
    with another_user(var_dir):
        postgres.release(var_dir)
        postgres.wait_until_stopped(var_dir)
        assert answer(url) == 42
        assert server_pid(places_in(var_dir)) == pid
    postgres.wait_until_stopped(var_dir)
    assert not is_running(pid)


def test_killed_users_do_not_keep_it_running(var_dir: Path) -> None:
    with another_user(var_dir) as user:
        pid = server_pid(places_in(var_dir))
        user.kill()
        user.wait()
    wait_for_keeper(places_in(var_dir))
    assert not is_running(pid)


@pytest.mark.parametrize("victims", [("server",), ("keeper",), ("keeper", "server")])
def test_it_serves_again_after_a_kill(var_dir: Path, victims: tuple[str, ...]) -> None:
    places = places_in(var_dir)
    with another_user(var_dir):
        pids = {"server": server_pid(places), "keeper": keeper_pid(places)}
        for victim in victims:
            os.kill(pids[victim], signal.SIGKILL)
    wait_for_keeper(places)
    assert answer(postgres.acquire(var_dir)) == 42


def keeper_pid(places: Places) -> int:
    """Return the parent of the server."""
    stat = Path(f"/proc/{server_pid(places)}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


def test_a_killed_server_comes_back_for_those_who_use_it(var_dir: Path) -> None:
    url = postgres.acquire(var_dir)
    pid = server_pid(places_in(var_dir))
    os.kill(pid, signal.SIGKILL)
    assert any(is_answering(url) for _ in range(5000)), "it did not come back"


def test_a_server_killed_as_it_starts_comes_back_too(var_dir: Path) -> None:
    url = postgres.acquire(var_dir)
    killed = {server_pid(places_in(var_dir))}
    os.kill(next(iter(killed)), signal.SIGKILL)
    for _ in range(3):
        killed |= kill_as_it_starts(places_in(var_dir), but=killed)
    assert any(is_answering(url) for _ in range(5000)), "it did not come back"


def kill_as_it_starts(places: Places, *, but: set[int]) -> set[int]:
    """Kill the next server that is started; return its process ids."""
    for _ in range(5000):
        if starting := set(starting_pids(places)) - but:
            for pid in starting:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            return starting
    raise AssertionError("it was not started again")


def starting_pids(places: Places) -> Iterator[int]:
    """Yield the servers that were started for this data directory, whether they serve yet or not."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if Path(words[0].decode()).name == "postgres" and str(places.data).encode() in words:
                yield int(folder.name)


def test_a_stale_pid_of_a_living_process_is_no_obstacle(var_dir: Path) -> None:
    places = places_in(var_dir)
    postgres.acquire(var_dir)
    stale = (places.data / "postmaster.pid").read_text().splitlines()
    postgres.release(var_dir)
    postgres.wait_until_stopped(var_dir)
    (places.data / "postmaster.pid").write_text("\n".join([str(os.getpid()), *stale[1:]]) + "\n")
    assert answer(postgres.acquire(var_dir)) == 42


def test_a_long_path_is_no_obstacle(tmp_path: Path) -> None:
    var_dir = tmp_path / ("long" * 30)
    places = places_in(var_dir)
    assert len(str(places.root)) > LONGEST_SOCKET_FOLDER
    try:
        assert answer(postgres.acquire(var_dir)) == 42
        assert places.socket_folder.stat().st_mode & 0o077 == 0
    finally:
        postgres.release(var_dir)
        postgres.wait_until_stopped(var_dir)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's server runs as another user")
def test_a_folder_closed_to_others_is_no_obstacle_for_root(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    try:
        assert answer(postgres.acquire(closed / "var")) == 42
        assert closed.stat().st_mode & 0o777 == 0o700
        pid = server_pid(places_in(closed / "var"))
        assert Path(f"/proc/{pid}").stat().st_uid != 0
    finally:
        postgres.release(closed / "var")
        postgres.wait_until_stopped(closed / "var")


def test_data_and_socket_are_closed_to_others(var_dir: Path) -> None:
    postgres.acquire(var_dir)
    places = places_in(var_dir)
    assert places.data.stat().st_mode & 0o077 == 0
    assert places.socket_folder.stat().st_mode & 0o077 == 0


def test_the_log_tells_no_values_of_statements_that_failed(var_dir: Path) -> None:
    statement = (
        """select * from jsonb_to_recordset('[{"nonce": "12345678", "c": "\\u0000"}]') as row(nonce text, c text)"""
    )
    with psycopg.connect(postgres.acquire(var_dir), autocommit=True) as connection, pytest.raises(psycopg.DataError):
        connection.execute(statement)
    log = places_in(var_dir).log.read_text()
    assert "ERROR:  unsupported Unicode escape sequence" in log
    assert "12345678" not in log


def test_a_process_is_told_by_its_folder() -> None:
    assert works_in(os.getpid(), Path.cwd())
    assert not works_in(os.getpid(), Path("/nowhere"))
