"""Several web processes, servers other than daphne, slow clients, and a database that goes away."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from games.models import TableEvent
from games.services.executors import run_road
from games.services.play import Command, Kind
from games.services.play_road import road
from tests.games.seated import send
from tests.live.clients import TableClient
from tests.live.conftest import WEB_NAME, Seats, WebProcesses
from tests.live.servers import WebProcess

Seat = Callable[..., Seats]


def test_moves_reach_the_sockets_of_another_process(web: WebProcess, webs: WebProcesses, seat_table: Seat) -> None:
    seats = seat_table(2)
    other = webs.start()

    async def scenario() -> None:
        async with (
            TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as here,
            TableClient(other.ws_url, seats.table_id, seats.tokens[1]) as there,
        ):
            await here.next("view")
            await there.next("view")
            for number in range(20):
                acting, seeing = (here, there) if number % 2 else (there, here)
                ack = await acting.command("ready" if number % 4 < 2 else "unready")
                assert (await seeing.version(ack["v"]))["events"]
            await there.send("chat", text="over there")
            assert (await here.next("chat"))["text"] == "over there"
            told = [message["seats"][:2] for message in here.messages if message["type"] == "presence"]
            assert told[-1] == ["connected", "connected"]

    asyncio.run(scenario())


def test_both_processes_may_act_at_once(web: WebProcess, webs: WebProcesses, seat_table: Seat) -> None:
    seats = seat_table(6)
    other = webs.start()

    async def scenario() -> None:
        clients = [
            await TableClient((web, other)[number % 2].ws_url, seats.table_id, token).__aenter__()
            for number, token in enumerate(seats.tokens)
        ]
        for client in clients:
            await client.next("view")
        for _ in range(5):
            answers = await asyncio.gather(*(client.command("unready") for client in clients))
            assert {answer["type"] for answer in answers} == {"ack"}
            assert len({answer["v"] for answer in answers}) == 6
        for client in clients:
            await client.socket.close()

    asyncio.run(scenario())
    versions = TableEvent.objects.filter(table_id=seats.table_id).values_list("version", flat=True)
    assert list(versions) == list(range(1, 37))


def test_a_command_of_a_task_or_page_reaches_the_sockets(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(2)
    from games.models import Table

    table = Table.objects.get(pk=seats.table_id)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as client:
            await client.next("view")
            committed = await asyncio.to_thread(_send_and_close, table, seats)
            assert (await client.version(committed))["events"][0]["kind"] == "ready"

    asyncio.run(scenario())


def _send_and_close(table: Any, seats: Seats) -> int:
    from django.db import connection

    try:
        return send(table, seats.users[1], Kind.READY).version
    finally:
        connection.close()


def test_a_commit_that_nobody_was_told_of_reaches_the_sockets(web: WebProcess, seat_table: Seat) -> None:
    """A worker killed between its commit and its notice leaves just that."""
    seats = seat_table(2)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as client:
            await client.next("view")
            committed = await asyncio.to_thread(_commit_untold, seats)
            assert (await client.version(committed))["events"][0]["kind"] == "ready"

    asyncio.run(scenario())


def _commit_untold(seats: Seats) -> int:
    from django.db import connection

    command = Command(Kind.READY, "untold", seats.users[1].pk)
    try:
        return run_road(road(table_id=seats.table_id, command=command, now=timezone.now())).version
    finally:
        connection.close()


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_a_slow_client_is_given_up_and_resyncs(webs: WebProcesses, seat_table: Seat, server: str) -> None:
    """The code is 4408, unless the server's patience with the closing handshake ends before the client reads on.

    (Daphne then cuts the connection; uvicorn says 1011.)
    """
    seats = seat_table(2)
    process = webs.start(server)

    async def scenario() -> int:
        async with TableClient(process.ws_url, seats.table_id, seats.tokens[0]) as client:
            for number in range(64):
                await client.command("ready" if number % 2 else "unready")
        code = await _be_slow(process, seats)
        async with TableClient(process.ws_url, seats.table_id, seats.tokens[1]) as again:
            assert (await again.next("view"))["seat"] == 1
        return code

    assert asyncio.run(scenario()) in {4408, 1011, 1006}


async def _be_slow(web: WebProcess, seats: Seats) -> int:
    """Ask for the last 64 versions again and again, reading nothing; then read to the end."""
    url = f"{web.ws_url}/ws/tables/{seats.table_id}/"
    headers = {"Authorization": f"Bearer {seats.tokens[1]}"}
    slow = await connect(url, additional_headers=headers, max_queue=1, ping_interval=None)
    try:
        for _ in range(1200):
            await slow.send('{"type":"sync","v":2}')
        async with asyncio.timeout(60):
            while not await asyncio.to_thread(_is_given_up, seats.users[1].pk):
                pass
        while True:
            await asyncio.wait_for(slow.recv(), 20)
    except ConnectionClosed as end:
        return end.rcvd.code if end.rcvd else 1006


def _is_given_up(user_id: int) -> bool:
    from django.db import connection

    from games.models import TablePresence

    try:
        return TablePresence.objects.filter(user_id=user_id, is_open=False).exists()
    finally:
        connection.close()


def test_uvicorn_serves_the_same_socket(webs: WebProcesses, seat_table: Seat) -> None:
    seats = seat_table(2)
    web = webs.start("uvicorn")

    async def scenario() -> None:
        async with (
            TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as one,
            TableClient(web.ws_url, seats.table_id, seats.tokens[1]) as two,
        ):
            await two.next("view")
            ack = await one.command("ready")
            await two.version(ack["v"])
            web.process.send_signal(signal.SIGTERM)
            assert await two.closed() == 4503

    asyncio.run(scenario())
    web.stop()
    assert "Traceback" not in web.text


def test_daphne_says_that_it_closes(webs: WebProcesses, seat_table: Seat) -> None:
    seats = seat_table(1)
    web = webs.start()

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as client:
            await client.next("view")
            web.process.send_signal(signal.SIGTERM)
            assert await client.closed() == 4503
            assert client.messages[-1] == {"type": "closing", "reason": "shutdown", "retry_after": 2}

    asyncio.run(scenario())


@pytest.mark.parametrize("victims", ["listen", "all"])
def test_lost_database_connections_are_survived(web: WebProcess, seat_table: Seat, victims: str) -> None:
    """Backends are ended as a restart of PostgreSQL ends them; the server itself is shared with other tests."""
    seats = seat_table(2)
    where = "and query ilike 'listen%%'" if victims == "listen" else ""

    async def scenario() -> None:
        async with (
            TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as one,
            TableClient(web.ws_url, seats.table_id, seats.tokens[1]) as two,
        ):
            await two.next("view")
            for number in range(3):
                await asyncio.to_thread(_end_backends, where)
                ack = await one.command("ready" if number % 2 else "unready")
                assert ack["type"] == "ack"
                await two.version(ack["v"])

    asyncio.run(scenario())


def _end_backends(where: str) -> None:
    """End the web processes' backends."""
    from django.db import connection

    try:
        with connection.cursor() as cursor:
            cursor.execute(
                f"select pg_terminate_backend(pid) from pg_stat_activity where application_name = %s {where}",
                [WEB_NAME],
            )
    finally:
        connection.close()
