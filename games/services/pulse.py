"""The sign of life of a web process: a lock that it holds and a row that it writes each second. See `uptime`."""

import asyncio
import logging
from datetime import datetime
from typing import Any

import psycopg
from channels.db import database_sync_to_async
from django.utils import timezone

from games.broadcast.connecting import connect
from games.broadcast.loops import end
from games.broadcast.notices import PROCESS
from games.services.uptime import BEAT_SECONDS, STALE, WEB_LOCK, settle_outage

logger = logging.getLogger(__name__)

_TRY_ALONE = "select pg_try_advisory_lock(%s)"
_SHARE = "select pg_advisory_lock_shared(%s)"
_END_ALONE = "select pg_advisory_unlock(%s)"
_BEAT = """
insert into play_heartbeat (process, at) values (%s, %s) on conflict (process) do update set at = excluded.at
"""


class Pulse:
    """Keeps the lock and the row of this process."""

    def __init__(self, *, lock: int = WEB_LOCK) -> None:
        self._lock = lock
        self._connection: psycopg.AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._beat_at: datetime | None = None

    async def start(self) -> None:
        """Begin; returns once clocks have been given back what an outage before took.

        Raises:
            psycopg.OperationalError: the database can't be reached.
        """
        await self._enter()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End, which lets go of the lock."""
        await end(self._task)
        await self._disconnect()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._go_on()
            except psycopg.Error as error:
                logger.warning("The sign of life could not be written, and is tried again: %s", error)
                await self._disconnect()
            except Exception:  # the top of a long-lived loop: without a pulse the site counts as down
                logger.exception("The sign of life failed once")
                await self._disconnect()

    async def _go_on(self) -> None:
        if self._connection is None:
            await self._enter()
            return
        now = timezone.now()
        if self._beat_at is not None and now - self._beat_at >= STALE:
            await database_sync_to_async(settle_outage)(is_first=False, now=now)
        await self._beat()

    async def _enter(self) -> None:
        """Take the lock; whoever is alone then gives time back before it shares the lock with others."""
        self._connection = await connect()
        cursor = await self._connection.execute(_TRY_ALONE, [self._lock])
        row = await cursor.fetchone()
        is_first = row is not None and bool(row[0])
        await database_sync_to_async(settle_outage)(is_first=is_first, now=timezone.now())
        await self._beat()
        await self._connection.execute(_SHARE, [self._lock])
        if is_first:
            await self._connection.execute(_END_ALONE, [self._lock])

    async def _beat(self) -> None:
        assert self._connection is not None
        now = timezone.now()
        await self._connection.execute(_BEAT, [PROCESS, now])
        self._beat_at = now

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
