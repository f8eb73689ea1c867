"""The page on which people set their sleeping hours."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.forms import SleepForm
from games.selectors.sleep import sleep_hours_of
from games.services.sleep import clear_sleep_hours, set_sleep_hours
from games.views.visitors import user_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def sleep_hours(request: HttpRequest) -> HttpResponse:
    """Show the hours, store others, or forget them (`forget`)."""
    user = user_of(request)
    assert user is not None
    hours = sleep_hours_of(user.pk)
    if request.method != "POST":
        return _show(request, form=SleepForm(initial=hours), has_hours=hours is not None)
    if "forget" in request.POST:
        clear_sleep_hours(user)
        messages.success(request, gettext("Your clocks run day and night."))
        return redirect("games:sleep_hours")
    form = SleepForm(request.POST)
    if not form.is_valid():
        return _show(request, form=form, has_hours=hours is not None, status=400)
    set_sleep_hours(user, **_texts(form.cleaned_data))
    messages.success(
        request, gettext("Your sleeping hours are kept. They count at tables where you sit down from now on.")
    )
    return redirect("games:sleep_hours")


def _show(request: HttpRequest, *, form: SleepForm, has_hours: bool, status: int = 200) -> HttpResponse:
    return render(request, "games/sleep.html", {"form": form, "has_hours": has_hours}, status=status)


def _texts(cleaned: dict[str, Any]) -> dict[str, str]:
    return {"zone": cleaned["zone"], "starts": f"{cleaned['starts']:%H:%M}", "ends": f"{cleaned['ends']:%H:%M}"}
