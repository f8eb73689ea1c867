"""How static files are collected, named and served."""

import fcntl
import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from servestatic import ServeStaticASGI
from servestatic.storage import CompressedManifestStaticFilesStorage

from kqj_site.embedded import locks


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Names files after their content, also where JavaScript modules import each other, and adds gzipped copies."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 25  # one for each module in the longest chain of imports


def collect(*, verbosity: int = 0) -> None:
    """Collect the static files, unless those in place were made of the same ones; processes take turns."""
    root = Path(settings.STATIC_ROOT)
    root.parent.mkdir(parents=True, exist_ok=True)
    stamp = root.with_name(f"{root.name}.stamp")
    with locks.held(root.with_name(f"{root.name}.lock"), mode=fcntl.LOCK_EX):
        digest = _digest_of_sources()
        if not (root.is_dir() and stamp.exists() and stamp.read_text(encoding="ascii") == digest):
            call_command("collectstatic", interactive=False, verbosity=verbosity)
            stamp.write_text(digest, encoding="ascii")


def _digest_of_sources() -> str:
    """Return what changes with any source file, and with this module, which says how they are treated."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda found: str(found[0])):
            status = Path(storage.path(name)).stat()
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def serve_static(application: Any) -> ServeStaticASGI:
    """Return an application that serves the collected static files itself and leaves the rest to the given one."""
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    return ServeStaticASGI(
        application,
        root=str(root),
        prefix=settings.STATIC_URL,
        immutable_file_test=r"\.[0-9a-f]{12}\.[^/]+$",
        add_headers_function=_add_headers,
        allow_all_origins=False,
    )


def _add_headers(headers: Any, _path: str, _url: str) -> None:
    """Keep browsers from guessing types."""
    headers["X-Content-Type-Options"] = "nosniff"
