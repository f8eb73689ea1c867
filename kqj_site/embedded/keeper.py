"""The process that runs the embedded PostgreSQL and stops it when nobody uses it any more.

Started by `postgres.acquire`. It prints one line, `ready` or why not, and then says nothing.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType

import psycopg
from psycopg import sql

from kqj_site.embedded import command, locks, process
from kqj_site.embedded.places import DATABASE, ROLE, Places

START_SECONDS = 60.0  # crash recovery on a slow disk takes its time
LOOK_SECONDS = 0.02
# The parts of a killed server hold its memory until they notice, which takes a moment on a busy machine.
MEMORY_HELD = b"shared memory block"
RESTARTS = 120
RESTART_SECONDS = 0.25
LONGEST_PAUSE_SECONDS = 5.0


class NotStartedError(Exception):
    """The server can't be started; the message says why in one line."""


class Keeper:
    """Runs the server.

    Attributes:
        places: where its files are.
        server: the running server's process, None before the first start.
        is_stopping: set once it was told to stop.
    """

    def __init__(self, places: Places) -> None:
        self.places = places
        self.server: subprocess.Popen[bytes] | None = None
        self.is_stopping = threading.Event()

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            NotStartedError: it ended, or did not answer in time.
        """
        remove_leftovers(self.places)
        with self.places.log.open("ab") as log:
            self.server = command.start(self.places, log=log)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.server.poll() is not None:
                raise NotStartedError("the server ended as it started")
            if has_database(self.places):
                return
            self.is_stopping.wait(LOOK_SECONDS)
        self._end_server()
        raise NotStartedError(f"the server did not answer in {START_SECONDS:.0f} s")

    def start_patiently(self) -> None:
        """Start the server; again and again while the parts of a killed one still hold its memory.

        Raises:
            NotStartedError: it fails for another reason, or all the time.
        """
        for attempt in range(RESTARTS):
            logged = self.places.log.stat().st_size if self.places.log.exists() else 0
            try:
                self.start()
            except NotStartedError:
                is_held = MEMORY_HELD in self.places.log.read_bytes()[logged:]
                if not is_held or attempt == RESTARTS - 1 or self.is_stopping.wait(RESTART_SECONDS):
                    raise
            else:
                return

    def stop(self) -> None:
        """Tell the server to end its sessions and stop, and wait for it."""
        self.is_stopping.set()
        self._end_server()

    def _end_server(self) -> None:
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)
            self.server.wait()

    def run(self) -> None:
        """Wait for the server's end; start it again when nobody asked for that."""
        while not self.is_stopping.is_set():
            assert self.server is not None
            self.server.wait()
            if self.is_stopping.wait(RESTART_SECONDS):
                return
            self._start_whatever_happens()

    def _start_whatever_happens(self) -> None:
        """Start the server however often that fails: those who use it have no other, and don't ask for it again."""
        pause = RESTART_SECONDS
        while not self.is_stopping.is_set():
            try:
                self.start_patiently()
            except (NotStartedError, OSError) as error:
                with self.places.log.open("a", encoding="utf-8") as log:
                    print(f"keeper: {error}; it is started again", file=log)
                self.is_stopping.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
            else:
                return

    def stop_when_unused(self) -> None:
        """Wait until nobody uses the server, and stop it; newcomers wait until this process has ended."""
        locks.take(self.places.users_lock, mode=fcntl.LOCK_EX)
        self.stop()


def remove_leftovers(places: Places) -> None:
    """End a server that lost its keeper; remove the lock files of one that was killed.

    PostgreSQL itself would respect those as long as any process has their number, a zombie too. Only the holder of the
    keeper's lock runs a server here, so they are nobody's.
    """
    pid_file = places.data / "postmaster.pid"
    words = pid_file.read_text(encoding="ascii").split() if pid_file.exists() else []
    if words and process.works_in(int(words[0]), places.data):
        _end(int(words[0]))
    for path in (pid_file, *places.socket_folder.glob(".s.PGSQL.*")):
        path.unlink(missing_ok=True)


def _end(pid: int) -> None:
    """Tell a server to stop, and wait until it has, but not for ever."""
    deadline = time.monotonic() + START_SECONDS
    if process.is_running(pid):
        os.kill(pid, signal.SIGINT)
    while process.is_running(pid) and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)


def has_database(places: Places) -> bool:
    """Return whether the server answers; make the site's database if it is missing."""
    try:
        connection = psycopg.connect(host=str(places.socket_folder), dbname="postgres", user=ROLE, autocommit=True)
    except psycopg.OperationalError:
        return False
    with connection:
        found = connection.execute("select 1 from pg_database where datname = %s", [DATABASE]).fetchone()
        if found is None:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(DATABASE)))
    return True


def prepare(places: Places) -> None:
    """Make the folders and, the first time, the data directory.

    Raises:
        NotStartedError: initdb failed.
    """
    command.make_folders(places)
    if (places.data / "global" / "pg_control").exists():
        return
    shutil.rmtree(places.data, ignore_errors=True)  # what an interrupted initdb left
    command.make_folders(places)
    with places.log.open("ab") as log:
        if command.init_data(places, log=log) != 0:
            raise NotStartedError("initdb failed")


def main() -> int:
    """Keep the server of the folder named on the command line; return the exit code."""
    places = Places(root=Path(sys.argv[1]))
    keeping = locks.take(places.keeper_lock, mode=fcntl.LOCK_EX)
    keeper = Keeper(places)

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        keeper.is_stopping.set()
        if keeper.server is not None and keeper.server.poll() is None:
            keeper.server.send_signal(signal.SIGINT)

    signal.signal(signal.SIGTERM, on_signal)
    try:
        prepare(places)
        keeper.start_patiently()
    except (NotStartedError, OSError) as error:
        print(error, flush=True)
        return 1
    threading.Thread(target=keeper.stop_when_unused, daemon=True).start()
    print("ready", flush=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    keeper.run()
    keeper.stop()
    # Before our end frees the users' lock: the kernel frees the two in no order that holds, and a newcomer who gets in
    # between would take us for living, and have no server.
    os.close(keeping)
    return 0


if __name__ == "__main__":
    sys.exit(main())
