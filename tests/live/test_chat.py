"""Chat at a table through a real daphne: who hears whom, phrases, and lines that are reported."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Relation, RelationKind
from games.live.identity import language_of
from games.models import ChatLine, ChatReport
from games.services.account_data import PlayingData
from games.services.chat import make_line
from tests.games.seated import NOW
from tests.live.clients import Message, TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess
from tests.live.test_socket import enter_all, leave_all, start

Seat = Callable[..., Seats]


def lines_of(client: TableClient) -> list[str]:
    return [message["text"] for message in client.messages if message["type"] == "chat"]


def test_while_a_match_goes_on_watchers_are_heard_by_watchers_alone(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table()

    async def scenario() -> None:
        clients = await enter_all(web, seats)
        async with TableClient(web.ws_url, seats.table_id, seats.stranger) as watcher:
            await watcher.next("view")
            await watcher.send("chat", text="before")
            assert (await clients[0].next("chat"))["seat"] is None
            await start(clients)
            await watcher.next("chat")
            await watcher.send("chat", text="I see\u0000 \n all")
            assert (await watcher.next("chat"))["text"] == "I see all"
            await clients[1].send("chat", text="hello " + "x" * 600)
            said = await watcher.next("chat")
            assert (said["from"], said["user"], said["seat"]) == (seats.users[1].username, seats.users[1].pk, 1)
            assert len(said["text"]) == 300
            await clients[0].next("chat")
            assert lines_of(clients[0]) == ["before", said["text"]]
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as again:
            assert (await again.next("chat"))["text"] == said["text"]
        await leave_all(clients)

    asyncio.run(scenario())


def test_nobody_hears_whom_they_have_blocked(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(3)
    blocked = {"owner": seats.users[0], "other": seats.users[1], "kind": RelationKind.BLOCK, "created_at": NOW}
    Relation.objects.create(**blocked)

    async def scenario() -> None:
        async with (
            TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as deaf,
            TableClient(web.ws_url, seats.table_id, seats.tokens[1]) as speaker,
        ):
            await deaf.next("view")
            await speaker.next("view")
            await speaker.send("chat", text="one")
            assert (await speaker.next("chat"))["text"] == "one"
            await deaf.send("chat", text="two")
            assert (await speaker.next("chat"))["text"] == "two"
            assert (await deaf.next("chat"))["text"] == "two"
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as again:
            assert (await again.next("chat"))["text"] == "two"

    asyncio.run(scenario())


def test_a_phrase_is_said_by_its_key(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(1)

    async def scenario() -> None:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as player:
            await player.send("chat", phrase="well_played")
            said = await player.next("chat")
            assert (said["phrase"], said["text"]) == ("well_played", "Well played")
            for wrong in ({"phrase": "dance"}, {}):
                await player.send("chat", **wrong)
                assert (await player.next("refused"))["code"] == "bad_message"

    asyncio.run(scenario())
    assert list(ChatLine.objects.values_list("text", "phrase")) == [("Well played", "well_played")]


def test_a_reported_line_is_kept_with_what_was_said_around_it(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(2)

    async def scenario() -> list[Message]:
        async with (
            TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as one,
            TableClient(web.ws_url, seats.table_id, seats.tokens[1]) as other,
        ):
            await other.next("view")
            said = []
            for text in ("before", "foul", "after"):
                await one.send("chat", text=text)
                said.append(await other.next("chat"))
            reported = said[1]
            answers = [await other.command("report", line=reported["id"], reason="rude") for _ in range(2)]
            answers.append(await one.command("report", line=reported["id"]))
            return answers

    answers = asyncio.run(scenario())
    assert [answer["type"] for answer in answers] == ["ack", "ack", "refused"]
    report = ChatReport.objects.get()
    assert (report.user, report.reporter, report.text, report.reason) == (*seats.users, "foul", "rude")
    assert [line["text"] for line in report.context] == ["before", "foul", "after"]
    PlayingData().erase(seats.users[1].pk)
    report.refresh_from_db()
    assert (report.reporter, report.reason, len(report.context)) == (None, "", 3)
    PlayingData().erase(seats.users[0].pk)
    assert not ChatReport.objects.exists()


def test_chat_is_rate_limited(web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(1)

    async def scenario() -> Message:
        async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as player:
            for _ in range(8):
                await player.send("chat", text="again")
            return await player.next("refused")

    assert asyncio.run(scenario())["code"] == "rate_limited"


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "FR-ch, fr;q=0.9, en;q=0.8"}, "fr"),
        ({"cookie": "django_language=de", "accept-language": "fr"}, "de"),
        ({"cookie": "django_language=xx", "accept-language": "*;q=0.5, xx"}, "en"),
    ],
)
def test_each_reader_has_a_language(settings: Any, headers: dict[str, str], language: str) -> None:
    settings.LANGUAGES = [("en", "English"), ("fr", "French"), ("de", "German")]
    assert language_of(headers) == language


def test_a_phrase_is_made_once_a_language(settings: Any) -> None:
    line = make_line(user_id=1, name="Ann", seat=0, phrase="thanks", now=NOW)
    assert line.frame("en") is line.frame("en")
    assert '"text":"Thank you"' in line.frame("en")
