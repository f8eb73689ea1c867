"""Writes down what happens at a table and changes nothing there: comings, goings, refusals (`models.TableNote`).

A move must not cost a statement more, so a web process gathers notes and writes those of a second at once. Only of who
sits at the table: what a watcher does is nobody's business. What was tried is not kept, for it may name a card.
"""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

import psycopg
from django.db import connection
from django.utils import timezone

from games.broadcast.loops import end
from games.models import NoteKind
from games.services.presence import Query
from games.services.table_values import Command, Refused, TableState

__all__ = ["Note", "NoteKind", "Notes", "keep_refusal"]

logger = logging.getLogger(__name__)

FLUSH_SECONDS = 1.0
NOTES_MAX = 5_000
"""Notes that wait while the database is away; later ones are dropped."""

_INSERT = """
insert into play_note (table_id, version, user_id, seat, kind, command, code, count, at)
select n.table_id, n.version, n.user_id, n.seat, n.kind, n.command, n.code, n.count, n.at
from jsonb_to_recordset(%s::jsonb) as n(table_id bigint, version int, user_id bigint, seat smallint, kind text,
    command text, code text, count int, at timestamptz)
join accounts_user u on u.id = n.user_id join play_table t on t.id = n.table_id
"""
# Who sits where stands in the table's row: a refusal costs one statement more, and reads nothing.
_KEEP_REFUSAL = """
insert into play_note (table_id, version, user_id, seat, kind, command, code, count, at)
select t.id, t.version, u.id, s.place - 1, 'refused', %s, %s, 1, %s
from play_table t, jsonb_array_elements(t.seats) with ordinality as s(sitter, place), accounts_user u
where t.id = %s and u.id = %s and s.sitter ->> 'user' = u.id::text and s.sitter ->> 'kind' <> 'bot'
"""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to note; see `TableNote`."""

    table_id: int
    version: int
    user_id: int
    seat: int
    kind: str
    command: str = ""
    code: str = ""


class Notes:
    """Gathers the notes of one loop and writes them."""

    def __init__(self, *, query: Query) -> None:
        self._query = query
        self._waiting: dict[Note, tuple[int, datetime]] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what waits, and end."""
        await end(self._task)
        with suppress(psycopg.OperationalError):
            await self._flush()

    def add(self, note: Note) -> None:
        """Note something; the same thing within a second is counted."""
        count, at = self._waiting.get(note, (0, timezone.now()))
        if count or len(self._waiting) < NOTES_MAX:
            self._waiting[note] = (count + 1, at)

    def add_refusal(self, state: TableState | None, *, user_id: int, command: str, refused: Refused) -> None:
        """Note what was refused to somebody who sits at the table."""
        note = _note_refusal(state, user_id=user_id, command=command, refused=refused)
        if note is not None:
            self.add(note)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            try:
                await self._flush()
            except psycopg.OperationalError as error:
                logger.warning("Notes could not be written, and are tried again: %s", error)
            except Exception:  # the top of a long-lived loop
                logger.exception("Notes failed once")

    async def _flush(self) -> None:
        if not self._waiting:
            return
        waiting, self._waiting = self._waiting, {}
        rows = [{**_columns(note), "count": count, "at": at.isoformat()} for note, (count, at) in waiting.items()]
        try:
            await self._query(_INSERT, [json.dumps(rows)])
        except psycopg.OperationalError:
            self._waiting = waiting | self._waiting
            raise


def keep_refusal(table_id: int, *, command: Command, refused: Refused, now: datetime) -> None:
    """Note at once, on Django's connection, what was refused to somebody who sits at the table."""
    if command.user_id is None:
        return
    with connection.cursor() as cursor:
        cursor.execute(_KEEP_REFUSAL, [command.kind, refused.code, now, table_id, command.user_id])


def _note_refusal(state: TableState | None, *, user_id: int, command: str, refused: Refused) -> Note | None:
    seat = state.seat_of(user_id) if state is not None else None
    sitter = state.seats[seat] if state is not None and seat is not None else None
    if state is None or seat is None or sitter is None or sitter.is_bot:
        return None
    table_id = state.setup.table_id
    return Note(table_id, state.version, user_id, seat, NoteKind.REFUSED, command=command, code=refused.code)


def _columns(note: Note) -> dict[str, object]:
    return {name: getattr(note, name) for name in Note.__slots__}
