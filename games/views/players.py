"""Players: ladders, search, the page of one."""

from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.selectors.users import user_named, users_beginning
from games.engine import registry
from games.selectors import leaderboards, statistics
from games.selectors.conduct import conduct_of
from games.selectors.history import HistoryFilter, history
from games.selectors.rating_history import PoolRating, ladder_place, pool_ratings, rating_points
from games.views.visitors import user_of

SPANS: dict[str, timedelta | None] = {"month": timedelta(days=30), "half": timedelta(days=182), "all": None}
"""How far back a chart goes."""
FOUND_MAX = 8
RECENT = 6


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Show a ladder: of a pool, of all time or a quarter, from a place or around somebody."""
    pools = leaderboards.known_pools()
    pool = _choose(request.GET.get("pool"), known=[str(pool) for pool in pools])
    periods = leaderboards.known_periods(pool)
    period = request.GET.get("period", "")
    if period and period not in periods:
        raise Http404
    name = request.GET.get("player", "").strip()
    sought = user_named(name) if name else user_of(request) if "me" in request.GET else None
    place = leaderboards.place_of(sought.pk, pool=pool, period=period) if sought else None
    start = leaderboards.start_around(place) if place else _number(request.GET.get("from"))
    context = {
        "ladder": leaderboards.ladder(pool, period=period, start=start),
        "pools": pools,
        "periods": periods,
        "sought": sought,
        "name": name,
        "place": place,
        "found": users_beginning(name, limit=FOUND_MAX) if name else [],
    }
    return render(request, "games/players.html", context)


@require_safe
def player_search(request: HttpRequest) -> HttpResponse:
    """Send the players whose names begin as typed, as a piece of a page."""
    name = request.GET.get("q", "").strip()
    return render(request, "games/players/found.html", {"found": users_beginning(name, limit=FOUND_MAX), "name": name})


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show a player: ratings with a chart, results, statistics, partners, recent matches."""
    found = find_player(name)
    if found.username != name:
        return HttpResponseRedirect(reverse("games:player", args=[found.username]))
    viewer, game = user_of(request), registry.keys()[0]
    variants = statistics.statistics_of(found.pk, game=game)
    totals = statistics.total(variants)
    is_other = viewer is not None and viewer.pk != found.pk
    recent = history(found.pk, viewer_id=viewer.pk if viewer else None, wanted=HistoryFilter(), limit=RECENT)
    context = {
        "player": found,
        "game": game,
        "variants": variants,
        "totals": totals,
        "gone": statistics.share(totals["left"] + totals["timed_out"], totals["matches"]),
        "think": totals["think_ms"] / 1000 / totals["think_actions"] if totals["think_actions"] else None,
        "partners": statistics.best_partners(found.pk, game=game),
        "together": statistics.meeting_of(viewer.pk, other=found, game=game) if viewer and is_other else None,
        "recent": recent,
        "conduct": conduct_of([found.pk])[found.pk],
        **_rating_context(request, found=found),
    }
    return render(request, "games/players/player.html", context)


@require_safe
def site_statistics(request: HttpRequest) -> HttpResponse:
    """Show what all matches of the site say."""
    game = registry.keys()[0]
    periods = statistics.periods_of(None, game=game)
    period = request.GET.get("period", "")
    if period and period not in periods:
        raise Http404
    variants = statistics.statistics_of(None, game=game, period=period)
    context = {
        "game": game,
        "variants": variants,
        "totals": statistics.total(variants),
        "periods": periods,
        "period": period,
        "days": statistics.matches_a_day(game=game, now=timezone.now()),
    }
    return render(request, "games/players/site.html", context)


def find_player(name: str) -> User:
    """Return the player of this name, whatever its case.

    Raises:
        Http404: there is none.
    """
    found = user_named(name)
    if found is None or not found.is_active:
        raise Http404
    return found


def _rating_context(request: HttpRequest, *, found: User) -> dict[str, Any]:
    """Return what the page shows of ratings: all pools, and the chart of the one asked for."""
    ratings = pool_ratings(found.pk)
    key = request.GET.get("pool") or (ratings[0].key if ratings else "")
    chosen: PoolRating | None = next((it for it in ratings if it.key == key), None)
    if chosen is None:
        if key:
            raise Http404
        return {"ratings": ratings, "chosen": None, "points": [], "place": None}
    since, until, span = _stretch(request)
    return {
        "ratings": ratings,
        "chosen": chosen,
        "points": rating_points(found.pk, pool=key, since=since, until=until),
        "place": ladder_place(found.pk, pool=key),
        "span": span,
    }


def _stretch(request: HttpRequest) -> tuple[datetime | None, datetime | None, str]:
    """Return from when to when a chart goes, and the name of that span; empty for one that was drawn with the mouse."""
    since, until = (_moment(request.GET.get(key)) for key in ("since", "until"))
    if since is not None and until is not None and since < until:
        return since, until, ""
    span = request.GET.get("span", "all")
    back = SPANS.get(span)
    return (timezone.now() - back if back else None), None, span if span in SPANS else "all"


def _moment(text: str | None) -> datetime | None:
    """Return a moment that the chart's script wrote; None for anything else."""
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _choose(key: str | None, *, known: list[str]) -> str:
    """Return the pool asked for, or else the first; the default one where nobody is rated yet.

    Raises:
        Http404: nobody is rated in it.
    """
    if key is None or key == "":
        return known[0] if known else f"{registry.keys()[0]}-live-fixed"
    if key not in known:
        raise Http404
    return key


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else 1  # noqa: PLR2004
