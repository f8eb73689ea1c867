"""The matches of a player, narrowed down in many ways."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Match, MatchPlayer, RatingChange
from games.selectors.match_records import write_match_record
from games.selectors.match_values import MatchLine, MatchList, read_line
from games.selectors.matches import read_list, readable_matches

CHUNK = 200
"""Matches that an export reads at a time."""
RESULTS = ("won", "lost")


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """What is looked for; everything left out matches.

    Attributes:
        partner_id, opponent_id: who was on the player's side, or on another.
        variant: of the game, such as `take-2`.
        result: won or lost.
        tags: what must have happened in the match, such as `capot` or `trump:H`.
        since, until: when it ended; `until` itself is no longer in it.
        is_rated: None for both.
    """

    game: str = ""
    partner_id: int | None = None
    opponent_id: int | None = None
    variant: str = ""
    result: str = ""
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    is_rated: bool | None = None


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A stretch of a player's matches, seen with the player's eyes.

    Attributes:
        changes: by match how the player's rating changed, as shown; unrated ones are not in it.
    """

    matches: MatchList
    changes: Mapping[int, int] = field(default_factory=dict)


def history(
    player_id: int,
    *,
    viewer_id: int | None,
    wanted: HistoryFilter,
    cursor: str | None = None,
    oldest_first: bool = False,
    limit: int | None = None,
) -> HistoryPage:
    """Return a stretch of the matches of a player that the viewer may see, latest first unless asked otherwise.

    Raises:
        BadCursorError: no list has given this cursor.
    """
    rows = _matches(player_id, viewer_id=viewer_id, wanted=wanted)
    matches = read_list(rows, eyes_id=player_id, cursor=cursor, oldest_first=oldest_first, limit=limit)
    return HistoryPage(matches, rating_changes(player_id, match_ids=[line.id for line in matches.lines]))


def rating_changes(player_id: int, *, match_ids: list[int]) -> dict[int, int]:
    """Return by match how the player's rating, as shown, changed."""
    rows = RatingChange.objects.filter(match_id__in=match_ids, user_id=player_id)
    return {
        match_id: round(after) - round(before)
        for match_id, before, after in rows.values_list("match", "before", "after")
    }


def export_lines(
    player_id: int, *, viewer_id: int | None, wanted: HistoryFilter
) -> Iterator[tuple[MatchLine, int | None]]:
    """Yield all matches that the filter finds, latest first, each with the player's change of rating."""
    rows = _matches(player_id, viewer_id=viewer_id, wanted=wanted).order_by("-finished_at", "-pk")
    for chunk in _chunks(rows):
        changes = rating_changes(player_id, match_ids=[match.pk for match in chunk])
        for match in chunk:
            yield read_line(match, user_id=player_id), changes.get(match.pk)


def export_records(player_id: int, *, viewer_id: int | None, wanted: HistoryFilter) -> Iterator[dict[str, Any]]:
    """Yield the records of all matches that the filter finds, latest first."""
    rows = _matches(player_id, viewer_id=viewer_id, wanted=wanted).order_by("-finished_at", "-pk")
    for chunk in _chunks(rows):
        yield from map(write_match_record, chunk)


def _chunks(rows: "QuerySet[Match]") -> Iterator[list[Match]]:
    """Yield the rows in short lists: one query each, so that no cursor stays open while a slow reader reads."""
    last: Match | None = None
    while True:
        more = rows
        if last is not None:
            more = rows.filter(Q(finished_at__lt=last.finished_at) | Q(finished_at=last.finished_at, pk__lt=last.pk))
        chunk = list(more[:CHUNK])
        if not chunk:
            return
        yield chunk
        last = chunk[-1]


def _matches(player_id: int, *, viewer_id: int | None, wanted: HistoryFilter) -> "QuerySet[Match]":
    own = _own_seats(player_id, wanted=wanted)
    found = readable_matches(viewer_id).filter(pk__in=own.values("match_id"))
    conditions = {
        "game": wanted.game or None,
        "variant": wanted.variant or None,
        "tags__contains": list(wanted.tags) or None,
        "finished_at__gte": wanted.since,
        "finished_at__lt": wanted.until,
        "rating_seq__isnull": None if wanted.is_rated is None else not wanted.is_rated,
    }
    return found.filter(**{name: value for name, value in conditions.items() if value is not None})


def _own_seats(player_id: int, *, wanted: HistoryFilter) -> "QuerySet[MatchPlayer]":
    own = MatchPlayer.objects.filter(user_id=player_id)
    if wanted.result:
        own = own.filter(is_winner=wanted.result == "won")
    beside = MatchPlayer.objects.filter(match=OuterRef("match"))
    if wanted.partner_id is not None:
        own = own.filter(Exists(beside.filter(user_id=wanted.partner_id, side=OuterRef("side"))))
    if wanted.opponent_id is not None:
        own = own.filter(Exists(beside.filter(~Q(side=OuterRef("side")), user_id=wanted.opponent_id)))
    return own
