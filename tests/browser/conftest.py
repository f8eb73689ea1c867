"""The running site with patient clocks, and people who play in browsers of their own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.browser.player import PATIENCE_MS, Player
from tests.browser.tables import close_all
from tests.conftest import RUNNING, site_database_url
from tests.running_site import RunningSite

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A test drives one person after the other: nobody may be played for meanwhile, and the score stays until it was read.
PATIENT = {"KQJ_SILENT_SECONDS": "120", "KQJ_AWAY_SECONDS": "60", "KQJ_BREAK_SECONDS": "60"}


class PatientSite(RunningSite):
    """A site that waits for people."""


@pytest.fixture
def live_site(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    collected_static_files: Path,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[RunningSite]:
    """The site of tests/conftest.py, started anew with patient clocks for the first test that asks for it."""
    running = request.config.stash[RUNNING]
    if running.site is not None and not isinstance(running.site, PatientSite):
        running.site.stop()
        running.site = None
    if running.site is None:
        env = {
            "DATABASE_URL": site_database_url(),
            "KQJ_VAR_DIR": str(tmp_path_factory.mktemp("browser-site") / "var"),
            "KQJ_STATIC_ROOT": str(collected_static_files),
            "DJANGO_SECRET_KEY": str(settings.SECRET_KEY),
        }
        running.site = PatientSite(env={**env, **PATIENT}).wait_until_ready()
    with django_db_blocker.unblock():
        yield running.site


@pytest.fixture
def person(live_site: RunningSite, browser: "Browser") -> Iterator[Callable[..., Player]]:
    """Make people, each in a browser context of its own: a signed-in user, or without `user` a stranger."""
    people: list[Player] = []

    def make(user: Any = None, *, prefs: dict[str, object] | None = None, **context: Any) -> Player:
        opened = browser.new_context(base_url=live_site.url, **context)
        opened.set_default_timeout(PATIENCE_MS)
        opened.set_default_navigation_timeout(PATIENCE_MS)
        player = Player(opened, url=live_site.url, user=user, prefs=prefs)
        people.append(player)
        return player

    yield make
    for player in people:
        player.context.close()
    close_all()
    errors = [error for player in people for error in player.errors]
    assert not errors, errors
