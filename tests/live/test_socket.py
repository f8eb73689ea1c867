"""The table's socket through a real daphne: what each message leads to."""

import asyncio
from collections.abc import Callable

from games.models import TableEvent
from tests.live.clients import Message, TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess

Seat = Callable[..., Seats]


async def enter_all(web: WebProcess, seats: Seats) -> list[TableClient]:
    clients = [await TableClient(web.ws_url, seats.table_id, token).__aenter__() for token in seats.tokens]
    for client in clients:
        await client.next("view")
    return clients


async def leave_all(clients: list[TableClient]) -> None:
    for client in clients:
        await client.socket.close()


async def start(clients: list[TableClient]) -> Message:
    """Have all ready; return the start's event as the seat to act sees it, after all have seen it."""
    last: Message = {}
    for number, client in enumerate(clients):
        last = await client.command("ready", nonce=f"{number:032x}")
    seen = [
        await client.wait_for(lambda message: message["type"] == "event" and message["v"] == last["v"])
        if client is not clients[-1]
        else next(message for message in client.messages if message["type"] == "event" and message["v"] == last["v"])
        for client in clients
    ]
    return next(message for message in seen if "legal_actions" in message)


def test_a_seated_player_gets_the_view_and_acks(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(2)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[1]) as client:
            view = await client.next("view")
            assert view["seat"] == 1
            assert view["v"] == 2
            assert view["view"]["phase"] == "waiting"
            assert view["view"]["players"][1]["you"]
            assert len(view["view"]["commitment"]) == 64
            answer = await client.command("ready")
            assert answer["type"] == "ack"
            assert answer["v"] == 3
            event = next(message for message in client.messages if message["type"] == "event")
            assert event["events"][0]["kind"] == "ready"

    asyncio.run(scenario())


def test_a_match_starts_and_everybody_sees_only_their_own_cards(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6)

    async def scenario() -> None:
        clients = await enter_all(web, seats)
        event = await start(clients)
        kinds = [item["kind"] for item in event["events"]]
        assert kinds == ["ready", "match_started", "round_started", "dealt"]
        opener = event["to_act"][0]
        assert event["clocks"][str(opener)]["deadline"]
        dealt = [
            next(
                item["cards"]
                for message in client.messages
                if message["type"] == "event"
                for item in message["events"]
                if item["kind"] == "dealt"
            )
            for client in clients
        ]
        assert len({card for cards in dealt for card in cards}) == 30
        await leave_all(clients)

    asyncio.run(scenario())


def test_two_cards_in_the_same_millisecond_give_one_ack_and_one_refusal(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6)

    async def scenario() -> tuple[Message, Message]:
        clients = await enter_all(web, seats)
        event = await start(clients)
        client = clients[event["to_act"][0]]
        await client.send("act", id="one", v=event["v"], action="pass")
        await client.send("act", id="two", v=event["v"], action=event["legal_actions"][-1])
        first = await client.wait_for(lambda message: message.get("id") == "one")
        second = await client.wait_for(lambda message: message.get("id") == "two")
        await leave_all(clients)
        return first, second

    first, second = asyncio.run(scenario())
    assert first["type"] == "ack"
    assert (second["type"], second["code"]) == ("refused", "stale_version")
    assert second["v"] == first["v"]


def test_the_same_command_five_times_is_applied_once(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6)

    async def scenario() -> list[int]:
        clients = await enter_all(web, seats)
        event = await start(clients)
        client = clients[event["to_act"][0]]
        for _ in range(5):
            await client.send("act", id="again", v=event["v"], action="pass")
        answers = [await client.wait_for(lambda message: message.get("id") == "again") for _ in range(5)]
        assert {answer["type"] for answer in answers} == {"ack"}
        await leave_all(clients)
        return [answer["v"] for answer in answers]

    versions = asyncio.run(scenario())
    assert len(set(versions)) == 1
    assert TableEvent.objects.filter(table_id=seats.table_id, command_id="again").count() == 1


