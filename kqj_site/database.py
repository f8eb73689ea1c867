"""The address of the database: `DATABASE_URL`, else the embedded PostgreSQL below `var/`."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict

from kqj_site import environment
from kqj_site.embedded import places

DJANGO_NAMES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}


def address() -> str:
    """Return the database's address, whether or not the embedded server runs."""
    return environment.text("DATABASE_URL") or places.places_in(environment.var_dir()).url


def use_embedded_if_unset() -> None:
    """Start the embedded server, where no `DATABASE_URL` is set, for as long as this process lives."""
    if not environment.text("DATABASE_URL"):
        from kqj_site.embedded import postgres

        postgres.acquire(environment.var_dir())


def django_database(url: str) -> dict[str, Any]:
    """Return Django's settings for a PostgreSQL address; what Django has no name for goes to psycopg."""
    parts = conninfo_to_dict(url)
    named = {name: str(parts.pop(key)) for key, name in DJANGO_NAMES.items() if key in parts}
    return {
        "ENGINE": "django.db.backends.postgresql",
        **named,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": parts,
    }
