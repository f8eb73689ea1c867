"""One's own account: name and face, all that is held about one, and the end of it."""

import json

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms import DeleteForm, FaceForm
from accounts.limits import LimitedError
from accounts.services import accounts
from accounts.services.accounts import AccountBusyError, NameTakenError
from accounts.views.guards import is_member
from accounts.views.profile import user_of


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def face(request: HttpRequest) -> HttpResponse:
    """Show name and face to choose, or store them; guests keep the name they were given."""
    user = user_of(request)
    form = FaceForm(request.POST or None, user=user, initial={"username": user.username, "avatar": user.avatar_key})
    if request.method == "POST" and form.is_valid():
        accounts.choose_avatar(user=user, avatar=form.cleaned_data["avatar"])
        if _rename(form, name=form.cleaned_data.get("username", user.username)):
            messages.success(request, gettext("Saved."))
            return redirect("accounts:profile")
    return render(request, "accounts/face.html", {"form": form})


@require_POST
@login_required
@reauthentication_required(enabled=is_member)
def export(request: HttpRequest) -> HttpResponse:
    """Send all that the site holds about the user, as a file."""
    text = json.dumps(accounts.export_account(user_of(request)), ensure_ascii=False, indent=1, default=str)
    headers = {"Content-Disposition": 'attachment; filename="kqj-account.json"', "Cache-Control": "no-store"}
    return HttpResponse(text, content_type="application/json", headers=headers)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@reauthentication_required(enabled=is_member)
def delete(request: HttpRequest) -> HttpResponse:
    """Tell what deleting means, or do it for who typed the account's name."""
    user = user_of(request)
    form = DeleteForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.delete_account(user)
        except AccountBusyError:
            form.add_error(None, gettext("You sit in a match that goes on: come back when it is over."))
        else:
            logout(request)
            messages.success(request, gettext("The account is deleted."))
            return redirect("/")
    return render(request, "accounts/delete.html", {"form": form})


def _rename(form: FaceForm, *, name: str) -> bool:
    """Rename the user if the name is another one; return whether all went well, else the form says what did not."""
    if name == form.user.username:
        return True
    try:
        accounts.rename(user=form.user, name=name)
    except NameTakenError:
        form.add_error("username", gettext("This name is taken."))
    except LimitedError:
        form.add_error("username", gettext("You have changed your name lately: names must mean somebody."))
    else:
        return True
    return False
