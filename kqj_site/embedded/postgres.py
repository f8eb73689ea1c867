"""PostgreSQL from a wheel's binaries, for a machine where no address of a database is given.

Everybody who uses the server holds `users.lock` shared as long as it lives, so the kernel counts the users, killed
ones too. A keeper process runs the server and stops it once it gets that lock exclusively: when nobody is left.
"""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

from kqj_site.embedded import locks
from kqj_site.embedded.places import Places, places_in

_held: dict[Path, int] = {}
"""The locked file of each server that this process uses; plain descriptors, since they are kept until the end."""


class EmbeddedPostgresError(Exception):
    """The embedded server could not be started; the message says why and what can be done."""


def acquire(var_dir: Path) -> str:
    """Start the embedded server unless it runs, and use it until this process ends or releases it.

    Returns:
        The address of the site's database.

    Raises:
        EmbeddedPostgresError: the server does not start.
    """
    places = places_in(var_dir)
    if places.root not in _held:
        places.root.mkdir(parents=True, exist_ok=True)
        users = locks.take(places.users_lock, mode=fcntl.LOCK_SH)
        with locks.held(places.start_lock, mode=fcntl.LOCK_EX):
            if not _is_kept(places):
                _start_keeper(places)
        _held[places.root] = users
    return places.url


def release(var_dir: Path) -> None:
    """Stop using the server; it stops when nobody uses it. Returns at once; see `wait_until_stopped`."""
    users = _held.pop(places_in(var_dir).root, None)
    if users is not None:
        os.close(users)


def wait_until_stopped(var_dir: Path) -> None:
    """Wait until the server that we released is stopped; return at once when others still use it."""
    places = places_in(var_dir)
    if places.root.is_dir() and not _has_users(places):
        with locks.held(places.keeper_lock, mode=fcntl.LOCK_EX):
            return


def _has_users(places: Places) -> bool:
    """Return whether somebody uses the server; the keeper, once it stops the server, is nobody."""
    is_free = locks.is_free
    return not is_free(places.users_lock, mode=fcntl.LOCK_EX) and is_free(places.users_lock, mode=fcntl.LOCK_SH)


def _is_kept(places: Places) -> bool:
    """Return whether a keeper lives. Precondition: the caller holds the start lock."""
    return not locks.is_free(places.keeper_lock, mode=fcntl.LOCK_EX)


def _start_keeper(places: Places) -> None:
    """Start the keeper in a session of its own and wait until it says that the server is ready."""
    command = [sys.executable, "-m", "kqj_site.embedded.keeper", str(places.root)]
    with places.log.open("ab") as log:
        keeper = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            cwd=Path(__file__).resolve().parents[2],
            start_new_session=True,
            text=True,
        )
    said = keeper.stdout.readline().strip() if keeper.stdout else ""
    if said != "ready":
        keeper.wait()
        raise EmbeddedPostgresError(
            f"The embedded PostgreSQL did not start: {said or 'no reason given'} (see {places.log}). "
            "Set DATABASE_URL to use an installed one."
        )
    if keeper.stdout:
        keeper.stdout.close()
    keeper.returncode = 0  # it outlives us on purpose: Python need not wait for it
