"""Players and ladders."""

from datetime import datetime
from typing import Any

from django.http import Http404
from ninja import P, QueryEx, Router

from accounts.models import User, UserKind
from accounts.selectors.users import user_named
from games.api.auth import ApiRequest, ReadToken
from games.api.player_schemas import LadderOut, PlayerOut, PoolsOut, RatingsOut, StatsOut
from games.api.problems import refusals
from games.broadcast.changes import format_time
from games.engine import registry
from games.selectors import leaderboards, rating_history, statistics
from games.selectors.conduct import conduct_of

router = Router(tags=["Players"], auth=ReadToken())
REFUSALS = refusals(401, 403, 404, 422, 429)
Period = QueryEx[str, P(max_length=8, description="A quarter such as `2026Q4`; empty for all time.")]


@router.get("/players/{str:name}", response={200: PlayerOut, **REFUSALS}, summary="Look at a player")
def get_player(request: ApiRequest, name: str) -> dict[str, Any]:
    """Return a player with all ratings, the pool played most first."""
    del request
    player = find_player(name)
    return {
        "name": player.username,
        "kind": player.kind,
        "joined_at": format_time(player.date_joined),
        "conduct": None if player.kind == UserKind.BOT else conduct_of([player.pk])[player.pk]._asdict(),
        "ratings": [
            {
                "pool": it.key,
                "rating": it.rating.value,
                "provisional": it.rating.is_provisional,
                "matches": it.rating.match_count,
                "best": it.best,
                "played_at": format_time(it.played_at),
            }
            for it in rating_history.pool_ratings(player.pk)
        ],
    }


@router.get("/players/{str:name}/ratings", response={200: RatingsOut, **REFUSALS}, summary="Follow a rating")
def get_ratings(
    request: ApiRequest,
    name: str,
    pool: QueryEx[str, P(max_length=64, description="Such as `kqj-live-fixed`.")],
    since: QueryEx[datetime | None, P(description="The earliest moment, ISO 8601.")] = None,
) -> dict[str, Any]:
    """Return how a player's rating in a pool went."""
    del request
    points = rating_history.rating_points(find_player(name).pk, pool=pool, since=since)
    told = [{"at": format_time(it.at), "rating": round(it.value, 2), "match": it.match_id} for it in points]
    return {"pool": pool, "points": told}


@router.get("/players/{str:name}/stats", response={200: StatsOut, **REFUSALS}, summary="Read statistics")
def get_stats(
    request: ApiRequest,
    name: str,
    game: QueryEx[str, P(max_length=32, description="The key of a game.")] = "kqj",
    period: Period = "",
) -> dict[str, Any]:
    """Return a player's sums by variant and speed; the keys are told in docs/api.md."""
    del request
    if game not in set(registry.keys()):
        raise Http404
    found = statistics.statistics_of(find_player(name).pk, game=game, period=period)
    variants = [{"variant": it.variant, "speed": it.speed, "counts": dict(it.counts)} for it in found]
    return {"game": game, "period": period, "variants": variants}


@router.get("/leaderboards", response={200: PoolsOut, **refusals(401, 403, 429)}, summary="List the pools")
def list_leaderboards(request: ApiRequest) -> dict[str, Any]:
    """Return the pools in which anybody is rated."""
    del request
    return {"pools": [str(pool) for pool in leaderboards.known_pools()]}


@router.get("/leaderboards/{str:pool}", response={200: LadderOut, **REFUSALS}, summary="Read a ladder")
def get_leaderboard(
    request: ApiRequest,
    pool: str,
    period: Period = "",
    cursor: QueryEx[int, P(ge=1, le=10**8, description="From the answer before.")] = 1,
) -> dict[str, Any]:
    """Return a ladder, best first: players with ten rated matches at least."""
    del request
    if pool not in {str(known) for known in leaderboards.known_pools()}:
        raise Http404
    found = leaderboards.ladder(pool, period=period, start=cursor)
    return {
        "pool": found.pool,
        "period": found.period,
        "count": found.count,
        "lines": [
            {
                "place": line.place,
                "name": line.name,
                "rating": line.rating.value,
                "matches": line.rating.match_count,
            }
            for line in found.lines
        ],
        "cursor": None if found.after is None else str(found.after),
    }


def find_player(name: str) -> User:
    """Return the player of this name.

    Raises:
        Http404: there is none.
    """
    player = user_named(name)
    if player is None or not player.is_active:
        raise Http404
    return player
