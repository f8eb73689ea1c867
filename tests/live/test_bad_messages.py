"""Messages that are none: refused, and in the end the socket is closed."""

import asyncio
import json
from collections.abc import Callable

import pytest

from tests.live.clients import TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess

Seat = Callable[..., Seats]


@pytest.mark.parametrize(
    "frame",
    ["", "no json", "[]", "7", '{"type":"fly"}', '{"type":7}', '{"type":"act","id":"a"}', '{"type":"ready"}',
     '{"type":"ready","id":""}', '{"type":"ready","id":"' + "x" * 37 + '"}', '{"type":"ready","id":"a\\u0000"}',
     '{"type":"act","id":"a","v":true,"action":"pass"}', '{"type":"act","id":"a","v":1,"action":"\\ud800"}',
     '{"type":"sync","v":-1}', "[" * 4000, '{"type":"chat","text":"' + "x" * 5000 + '"}', b"\x00\x01",
     '{"type":"ready","id":"a","nonce":"zz"}', '{"type":"add_bot","id":"a","level":"godlike"}',
     '{"type":"sit","id":"a","seat":99}'],
)  # fmt: skip
def test_bad_messages_are_refused(web: WebProcess, seat_table: Seat, frame: str | bytes) -> None:
    seats = seat_table(1)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as client:
            await client.next("view")
            await client.socket.send(frame)
            assert (await client.next("refused"))["code"] == "bad_message"
            await client.send("ping")
            await client.next("pong")

    asyncio.run(scenario())


def test_ten_bad_messages_in_a_row_close_the_socket(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(1)

    async def scenario() -> int:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as client:
            for number in range(20):
                await client.socket.send("ping" if number != 9 else json.dumps({"type": "ping"}))
            return await client.closed()

    assert asyncio.run(scenario()) == 4400