def test_refusals_name_the_code_and_the_duty(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6)

    async def scenario() -> None:
        clients = await enter_all(web, seats)
        event = await start(clients)
        opener = event["to_act"][0]
        client, other = clients[opener], clients[(opener + 1) % 6]
        illegal = await client.command("act", v=event["v"], action="play AS")
        assert illegal["code"] == "illegal_action"
        assert illegal["message"]
        junk = await client.command("act", v=event["v"], action="fly away")
        assert junk["code"] == "illegal_action"
        turn = await other.command("act", v=event["v"], action="pass")
        assert turn["code"] == "not_your_turn"
        stale = await client.command("act", v=event["v"] - 1, action="pass")
        assert stale["code"] == "stale_version"
        again = await client.receive()  # what was missing follows
        assert (again["type"], again["v"]) == ("event", event["v"])
        future = await client.command("act", v=event["v"] + 9, action="pass")
        assert future["code"] == "stale_version"
        assert (await client.next("view"))["v"] == event["v"]
        late = await client.command("sit", seat=0)
        assert late["code"] == "illegal_action"
        await leave_all(clients)

    asyncio.run(scenario())


def test_watchers_see_and_may_not_act(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.stranger) as watcher:
            view = await watcher.next("view")
            assert view["seat"] is None
            presence = await watcher.wait_for(lambda message: message["type"] == "presence")
            assert (presence["watchers"], presence["seats"]) == (1, ["away"] * 6)
            assert (await watcher.command("ready"))["code"] == "not_seated"
            assert (await watcher.command("sit"))["code"] == "seat_taken"
            assert (await watcher.command("fill_bots"))["code"] == "not_seated"

    asyncio.run(scenario())


def test_presence_tells_who_comes_and_goes(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(2)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as host:
            await host.wait_for(lambda message: message["type"] == "presence" and message["seats"][0] == "connected")
            async with TableClient(web.ws_url, seats.table_id, seats.tokens[1]):
                both = ["connected", "connected", None, None, None, None]
                await host.wait_for(lambda message: message["type"] == "presence" and message["seats"] == both)
            async with TableClient(web.ws_url, seats.table_id, seats.stranger) as watcher:
                await host.wait_for(lambda message: message["type"] == "presence" and message["watchers"] == 1)
                await watcher.command("sit")
                await host.wait_for(lambda message: message["type"] == "presence" and message["watchers"] == 0)

    asyncio.run(scenario())


def test_two_tabs_of_one_player_agree(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(1)

    async def scenario() -> None:
        token = seats.tokens[0]
        async with (
            TableClient(web.ws_url, seats.table_id, token) as one,
            TableClient(web.ws_url, seats.table_id, token) as two,
        ):
            await one.next("view")
            await two.next("view")
            ack = await one.command("sit", seat=4)
            event = await two.version(ack["v"])
            assert [item["kind"] for item in event["events"]] == ["seat_left", "seat_taken"]
            assert (await two.next("view"))["seat"] == 4
            assert (await two.command("ready"))["type"] == "ack"

    asyncio.run(scenario())


def test_sync_replays_and_falls_back_to_the_view(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(1)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as client:
            await client.next("view")
            for number in range(70):
                await client.command("ready" if number % 2 == 0 else "unready")
            await client.send("sync", v=21)
            assert [(await client.next("event"))["v"] for _ in range(50)] == list(range(22, 72))
            await client.send("sync", v=1)
            assert (await client.next("view"))["v"] == 71
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0], query="?v=60") as client:
            first = await client.receive()
            assert (first["type"], first["v"]) == ("event", 61)

    asyncio.run(scenario())


def test_a_seated_player_comes_back_to_the_same_table(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6)

    async def scenario() -> None:
        clients = await enter_all(web, seats)
        event = await start(clients)
        opener = event["to_act"][0]
        await clients[opener].socket.close()
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[opener]) as again:
            view = await again.next("view")
            assert view["view"]["legal_actions"] == event["legal_actions"]
            assert len(view["view"]["hand"]) == 5
            assert (await again.command("act", v=view["v"], action="pass"))["type"] == "ack"
        await leave_all(clients)

    asyncio.run(scenario())


def test_no_table_and_no_right_to_look(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(6, is_private=True, can_watch=False)

    async def code(table_id: int, token: str, query: str = "", **headers: str) -> int:
        async with TableClient(web.ws_url, table_id, token, query, headers) as client:
            return await client.closed()

    assert asyncio.run(code(2**62, seats.tokens[0])) == 4404
    assert asyncio.run(code(10**30, seats.tokens[0])) == 4404
    assert asyncio.run(code(seats.table_id, seats.stranger)) == 4403
    assert asyncio.run(code(seats.table_id, "kqj_nonsense")) == 4403
    assert asyncio.run(code(seats.table_id, seats.stranger, "?invite=wrong")) == 4403
