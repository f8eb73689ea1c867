"""What is said at a table: stored, then told to those who may hear it.

Players are heard by all; watchers by watchers only, since they may see more than a player does.
"""

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.broadcast.changes import encode, format_time
from games.broadcast.hub import Hub
from games.broadcast.notices import Notice
from games.broadcast.rooms import Rooms
from games.services.presence import Query

LINE_LENGTH = 300
"""As the column of `ChatLine.text`."""
SHOWN_LINES = 30
"""Lines told to somebody who comes in."""

_INSERT = """
insert into play_chat (table_id, user_id, seat, text, phrase, at) values (%s, %s, %s, %s, '', %s) returning id
"""
_COLUMNS = "select c.id, u.username, c.seat, c.text, c.at from play_chat c join accounts_user u on u.id = c.user_id "
_READ_ONE = _COLUMNS + "where c.id = %s"
_READ_LATEST = _COLUMNS + "where c.table_id = %s and (%s or c.seat is not null) order by c.id desc limit %s"


@dataclass(frozen=True, slots=True)
class Line:
    """One line said.

    Attributes:
        seat: where the speaker sat; None for a watcher.
    """

    name: str
    seat: int | None
    text: str
    at: datetime

    @property
    def frame(self) -> str:
        """The encoded `chat` message."""
        return encode(
            {"type": "chat", "from": self.name, "seat": self.seat, "text": self.text, "at": format_time(self.at)}
        )


def clean_text(text: str) -> str:
    """Return the text on one line, without control characters and blanks around it, cut to what a line holds."""
    spaced = "".join(" " if unicodedata.category(sign) in {"Cc", "Zl", "Zp"} else sign for sign in text)
    shown = "".join(sign for sign in spaced if unicodedata.category(sign) not in {"Cf", "Co", "Cs"} or sign == "\u200d")
    return " ".join(shown.split())[:LINE_LENGTH]


class ChatRoom:
    """Stores lines and hands them out."""

    def __init__(self, *, rooms: Rooms, query: Query, hub: Hub) -> None:
        self._rooms = rooms
        self._query = query
        self._hub = hub

    async def say(self, *, table_id: int, user_id: int, line: Line) -> None:
        """Store a line, tell it to the sockets here and wake the other processes."""
        rows = await self._query(_INSERT, [table_id, user_id, line.seat, line.text, line.at])
        self._tell(table_id, line)
        self._hub.notify(Notice("c", table_id, rows[0][0]))

    async def hear(self, *, table_id: int, line_id: int) -> None:
        """Tell the sockets here a line that another process stored."""
        for _id, *columns in await self._query(_READ_ONE, [line_id]):
            self._tell(table_id, Line(*columns))

    async def latest(self, *, table_id: int, is_watcher: bool) -> list[Line]:
        """Return the latest lines that a player, or a watcher, may see, oldest first."""
        rows: list[Any] = await self._query(_READ_LATEST, [table_id, is_watcher, SHOWN_LINES])
        return [Line(*columns) for _id, *columns in reversed(rows)]

    def _tell(self, table_id: int, line: Line) -> None:
        room = self._rooms.get(table_id)
        for outbox in tuple(room.outboxes) if room else ():
            outbox.tell_chat(line.frame, is_from_watcher=line.seat is None)


def make_line(*, name: str, seat: int | None, text: str, now: datetime | None = None) -> Line:
    """Return a line as it will be stored."""
    return Line(name, seat, clean_text(text), now or timezone.now())
