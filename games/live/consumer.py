"""The consumer behind `/ws/tables/<id>/`: takes messages, has services carry them out, and answers each."""

import asyncio
import logging
from typing import Any
from urllib.parse import parse_qs

import psycopg
from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from django.db import Error, OperationalError

from games.broadcast.changes import encode
from games.live.access import Close
from games.live.answers import Answers
from games.live.farewell import prepare_farewell
from games.live.identity import Identity, has_good_origin, identify
from games.live.limits import allowance_of
from games.live.messages import BadMessage, parse_message
from games.live.socket import TableSocket
from games.services.live_path import LivePath, ensure_live_path
from games.services.play import TableNotFound
from games.services.table_access import may_look
from games.services.table_state import BrokenRowError
from games.services.table_values import TableState

logger = logging.getLogger(__name__)

BAD_MESSAGES_MAX = 10
"""Bad messages in a row after which a client is given up."""
RETRY_SECONDS = 2
"""When a client should come back after the server went down on purpose, or lost its database."""
GOODBYE_SECONDS = 0.05
"""How long a server that cancels its sockets is kept waiting, so that the last message leaves its buffer."""


class TableConsumer(AsyncConsumer):
    """One socket at one table.

    The loop and `dispatch` are our own: Channels' makes a task and hops to a thread for each message, which cost half
    of all moves when measured; there is no channel layer to listen to beside the socket.
    """

    def __init__(self) -> None:
        self._socket: TableSocket | None = None
        self._answers: Answers | None = None
        self._bad_messages = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket until it closes; daphne cancels this when it goes down."""
        self.scope, self.base_send = scope, send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            return
        except asyncio.CancelledError:
            await self._say_goodbye("shutdown")
            raise
        finally:
            if self._socket is not None:
                self._socket.abandon()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Take one event of the server."""
        kind = message["type"]
        if kind == "websocket.receive":
            await self._receive(message.get("text"))
        elif kind == "websocket.connect":
            await self._connect()
        elif kind == "websocket.disconnect":
            raise StopConsumer

    async def _connect(self) -> None:
        if not has_good_origin(self.scope):
            await self.send({"type": "websocket.close"})
            return
        # At once: servers drop a handshake that takes long, and when all come back after a restart, this may.
        await self.send({"type": "websocket.accept"})
        try:
            path = await ensure_live_path()
            prepare_farewell(path)
            await self._enter(path, identity=await identify(self.scope))
        except (psycopg.OperationalError, OperationalError):
            logger.warning("A socket was turned away: the database can't be reached")
            await self.send({"type": "websocket.close", "code": int(Close.GOING_DOWN)})

    async def _enter(self, path: LivePath, *, identity: Identity | None) -> None:
        try:
            state = await path.load_state(int(self.scope["url_route"]["kwargs"]["table_id"]))
        except TableNotFound:
            await self._refuse(Close.NO_TABLE)
            return
        except BrokenRowError as error:
            logger.error("A socket was turned away: %s", error)  # noqa: TRY400 -- it names the place
            await self._refuse(Close.GOING_DOWN)
            return
        if identity is None or not self._is_let_in(state, identity=identity):
            await self._refuse(Close.NOT_ALLOWED)
            return
        if allowance_of(identity.user.pk).is_full:
            await self._refuse(Close.TOO_MANY)
            return
        send: Any = self.base_send
        self._socket = TableSocket(path=path, identity=identity, send=send)
        self._answers = Answers(self._socket, path=path)
        self._socket.enter(state, version=self._number("v"))
        await self._answers.recall_chat()

    def _is_let_in(self, state: TableState, *, identity: Identity) -> bool:
        return may_look(state, user_id=identity.user.pk, invite=self._text("invite"))

    async def _receive(self, text: str | None) -> None:
        if self._answers is None or self._socket is None or self._socket.is_ended:
            return
        try:
            message = parse_message(text)
        except BadMessage as bad:
            await self._take_bad(bad)
            return
        self._bad_messages = 0
        try:
            await self._answers.answer(message)
        except (psycopg.Error, Error):
            logger.exception("A message could not be answered: the database stayed away")
            await self._say_goodbye("database")
        except BrokenRowError as error:
            logger.error("A message could not be answered: %s", error)  # noqa: TRY400 -- it names the place
            await self._say_goodbye("fault")
        except TableNotFound:
            await self._close(Close.NO_TABLE)

    async def _take_bad(self, bad: BadMessage) -> None:
        assert self._answers is not None
        self._bad_messages += 1
        self._answers.refuse(id_=bad.id, code="bad_message", message=str(bad))
        if self._bad_messages >= BAD_MESSAGES_MAX:
            await self._close(Close.BAD_MESSAGES)

    async def _say_goodbye(self, reason: str) -> None:
        if self._socket is None:
            return
        self._socket.push(encode({"type": "closing", "reason": reason, "retry_after": RETRY_SECONDS}))
        await self._close(Close.GOING_DOWN)
        await asyncio.sleep(GOODBYE_SECONDS)

    async def _close(self, code: Close) -> None:
        """Close after what waits has been sent."""
        socket, self._socket, self._answers = self._socket, None, None
        if socket is not None:
            socket.leave()
            await socket.close(code)

    async def _refuse(self, code: Close) -> None:
        await self.send({"type": "websocket.close", "code": int(code)})

    def _number(self, name: str) -> int | None:
        text = self._text(name)
        return int(text) if text.isascii() and text.isdecimal() and len(text) < len(str(2**31)) else None

    def _text(self, name: str) -> str:
        values = parse_qs(self.scope["query_string"].decode("latin-1")).get(name)
        return values[0] if values else ""
