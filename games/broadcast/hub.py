"""The way between processes: one listening and one notifying connection on PostgreSQL's LISTEN/NOTIFY.

It is at-most-once, so it only wakes: whoever hears of a version it lacks reads the rows. What was never told, since
whoever committed it was killed before it could, is found by a look at the versions every few seconds; after a lost
connection the hub listens again and looks at once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

import psycopg

from games.broadcast.connecting import connect
from games.broadcast.loops import end
from games.broadcast.notices import CHANNEL, NOTIFY, PROCESS, Notice, format_notices, parse_notices

logger = logging.getLogger(__name__)

RETRY_SECONDS = 0.5
"""Pause between attempts to reach the database again: a restart takes about a second."""
LOOK_SECONDS = 2.0
"""How long players wait at the most for a move whose notice was lost; one statement for all tables at each look."""
Hear = Callable[[list[Notice]], Awaitable[None]]
CatchUp = Callable[[], Awaitable[None]]


class Hub:
    """Tells other processes, and hears them.

    Attributes:
        sent: notices sent so far, for measuring.
        statements: statements they went out in.
    """

    def __init__(self, *, hear: Hear, catch_up: CatchUp) -> None:
        self._hear = hear
        self._catch_up = catch_up
        self._waiting: list[Notice] = []
        self._has_waiting = asyncio.Event()
        self._is_listening = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.sent = 0
        self.statements = 0

    async def start(self) -> None:
        """Begin; returns once this process listens."""
        loops = (self._listen_forever(), self._notify_forever(), self._look_forever())
        self._tasks = [asyncio.create_task(loop) for loop in loops]
        await self._is_listening.wait()

    async def stop(self) -> None:
        """Close both connections."""
        await end(*self._tasks)
        self._tasks = []

    def notify(self, notice: Notice) -> None:
        """Put a notice in the queue; what waits goes out in one statement."""
        self._waiting.append(notice)
        self._has_waiting.set()

    async def _listen_forever(self) -> None:
        is_first = True
        while True:
            try:
                await self._listen(is_first=is_first)
            except psycopg.OperationalError as error:
                logger.warning("The hub lost its listening connection, and listens again: %s", error)
            except Exception:  # the top of a long-lived loop: a process that stays deaf is worse than any fault
                logger.exception("The hub failed while listening, and listens again")
            is_first = False
            self._is_listening.clear()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, *, is_first: bool) -> None:
        async with await connect() as connection:
            await connection.execute(f"listen {CHANNEL}")
            if not is_first:
                await self._catch_up()
            self._is_listening.set()
            async for notification in connection.notifies():
                await self._take(notification.payload)

    async def _take(self, payload: str) -> None:
        origin, notices = parse_notices(payload)
        if origin != str(PROCESS):
            await self._hear(list(notices))

    async def _look_forever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._catch_up()
            except psycopg.OperationalError as error:
                logger.warning("The hub could not look for what it missed, and looks again: %s", error)
            except Exception:  # the top of a long-lived loop
                logger.exception("The hub failed while looking for what it missed, and looks again")

    async def _notify_forever(self) -> None:
        while True:
            try:
                await self._notify_all()
            except psycopg.OperationalError as error:
                logger.warning("The hub lost its notifying connection: %s", error)
            except Exception:  # the top of a long-lived loop
                logger.exception("The hub failed while notifying, and begins again")
            await asyncio.sleep(RETRY_SECONDS)

    async def _notify_all(self) -> None:
        async with await connect(options="-c synchronous_commit=off") as connection:
            while True:
                await self._has_waiting.wait()
                await self._notify(connection, notices=self._take_waiting())

    async def _notify(self, connection: psycopg.AsyncConnection[object], *, notices: list[Notice]) -> None:
        texts = format_notices(notices, origin=str(PROCESS))
        try:
            await connection.execute(NOTIFY, [CHANNEL, texts])
        except psycopg.OperationalError:
            self._put_back(notices)
            raise
        self.sent += len(notices)
        self.statements += 1

    def _take_waiting(self) -> list[Notice]:
        notices, self._waiting = self._waiting, []
        self._has_waiting.clear()
        return notices

    def _put_back(self, notices: Iterable[Notice]) -> None:
        self._waiting[:0] = notices
        self._has_waiting.set()
