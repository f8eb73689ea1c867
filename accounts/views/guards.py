"""Who may see a page of accounts, and what they are told if not."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

View = Callable[..., HttpResponseBase]


def is_guest(request: HttpRequest) -> bool:
    """Return whether the visitor is signed in as a guest."""
    return request.user.is_authenticated and request.user.is_guest


def is_member(request: HttpRequest) -> bool:
    """Return whether the visitor is signed in with an account of their own."""
    return request.user.is_authenticated and not request.user.is_guest


def members_only(view: View) -> View:
    """Send guests to the page on which they claim their account: they have no password and no e-mail to manage."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if is_guest(request):
            return redirect("accounts:claim")
        return view(request, *args, **kwargs)

    return guarded


def too_many(request: HttpRequest, *, retry_after: int) -> HttpResponse:
    """Return the page that says: too often, try again later."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(retry_after)
    return response
