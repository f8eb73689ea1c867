"""The lobby's socket: says that something changed, to those whom it concerns, and nothing else."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from accounts.models import User
from games.services.lobby_watch import LobbyWatch, Seen, read_seen
from games.services.play import Kind
from games.services.tables import open_table
from tests.games.seated import make_user, send
from tests.live.servers import WebProcess

PATIENCE = 10.0


class Page:
    """A page of the lobby, without its socket."""

    def __init__(self, user_id: int | None = None) -> None:
        self.user_id = user_id
        self.wakes = 0

    def wake(self) -> None:
        self.wakes += 1


def row(table_id: int, users: list[int], *, status: str = "open", is_public: bool = True, waited: Any = None) -> Any:
    return (table_id, is_public, status, users, waited)


def seen(*rows: Any, users: tuple[int, ...] = (), invitations: Any = ()) -> Seen:
    return read_seen(rows, invitations=invitations, users=users)


async def watch(*looks: tuple[list[Any], list[Any]], pages: list[Page]) -> list[list[int]]:
    """Return how often each page was woken by each look at these rows."""
    answers = [rows for look in looks for rows in look]

    async def query(_text: str, _params: Any) -> Any:
        return answers.pop(0)

    lobby = LobbyWatch(query=query)
    for page in pages:
        lobby._wakers[page] = True
    woken = []
    for _ in looks:
        before = [page.wakes for page in pages]
        await lobby.look()
        woken.append([page.wakes - count for page, count in zip(pages, before, strict=True)])
    return woken


async def test_what_all_see_wakes_all_and_a_turn_its_user_alone() -> None:
    pages = [Page(), Page(1), Page(2)]
    running = [row(5, [1, 2], status="playing", waited=[1])]
    moved = [row(5, [1, 2], status="playing", waited=[2])]
    others = [row(5, [1, 2], status="playing", waited=[9])]
    looks: list[tuple[list[Any], list[Any]]]
    looks = [(running, []), (running, []), (moved, []), (others, []), ([*others, row(6, [7])], [])]
    assert await watch(*looks, pages=pages) == [[1, 1, 1], [0, 0, 0], [0, 1, 1], [0, 0, 1], [1, 1, 1]]


async def test_a_private_table_and_an_invitation_wake_whom_they_concern() -> None:
    pages = [Page(), Page(1), Page(2)]
    private = [row(5, [1], is_public=False)]
    looks: list[tuple[list[Any], list[Any]]] = [([], []), (private, []), (private, [(2, 1)]), (private, [])]
    assert await watch(*looks, pages=pages) == [[1, 1, 1], [0, 1, 0], [0, 0, 1], [0, 0, 1]]


def test_each_user_has_what_is_theirs() -> None:
    found = seen(row(1, [7, 8], waited=[8]), row(2, [8], is_public=False), users=(7, 9), invitations=[(9, 2)])
    assert found.public == {1: ("open", (7, 8))}
    assert found.own == {7: {(1, "open", False)}, 9: {("invitations", 2)}}


def test_the_socket_tells_of_a_table_that_comes_and_goes(web: WebProcess, transactional_db: None) -> None:
    asyncio.run(_hear_of_a_table(web))


async def _hear_of_a_table(web: WebProcess) -> None:
    user: User = await sync_to_async(make_user)()
    headers = {"Origin": f"http://{web.address}"}
    async with connect(f"{web.ws_url}/ws/lobby/", additional_headers=headers) as socket:
        await _hear(socket)  # the first look
        table = await sync_to_async(open_table)(user=user)
        await _hear(socket)
        await sync_to_async(send)(table, user, Kind.LEAVE)
        await _hear(socket)


async def _hear(socket: ClientConnection) -> None:
    assert json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)) == {"type": "changed"}


def test_pages_of_others_are_turned_away(web: WebProcess, transactional_db: None) -> None:
    with pytest.raises(InvalidStatus):
        asyncio.run(_open(web, origin="http://evil.example"))


async def _open(web: WebProcess, *, origin: str) -> None:
    async with connect(f"{web.ws_url}/ws/lobby/", additional_headers={"Origin": origin}) as socket:
        await socket.recv()
