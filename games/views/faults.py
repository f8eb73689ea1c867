"""Reporting a fault from the page it was seen on."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.limits import LimitedError, format_network
from games.forms import FaultForm
from games.services import faults
from games.views.visitors import user_of


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """Show the form, filled with the address it was asked for from (`?from=`), or store what it says."""
    if request.method != "POST":
        return _show(request, form=FaultForm(initial={"url": _address(request)}))
    form = FaultForm(request.POST)
    if not form.is_valid():
        return _show(request, form=form, status=400)
    try:
        _store(request, form=form)
    except LimitedError:
        form.add_error(None, gettext("Many reports came from your network. Please try again in an hour."))
        return _show(request, form=form, status=429)
    messages.success(request, gettext("Thank you. Your report has arrived."))
    return _go_back(request, url=form.cleaned_data["url"])


def _show(request: HttpRequest, *, form: FaultForm, status: int = 200) -> HttpResponse:
    return render(request, "games/report.html", {"form": form}, status=status)


def _store(request: HttpRequest, *, form: FaultForm) -> None:
    faults.report_fault(
        user=user_of(request),
        network=format_network(get_adapter(request).get_client_ip(request)),
        url=form.cleaned_data["url"],
        text=form.cleaned_data["text"],
        user_agent=request.headers.get("User-Agent", ""),
        now=timezone.now(),
    )


def _address(request: HttpRequest) -> str:
    """Return the full address of the page that the visitor came from, as far as it is one of ours."""
    path = request.GET.get("from", "")
    return request.build_absolute_uri(path)[:500] if _is_ours(request, url=path) else ""


def _go_back(request: HttpRequest, *, url: str) -> HttpResponseRedirect:
    if _is_ours(request, url=url):
        return HttpResponseRedirect(url)
    return redirect("games:lobby")


def _is_ours(request: HttpRequest, *, url: str) -> bool:
    return url_has_allowed_host_and_scheme(url, allowed_hosts={request.get_host()}, require_https=request.is_secure())
