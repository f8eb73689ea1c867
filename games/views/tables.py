"""Tables: play at once, open one, sit down, the table's page."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import LimitedError
from accounts.models import User
from games.engine import registry
from games.engine.rules import Game
from games.forms import TableForm
from games.selectors.durations import estimate_duration
from games.selectors.table_access import TablePage, table_page
from games.services import quick_play, tables
from games.services.play import Refused
from games.services.table_clocks import CUSTOM, DEFAULT_PRESET, PRESETS
from games.templatetags.results import duration
from games.views.visitors import too_many, user_of, user_or_guest


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat the visitor at a quick table of the preset named, if one is; a stranger becomes a guest first."""
    preset = request.POST.get("preset") or DEFAULT_PRESET
    if preset not in PRESETS:
        raise Http404
    try:
        table = quick_play.play_now(user=user_or_guest(request), preset=preset)
    except LimitedError as error:
        return too_many(request, error=error)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect("games:lobby")
    return redirect("games:table", table_id=table.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: HttpRequest) -> HttpResponse:
    """Show the form, or open the table that it describes and seat the visitor there."""
    game = _find_game(request.POST.get("game") or request.GET.get("game"))
    if request.method != "POST":
        return _show_form(request, form=TableForm(game=game))
    form = TableForm(request.POST, game=game)
    if not form.is_valid():
        return _show_form(request, form=form, status=400)
    try:
        table = _open(form, user=user_or_guest(request))
    except LimitedError as error:
        return too_many(request, error=error)
    except Refused as refused:
        form.add_error(None, refused.message)
        return _show_form(request, form=form, status=409)
    return redirect("games:table", table_id=table.pk)


@require_safe
def table_estimate(request: HttpRequest) -> JsonResponse:
    """Tell how long a match takes with what the form holds, in words; empty while the form makes no sense."""
    form = TableForm(request.GET, game=_find_game(request.GET.get("game")))
    response = JsonResponse({"text": _estimate(form) if form.is_valid() else ""})
    patch_cache_control(response, public=True, max_age=300)
    return response


@require_POST
def sit_down(request: HttpRequest, table_id: int) -> HttpResponse:
    """Seat the visitor on a free seat; a stranger becomes a guest first. When there is none, the table is shown."""
    page = find_table(request, table_id=table_id)
    if page.is_seated:
        return redirect(address_of(page))
    try:
        tables.sit_down(table_id=page.id, user=user_or_guest(request))
    except LimitedError as error:
        return too_many(request, error=error)
    except Refused as refused:
        messages.warning(request, refused.message)
    return redirect(address_of(page))


@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show a table to whoever may see it; a private one stays hidden from all others."""
    page = find_table(request, table_id=table_id)
    if not page.may_look:
        raise PermissionDenied
    user = user_of(request)
    context = {
        "table": page,
        "ws_url": f"/ws/tables/{page.id}/",
        "me": {"name": user.username, "kind": user.kind} if user else None,
    }
    response = render(request, "games/table.html", context)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _find_game(key: str | None) -> Game:
    try:
        return registry.get(key or registry.keys()[0])
    except KeyError:
        raise Http404 from None


def find_table(request: HttpRequest, *, table_id: int) -> TablePage:
    """Return a table for its page.

    Raises:
        Http404: there is none that the visitor may see; a private one needs its invite in the address or the form.
    """
    user = user_of(request)
    invite = request.POST.get("invite") or request.GET.get("invite", "")
    page = table_page(table_id, user_id=user.pk if user else None, invite=invite)
    if page is None:
        raise Http404
    return page


def address_of(page: TablePage) -> str:
    """Return the address of a table's page, with the invite that a private one needs."""
    path = reverse("games:table", args=[page.id])
    return f"{path}?invite={page.invite_code}" if page.invite_code else path


def _estimate(form: TableForm) -> str:
    control = form.cleaned_data["time_control"]
    if isinstance(control, dict):
        control = CUSTOM
    options = form.cleaned_data["options"]
    found = estimate_duration(form.game.key, options=options, preset=control, now=timezone.now())
    if found is None:
        return gettext("Too few matches like this lately to tell how long it takes.")
    low, high = duration(found.shortest), duration(found.longest)
    text = gettext("Takes about %(time)s") if low == high else gettext("Takes about %(low)s to %(time)s")
    source = ngettext("by %(count)d match", "by %(count)d matches", found.match_count) % {"count": found.match_count}
    return f"{text % {'low': low, 'time': high}}, {source}."


def _open(form: TableForm, *, user: User) -> Any:
    return tables.open_table(user=user, game=form.game.key, options=form.cleaned_data["options"], **form.settings())


def _show_form(request: HttpRequest, *, form: TableForm, status: int = 200) -> HttpResponse:
    return render(request, "games/table_new.html", {"form": form}, status=status)
