"""A socket does not outlive what opened it."""

import asyncio
from collections.abc import Callable

from django.db import connection
from django.utils import timezone

from accounts.models import ApiToken, User
from tests.live.clients import TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess

Seat = Callable[..., Seats]


def test_a_socket_ends_when_its_token_is_revoked_or_its_account_closed(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(3)
    revoked, closed, _ = seats.users

    def end() -> None:
        ApiToken.objects.filter(user=revoked).update(revoked_at=timezone.now())
        User.objects.filter(pk=closed.pk).update(is_active=False)
        connection.close()  # the thread's own, which would keep the test database

    async def scenario() -> None:
        clients = [TableClient(web.ws_url, seats.table_id, token) for token in seats.tokens]
        for client in clients:
            await client.__aenter__()
            await client.next("view")
        await asyncio.to_thread(end)
        for client in clients[:2]:
            assert (await client.next("closing"))["reason"] == "signed_out"
            assert await client.closed() == 4503
        assert (await clients[2].command("ready"))["type"] == "ack"
        await clients[2].socket.close()
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as again:
            assert await again.closed() == 4403

    asyncio.run(scenario())
