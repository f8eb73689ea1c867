"""The live path of a web process: its rooms, its commits, the hub, and reading what others committed."""

import asyncio
import gc
import logging
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

from games.broadcast.hub import Hub
from games.broadcast.notices import Notice
from games.broadcast.rooms import Rooms
from games.services.chat import ChatRoom
from games.services.committer import Committer
from games.services.devices import Devices
from games.services.lobby_watch import LobbyWatch
from games.services.notes import Notes
from games.services.play_road import Committed, Find, Load, Refresh, Step, Store, TableNotFound
from games.services.presence import Presence
from games.services.pulse import Pulse
from games.services.row_reader import RowReader
from games.services.table_cache import cache
from games.services.table_rows import (
    FIND_COMMAND,
    READ_ROWS,
    READ_VERSIONS,
    StoredEvent,
    read_event,
)
from games.services.table_state import BrokenRowError, NewMatchError, apply_row
from games.services.table_values import TableState

logger = logging.getLogger(__name__)

GC_THRESHOLDS = (50_000, 20, 50)
"""Collections are for circles, and states and messages make none: Python's own 700 looked for them all the time."""


class LivePath:
    """Everything on the event loop that a web process needs to play; one a loop."""

    def __init__(self) -> None:
        self.rooms = Rooms()
        self._reader = RowReader()
        self.committer = Committer()
        self.hub = Hub(hear=self._hear, catch_up=self._catch_up)
        self.presence = Presence(rooms=self.rooms, query=self._reader.query, tell_others=self._tell_presence)
        self.pulse = Pulse()
        self.devices = Devices(rooms=self.rooms, hub=self.hub)
        self.notes = Notes(query=self._reader.query)
        self.chat = ChatRoom(rooms=self.rooms, query=self._reader.query, hub=self.hub)
        self.lobby = LobbyWatch(query=self._reader.query)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._background: set[asyncio.Future[None]] = set()

    async def start(self) -> None:
        """Connect; returns once this process hears of others' commits.

        Raises:
            psycopg.OperationalError: the database can't be reached.
        """
        await self.committer.start()
        await self._reader.open()
        await self.hub.start()
        await self.pulse.start()
        self.presence.start()
        self.notes.start()
        # What is loaded by now stays: full collections that look through all of it again cost a tenth of all moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)

    async def stop(self) -> None:
        """Close all connections."""
        await self.lobby.stop()
        await self.presence.stop()
        await self.notes.stop()
        await self.pulse.stop()
        await self.hub.stop()
        await self.committer.stop()
        await asyncio.gather(*self._background, return_exceptions=True)
        await self._reader.close()

    async def run_road(self, table_id: int, steps: Generator[Step, Any, Committed]) -> Committed:
        """Do what the road asks for until it has committed, then tell the sockets here and the other processes.

        Commands of one table wait for each other; those of different tables share commits.

        Raises:
            Refused: from the road.
            TableNotFound: there is no such table.
            psycopg.Error: the database stayed away.
        """
        async with self._lock(table_id):
            answer: Any = None
            while True:
                try:
                    step = steps.send(answer)
                except StopIteration as end:
                    committed: Committed = end.value
                    break
                answer = cache.get(table_id) if type(step) is Load else None
                if answer is None:
                    answer = await self._do(step)
            self._publish(committed.state)
        return committed

    async def load_state(self, table_id: int) -> TableState:
        """Return the table at its latest version; sockets here are told what was missing.

        Raises:
            TableNotFound: there is no such table.
        """
        state = cache.get(table_id)
        if state is None:
            state = await self._reader.fold(table_id)
        else:
            state = await self._reader.read_on(state)
        self.tell(state)
        return cache.get(table_id) or state

    def tell(self, state: TableState) -> None:
        """Keep the state, and tell the sockets here what they don't know of it."""
        table_id = state.setup.table_id
        known = cache.get(table_id)
        cache.put(state)
        self.rooms.deliver(table_id, state)
        if known is None or known.seats is not state.seats:
            self.presence.show(table_id)

    def in_background(self, work: Callable[[TableState], None], state: TableState) -> None:
        """Do in a thread what waits for a broker."""
        task = asyncio.ensure_future(asyncio.to_thread(work, state))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _publish(self, state: TableState) -> None:
        self.tell(state)
        self.hub.notify(Notice("v", state.setup.table_id, state.version))

    def _lock(self, table_id: int) -> asyncio.Lock:
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def _do(self, step: Step) -> Any:
        match step:
            case Store():
                return await self.committer.store(step)
            case Load(table_id):
                return await self._reader.fold(table_id)
            case Refresh(state):
                return await self._refresh(state)
            case Find(table_id, command):
                rows = await self._reader.query(FIND_COMMAND, [table_id, command.user_id, command.id])
                return rows[0][0] if rows else None

    async def _refresh(self, state: TableState) -> TableState:
        fresh, table_id = await self._reader.read_on(state), state.setup.table_id
        stored = [(table_id, state.version)]
        if fresh.version == state.version and await self._reader.query(READ_VERSIONS, [[table_id]]) != stored:
            cache.drop(table_id)
            fresh = await self._reader.fold(table_id)
        self.tell(fresh)
        return fresh

    async def _hear(self, notices: list[Notice]) -> None:
        versions: dict[int, int] = {}
        for notice in notices:
            if self.rooms.get(notice.table_id) is None:
                continue
            if notice.kind == "v":
                versions[notice.table_id] = max(notice.number, versions.get(notice.table_id, 0))
            elif notice.kind == "p":
                self.presence.show(notice.table_id)
            elif notice.kind == "d":
                self.devices.hear(table_id=notice.table_id, user_id=notice.number)
            else:
                await self.chat.hear(table_id=notice.table_id, line_id=notice.number)
        await self._read_missing(versions)

    async def _catch_up(self) -> None:
        """Read what the sockets here were not told, of whatever was committed without our hearing of it."""
        if table_ids := list(self.rooms.table_ids()):
            rows = await self._reader.query(READ_VERSIONS, [table_ids])
            await self._read_missing({key: version for key, version in rows if self._lacks(key, version)})

    def _lacks(self, table_id: int, version: int) -> bool:
        room = self.rooms.get(table_id)
        return room is not None and room.version < version

    async def _read_missing(self, versions: Mapping[int, int]) -> None:
        """Read the rows of all tables whose state here is older than the version named, and tell the sockets."""
        known = {it: state for it in versions if (state := cache.get(it)) and state.version < versions[it]}
        for table_id in versions.keys() - known.keys():
            state = cache.get(table_id)
            if state is None:
                await self._load_if_possible(table_id)
            else:
                self.presence.show(table_id)
                self.tell(state)  # a thread of this process may have committed it, and can't tell the sockets itself
        if not known:
            return
        rows = await self._reader.query(READ_ROWS, [list(known), [state.version for state in known.values()]])
        for table_id in _apply_all(map(read_event, rows), known=known):
            del known[table_id]
            cache.drop(table_id)
            await self._load_if_possible(table_id)
        for state in known.values():
            self.tell(state)

    async def _load_if_possible(self, table_id: int) -> None:
        """Load a table; one that is broken or gone must not keep the others from being read."""
        try:
            await self.load_state(table_id)
        except (BrokenRowError, TableNotFound) as error:
            logger.error("Table %s can't be followed: %s", table_id, error)  # noqa: TRY400 -- it names the place

    def _tell_presence(self, table_id: int) -> None:
        self.hub.notify(Notice("p", table_id))


