"""What is said at a table: stored, then told to those who may hear it.

Players are heard by all. Watchers are heard by watchers, since they may see more than a player does, and by players
while nobody plays. Nobody hears whom they have blocked. There is no line to partners alone.
"""

import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone, translation

from games.broadcast.changes import encode, format_time
from games.broadcast.hub import Hub
from games.broadcast.notices import Notice
from games.broadcast.rooms import Rooms
from games.services.chat_phrases import PHRASES
from games.services.presence import Query

LINE_LENGTH = 300
"""As the column of `ChatLine.text`."""
SHOWN_LINES = 30
"""Lines told to somebody who comes in."""

_INSERT = """
insert into play_chat (table_id, user_id, seat, text, phrase, at) values (%s, %s, %s, %s, %s, %s) returning id
"""
_COLUMNS = """
select c.id, c.user_id, u.username, c.seat, c.text, c.phrase, c.at
from play_chat c join accounts_user u on u.id = c.user_id
"""
_READ_ONE = _COLUMNS + "where c.id = %s"
_READ_LATEST = (
    _COLUMNS
    + """
where c.table_id = %s and (%s or c.seat is not null) and not exists (
    select from accounts_relation r where r.owner_id = %s and r.other_id = c.user_id and r.kind = 'block')
order by c.id desc limit %s
"""
)
_READ_BLOCKERS = "select owner_id from accounts_relation where other_id = %s and kind = 'block'"


class Line:
    """One line said.

    Attributes:
        id: its number; 0 before it is stored.
        seat: where the speaker sat; None for a watcher.
        text: as typed; of a phrase its English.
        phrase: the key of a quick phrase, else empty.
    """

    __slots__ = ("_frames", "at", "id", "name", "phrase", "seat", "text", "user_id")

    def __init__(  # noqa: PLR0913 -- a row
        self, id_: int, user_id: int, *, name: str, seat: int | None, text: str, phrase: str, at: datetime
    ) -> None:
        self.id = id_
        self.user_id = user_id
        self.name = name
        self.seat = seat
        self.text = text
        self.phrase = phrase
        self.at = at
        self._frames: dict[str, str] = {}

    @property
    def is_from_watcher(self) -> bool:
        """Whether the speaker did not sit at the table."""
        return self.seat is None

    def frame(self, language: str) -> str:
        """Return the encoded `chat` message for a reader of this language."""
        frame = self._frames.get(language)
        if frame is None:
            frame = self._frames[language] = encode(self._describe(language))
        return frame

    def _describe(self, language: str) -> dict[str, Any]:
        return {
            "type": "chat",
            "id": self.id,
            "from": self.name,
            "user": self.user_id,
            "seat": self.seat,
            "text": self._translate(language),
            "phrase": self.phrase or None,
            "at": format_time(self.at),
        }

    def _translate(self, language: str) -> str:
        if self.phrase not in PHRASES:
            return self.text
        with translation.override(language):
            return str(PHRASES[self.phrase])


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

    async def say(self, line: Line, *, table_id: int) -> None:
        """Store a line, tell it to the sockets here and wake the other processes."""
        columns = [table_id, line.user_id, line.seat, line.text, line.phrase, line.at]
        rows = await self._query(_INSERT, columns)
        line.id = rows[0][0]
        await self._tell(table_id, line)
        self._hub.notify(Notice("c", table_id, line.id))

    async def hear(self, *, table_id: int, line_id: int) -> None:
        """Tell the sockets here a line that another process stored."""
        for line in _read_lines(await self._query(_READ_ONE, [line_id])):
            await self._tell(table_id, line)

    async def latest(self, *, table_id: int, reader_id: int, has_watchers: bool) -> list[Line]:
        """Return the latest lines that a reader may see, oldest first; `has_watchers`: those of watchers too."""
        rows = await self._query(_READ_LATEST, [table_id, has_watchers, reader_id, SHOWN_LINES])
        return list(_read_lines(reversed(rows)))

    async def _tell(self, table_id: int, line: Line) -> None:
        """Tell the sockets of the table here; who has blocked the speaker is looked up each time, lines being rare."""
        if self._rooms.get(table_id) is None:
            return
        blockers = {row[0] for row in await self._query(_READ_BLOCKERS, [line.user_id])}
        room = self._rooms.get(table_id)
        for outbox in tuple(room.outboxes) if room else ():
            outbox.tell_chat(line, blocker_ids=blockers)


def make_line(
    *, user_id: int, name: str, seat: int | None, text: str = "", phrase: str = "", now: datetime | None = None
) -> Line:
    """Return a line as it will be stored: of a phrase, or else of what was typed."""
    with translation.override("en"):
        said = str(PHRASES[phrase]) if phrase else clean_text(text)
    return Line(0, user_id, name=name, seat=seat, text=said, phrase=phrase, at=now or timezone.now())


def _read_lines(rows: Iterable[Any]) -> Iterable[Line]:
    for id_, user_id, name, seat, text, phrase, at in rows:
        yield Line(id_, user_id, name=name, seat=seat, text=text, phrase=phrase, at=at)
