"""Commits the commands of a web process: those that arrive during a commit share the next one."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg

from games.broadcast.connecting import connect
from games.broadcast.loops import end
from games.services.play_road import Store
from games.services.table_rows import COMMIT, Stored, encode_rows, write_row

logger = logging.getLogger(__name__)

BATCH = 200
"""Commands in one statement at the most."""
WAIT_SECONDS = (0.05, 0.1, 0.2, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0)
"""Pauses between attempts to reach a database that went away: a restart of PostgreSQL fits in."""
PLAN = "-c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off -c plan_cache_mode=force_generic_plan"
"""Nested loops over the commands lock tables in the order of the argument, and one plan serves all batches."""


class _Item(NamedTuple):
    store: Store
    answer: asyncio.Future[Stored | None]


class Committer:
    """One connection that commits whatever waits, in one statement.

    Attributes:
        stored: commands committed so far, for measuring.
        statements: statements that they went in.
    """

    def __init__(self) -> None:
        self._waiting: list[_Item] = []
        self._has_waiting = asyncio.Event()
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self.stored = 0
        self.statements = 0

    async def start(self) -> None:
        """Connect and begin.

        Raises:
            psycopg.OperationalError: the database can't be reached.
        """
        self._connection = await connect(options=PLAN)
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End after the commit that is under way; what waits is given up."""
        await end(self._task)
        for item in self._waiting:
            item.answer.cancel()
        await self._disconnect()

    async def store(self, store: Store) -> Stored | None:
        """Commit a decision; None when somebody was first at its table.

        Raises:
            psycopg.Error: the database refused it, or stayed away; it may or may not have been committed then.
        """
        answer: asyncio.Future[Stored | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Item(store, answer))
        self._has_waiting.set()
        return await answer

    async def _run(self) -> None:
        while True:
            await self._has_waiting.wait()
            items, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            if not self._waiting:
                self._has_waiting.clear()
            try:
                await self._commit(items)
            except Exception as error:  # the top of a long-lived loop: those who wait are told
                logger.exception("A commit failed")
                _answer_all(items, error=error)

    async def _commit(self, items: Sequence[_Item]) -> None:
        try:
            answers = await self._execute_surely(encode_rows([_row(item) for item in items]))
        except psycopg.Error as error:
            await self._commit_one_by_one(items, error=error)
            return
        self.stored += len(items)
        for item in items:
            if not item.answer.done():
                item.answer.set_result(answers.get(item.store.before.setup.table_id))

    async def _commit_one_by_one(self, items: Sequence[_Item], *, error: psycopg.Error) -> None:
        """Commit each on its own, so that what is wrong with one is not told of the others."""
        if len(items) > 1 and not isinstance(error, psycopg.OperationalError):
            for item in items:
                await self._commit([item])
            return
        _answer_all(items, error=error)

    async def _execute_surely(self, argument: str) -> dict[int, Stored]:
        """Execute; again if the connection was lost, which the command ids and versions make safe."""
        for seconds in WAIT_SECONDS:
            try:
                return await self._execute(argument)
            except psycopg.OperationalError as error:
                logger.warning("A commit is repeated in %s s: %s", seconds, error)
                await self._disconnect_if_lost()
                await asyncio.sleep(seconds)
        return await self._execute(argument)

    async def _execute(self, argument: str) -> dict[int, Stored]:
        if self._connection is None:
            self._connection = await connect(options=PLAN)
        cursor = await self._connection.execute(COMMIT, [argument], prepare=True)
        rows = await cursor.fetchall()
        self.statements += 1
        return {row[0]: Stored(*row) for row in rows}

    async def _disconnect_if_lost(self) -> None:
        if self._connection is not None and self._connection.closed:
            await self._disconnect()

    async def _disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


def _answer_all(items: Sequence[_Item], *, error: Exception) -> None:
    for item in items:
        if not item.answer.done():
            item.answer.set_exception(error)


def _row(item: _Item) -> dict[str, Any]:
    return write_row(item.store.decision, before=item.store.before)
