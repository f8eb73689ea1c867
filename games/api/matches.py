"""Finished matches."""

from typing import Annotated, Any, Literal

from django.http import Http404
from ninja import Query, Router
from pydantic import AwareDatetime, BaseModel, Field

from games.api.auth import ApiRequest, ReadToken
from games.api.player_schemas import MatchesOut, OneMatchOut
from games.api.players import find_player
from games.api.problems import ProblemError, refusals
from games.broadcast.changes import format_time
from games.selectors.history import HistoryFilter, history
from games.selectors.match_values import MatchLine, MatchList
from games.selectors.matches import BadCursorError, find_line, list_matches, match_record
from games.selectors.ratings import describe_rating, match_rating

router = Router(tags=["Matches"], auth=ReadToken())
Name = Annotated[str, Field(max_length=24)]


class MatchQuery(BaseModel):
    """What is looked for; all may be left out. The fields after `cursor` count beside a player only."""

    player: Name = Field(default="", description="Who played.")
    game: str = Field(default="", max_length=32, description="The key of a game.")
    since: AwareDatetime | None = Field(default=None, description="Ended then or later, ISO 8601.")
    cursor: str | None = Field(default=None, max_length=64, description="From the answer before.")
    until: AwareDatetime | None = Field(default=None, description="Ended before.")
    partner: Name = Field(default="", description="Who was on the player's side.")
    opponent: Name = Field(default="", description="Who was on another.")
    variant: str = Field(default="", max_length=32, description="Such as `take-2`.")
    result: Literal["", "won", "lost"] = Field(default="", description="For the player.")
    tag: str = Field(default="", max_length=32, description="What happened, such as `capot`, `kqj` or `trump:H`.")
    rated: bool | None = Field(default=None, description="Whether it changed ratings.")


@router.get("/matches", response={200: MatchesOut, **refusals(401, 403, 404, 422, 429)}, summary="List matches")
def get_matches(request: ApiRequest, query: Query[MatchQuery]) -> dict[str, Any]:
    """Return finished matches that you may see, latest first, twenty at a time: all, or those of a player."""
    try:
        found = _find_matches(request.auth.pk, query=query)
    except BadCursorError as error:
        raise ProblemError(422, "bad_message", str(error)) from error
    return {"matches": list(map(_describe, found.lines)), "cursor": found.cursor}


@router.get(
    "/matches/{int:match_id}", response={200: OneMatchOut, **refusals(401, 403, 404, 429)}, summary="Look at a match"
)
def get_match(request: ApiRequest, match_id: int) -> dict[str, Any]:
    """Return a finished match, with what it did to ratings."""
    line = find_line(match_id, user_id=request.auth.pk)
    rating = match_rating(match_id, user_id=request.auth.pk)
    if line is None or rating is None:
        raise Http404
    return {**_describe(line), "rating": describe_rating(rating)}


@router.get(
    "/matches/{int:match_id}/record",
    response={200: dict[str, Any], **refusals(401, 403, 404, 429)},
    summary="Download a record",
)
def get_record(request: ApiRequest, match_id: int) -> dict[str, Any]:
    """Return the record of a finished match, which anybody can verify with `python -m games.engine verify`."""
    record = match_record(match_id, user_id=request.auth.pk)
    if record is None:
        raise Http404
    return record


def _find_matches(user_id: int, *, query: MatchQuery) -> MatchList:
    if not query.player:
        return list_matches(viewer_id=user_id, game=query.game or None, since=query.since, cursor=query.cursor)
    wanted = HistoryFilter(
        game=query.game,
        partner_id=find_player(query.partner).pk if query.partner else None,
        opponent_id=find_player(query.opponent).pk if query.opponent else None,
        variant=query.variant,
        result=query.result,
        tags=(query.tag,) if query.tag else (),
        since=query.since,
        until=query.until,
        is_rated=query.rated,
    )
    player = find_player(query.player)
    return history(player.pk, viewer_id=user_id, wanted=wanted, cursor=query.cursor).matches


def _describe(line: MatchLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "game": line.game,
        "variant": line.variant,
        "options": line.options,
        "started_at": format_time(line.started_at),
        "finished_at": format_time(line.finished_at),
        "reason": line.reason,
        "rounds": line.round_count,
        "scores": list(line.scores),
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level or None,
                "side": seat.side,
                "score": seat.score,
                "place": seat.place,
                "is_winner": seat.is_winner,
            }
            for seat in line.seats
        ],
    }
