"""What waits to be sent to one socket: bounded, and never waited for by those who put it there."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from games.broadcast.loops import end
from games.live.gate import GONE, Gate

WAITING_MESSAGES = 200
"""Messages that may wait for one socket: several rounds of play."""
WAITING_BYTES = 512 * 1024
"""Characters that may wait, which is about bytes here; a view has some ten thousand."""

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


class SlowOutbox:
    """A bounded queue and the task that sends from it."""

    def __init__(self, send: Send, *, on_overflow: Callable[[], None]) -> None:
        self._send = send
        self._on_overflow = on_overflow
        self._gate = Gate(send)
        self._waiting: deque[str] = deque()
        self._size = 0
        self._has_waiting = asyncio.Event()
        self._is_closed = False
        self._task = asyncio.create_task(self._run())

    def push(self, frame: str) -> None:
        """Queue an encoded message; the socket is given up when too much waits.

        Never fails because of the client: whoever pushes tells others too, and goes on.
        """
        if self._is_closed:
            return
        if not self._waiting and self._gate.is_immediate:
            self._gate.write(frame)
            return
        self._waiting.append(frame)
        self._size += len(frame)
        if len(self._waiting) > WAITING_MESSAGES or self._size > WAITING_BYTES:
            self._is_closed = True
            self._on_overflow()
            return
        self._has_waiting.set()

    async def close(self, code: int | None = None, *, is_flushed: bool = False) -> None:
        """Send no more; close the socket if a code is given, after what waits if that is asked for."""
        self._is_closed = True
        await end(self._task)
        self._gate.close()
        with suppress(*GONE):
            while is_flushed and self._waiting:
                await self._send({"type": "websocket.send", "text": self._waiting.popleft()})
            if code is not None:
                await self._send({"type": "websocket.close", "code": int(code)})
        self._waiting.clear()

    def abandon(self) -> None:
        """Send no more on a socket that is gone."""
        self._is_closed = True
        self._task.cancel()
        self._gate.close()

    async def _run(self) -> None:
        try:
            while True:
                await self._has_waiting.wait()
                await self._send_waiting()
                self._has_waiting.clear()
        except GONE:
            self._is_closed = True

    async def _send_waiting(self) -> None:
        while self._waiting:
            await self._gate.wait()
            frame = self._waiting.popleft()
            self._size -= len(frame)
            await self._send({"type": "websocket.send", "text": frame})
