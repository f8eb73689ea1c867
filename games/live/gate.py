"""Knowing when a server's buffer to a slow client is full, and the short way to that buffer.

ASGI lets `send` wait until the client takes more, and uvicorn does; daphne's `send` never waits and buffers without
end. But what daphne hands over is bound to the connection's protocol, which tells whoever registers as its producer
when the buffer is full. Any other server's `send` is trusted to wait.

Through the same protocol a text goes straight to the transport as a frame: daphne's own way there builds the frame
anew for each socket and words a line for a log that nobody reads, which cost an eighth of a move.
"""

import asyncio
from typing import Any, Protocol, runtime_checkable

from autobahn.exception import Disconnected

GONE = (Disconnected, OSError)
"""What servers raise who are asked to send to a client that is going: for a moment nobody has told us yet."""


SHORT, MEDIUM = 125, 65535
"""The longest payloads whose length takes one byte and three bytes (RFC 6455, 5.2)."""
TEXT_FRAME = b"\x81"
"""Final and text; a server's frames have no mask."""


@runtime_checkable
class _Connection(Protocol):
    """What daphne's protocol offers (Autobahn's adapter over Twisted's transport); it agreed on no compression."""

    STATE_OPEN: int
    state: int
    transport: Any

    def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: N802, FBT001 -- Twisted's name
        """Have the producer told to pause and to go on."""

    def unregisterProducer(self) -> None:  # noqa: N802 -- Twisted's name
        """Tell it no more."""


class Gate:
    """Open while the server's buffer has room; always open where the server waits by itself."""

    def __init__(self, send: Any) -> None:
        self._is_open = asyncio.Event()
        self._is_open.set()
        self._connection = _find_connection(send)
        if self._connection is not None:
            self._connection.unregisterProducer()  # the HTTP request's, which only paused reading
            self._connection.registerProducer(self, True)

    @property
    def is_immediate(self) -> bool:
        """Whether there is room, and `write` may be used."""
        return self._connection is not None and self._is_open.is_set()

    def write(self, text: str) -> None:
        """Put a text message into the server's buffer; nothing happens on a connection that is closing.

        Precondition: `is_immediate`.
        """
        connection = self._connection
        if connection is not None and connection.state == connection.STATE_OPEN:
            _write(connection.transport, make_frame(text))

    async def wait(self) -> None:
        """Return when there is room."""
        if not self._is_open.is_set():
            await self._is_open.wait()

    def close(self) -> None:
        """Ask for no more: a connection with a paused producer would never finish closing."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.unregisterProducer()
        self._is_open.set()

    def pauseProducing(self) -> None:  # noqa: N802 -- Twisted's name
        """Shut: the buffer is full."""
        self._is_open.clear()

    def resumeProducing(self) -> None:  # noqa: N802 -- Twisted's name
        """Open: the buffer is empty."""
        self._is_open.set()

    def stopProducing(self) -> None:  # noqa: N802 -- Twisted's name
        """Open: the connection is gone, and sending does nothing."""
        self._connection = None
        self._is_open.set()


def _write(transport: Any, data: bytes) -> None:
    """Write at once where nothing waits before it: to be told by the reactor when one may costs more than writing."""
    is_idle = transport.connected and not transport.disconnecting and not _is_waiting(transport)
    written = transport.writeSomeData(data) if is_idle else 0
    if not isinstance(written, int):
        written = 0  # the connection is lost; the transport finds out by itself
    if written < len(data):
        transport.write(data[written:])


def _is_waiting(transport: Any) -> bool:
    """Return whether something waits in the transport's buffer; yes for a transport that does not show it, as TLS."""
    return bool(getattr(transport, "dataBuffer", True) or getattr(transport, "_tempDataBuffer", True))


def make_frame(text: str) -> bytes:
    """Return a server's text frame (RFC 6455, 5.2)."""
    payload = text.encode()
    length = len(payload)
    if length <= SHORT:
        return TEXT_FRAME + bytes((length,)) + payload
    if length <= MEDIUM:
        return TEXT_FRAME + b"\x7e" + length.to_bytes(2, "big") + payload
    return TEXT_FRAME + b"\x7f" + length.to_bytes(8, "big") + payload


def _find_connection(send: Any) -> _Connection | None:
    for bound in getattr(send, "args", ()):
        if isinstance(bound, _Connection):
            return bound
    return None
