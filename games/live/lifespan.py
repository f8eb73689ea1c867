"""Starts and stops the live path where the server says when: uvicorn does, daphne does not.

There the first request of any kind starts it, so that clocks go on from when people can reach the site; the process'
end closes the connections.
"""

import logging
from typing import Any

import psycopg
from django.db import Error

from games.services.live_path import ensure_live_path, stop_live_path

logger = logging.getLogger(__name__)


def wake_first(application: Any) -> Any:
    """Return the application with the live path started before its first request; pages work without it too."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        try:
            await ensure_live_path()
        except (psycopg.Error, Error) as error:
            logger.warning("The live path can't start yet: %s", error)
        await application(scope, receive, send)

    return serve


async def lifespan(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001 -- ASGI's signature
    """Serve ASGI's lifespan protocol."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await ensure_live_path()
            await send({"type": "lifespan.startup.complete"})
        else:
            await stop_live_path()
            await send({"type": "lifespan.shutdown.complete"})
            return
