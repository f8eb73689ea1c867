"""Finished matches: one with all that its page shows, lists of them, and the record."""

from datetime import UTC, datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from games.models import Match, MatchPlayer
from games.selectors.match_records import write_match_record
from games.selectors.match_values import MatchLine, MatchList, MatchPage, MatchSeat, read_line

__all__ = [
    "BadCursorError",
    "MatchLine",
    "MatchList",
    "MatchPage",
    "MatchSeat",
    "find_line",
    "list_matches",
    "match_page",
    "match_record",
    "matches_of",
    "read_list",
    "readable_matches",
]

PAGE_SIZE = 20


class BadCursorError(ValueError):
    """A cursor that no list has given."""


def match_page(match_id: int, *, user_id: int | None) -> MatchPage | None:
    """Return a finished match, or None if there is none that this user may see.

    Results are written a moment after the last card; `services.matches.finish_match` does it at once.
    """
    match = readable_matches(user_id).filter(pk=match_id).first()
    if match is None:
        return None
    record = write_match_record(match)
    return MatchPage(
        line=read_line(match, user_id=user_id),
        record=record,
        commitment=match.commitment,
        seed=record["seed"],
        server_secret=record.get("server_secret"),
        nonces=tuple(record.get("nonces", ())),
    )


def find_line(match_id: int, *, user_id: int | None) -> MatchLine | None:
    """Return a finished match as lists show it, or None if there is none that this user may see."""
    match = readable_matches(user_id).filter(pk=match_id).first()
    return None if match is None else read_line(match, user_id=user_id)


def match_record(match_id: int, *, user_id: int | None) -> dict[str, Any] | None:
    """Return the record of a finished match, or None if there is none that this user may see."""
    match = readable_matches(user_id).filter(pk=match_id).first()
    return None if match is None else write_match_record(match)


def matches_of(user_id: int, *, cursor: str | None = None) -> MatchList:
    """Return the finished matches that a user played, latest first.

    Raises:
        BadCursorError: no list has given this cursor.
    """
    return list_matches(viewer_id=user_id, player_id=user_id, cursor=cursor)


def list_matches(
    *,
    viewer_id: int | None,
    player_id: int | None = None,
    game: str | None = None,
    since: datetime | None = None,
    cursor: str | None = None,
) -> MatchList:
    """Return the finished matches that the viewer may see, latest first, narrowed down where asked.

    Raises:
        BadCursorError: no list has given this cursor.
    """
    matches = readable_matches(viewer_id)
    if player_id is not None:
        matches = matches.filter(pk__in=MatchPlayer.objects.filter(user_id=player_id).values("match_id"))
    if game is not None:
        matches = matches.filter(game=game)
    if since is not None:
        matches = matches.filter(finished_at__gte=since)
    return read_list(matches, eyes_id=viewer_id, cursor=cursor)


def readable_matches(user_id: int | None) -> "QuerySet[Match]":
    """Return the matches with results that a user may see: those of public tables, and one's own."""
    is_open = Q(table__is_private=False)
    if user_id is not None:
        is_open |= Q(pk__in=MatchPlayer.objects.filter(user_id=user_id).values("match_id"))
    seats = Prefetch("players", MatchPlayer.objects.select_related("user").order_by("seat"))
    return Match.objects.filter(is_open, completed_at__isnull=False).prefetch_related(seats)


def read_list(
    matches: "QuerySet[Match]",
    *,
    eyes_id: int | None,
    cursor: str | None,
    oldest_first: bool = False,
    limit: int | None = None,
) -> MatchList:
    """Return a stretch of matches as one user sees them, latest first unless asked otherwise.

    Args:
        matches: those to choose from.
        eyes_id: the user whose seat is "own" in the lines.
        cursor: from the stretch before.
        oldest_first: the other way round.
        limit: how many; PAGE_SIZE if None.

    Raises:
        BadCursorError: no list has given this cursor.
    """
    if cursor is not None:
        finished_at, match_id = _parse_cursor(cursor)
        side = "gt" if oldest_first else "lt"
        later = Q(**{f"finished_at__{side}": finished_at})
        matches = matches.filter(later | Q(**{f"pk__{side}": match_id}, finished_at=finished_at))
    order = ("finished_at", "pk") if oldest_first else ("-finished_at", "-pk")
    size = limit or PAGE_SIZE
    rows = list(matches.order_by(*order)[: size + 1])
    lines = tuple(read_line(match, user_id=eyes_id) for match in rows[:size])
    return MatchList(lines, _format_cursor(lines[-1]) if len(rows) > size else None)


def _format_cursor(line: MatchLine) -> str:
    return f"{line.finished_at.timestamp() * 1e6:.0f}-{line.id}"


def _parse_cursor(cursor: str) -> tuple[datetime, int]:
    try:
        microseconds, match_id = (int(part) for part in cursor.split("-"))
        moment = datetime.fromtimestamp(microseconds // 10**6, tz=UTC)
        return moment.replace(microsecond=microseconds % 10**6), match_id
    except (ValueError, OverflowError, OSError) as error:
        raise BadCursorError(f"{cursor!r:.60} is no cursor of a list of matches") from error
