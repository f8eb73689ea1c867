"""Reads rows on the event loop: a small pool of connections, and states folded from what they give."""

import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool

from games.broadcast.connecting import connection_params
from games.services.executors import site_timing
from games.services.play_road import TableNotFound
from games.services.table_rows import READ_ROWS, READ_SETUP, read_event, read_setup
from games.services.table_state import NewMatchError, begin, fold
from games.services.table_values import TableState

POOL_SIZE = 4
"""Reading connections: rows are read only for tables that are cold, or that others changed."""
SHORT_FOLD_ROWS = 50
"""Rows that are folded in a few milliseconds. More, as those of a table that nobody here has looked at for long, are
folded in a thread: a long match takes up to half a second, and all tables of the process would wait."""


class RowReader:
    """The reading connections of one loop."""

    def __init__(self) -> None:
        self._pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]] = AsyncConnectionPool(
            kwargs={**connection_params(), "autocommit": True},
            min_size=1,
            max_size=POOL_SIZE,
            open=False,
            check=AsyncConnectionPool.check_connection,
        )

    async def open(self) -> None:
        """Connect."""
        await self._pool.open()

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()

    async def query(self, text: str, params: list[Any]) -> list[Any]:
        """Return the rows of a statement; once more on a new connection if the old one was lost."""
        try:
            return await self._query(text, params)
        except psycopg.OperationalError:
            return await self._query(text, params)

    async def fold(self, table_id: int) -> TableState:
        """Return the table folded from all rows of its match.

        Raises:
            TableNotFound: there is no such table.
        """
        rows = await self.query(READ_SETUP, [[table_id]])
        if not rows:
            raise TableNotFound(table_id)
        return await self.read_on(begin(read_setup(rows[0], timing=site_timing())))

    async def read_on(self, state: TableState) -> TableState:
        """Return the table with the rows that came after the state."""
        rows = await self.query(READ_ROWS, [[state.setup.table_id], [state.version]])
        try:
            if len(rows) <= SHORT_FOLD_ROWS:
                return _fold_rows(state, rows)
            return await asyncio.to_thread(_fold_rows, state, rows)
        except NewMatchError:
            return await self.fold(state.setup.table_id)

    async def _query(self, text: str, params: list[Any]) -> list[Any]:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(text, params)
            return await cursor.fetchall() if cursor.description else []


def _fold_rows(state: TableState, rows: Sequence[Sequence[Any]]) -> TableState:
    return fold(state, map(read_event, rows))
