"""People one has to do with: friends, requests, whom one follows and blocks."""

from collections.abc import Callable
from typing import Any

from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.selectors.relations import people_of
from accounts.selectors.users import active_user, user_named
from accounts.services import relations
from accounts.services.relations import RelationRefusedError
from accounts.views.profile import user_of

ACTIONS: dict[str, tuple[Callable[..., bool], Promise, Promise]] = {
    "befriend": (relations.ask_friend, _("%(name)s and you are friends now."), _("You have asked %(name)s.")),
    "end": (relations.end_friendship, _("%(name)s and you are not friends."), _("There is nothing to end.")),
    "follow": (relations.follow, _("You follow %(name)s."), _("You follow %(name)s.")),
    "unfollow": (relations.unfollow, _("You don't follow %(name)s any more."), _("You don't follow %(name)s.")),
    "block": (relations.block, _("%(name)s is blocked."), _("%(name)s is blocked.")),
    "unblock": (relations.unblock, _("%(name)s is not blocked any more."), _("%(name)s is not blocked.")),
}
"""By the form's word: what is done, what is said where it gives True, and what is said where it gives False."""


@require_GET
@login_required
@never_cache
def people(request: HttpRequest) -> HttpResponse:
    """Show the user's friends, requests, and whom the user follows and blocks."""
    return _show(request)


@require_POST
@login_required
def relate(request: HttpRequest) -> HttpResponse:
    """Do what one of the buttons says about a player, named by id."""
    known = ACTIONS.get(request.POST.get("action", ""))
    number = request.POST.get("player", "")
    if known is None or not number.isdecimal() or len(number) > len(str(2**62)):
        return HttpResponseBadRequest("no such action")
    other = active_user(int(number))
    if other is None:
        raise Http404
    _relate(request, other=other, known=known)
    return redirect(get_next_redirect_url(request) or "accounts:people")


@require_POST
@login_required
def ask_by_name(request: HttpRequest) -> HttpResponse:
    """Ask a player, named as people write names, to be friends."""
    name = request.POST.get("name", "").strip()
    other = user_named(name) if name else None
    if other is None or not other.is_active:
        return _show(request, name=name, status=404)
    _relate(request, other=other, known=ACTIONS["befriend"])
    return redirect("accounts:people")


def _relate(request: HttpRequest, *, other: User, known: tuple[Callable[..., bool], Promise, Promise]) -> None:
    work, done, not_done = known
    try:
        text = done if work(user=user_of(request), other=other) else not_done
    except RelationRefusedError as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, str(text) % {"name": other.username})


def _show(request: HttpRequest, *, name: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {"people": people_of(user_of(request).pk), "name": name, "is_unknown": bool(name)}
    return render(request, "accounts/people.html", context, status=status)
