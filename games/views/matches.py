"""Finished matches: one's own list, the page of one, its record."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.selectors import matches as selectors
from games.selectors import ratings
from games.selectors.lobby import tables_of
from games.selectors.ratings import MatchRating, describe_rating
from games.services.matches import finish_match
from games.services.ratings import rate_match
from games.views.visitors import user_of


@require_safe
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    """List the visitor's running and finished matches."""
    user = user_of(request)
    assert user is not None
    cursor = request.GET.get("after")
    try:
        finished = selectors.matches_of(user.pk, cursor=cursor)
    except selectors.BadCursorError:
        raise Http404 from None
    running = [] if cursor else [table for table in tables_of(user.pk) if table.is_playing]
    return render(request, "games/matches.html", {"finished": finished, "running": running, "cursor": cursor})


@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show a finished match: result, score sheet, players, and how to verify its shuffle."""
    user = user_of(request)
    user_id = user.pk if user else None
    page = selectors.match_page(match_id, user_id=user_id)
    if page is None and finish_match(match_id):  # the last card fell this moment, and no task wrote its results yet
        page = selectors.match_page(match_id, user_id=user_id)
    if page is None:
        raise Http404
    context = {"page": page, "line": page.line, "record": page.record, "rating": _rating(match_id, user_id=user_id)}
    response = render(request, "games/match.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def match_rating(request: HttpRequest, match_id: int) -> HttpResponse:
    """Tell what a match that is over did to ratings, for the table's page."""
    user = user_of(request)
    user_id = user.pk if user else None
    rating = _rating(match_id, user_id=user_id)
    if rating is None and finish_match(match_id):
        rating = _rating(match_id, user_id=user_id)
    if rating is None:
        raise Http404
    response = JsonResponse(describe_rating(rating))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _rating(match_id: int, *, user_id: int | None) -> MatchRating | None:
    """Return what a match did to ratings; applied now if no task did it yet."""
    rating = ratings.match_rating(match_id, user_id=user_id)
    if rating is not None and rating.state == "pending":
        rate_match(match_id)
        rating = ratings.match_rating(match_id, user_id=user_id)
    return rating


@require_safe
def match_record(request: HttpRequest, match_id: int) -> HttpResponse:
    """Send the record of a finished match as a file."""
    user = user_of(request)
    record = selectors.match_record(match_id, user_id=user.pk if user else None)
    if record is None:
        raise Http404
    name = f"{record['game']}-match-{match_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    response = JsonResponse(record, headers=headers, json_dumps_params={"ensure_ascii": False})
    patch_cache_control(response, private=True, no_cache=True)
    return response
