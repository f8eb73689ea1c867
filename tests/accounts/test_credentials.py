"""Which sessions and tokens still let somebody in."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.services.credentials import Credential, find_void
from accounts.services.guests import SIGN_IN_BACKEND
from accounts.services.tokens import make_token, revoke_token

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> tuple[HttpRequest, Credential]:
    request: Any = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    login(request, user, backend=SIGN_IN_BACKEND)
    request.session.save()
    return request, Credential(user.pk, password=user.password, session_key=request.session.session_key)


def close_account(user: User, _request: Any) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def change_password(user: User, _request: Any) -> None:
    user.set_password("another one 99")
    user.save()


def remove_account(user: User, _request: Any) -> None:
    user.delete()


def sign_out(_user: User, request: Any) -> None:
    request.session.flush()


@pytest.mark.parametrize("end", [close_account, change_password, remove_account, sign_out])
def test_a_session_is_void_once_it_lets_nobody_in(end: Callable[[User, Any], None]) -> None:
    user, other = User.objects.create_user("Ada", password="x"), User.objects.create_user("Bob", password="x")
    request, credential = signed_in(user)
    _, unhurt = signed_in(other)
    assert find_void({credential, unhurt}, now=timezone.now()) == set()
    end(user, request)
    assert find_void({credential, unhurt}, now=timezone.now()) == {credential}


def test_a_session_is_void_once_it_expired() -> None:
    _, credential = signed_in(User.objects.create_user("Ada"))
    assert find_void({credential}, now=timezone.now() + timedelta(days=400)) == {credential}


def test_a_token_is_void_once_revoked_and_outlives_a_password() -> None:
    user = User.objects.create_user("Ada", password="x")
    row, token = make_token(user=user, name="test", scopes=["play"])
    credential = Credential(user.pk, token_id=row.pk)
    change_password(user, None)
    assert find_void({credential}, now=timezone.now()) == set()
    revoke_token(user=user, token_id=row.pk, now=timezone.now())
    assert find_void({credential}, now=timezone.now()) == {credential}
    assert token not in repr(credential)


def test_a_credential_shows_no_secret() -> None:
    _, credential = signed_in(User.objects.create_user("Ada", password="x"))
    assert credential.session_key
    assert credential.session_key not in repr(credential)
    assert credential.password not in repr(credential)
