"""Two tabs and two devices of one user, and what is written down of comings, goings and refusals."""

import asyncio
import time
from collections.abc import Callable

from django.db.models import Sum

from games.models import TableNote
from tests.live.clients import TableClient
from tests.live.conftest import Seats, WebProcesses
from tests.live.servers import WebProcess

Seat = Callable[..., Seats]


def test_the_older_device_is_told_and_stays_in_step(web: WebProcess, webs: WebProcesses, seat_table: Seat) -> None:
    seats, other_web = seat_table(2), webs.start()

    async def scenario() -> None:
        async with (
            TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as first,
            TableClient(web.ws_url, seats.table_id, seats.tokens[1]) as stranger,
        ):
            await first.next("view")
            await stranger.next("view")
            async with TableClient(web.ws_url, seats.table_id, seats.tokens[0]) as second:
                await second.next("view")
                await first.next("other_device")
                async with TableClient(other_web.ws_url, seats.table_id, seats.tokens[0]) as third:
                    await third.next("view")
                    await first.next("other_device")
                    await second.next("other_device")
                    done = await third.command("ready")
                    for client in (first, second, stranger):
                        told = await client.version(done["v"])
                        assert told["events"][0]["kind"] == "ready"
                    refused = await second.command("act", v=done["v"], action="pass")
                    assert refused["type"] == "refused"
        assert "other_device" not in {message["type"] for message in stranger.messages}
        assert "other_device" not in {message["type"] for message in third.messages}

    asyncio.run(scenario())
    assert wait_for_notes(seats, count=9) == {"connected": 4, "disconnected": 4, "refused": 1}
    note = TableNote.objects.get(table_id=seats.table_id, kind="refused")
    assert (note.user, note.seat, note.command, note.code, note.count) == (
        seats.users[0],
        0,
        "act",
        "illegal_action",
        1,
    )


def wait_for_notes(seats: Seats, *, count: int) -> dict[str, int]:
    """How often each kind was noted at the table, once there are so many: notes are written each second."""
    end = time.monotonic() + 20
    while True:
        kinds = TableNote.objects.filter(table_id=seats.table_id).order_by().values_list("kind")
        noted = dict(kinds.annotate(Sum("count")))
        if sum(noted.values()) >= count or time.monotonic() > end:
            return noted
        time.sleep(0.05)
