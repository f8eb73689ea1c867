"""The audit trail of a match: who did what, when it arrived, what the clocks said, and what was refused.

It is read from the rows that the match is made of, and from the notes beside them; nothing is stored for it at a move.
Players read it once the match is over, moderators at any time. It tells nothing that is hidden: actions are public;
nonces, and what was tried and refused, are left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.models import Match, NoteKind, TableNote
from games.services.executors import match_steps
from games.services.table_clocks import stop
from games.services.table_rows import StoredEvent
from games.services.table_timing import sleep_of
from games.services.table_values import Kind, Sitter, TableState

DETAILS: Mapping[str, tuple[str, ...]] = {
    Kind.ACT: ("action", "lag"),
    Kind.TIME_OUT: ("action",),
    Kind.CLAIM: ("plays",),
    Kind.UNDO: ("undone",),
    Kind.PROPOSE: ("vote", "about"),
    Kind.VOTE: ("vote", "agree"),
    Kind.CREDIT: ("down_at",),
}
"""What is told of a row's payload, by kind; of other kinds nothing, for a payload may hold nonces."""
SITE_KINDS = frozenset({Kind.TAKE_OVER, Kind.TIME_OUT, Kind.CLOSE, Kind.RESUME, Kind.CREDIT, Kind.NEW_MATCH})
"""Kinds that only the site sends."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One thing that happened.

    Attributes:
        at: when it arrived at the server.
        version: that it became; of a note the one that it was noted at.
        kind: of a row or of a note.
        seat: that it was about.
        name: who did it; empty for the site.
        by: player, bot, stand_in (a bot for a person) or site.
        detail: see DETAILS; of a refusal `command`, `code`, `count`.
        before_ms, after_ms: what the seat's clock had left; None without clocks.
    """

    at: datetime
    version: int
    kind: str
    seat: int | None
    name: str
    by: str
    detail: dict[str, Any]
    before_ms: int | None = None
    after_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """The audit trail of a match, oldest first.

    Attributes:
        names: by seat who sits there now, or sat at the end.
    """

    match_id: int
    table_id: int
    is_over: bool
    names: tuple[str, ...]
    lines: tuple[AuditLine, ...]


def match_audit(match_id: int, *, user_id: int, is_moderator: bool) -> Audit | None:
    """Return the audit trail of a match, or None if there is none that this user may read."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None or not (is_moderator or (match.finished_at and _has_played(match, user_id=user_id))):
        return None
    lines: list[AuditLine] = []
    names: tuple[str, ...] = ()
    last = 0
    for row, before, after in match_steps(match_id):
        lines.append(_read_row(row, before=before, after=after))
        names = tuple(sitter.name if sitter else "" for sitter in after.seats)
        last = row.version
    lines += _read_notes(match, last_version=last)
    return Audit(
        match_id,
        match.table_id,
        is_over=match.finished_at is not None,
        names=names,
        lines=tuple(sorted(lines, key=lambda line: (line.at, line.version))),
    )


def _has_played(match: Match, *, user_id: int) -> bool:
    """Return whether the user had a seat in the match; its results may not be written yet."""
    is_of_user = Q(user_id=user_id) | Q(starter_id=user_id)
    return (
        match.players.filter(is_of_user).exists()
        or match.events.filter(table_id=match.table_id, user_id=user_id, kind=Kind.ACT).exists()
    )


def _read_row(row: StoredEvent, *, before: TableState, after: TableState) -> AuditLine:
    seat, by = row.seat, _who(row, before=before)
    sitter = _sitter(row, before=before, after=after)
    detail = {name: row.payload[name] for name in DETAILS.get(row.kind, ()) if row.payload.get(name) is not None}
    return AuditLine(
        row.at,
        row.version,
        row.kind,
        seat,
        name="" if by == "site" or sitter is None else sitter.name,
        by=by,
        detail=detail,
        before_ms=_clock_ms(before, seat=seat, at=row.at),
        after_ms=_clock_ms(after, seat=seat, at=row.at),
    )


def _who(row: StoredEvent, *, before: TableState) -> str:
    if row.payload.get("stand_in"):
        return "stand_in"
    if row.kind in SITE_KINDS or (row.user_id is None and row.seat is None):
        return "site"
    sitter = before.seats[row.seat] if row.seat is not None else None
    return "bot" if sitter is not None and sitter.is_bot and row.kind == Kind.ACT else "player"


def _sitter(row: StoredEvent, *, before: TableState, after: TableState) -> Sitter | None:
    """Return who acted: the sitter of the row's user, or else who holds its seat."""
    for state in (before, after):
        seat = state.seat_of(row.user_id)
        if seat is not None:
            return state.seats[seat]
    return None if row.seat is None else before.seats[row.seat] or after.seats[row.seat]


def _clock_ms(state: TableState, *, seat: int | None, at: datetime) -> int | None:
    if seat is None or not state.clocks:
        return None
    return stop(state.clocks[seat], at=at, sleep=sleep_of(state, seat=seat)).bank_ms


def _read_notes(match: Match, *, last_version: int) -> Iterator[AuditLine]:
    notes = TableNote.objects.filter(table_id=match.table_id, version__range=(match.first_version - 1, last_version))
    for note in notes.select_related("user").order_by("pk"):
        detail: dict[str, Any] = {"count": note.count} if note.count > 1 else {}
        if note.kind == NoteKind.REFUSED:
            detail |= {"command": note.command, "code": note.code}
        name = note.user.username if note.user else ""
        yield AuditLine(note.at, note.version, note.kind, note.seat, name, "player", detail)
