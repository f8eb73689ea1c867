"""Who looks at a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.limits import LimitedError
from accounts.models import User
from accounts.services.guests import sign_in_guest


def user_of(request: HttpRequest) -> User | None:
    """Return who is signed in, or None."""
    return request.user if request.user.is_authenticated else None


def user_or_guest(request: HttpRequest) -> User:
    """Return who is signed in; a stranger becomes a guest and is signed in as one.

    Raises:
        LimitedError: the visitor's network made too many guests.
    """
    return user_of(request) or sign_in_guest(request)


def too_many(request: HttpRequest, *, error: LimitedError) -> HttpResponse:
    """Return the page that says: too often, try again later."""
    response = render(request, "429.html", status=429)
    response["Retry-After"] = str(error.retry_after)
    return response
