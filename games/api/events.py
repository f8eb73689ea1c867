"""What came after a version, waited for: for clients without a socket.

The call is asynchronous, so that a hundred waiting clients cost no thread that works and no database connection.
"""

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from ninja import P, QueryEx, Router

from games.api import auth
from games.api.auth import ApiRequest
from games.api.pollers import counted_as_here
from games.api.problems import refusals
from games.api.schemas import MessagesOut
from games.api.tables import visible_table
from games.broadcast.changes import Change
from games.broadcast.rooms import Said, Told
from games.services.live_path import LivePath, ensure_live_path
from games.services.play import TableNotFound
from games.services.table_access import may_look
from games.services.table_state import changes_since
from games.services.table_values import TableState
from games.services.table_views import view_message

WAIT_SECONDS = 25.0
"""Below the 30 s after which many proxies give up on a silent answer."""

router = Router(tags=["At a table"])


class ReadToken(auth.ReadToken):
    """A token with the scope `read`, looked up in a thread."""

    async def authenticate(self, request: HttpRequest, token: str) -> Any:  # type: ignore[override]
        """Return whom the token belongs to."""
        return await sync_to_async(self._look_up)(request, token)

    def _look_up(self, request: HttpRequest, token: str) -> Any:
        try:
            return super().authenticate(request, token)
        finally:
            _let_go()


class Listener:
    """Waits in a table's room for its next version (`broadcast.rooms.Outbox`)."""

    def __init__(self) -> None:
        self.has_news = asyncio.Event()

    def tell(self, state: Told, changes: tuple[Change, ...] | None) -> None:
        """Note that something happened."""
        del state, changes
        self.has_news.set()

    def tell_presence(self, frame: str) -> None:
        """Pass over who is here: it is not versioned."""

    def tell_device(self, frame: str, *, user_id: int) -> None:
        """Pass over other devices: it is not versioned."""

    def tell_chat(self, said: Said, *, blocker_ids: Collection[int]) -> None:
        """Pass over chat: it is not versioned."""


@router.get(
    "/tables/{int:table_id}/events",
    auth=ReadToken(),
    response={200: MessagesOut, **refusals(401, 403, 404, 422, 429)},
    exclude_unset=True,
    by_alias=True,
    summary="Wait for what happens",
)
async def get_events(
    request: ApiRequest,
    table_id: int,
    since: QueryEx[int, P(ge=0, description="The last version that you know; 0 for the whole view.")] = 0,
    wait: QueryEx[float, P(ge=0, le=WAIT_SECONDS, description="Seconds to wait for news.")] = WAIT_SECONDS,
    invite: QueryEx[str, P(max_length=64, description="Of a private table.")] = "",
) -> dict[str, Any]:
    """Return the versions after `since`, redacted as on the socket; empty when nothing happened for so long."""
    state = await sync_to_async(_load)(table_id, user_id=request.auth.pk, invite=invite)
    if state.version <= since and wait > 0:
        path = await ensure_live_path()
        user_id = request.auth.pk
        with counted_as_here(path, table_id=table_id, user_id=user_id, seat=state.seat_of(user_id)):
            state = await _next_version(path, state=state, seconds=wait)
        if not may_look(state, user_id=request.auth.pk, invite=invite):
            raise TableNotFound(table_id)
    seat = state.seat_of(request.auth.pk)
    return {"v": state.version, "seat": seat, "messages": _messages(state, since=since, user_id=request.auth.pk)}


def _messages(state: TableState, *, since: int, user_id: int) -> list[dict[str, Any]]:
    """Return what came since, each version as the user's seat then may know it; a view after one that resets."""
    view = [view_message(state, audience=state.seat_of(user_id), now=timezone.now())]
    changes = changes_since(state, since) if since else None
    if changes is None:
        return view
    told = [change.message(change.seat_of(user_id), is_latest=change.version == state.version) for change in changes]
    return [*told, *view] if any(change.is_reset for change in changes) else told


async def _next_version(path: LivePath, *, state: TableState, seconds: float) -> TableState:
    """Return the table once it is past the state's version, or as it is when the time is over."""
    table_id = state.setup.table_id
    listener = Listener()
    latest = await path.load_state(table_id)
    path.rooms.enter(listener, table_id=table_id, version=latest.version)
    try:
        if latest.version == state.version:
            with suppress(TimeoutError):
                await asyncio.wait_for(listener.has_news.wait(), seconds)
    finally:
        path.rooms.leave(listener, table_id=table_id)
    return await path.load_state(table_id)


def _load(table_id: int, *, user_id: int, invite: str) -> TableState:
    try:
        return visible_table(table_id, user_id=user_id, invite=invite)
    finally:
        _let_go()


def _let_go() -> None:
    """Give the thread's database connection back: the wait that follows would keep it for nothing."""
    if not connection.in_atomic_block:
        connection.close()
