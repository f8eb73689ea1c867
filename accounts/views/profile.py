"""The account page: who one is, e-mail, password, API tokens."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.forms import TokenForm
from accounts.models import ApiToken, User
from accounts.selectors.account_page import account_page
from accounts.services.tokens import TooManyTokensError, make_token, revoke_token
from accounts.views.guards import is_member


@require_GET
@login_required
@never_cache
def profile(request: HttpRequest) -> HttpResponse:
    """Show the user's account."""
    return _show(request, form=TokenForm())


@require_POST
@login_required
@never_cache
@reauthentication_required(enabled=is_member)
def make_api_token(request: HttpRequest) -> HttpResponseBase:
    """Make an API token and show it, this once: it is stored neither in the session nor anywhere else."""
    form = TokenForm(request.POST)
    if form.is_valid():
        try:
            row, token = make_token(user=user_of(request), **form.cleaned_data)
        except TooManyTokensError:
            form.add_error(None, gettext("You have as many tokens as one may have: revoke one first."))
        else:
            return _show(request, form=TokenForm(), made=row, token=token)
    return _show(request, form=form)


@require_POST
@login_required
def revoke_api_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of the user's own tokens."""
    if revoke_token(user=user_of(request), token_id=token_id, now=timezone.now()):
        messages.success(request, gettext("The token is revoked: nothing can use it any more."))
    return redirect("accounts:profile")


def _show(
    request: HttpRequest, *, form: TokenForm, made: ApiToken | None = None, token: str | None = None
) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "made": made, "token": token, **account_page(user_of(request))}
    return render(request, "accounts/profile.html", context)


def user_of(request: HttpRequest) -> User:
    """Return who is signed in. Precondition: a view under `login_required`."""
    assert isinstance(request.user, User)  # this tells the type checker
    return request.user
