"""A table that can't be replayed turns its own people away, and nobody else."""

import asyncio
from collections.abc import Callable

from games.models import TableEvent
from tests.live.clients import TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess


def test_a_broken_table_says_come_back_later(web: WebProcess, seat_table: Callable[..., Seats]) -> None:
    broken, whole = seat_table(2), seat_table(2)
    TableEvent.objects.filter(table_id=broken.table_id, version=2).update(kind="unheard")

    async def scenario() -> None:
        async with TableClient(web.ws_url, broken.table_id, broken.tokens[0]) as client:
            assert await client.closed() == 4503
        async with TableClient(web.ws_url, whole.table_id, whole.tokens[0]) as client:
            assert (await client.command("ready"))["type"] == "ack"

    asyncio.run(scenario())
