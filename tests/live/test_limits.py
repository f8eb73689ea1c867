"""What one user may do over all sockets together."""

import asyncio
from collections.abc import Callable, Iterator
from time import monotonic

import pytest
from websockets.exceptions import ConnectionClosed

from games.live import limits
from games.live.limits import allowance_of
from tests.live.clients import Message, TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess

Seat = Callable[..., Seats]
BURST, FLOOD = 3, 30


def is_answer(message: Message) -> bool:
    return message["type"] in {"pong", "refused"}


async def flood(client: TableClient) -> list[Message]:
    """Send much at once; return the answers."""
    for _ in range(FLOOD):
        await client.send("ping")
    return [await client.wait_for(is_answer) for _ in range(FLOOD)]


@pytest.fixture
def strict_web(web_env: dict[str, str]) -> Iterator[WebProcess]:
    """A web process that lets each user open two sockets and send a message a second."""
    strict = {"KQJ_NO_RATE_LIMITS": "0", "KQJ_USER_SOCKETS": "2", "KQJ_SOCKET_RATE": "1"}
    process = WebProcess(env={**web_env, **strict}).wait_until_ready()
    yield process
    process.stop()


def test_a_user_s_sockets_are_counted_and_share_one_rate(strict_web: WebProcess, seat_table: Seat) -> None:
    seats = seat_table(2)

    def client(seat: int) -> TableClient:
        return TableClient(strict_web.ws_url, seats.table_id, seats.tokens[seat])

    async def comes_in() -> bool:
        try:
            async with client(0) as again:
                return bool(await again.next("view"))
        except ConnectionClosed:
            return False

    async def scenario() -> None:
        async with client(0) as one, client(0) as two, client(1) as other:
            for each in (one, two, other):
                await each.next("view")
            async with client(0) as third:
                assert await third.closed() == 4429
            begun = monotonic()
            answers: list[Message] = []
            for each in (one, two):
                answers += await flood(each)
            refused = [answer for answer in answers if answer["type"] == "refused"]
            assert {answer["code"] for answer in refused} == {"rate_limited"}
            assert len(answers) - len(refused) <= BURST + monotonic() - begun + 1
            await other.send("ping")
            await other.next("pong")
        while not await comes_in():  # the server hears of the end of the others in its own time
            pass

    asyncio.run(scenario())


def test_what_is_used_up_stays_so_until_nobody_can_be_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_allowances", {})
    monkeypatch.setattr(limits, "REMEMBERED_USERS", 2)
    gone, here = allowance_of(1), allowance_of(2)
    here.sockets = 1
    assert allowance_of(1) is gone
    allowance_of(3)
    assert allowance_of(2) is here
    assert allowance_of(1) is not gone
