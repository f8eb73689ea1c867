"""A match taken to its end by votes, and the next one at the same table, as sockets see it."""

import asyncio
from collections.abc import Callable

from django.db import connections
from django.utils import timezone

from games.services.next_matches import prepare_next_match
from tests.live.clients import Message, TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess
from tests.live.test_socket import enter_all, leave_all, start

Seat = Callable[..., Seats]


async def seen(client: TableClient, kind: str, *, version: int) -> Message:
    """The message of this kind and version, which may have come already."""
    for message in client.messages:
        if (message["type"], message.get("v")) == (kind, version):
            return message
    return await client.wait_for(lambda message: (message["type"], message.get("v")) == (kind, version))


async def agree(clients: list[TableClient], vote: str) -> Message:
    """Have the first ask and all others agree; return the last event, after all have seen it."""
    await clients[0].command("propose", vote=vote)
    for client in clients[1:]:
        answer = await client.command("vote", vote=vote, agree=True)
    told = [await seen(client, "event", version=answer["v"]) for client in clients]
    assert len({str(message["events"]) for message in told}) == 1
    return told[0]


def prepare(table_id: int) -> None:
    """Do what the sweep does, in a process of its own: the web process reads the table anew."""
    try:
        assert prepare_next_match(table_id, now=timezone.now()) is not None
    finally:
        connections.close_all()


def test_an_undo_brings_everybody_a_view(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(is_rated=False, can_undo=True)

    async def scenario() -> None:
        clients = await enter_all(web, seats)
        first = await start(clients)
        player = clients[first["to_act"][0]]
        acted = await player.command("act", v=first["v"], action="pass")
        own = await seen(player, "event", version=acted["v"])
        assert own["undo"]["version"] == acted["v"]
        undone = await player.command("undo", v=acted["v"])
        for client in clients:
            told = await seen(client, "event", version=undone["v"])
            assert [event["kind"] for event in told["events"]] == ["undone"]
            view = (await seen(client, "view", version=undone["v"]))["view"]
            assert (view["calls"], view["to_act"], view["undo"]) == ([], first["to_act"], None)
        await leave_all(clients)

    asyncio.run(scenario())


def test_a_match_ended_by_votes_and_the_next_one(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table()

    async def scenario() -> None:
        clients = await enter_all(web, seats)
        await start(clients)
        over = await agree(clients, "abandon")
        assert [event["kind"] for event in over["events"]] == ["vote_cast", "vote_closed", "match_over"]
        agreed = await agree(clients, "rematch")
        assert agreed["events"][-1]["kind"] == "agreed"
        await asyncio.to_thread(prepare, seats.table_id)
        for client in clients:
            told = await seen(client, "event", version=agreed["v"] + 1)
            view = (await seen(client, "view", version=agreed["v"] + 1))["view"]
            assert (view["table"]["status"], view["table"]["number"]) == ("open", 2)
            assert view["commitment"] == told["events"][0]["commitment"]
        again = await start(clients)
        assert again["v"] == agreed["v"] + 7
        assert "dealt" in {event["kind"] for event in again["events"]}
        await leave_all(clients)

    asyncio.run(scenario())
