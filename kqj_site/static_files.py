"""How static files are named and served."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from servestatic import ServeStaticASGI


class HashedStaticFilesStorage(ManifestStaticFilesStorage):
    """Names files after their content, also where JavaScript modules import each other."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 25  # one for each module in the longest chain of imports


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
