"""What the tests of accounts share."""

import re
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User

PASSWORD = "lime-tree-47"
Member = Callable[..., User]


@pytest.fixture(autouse=True)
def _ground(request: pytest.FixtureRequest, collected_static_files: Path) -> None:
    """Have pages find their static files, and forget what earlier tests counted: not every cache is rolled back."""
    if request.node.get_closest_marker("django_db"):
        request.getfixturevalue("transactional_db" if _is_transactional(request) else "db")
        cache.clear()


def _is_transactional(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    return bool(marker and marker.kwargs.get("transaction"))


@pytest.fixture
def member() -> Member:
    """Return a maker of members with a confirmed e-mail address."""

    def make(name: str = "Nadège", email: str = "nadege@example.org", *, verified: bool = True) -> User:
        user = User.objects.create_user(name, email=email, password=PASSWORD)
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=verified)
        return user

    return make


@pytest.fixture
def guest(client: Client) -> User:
    """Return a guest, whose browser is `client`."""
    client.post("/accounts/guest/", {"next": "/accounts/profile/"})
    return User.objects.get(pk=client.session["_auth_user_id"])


def sign_up_data(**changes: str) -> dict[str, str]:
    """Return a filled-in sign-up form."""
    return {"username": "Léa", "email": "lea@example.org", "password1": PASSWORD} | changes


def sign_in(client: Client, login: str, password: str = PASSWORD) -> None:
    """Sign in through the form."""
    client.post("/accounts/login/", {"login": login, "password": password})


def signed_in_id(client: Client) -> int | None:
    """Return whom the browser is signed in as, checked as the site checks it, or None."""
    page = client.get("/accounts/profile/")
    return int(page.context["user"].pk) if page.status_code == HTTPStatus.OK else None


def mailed_path(number: int = -1) -> str:
    """Return the path of the link in a mail, the last one by default."""
    found = re.search(r"http://testserver(/accounts/\S+)", str(mail.outbox[number].body))
    assert found, mail.outbox[number].body
    return found.group(1)
