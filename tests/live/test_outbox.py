"""The outbox: bounded, and never waited for."""

import asyncio
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from games.live.gate import make_frame
from games.live.limits import Bucket
from games.live.outbox import WAITING_MESSAGES, SlowOutbox


class StuckServer:
    """A server whose `send` waits until it is let go."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.is_free = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            await self.is_free.wait()
        self.sent.append(message)


class Daphne:
    """A connection as daphne's `send` is bound to, with a buffer that can be full."""

    STATE_OPEN = 3

    def __init__(self) -> None:
        self.state = self.STATE_OPEN
        self.transport = self
        self.connected, self.disconnecting = True, False
        self.producer: Any = None
        self.sent: list[dict[str, Any]] = []

    def write(self, data: bytes) -> None:
        head = 2 if data[1] < 126 else 4
        self.sent.append({"text": data[head:].decode()})

    def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: FBT001, N802 -- Twisted's
        assert streaming
        self.producer = producer

    def unregisterProducer(self) -> None:  # noqa: N802
        self.producer = None

    async def reply(self, connection: "Daphne", message: dict[str, Any]) -> None:
        assert connection is self
        self.sent.append(message)


async def turn() -> None:
    """Let tasks run."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_messages_go_in_order() -> None:
    server = StuckServer()
    outbox = SlowOutbox(server.send, on_overflow=lambda: None)
    for number in range(5):
        outbox.push(str(number))
    server.is_free.set()
    await turn()
    await outbox.close(1001)
    assert [message.get("text", message.get("code")) for message in server.sent] == ["0", "1", "2", "3", "4", 1001]


async def test_a_socket_that_takes_nothing_is_given_up() -> None:
    server = StuckServer()
    given_up: list[bool] = []
    outbox = SlowOutbox(server.send, on_overflow=lambda: given_up.append(True))
    for number in range(WAITING_MESSAGES + 20):
        outbox.push(str(number))
    assert given_up == [True]
    await outbox.close(4408)
    assert server.sent == [{"type": "websocket.close", "code": 4408}]


async def test_daphne_is_sent_to_at_once_until_its_buffer_is_full() -> None:
    from functools import partial

    connection = Daphne()
    given_up: list[bool] = []
    outbox = SlowOutbox(partial(connection.reply, connection), on_overflow=lambda: given_up.append(True))
    outbox.push("one")
    assert [message["text"] for message in connection.sent] == ["one"]
    connection.producer.pauseProducing()
    outbox.push("two")
    outbox.push("three")
    await turn()
    assert len(connection.sent) == 1
    connection.producer.resumeProducing()
    outbox.push("four")
    await turn()
    assert [message["text"] for message in connection.sent] == ["one", "two", "three", "four"]
    connection.producer.pauseProducing()
    for number in range(WAITING_MESSAGES + 1):
        outbox.push(str(number))
    assert given_up == [True]
    await outbox.close(4408)
    assert connection.producer is None
    assert connection.sent[-1] == {"type": "websocket.close", "code": 4408}


async def test_a_client_that_is_going_harms_nobody_who_tells_it_something() -> None:
    from functools import partial

    connection = Daphne()
    connection.state = 2  # closing
    outbox = SlowOutbox(partial(connection.reply, connection), on_overflow=lambda: None)
    outbox.push("told by a mover, who must get an ack all the same")
    outbox.push("another")
    await outbox.close(4403)
    assert connection.sent == [{"type": "websocket.close", "code": 4403}]


async def test_a_client_that_goes_while_much_waits_is_closed_all_the_same() -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise ConnectionResetError("the client is gone")
        sent.append(message)

    outbox = SlowOutbox(send, on_overflow=lambda: None)
    outbox.push("one")
    await turn()
    outbox.push("two")
    await outbox.close(4408, is_flushed=True)
    assert sent == [{"type": "websocket.close", "code": 4408}]


@pytest.mark.parametrize("length", [1, 125, 126, 65535, 65536])
def test_a_frame_is_what_the_standard_says(length: int) -> None:
    frame = make_frame("x" * length)
    parser = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN)
    parser.receive_data(frame)
    (event,) = parser.events_received()
    assert isinstance(event, Frame)
    assert (event.opcode, event.fin, event.data) == (Opcode.TEXT, True, b"x" * length)


def test_a_bucket_fills_at_its_rate() -> None:
    now = [0.0]
    bucket = Bucket(rate=2, size=3, clock=lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    assert all(Bucket(rate=0, size=0).take() for _ in range(100))
