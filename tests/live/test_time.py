"""The clocks over a socket: the round trip that is given back, leaving, and a substitute."""

import asyncio
from collections.abc import Callable

from games.models import Table, TableEvent
from tests.live.clients import TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess
from tests.live.test_socket import enter_all, leave_all, start

Seat = Callable[..., Seats]
LAG_SECONDS = 0.2


async def measure(client: TableClient) -> None:
    """Answer a pong late, as a slow line would."""
    await client.send("ping")
    number = (await client.next("pong"))["echo"]
    await asyncio.sleep(LAG_SECONDS)
    await client.send("echo", n=number)


def test_a_slow_line_is_given_back_to_the_clock(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6, time_control="normal")

    async def scenario() -> int:
        clients = await enter_all(web, seats)
        turn = await start(clients)
        acting = clients[turn["to_act"][0]]
        assert turn["clocks"][str(turn["to_act"][0])]["bank"] == 90.0
        await measure(acting)
        await asyncio.sleep(LAG_SECONDS)
        answer = await acting.command("act", v=turn["v"], action=turn["legal_actions"][0])
        assert answer["type"] == "ack"
        await leave_all(clients)
        return int(answer["v"])

    version = asyncio.run(scenario())
    lag = TableEvent.objects.get(table_id=seats.table_id, version=version).payload["lag"]
    assert LAG_SECONDS * 1_000 <= lag <= 1_000


def test_leaving_is_confirmed_and_a_watcher_takes_the_seat(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6, can_substitute=True)

    async def scenario() -> None:
        clients = await enter_all(web, seats)
        await start(clients)
        async with TableClient(web.ws_url, seats.table_id, seats.stranger) as stranger:
            assert (await stranger.next("view"))["seat"] is None
            assert (await clients[2].command("leave"))["code"] == "confirm_leave"
            assert (await clients[2].command("leave", confirm=True))["type"] == "ack"
            answer = await stranger.command("substitute", seat=2)
            assert answer["type"] == "ack"
            view = [message for message in stranger.messages if message["type"] == "view"][-1]
            assert (view["seat"], len(view["view"]["hand"]) > 0) == (2, True)
            told = await clients[2].version(answer["v"])
            assert [event["kind"] for event in told["events"]] == ["substituted"]
            assert (await clients[2].next("view"))["view"]["hand"] is None
        await leave_all(clients)

    asyncio.run(scenario())
    assert Table.objects.get(pk=seats.table_id).seats[2]["left"] is False
