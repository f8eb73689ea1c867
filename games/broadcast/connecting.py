"""Opens connections to Django's database for the event loop, beside Django's own."""

from typing import Any

from django.db import connections
from psycopg import AsyncConnection

CONNECT_SECONDS = 5
"""How long one attempt to connect may take."""


def connection_params(*, options: str = "") -> dict[str, Any]:
    """Return psycopg's arguments for the database that Django uses now (in tests: the test database).

    `options` are the server's, such as `-c synchronous_commit=off`.
    """
    known = connections["default"].settings_dict
    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
    params: dict[str, Any] = {ours: known[theirs] for theirs, ours in names.items() if known.get(theirs)}
    extra = {key: value for key, value in known.get("OPTIONS", {}).items() if isinstance(value, str)}
    merged = " ".join(filter(None, [extra.pop("options", ""), options]))
    return {"connect_timeout": CONNECT_SECONDS, **params, **extra, **({"options": merged} if merged else {})}


async def connect(*, options: str = "") -> AsyncConnection[Any]:
    """Return a new connection on which each statement is its own transaction.

    Raises:
        psycopg.OperationalError: the database can't be reached.
    """
    return await AsyncConnection.connect(**connection_params(options=options), autocommit=True)