def _apply_all(rows: Iterable[StoredEvent], *, known: dict[int, TableState]) -> set[int]:
    """Bring the states up to date with the rows; return the tables where another match begins, to be read anew."""
    renewed: set[int] = set()
    for row in rows:
        table_id = row.table_id
        state = known[table_id] = _newer(known[table_id], cache.get(table_id))
        if table_id in renewed or row.version != state.version + 1:
            continue
        try:
            known[table_id] = _apply_if_possible(state, row)
        except NewMatchError:
            renewed.add(table_id)
    return renewed


def _apply_if_possible(state: TableState, row: StoredEvent) -> TableState:
    """Return the state after the row; without it when it is broken, so that the other tables are followed."""
    try:
        return apply_row(state, row)
    except BrokenRowError as error:
        logger.error("A table can't be followed: %s", error)  # noqa: TRY400 -- it names the place
        return state


def _newer(one: TableState, other: TableState | None) -> TableState:
    return one if other is None or one.version >= other.version else other


_starting: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[LivePath]] = WeakKeyDictionary()


async def ensure_live_path() -> LivePath:
    """Return the live path of this loop, started if it was not: no server promises to call us before its first socket.

    Raises:
        psycopg.OperationalError: the database can't be reached; the next call tries again.
    """
    loop = asyncio.get_running_loop()
    starting = _starting.get(loop)
    if starting is None or (starting.done() and (starting.cancelled() or starting.exception())):
        starting = _starting[loop] = loop.create_task(_start())
    return await asyncio.shield(starting)


def live_path() -> LivePath:
    """Return the live path of this loop.

    Raises:
        LookupError: it was not started.
    """
    path = running_live_path()
    if path is None:
        raise LookupError("the live path was not started on this loop: await ensure_live_path()")
    return path


def running_live_path() -> LivePath | None:
    """Return the live path of this loop, or None where it was not started."""
    starting = _starting.get(asyncio.get_running_loop())
    if starting is None or not starting.done() or starting.cancelled() or starting.exception():
        return None
    return starting.result()


async def stop_live_path() -> None:
    """Stop the live path of this loop, if it runs."""
    path = running_live_path()
    _starting.pop(asyncio.get_running_loop(), None)
    if path is not None:
        await path.stop()


async def _start() -> LivePath:
    path = LivePath()
    try:
        await path.start()
    except BaseException:
        await path.stop()  # the next start connects anew, and each would leave its own behind
        raise
    return path
