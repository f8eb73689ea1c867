"""A web process of the test database, and tables with players' tokens."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pytest_django.plugin import DjangoDbBlocker

from games.services.table_cache import cache
from tests.conftest import site_database_url
from tests.live.servers import WebProcess

WEB_NAME = "kqj web under test"
"""What the web processes' backends are known by."""


@dataclass(frozen=True)
class Seats:
    """A table and the token of each seat's player, and of a stranger."""

    table_id: int
    users: list[Any]
    tokens: list[str]
    stranger: str


@pytest.fixture(scope="session")
def web_env(django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: Any) -> dict[str, str]:
    var_dir: Path = tmp_path_factory.mktemp("web") / "var"
    with django_db_blocker.unblock():
        url = site_database_url()
    return {
        "DATABASE_URL": url,
        "KQJ_VAR_DIR": str(var_dir),
        "KQJ_BREAK_SECONDS": "2",
        "KQJ_GUARD_SECONDS": "1",
        "KQJ_NO_RATE_LIMITS": "1",
        "KQJ_BOT_PACE_MS": "60000",
        "PGAPPNAME": WEB_NAME,
    }


@pytest.fixture(scope="session")
def web(web_env: dict[str, str]) -> Iterator[WebProcess]:
    """A daphne for all socket tests of this process."""
    process = WebProcess(env=web_env).wait_until_ready()
    yield process
    process.stop()


class WebProcesses:
    """Starts web processes for one test, and stops them after it."""

    def __init__(self, env: dict[str, str]) -> None:
        self._env = env
        self.running: list[WebProcess] = []

    def start(self, server: str = "daphne") -> WebProcess:
        process = WebProcess(env=self._env, server=server)
        self.running.append(process)
        return process.wait_until_ready()


@pytest.fixture
def webs(web_env: dict[str, str]) -> Iterator[WebProcesses]:
    processes = WebProcesses(web_env)
    yield processes
    for process in processes.running:
        process.stop()


@pytest.fixture
def seat_table(transactional_db: None) -> Callable[..., Seats]:
    """Open a table with some people seated."""
    from accounts.services.tokens import make_token
    from tests.games.seated import make_table, make_user, make_users

    def seat(count: int = 6, **setup: Any) -> Seats:
        users = make_users(count)
        table = make_table(users, now=None, **setup)
        tokens = [make_token(user=user, name="test", scopes=["play"])[1] for user in users]
        stranger = make_token(user=make_user(), name="test", scopes=["play"])[1]
        return Seats(table.pk, users, tokens, stranger)

    return seat


@pytest.fixture(autouse=True)
def _forget_tables() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Show what the web process said beside a failure."""
    outcome: Any = yield
    report = outcome.get_result()
    fixtures = getattr(item, "funcargs", {})
    started = fixtures["webs"].running if "webs" in fixtures else []
    for web in (*started, *([fixtures["web"]] if "web" in fixtures else [])):
        if report.failed:
            report.sections.append((f"web process {web.address}", "\n".join(web.lines[-60:])))
