"""The lobby: tables to sit at, to watch, one's own, and friends who are here."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts.services.seen import note_seen
from games.engine import registry
from games.forms import TableForm
from games.selectors import lobby as selectors
from games.selectors.friends import friends_here
from games.selectors.invitations import invitations_of
from games.selectors.lobby import SPEEDS, LobbyTable
from games.services.table_clocks import DEFAULT_PRESET, PRESETS, format_control
from games.views.visitors import user_of

HERO_AVATAR = "Q1"
"""Who sits at the bottom of the picture while nobody is signed in."""


class OwnTable(NamedTuple):
    """One of the visitor's tables, and whether it waits for them."""

    table: LobbyTable
    is_turn: bool


class Filter(NamedTuple):
    """What of the open tables the visitor wants to see.

    Attributes:
        speed: one of SPEEDS, or empty.
        is_fitting: only where the visitor may sit.
    """

    speed: str = ""
    is_fitting: bool = False

    @property
    def query(self) -> str:
        """The filter as it stands in an address, with its question mark; empty where it lets all through."""
        values = {"speed": self.speed, "fits": "1" if self.is_fitting else ""}
        text = urlencode({name: value for name, value in values.items() if value})
        return f"?{text}" if text else ""


class Chip(NamedTuple):
    """A filter to choose: its key, where it leads, and whether it is chosen."""

    key: str
    href: str
    is_on: bool


@require_safe
@cache_control(private=True, no_cache=True)
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby."""
    user = user_of(request)
    context = _lists(request) | {
        "form": TableForm(game=registry.get(registry.keys()[0])),
        "fill_seconds": round(settings.KQJ_FILL_SECONDS),
        "hero_avatar": user.avatar_key if user else HERO_AVATAR,
        "presets": [format_control(control) for control in PRESETS.values() if control.preset != DEFAULT_PRESET],
        "default_preset": format_control(PRESETS[DEFAULT_PRESET]),
    }
    return render(request, "games/lobby.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """Show the lists alone, for the page that brings itself up to date."""
    return render(request, "games/lobby/lists.html", _lists(request))


def _lists(request: HttpRequest) -> dict[str, Any]:
    user, now = user_of(request), timezone.now()
    user_id = user.pk if user else None
    if user is not None:
        note_seen(user, now=now)
    mine = selectors.tables_of(user_id) if user_id else []
    own = [OwnTable(table, table.is_turn_of(user_id or 0)) for table in mine]
    chosen = _read_filter(request)
    return {
        "mine": own,
        "invitations": invitations_of(user_id) if user_id else [],
        "waiting": next((row.table.id for row in own if row.is_turn), None),
        "open": selectors.open_tables(user, speed=chosen.speed, is_fitting=chosen.is_fitting),
        "running": selectors.running_tables(without_user=user_id),
        "friends": friends_here(user_id, now=now) if user_id else [],
        "no_seats": [None] * registry.get(registry.keys()[0]).seat_count,
        "filter": chosen,
        "speeds": _speed_chips(chosen),
        "fits": _chip("fits", chosen._replace(is_fitting=not chosen.is_fitting), is_on=chosen.is_fitting),
    }


def _read_filter(request: HttpRequest) -> Filter:
    """Return the filter of the address; what it can't mean counts as nothing chosen."""
    speed = request.GET.get("speed", "")
    return Filter(speed if speed in SPEEDS else "", request.GET.get("fits") == "1")


def _speed_chips(chosen: Filter) -> list[Chip]:
    return [_chip(speed, chosen._replace(speed=speed), is_on=speed == chosen.speed) for speed in ("", *SPEEDS)]


def _chip(key: str, wanted: Filter, *, is_on: bool) -> Chip:
    return Chip(key, reverse("games:lobby") + wanted.query, is_on)
