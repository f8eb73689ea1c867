"""How one is called: the page of notifications, and the browsers that let the site call them."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import NotificationForm
from accounts.models import Occasion
from accounts.selectors.notifications import notification_page
from accounts.services import notifications
from accounts.services.notifications import Call, TooManyBrowsersError
from accounts.services.web_push import BadTargetError, Target, public_key
from accounts.views.profile import user_of

BODY_BYTES = 4096
"""A subscription is a few hundred bytes."""
VALUE_LENGTH = 1000
"""As the column of the endpoint, the longest value."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def notification_settings(request: HttpRequest) -> HttpResponse:
    """Show for what the user is called and how, or store what they chose."""
    page = notification_page(user_of(request).pk)
    form = NotificationForm(request.POST or None, initial={"push": page.push, "mail": page.mail, "tab": page.tab})
    if request.method == "POST" and form.is_valid():
        notifications.choose(user=user_of(request), **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("accounts:notifications")
    context: dict[str, Any] = {"page": page, "form": form, "public_key": public_key()}
    return render(request, "accounts/notifications.html", context)


@require_POST
@login_required
def add_browser(request: HttpRequest) -> JsonResponse:
    """Let the browser be called that asks: its body is what the browser's own `PushSubscription.toJSON` gives."""
    target = _read_target(request)
    if target is None:
        return JsonResponse({"error": "bad_subscription"}, status=400)
    agent = request.headers.get("User-Agent", "")
    try:
        row = notifications.add_browser(user=user_of(request), target=target, user_agent=agent, now=timezone.now())
    except BadTargetError:
        return JsonResponse({"error": "unknown_service"}, status=400)
    except TooManyBrowsersError:
        return JsonResponse({"error": "too_many"}, status=409)
    return JsonResponse({"id": row.pk}, status=201)


@require_POST
@login_required
def remove_browser(request: HttpRequest, subscription_id: int) -> HttpResponse:
    """Call a browser of the user no more."""
    if notifications.remove_browser(user=user_of(request), subscription_id=subscription_id):
        messages.success(request, gettext("This browser is called no more."))
    return redirect("accounts:notifications")


@require_POST
@login_required
def try_browsers(request: HttpRequest) -> HttpResponse:
    """Call the user's browsers once, to see that it works."""
    now = timezone.now()
    call = Call(
        Occasion.TURN,
        key=f"try:{now:%Y%m%d%H%M%S}",
        title=gettext("It works"),
        body=gettext("So you will be called when it is your turn."),
        path=request.path_info.removesuffix("try/"),
    )
    notifications.call_browsers(user=user_of(request), call=call, now=now)
    messages.success(request, gettext("Your browsers are being called."))
    return redirect("accounts:notifications")


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Send the service worker: it must stand above all pages that it serves, and under one name for good."""
    with staticfiles_storage.open("js/site/service_worker.js") as file:
        return HttpResponse(file.read(), content_type="text/javascript; charset=utf-8")


def _read_target(request: HttpRequest) -> Target | None:
    if len(request.body) > BODY_BYTES:
        return None
    try:
        told = json.loads(request.body)
        target = Target(told["endpoint"], told["keys"]["p256dh"], told["keys"]["auth"])
    except (ValueError, KeyError, TypeError):
        return None
    values: tuple[object, ...] = (target.endpoint, target.p256dh, target.auth)
    return target if all(isinstance(value, str) and len(value) <= VALUE_LENGTH for value in values) else None
