"""A lean WebSocket client on plain asyncio, so that a load client costs little beside the server it measures."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
SHORT, MEDIUM = 126, 127
SHORT_MAX, MEDIUM_MAX = 125, 65535
LENGTH_BITS = 0x7F
OPCODE_BITS = 0x0F
HEAD_BYTES = 2
NO_MASK = bytes(4)
"""A mask of zeros is as good as any to a server, and saves the client the work."""


class WebSocketClient(asyncio.Protocol):
    """One socket; calls back for each text message.

    Attributes:
        bytes_in: payload bytes received.
        messages_in: text messages received.
    """

    def __init__(self, *, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.bytes_in = 0
        self.messages_in = 0

    @classmethod
    async def open(cls, url: str, *, token: str, on_text: Callable[[str], None]) -> "WebSocketClient":
        """Connect with a token and return once the server has accepted."""
        parts = urlsplit(url)
        loop = asyncio.get_running_loop()
        _transport, client = await loop.create_connection(
            lambda: cls(on_text=on_text), parts.hostname or "127.0.0.1", parts.port or 80
        )
        client._ask(f"{parts.path}?{parts.query}", host=parts.netloc, token=token)  # noqa: SLF001 -- its own
        await client.opened
        return client

    def connection_made(self, transport: Any) -> None:
        """Keep the transport."""
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        """Tell that it is over."""
        if not self.closed.done():
            self.closed.set_result(1006)
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        self._buffer += data
        if not self.opened.done() and not self._finish_handshake():
            return
        while self._take_frame():
            pass

    def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._send_frame(TEXT, json.dumps(message).encode())

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def _ask(self, target: str, *, host: str, token: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {target} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {token}",
        )
        self._write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def _finish_handshake(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        self._buffer[:] = rest
        if b" 101 " in head.split(b"\r\n")[0]:
            self.opened.set_result(None)
            return True
        self.opened.set_exception(ConnectionError(head.decode("latin-1")))
        return False

    def _take_frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < HEAD_BYTES:
            return False
        length, start = buffer[1] & LENGTH_BITS, 2
        if length == SHORT:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == MEDIUM:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return False
        opcode, payload = buffer[0] & OPCODE_BITS, bytes(buffer[start : start + length])
        del buffer[: start + length]
        self._take(opcode, payload)
        return True

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self.bytes_in += len(payload)
            self.messages_in += 1
            self._on_text(payload.decode())
        elif opcode == PING:
            self._send_frame(PONG, payload)
        elif opcode == CLOSE and not self.closed.done():
            self.closed.set_result(int.from_bytes(payload[:2], "big") or 1005)

    def _send_frame(self, opcode: int, payload: bytes) -> None:
        length = len(payload)
        if length <= SHORT_MAX:
            head = struct.pack("!BB", FINAL | opcode, MASKED | length)
        elif length <= MEDIUM_MAX:
            head = struct.pack("!BBH", FINAL | opcode, MASKED | SHORT, length)
        else:
            head = struct.pack("!BBQ", FINAL | opcode, MASKED | MEDIUM, length)
        self._write(head + NO_MASK + payload)

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)
