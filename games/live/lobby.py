"""The consumer behind `/ws/lobby/`: tells a page of the lobby when to ask for its lists anew. It says nothing else."""

import asyncio
import logging
from typing import Any

import psycopg
from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from django.db import OperationalError

from games.broadcast.changes import encode
from games.live.access import Close
from games.live.identity import has_good_origin, identify
from games.live.outbox import SlowOutbox
from games.services.live_path import LivePath, ensure_live_path

logger = logging.getLogger(__name__)

CHANGED = encode({"type": "changed"})


class LobbyPage:
    """One page of the lobby (`services.lobby_watch.Waker`)."""

    def __init__(self, *, user_id: int | None, outbox: SlowOutbox) -> None:
        self.user_id = user_id
        self._outbox = outbox

    def wake(self) -> None:
        """Have it ask anew."""
        self._outbox.push(CHANGED)

    def abandon(self) -> None:
        """Say no more."""
        self._outbox.abandon()


class LobbyConsumer(AsyncConsumer):
    """One socket of the lobby; strangers may open it too, as they see the lobby."""

    def __init__(self) -> None:
        self._page: LobbyPage | None = None
        self._path: LivePath | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket until it closes."""
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            return
        finally:
            self._leave()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Take one event of the server; what the page sends is not listened to."""
        if message["type"] == "websocket.connect":
            await self._connect()
        elif message["type"] == "websocket.disconnect":
            raise StopConsumer

    async def _connect(self) -> None:
        if not has_good_origin(self.scope):
            await self.send({"type": "websocket.close"})
            return
        await self.send({"type": "websocket.accept"})
        try:
            self._path = await ensure_live_path()
            identity = await identify(self.scope)
        except (psycopg.OperationalError, OperationalError):
            logger.warning("A page of the lobby was turned away: the database can't be reached")
            await self.send({"type": "websocket.close", "code": int(Close.GOING_DOWN)})
            return
        send: Any = self.base_send
        user_id = identity.user.pk if identity else None
        self._page = LobbyPage(user_id=user_id, outbox=SlowOutbox(send, on_overflow=self._give_up))
        self._path.lobby.enter(self._page)

    def _give_up(self) -> None:
        asyncio.ensure_future(self.send({"type": "websocket.close", "code": int(Close.TOO_SLOW)}))  # noqa: RUF006  # it ends with the socket

    def _leave(self) -> None:
        if self._page is not None and self._path is not None:
            self._path.lobby.leave(self._page)
            self._page.abandon()
