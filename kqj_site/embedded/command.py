"""The command lines of the embedded PostgreSQL, and the user switch for root.

PostgreSQL refuses to run as root. Root's server runs as another user; where that user can't reach the binaries or
the data (below root's own home, say), `setpriv` leaves it the one capability to pass folders that it may not enter.
"""

import os
import pwd
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import IO

from kqj_site.embedded import process
from kqj_site.embedded.places import ROLE, Places, binaries, server_user

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_destination": "stderr",
    # Statements that fail hold players' nonces and cards: the log says what failed, not on which values.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "unix_socket_permissions": "0700",
}
# Both let a process enter folders closed to its user; containers often leave root only the second one.
PASSING_CAPABILITIES = {"dac_read_search": 2, "dac_override": 1}


def make_folders(places: Places) -> None:
    """Make the folders that the server writes, owned by its user and closed to others.

    Raises:
        PermissionError: the socket's folder is somebody else's.
    """
    owner = server_user(places)
    places.root.mkdir(parents=True, exist_ok=True)
    for folder in (places.data, places.socket_folder):
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink() or folder.stat().st_uid not in {os.geteuid(), owner.pw_uid}:
            raise PermissionError(f"{folder} belongs to another user")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        folder.chmod(0o700)


def init_data(places: Places, *, log: IO[bytes]) -> int:
    """Make the data directory with initdb, open to ourselves over the socket alone; return its exit code."""
    arguments = [
        *("--pgdata", str(places.data), "--username", ROLE, "--encoding", "UTF8"),
        *("--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"),
        *("--auth-local", "peer", "--auth-host", "reject", "--no-instructions"),
    ]
    code = _popen(places, program="initdb", arguments=arguments, log=log).wait()
    if code == 0:
        _write_access(places)
    return code


def _write_access(places: Places) -> None:
    """Let the server's user, root and ourselves in, as the system tells us apart; nobody else."""
    names = dict.fromkeys([server_user(places).pw_name, pwd.getpwuid(os.geteuid()).pw_name, "root"])
    (places.data / "pg_hba.conf").write_text("local all all peer map=kqj\n", encoding="utf-8")
    lines = [f'kqj "{name}" {ROLE}\n' for name in names]
    (places.data / "pg_ident.conf").write_text("".join(lines), encoding="utf-8")


def start(places: Places, *, log: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start the server; it stops when the calling process dies."""
    settings = {**SETTINGS, "unix_socket_directories": _quoted(places.socket_folder)}
    arguments = ["-D", str(places.data)]
    for name, value in settings.items():
        arguments += ["-c", f"{name}={value}"]
    return _popen(places, program="postgres", arguments=arguments, log=log)


def _quoted(folder: Path) -> str:
    """Return the folder as one item of a list of names in a setting."""
    return '"' + str(folder).replace('"', '""') + '"'


def _popen(places: Places, *, program: str, arguments: list[str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    """Run a program of PostgreSQL as the server's user."""
    owner = server_user(places)
    is_other = owner.pw_uid != os.geteuid()
    passing = _passing_words(owner, paths=(binaries(), places.data, places.socket_folder)) if is_other else []
    by_python = is_other and not passing
    return subprocess.Popen(
        [*passing, str(binaries() / program), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=log,
        cwd="/",
        env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"},
        start_new_session=True,
        preexec_fn=process.die_with_parent(signal.SIGINT),  # noqa: PLW1509  # we have no threads yet
        user=owner.pw_uid if by_python else None,
        group=owner.pw_gid if by_python else None,
        extra_groups=[] if by_python else None,
    )


def _passing_words(owner: pwd.struct_passwd, *, paths: tuple[Path, ...]) -> list[str]:
    """Return the words that switch to the user with the right to pass closed folders; none when it can reach all.

    Raises:
        PermissionError: the user can't reach a path and the right can't be given.
    """
    closed = [folder for path in paths for folder in path.parents if not _can_enter(folder, owner=owner)]
    if not closed:
        return []
    capability, setpriv = _passing_capability(), shutil.which("setpriv")
    if capability is None or setpriv is None:
        raise PermissionError(f"the user {owner.pw_name}, as whom PostgreSQL runs, can't enter {closed[0]}")
    right = f"+{capability}"
    user = [f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
    return [setpriv, *user, f"--inh-caps={right}", f"--ambient-caps={right}", "--pdeathsig=INT", "--"]


def _can_enter(folder: Path, *, owner: pwd.struct_passwd) -> bool:
    """Return whether the folder's mode surely lets the user through."""
    status = folder.stat()
    return bool(status.st_mode & 0o001) or (status.st_uid == owner.pw_uid and bool(status.st_mode & 0o100))


def _passing_capability() -> str | None:
    """Return the smallest capability that we have and that passes closed folders."""
    status = Path("/proc/self/status")
    found = (
        re.search(r"^CapBnd:\s*([0-9a-f]+)", status.read_text(encoding="ascii"), re.MULTILINE)
        if status.exists()
        else None
    )
    mask = int(found[1], 16) if found else 0
    return next((name for name, bit in PASSING_CAPABILITIES.items() if mask & (1 << bit)), None)
