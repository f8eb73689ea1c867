"""Starts and stops the live path where the server says when: uvicorn does, daphne does not.

Without it the first socket starts the live path, and the process' end closes the connections.
"""

from typing import Any

from games.services.live_path import ensure_live_path, stop_live_path


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
