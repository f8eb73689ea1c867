"""What the environment says: addresses, folders, switches and secrets."""

import os
import secrets
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
SECRET_KEY_BYTES = 50
VAPID_KEY_BYTES = 32


def text(name: str, default: str = "") -> str:
    """Return a variable without blanks around it; the default when it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def words(name: str, default: str = "") -> list[str]:
    """Return a variable's comma-separated words."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def is_on(name: str, *, default: bool = False) -> bool:
    """Return whether a switch is on: 1, true, yes, on."""
    return text(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def number(name: str, default: int) -> int:
    """Return a whole number.

    Raises:
        ValueError: the variable holds something else.
    """
    return int(text(name, str(default)))


def seconds(name: str, default: float) -> float:
    """Return a time in seconds, fractions allowed.

    Raises:
        ValueError: the variable holds something else.
    """
    return float(text(name, str(default)))


def var_dir() -> Path:
    """Return the folder of all state: `KQJ_VAR_DIR`, else `var/` in the project."""
    return Path(text("KQJ_VAR_DIR", str(PROJECT / "var"))).resolve()


def secret_key() -> str:
    """Return `DJANGO_SECRET_KEY`, else the key in `var/secret_key`, made the first time, for its owner only."""
    if given := text("DJANGO_SECRET_KEY"):
        return given
    return _kept_key("secret_key", size=SECRET_KEY_BYTES)


def vapid_key() -> str:
    """Return `KQJ_VAPID_KEY`, else the key in `var/vapid_key`, made the first time; push services know us by it."""
    return text("KQJ_VAPID_KEY") or _kept_key("vapid_key", size=VAPID_KEY_BYTES)


def _kept_key(name: str, *, size: int) -> str:
    path = var_dir() / name
    if not path.exists():
        _make_key(path, size=size)
    return path.read_text(encoding="ascii").strip()


def _make_key(path: Path, *, size: int) -> None:
    """Write a fresh key whole or not at all; of two processes that do so at once, the first one's stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(size))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
