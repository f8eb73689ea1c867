"""Socket clients that keep all they were sent."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]
WAIT_SECONDS = 60.0
_numbers = count(1)


@dataclass
class TableClient:
    """A socket at a table; `async with` opens it.

    Attributes:
        frames: all texts received, in order.
    """

    url: str
    table_id: int
    token: str = ""
    query: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    frames: list[str] = field(default_factory=list)
    _socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        address = f"{self.url}/ws/tables/{self.table_id}/{self.query}"
        self._socket = await connect(
            address, additional_headers={**headers, **self.headers}, max_size=None, ping_interval=None, open_timeout=60
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    @property
    def messages(self) -> list[Message]:
        return [json.loads(frame) for frame in self.frames]

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def receive(self) -> Message:
        async with asyncio.timeout(WAIT_SECONDS):
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        message: Message = json.loads(text)
        return message

    async def wait_for(self, is_wanted: Callable[[Message], bool]) -> Message:
        """Return the next message that is wanted; those before it are kept in `frames`."""
        while True:
            message = await self.receive()
            if is_wanted(message):
                return message

    async def next(self, kind: str) -> Message:
        return await self.wait_for(lambda message: message["type"] == kind)

    async def version(self, version: int) -> Message:
        """Return the event message of this version."""
        return await self.wait_for(lambda message: message["type"] == "event" and message["v"] == version)

    async def command(self, kind: str, *, id_: str = "", **fields: Any) -> Message:
        """Send a command and return its ack or refusal."""
        id_ = id_ or f"t{next(_numbers)}"
        await self.send(kind, id=id_, **fields)
        return await self.wait_for(lambda message: message["type"] in {"ack", "refused"} and message["id"] == id_)

    async def closed(self) -> int:
        """Wait until the server closes, and return the code."""
        try:
            while True:
                await self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006
