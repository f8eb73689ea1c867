"""What the tests of pages share."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User, UserKind
from tests.games.seated import make_user


@pytest.fixture(autouse=True)
def _ground(db: None, collected_static_files: Path) -> None:
    """Have pages find their static files, and forget what earlier tests counted: not every cache is rolled back."""
    cache.clear()


@pytest.fixture
def member(client: Client) -> User:
    """A member, signed in."""
    user = make_user("Nadège")
    client.force_login(user)
    return user


@pytest.fixture
def guest(client: Client) -> User:
    """A guest, signed in."""
    user = make_user("guest-418", kind=UserKind.GUEST)
    client.force_login(user)
    return user
