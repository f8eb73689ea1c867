"""What processes tell each other by NOTIFY: which tables have a new version, a chat line, or a change of presence.

A notice only wakes; what it is about is read from the rows. PostgreSQL takes 8,000 bytes a notice at the most.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from uuid import uuid4

CHANNEL = "kqj_table"
PROCESS = uuid4()
"""This process' name in notices and presence rows; a forked worker may share it, as workers hold no sockets."""

NOTIFY = "select pg_notify(%s, notice) from unnest(%s::text[]) as notice"
NOTICE_ITEMS = 200
"""Items a notice: at most 36 bytes each, so that it stays below 8,000."""


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing to tell.

    Attributes:
        kind: `v` (number: the version), `c` (number: the chat line), `p` (number: 0) or `d` (number: the user who
            came from another device).
    """

    kind: str
    table_id: int
    number: int = 0


def format_notices(notices: Iterable[Notice], *, origin: str) -> list[str]:
    """Return the texts to notify; doubled notices are told once.

    `origin` names the process that has told its own sockets already; empty for one that has none.
    """
    items = [[notice.kind, notice.table_id, notice.number] for notice in dict.fromkeys(notices)]
    chunks = [items[start : start + NOTICE_ITEMS] for start in range(0, len(items), NOTICE_ITEMS)]
    return [json.dumps([origin, *chunk], separators=(",", ":")) for chunk in chunks]


def parse_notices(text: str) -> tuple[str, Iterator[Notice]]:
    """Return the origin and the notices of a text."""
    origin, *items = json.loads(text)
    return origin, (Notice(*item) for item in items)
