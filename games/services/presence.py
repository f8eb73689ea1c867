"""Who is at which table: rows told by the processes that hold the sockets, and messages made from them.

Times: the page shows somebody as away 30 s after their last socket went; the game's clock asks for open sockets only
(`selectors.presence`).
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from django.utils import timezone

from games.broadcast.changes import encode
from games.broadcast.loops import end
from games.broadcast.notices import PROCESS
from games.broadcast.rooms import Rooms
from games.selectors.presence import PRESENT_SECONDS
from games.services.table_cache import cache
from games.services.table_values import Sitter, TableState

logger = logging.getLogger(__name__)

REFRESH_SECONDS = 10.0
"""How often a process says which sockets it still holds: three times in the 30 s after which they count as gone."""

# One statement for all: somebody whose account is gone is left out, or nobody of the batch would count as here.
_SAVE = """
insert into play_presence (process, socket, table_id, user_id, seat, is_open, seen_at)
select %s, s.socket, s.table_id, s.user_id, s.seat, s.is_open, %s
from unnest(%s::int[], %s::bigint[], %s::bigint[], %s::smallint[], %s::bool[])
    as s(socket, table_id, user_id, seat, is_open)
join accounts_user u on u.id = s.user_id join play_table t on t.id = s.table_id
on conflict (process, socket) do update
set seat = excluded.seat, is_open = excluded.is_open, seen_at = excluded.seen_at
"""
_REFRESH = "update play_presence set seen_at = %s where process = %s and is_open"
_READ = """
select table_id, user_id, bool_or(is_open) from play_presence
where table_id = any(%s) and seen_at > %s - make_interval(secs => %s)
group by table_id, user_id
"""

Query = Callable[[str, list[Any]], Awaitable[list[Any]]]
Tell = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Here:
    """A socket, as presence sees it."""

    socket: int
    table_id: int
    user_id: int
    seat: int | None
    is_open: bool = True


class Presence:
    """Keeps the rows of this process' sockets, and tells rooms who is there.

    Everything is gathered and done in one loop, so that three hundred sockets that come at once cost a few statements.
    """

    def __init__(self, *, rooms: Rooms, query: Query, tell_others: Tell) -> None:
        self._rooms = rooms
        self._query = query
        self._tell_others = tell_others
        self._unsaved: dict[int, Here] = {}
        self._unshown: set[int] = set()
        self._has_work = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin the loop."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End the loop; what is not saved yet is saved, so that no socket seems open for ever."""
        await end(self._task)
        with suppress(psycopg.OperationalError):
            await self._save()

    def note(self, here: Here) -> None:
        """Note a socket that came, went or changed its seat."""
        self._unsaved[here.socket] = here
        self._has_work.set()

    def show(self, table_id: int) -> None:
        """Have the table's sockets here told who is there, if that changed."""
        self._unshown.add(table_id)
        self._has_work.set()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        refresh_at = loop.time() + REFRESH_SECONDS
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(refresh_at):
                    await self._has_work.wait()
            try:
                if loop.time() >= refresh_at:
                    refresh_at = loop.time() + REFRESH_SECONDS
                    await self._refresh()
                await self._work()
            except psycopg.OperationalError as error:
                logger.warning("Presence could not be written, and is tried again: %s", error)
            except Exception:  # the top of a long-lived loop
                logger.exception("Presence failed once")

    async def _refresh(self) -> None:
        await self._query(_REFRESH, [timezone.now(), PROCESS])
        self._unshown.update(self._rooms.table_ids())

    async def _work(self) -> None:
        self._has_work.clear()
        for table_id in await self._save():
            self._tell_others(table_id)
            self._unshown.add(table_id)
        await self._show()

    async def _save(self) -> set[int]:
        if not self._unsaved:
            return set()
        sockets, self._unsaved = list(self._unsaved.values()), {}
        columns = ([getattr(here, name) for here in sockets] for name in Here.__slots__)
        try:
            await self._query(_SAVE, [PROCESS, timezone.now(), *columns])
        except psycopg.OperationalError:
            self._unsaved = {here.socket: here for here in sockets} | self._unsaved
            raise
        return {here.table_id for here in sockets}

    async def _show(self) -> None:
        table_ids, self._unshown = [it for it in self._unshown if self._rooms.get(it)], set()
        if not table_ids:
            return
        present: dict[int, dict[int, bool]] = defaultdict(dict)
        for table_id, user_id, is_open in await self._query(_READ, [table_ids, timezone.now(), PRESENT_SECONDS]):
            present[table_id][user_id] = is_open
        for table_id in table_ids:
            self._show_table(table_id, present=present[table_id])

    def _show_table(self, table_id: int, *, present: Mapping[int, bool]) -> None:
        room, state = self._rooms.get(table_id), cache.get(table_id)
        if room is None or state is None:
            return
        frame = encode(presence_message(state, present=present))
        if frame == room.presence_frame:
            return
        room.presence_frame = frame
        for outbox in tuple(room.outboxes):
            outbox.tell_presence(frame)


def presence_message(state: TableState, *, present: Mapping[int, bool]) -> dict[str, Any]:
    """Return the `presence` message; `present` tells of each user seen lately whether a socket is open."""
    seated = {sitter.user_id for sitter in state.seats if sitter}
    watchers = sum(is_open for user_id, is_open in present.items() if user_id not in seated)
    return {"type": "presence", "seats": _seat_words(state.seats, present=present), "watchers": watchers}


def _seat_words(seats: Iterable[Sitter | None], *, present: Mapping[int, bool]) -> list[str | None]:
    return [None if sitter is None else _seat_word(sitter, present=present) for sitter in seats]


def _seat_word(sitter: Sitter, *, present: Mapping[int, bool]) -> str:
    if sitter.is_played_by_bot:
        return "bot"
    return "connected" if sitter.user_id in present else "away"
