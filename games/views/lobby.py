"""The lobby: tables to sit at, to watch, and one's own."""

from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.engine import registry
from games.forms import TableForm
from games.selectors import lobby as selectors
from games.selectors.lobby import LobbyTable
from games.views.visitors import user_of

HERO_AVATAR = "Q1"
"""Who sits at the bottom of the picture while nobody is signed in."""


class OwnTable(NamedTuple):
    """One of the visitor's tables, and whether it waits for them."""

    table: LobbyTable
    is_turn: bool


@require_safe
@cache_control(private=True, no_cache=True)
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby."""
    user = user_of(request)
    context = _lists(request) | {
        "form": TableForm(game=registry.get(registry.keys()[0])),
        "fill_seconds": round(settings.KQJ_FILL_SECONDS),
        "hero_avatar": user.avatar_key if user else HERO_AVATAR,
    }
    return render(request, "games/lobby.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """Show the lists alone, for the page that asks again every few seconds."""
    return render(request, "games/lobby/lists.html", _lists(request))


def _lists(request: HttpRequest) -> dict[str, Any]:
    user = user_of(request)
    user_id = user.pk if user else None
    mine = selectors.tables_of(user_id) if user_id else []
    own = [OwnTable(table, table.is_turn_of(user_id or 0)) for table in mine]
    return {
        "mine": own,
        "waiting": any(row.is_turn for row in own),
        "open": selectors.open_tables(without_user=user_id),
        "running": selectors.running_tables(without_user=user_id),
        "no_seats": [None] * registry.get(registry.keys()[0]).seat_count,
    }
