"""What all tests share: database, static files, the running site, the browser, and Hypothesis' profile."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings as hypothesis_settings

if TYPE_CHECKING:
    from django.test import AsyncClient, Client
    from playwright.sync_api import Browser
    from pytest_django import DjangoDbBlocker

    from tests.chromium import Chromium
    from tests.running_site import RunningSite

hypothesis_settings.register_profile("kqj", deadline=None, print_blob=True)
hypothesis_settings.load_profile("kqj")

DATABASE_FIXTURES = {"db", "transactional_db", "live_site"}


class Running:
    """What was started for some tests and must not disturb others; closed before a test that does not ask for it."""

    def __init__(self) -> None:
        self.site: RunningSite | None = None
        self.chromium: Chromium | None = None

    def close_unless_used(self, names: set[str]) -> bool:
        """Close what the next test, with these fixtures, does not use and might stumble over.

        Returns:
            Whether a site was closed, whose rows are still there.
        """
        if self.chromium is not None and "browser" not in names:
            self.chromium.close()
            self.chromium = None
        if self.site is not None and "live_site" not in names and names & DATABASE_FIXTURES:
            self.site.stop()
            self.site = None
            return True
        return False


RUNNING = pytest.StashKey[Running]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw Hypothesis' seed here, so that it can be shown and a run repeated: `--hypothesis-seed=N`."""
    config.stash[RUNNING] = Running()
    if config.getoption("--hypothesis-seed", default=None) is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(1 << 32))


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Show the seed, and what the tests run over."""
    ground = "Redis" if os.environ.get("REDIS_URL") else "files and the database"
    return [f"hypothesis seed: {config.getoption('--hypothesis-seed')}", f"broker and cache: {ground}"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests in a browser last and tests of the running site before them, so that both start once."""
    items.sort(key=lambda item: ("browser" in _fixtures(item)) * 2 + ("live_site" in _fixtures(item)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close what this test does not use."""
    names = _fixtures(item)
    if item.get_closest_marker("django_db"):
        names |= {"db"}
    if item.config.stash[RUNNING].close_unless_used(names):
        _clear_database(item.config)


def _clear_database(config: pytest.Config) -> None:
    """Remove the rows that tests of the running site left, before a test that counts on an empty database.

    Numbers go on: a web process that serves several tests knows tables by them.
    """
    from django.core.management import call_command
    from pytest_django.plugin import blocking_manager_key

    with config.stash[blocking_manager_key].unblock():
        call_command("flush", interactive=False, verbosity=0, inhibit_post_migrate=False, reset_sequences=False)


def _fixtures(item: pytest.Item) -> set[str]:
    """Return the names of the fixtures that a test uses."""
    return set(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Before the test database is made, start the embedded PostgreSQL where no `DATABASE_URL` is set."""
    from django.db import connections

    from kqj_site.database import use_embedded_if_unset

    use_embedded_if_unset()
    options = connections["default"].settings_dict["OPTIONS"]
    options["options"] = "-c synchronous_commit=off"  # a crash of the machine may lose a test's rows


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: "DjangoDbBlocker"
) -> Iterator[None]:
    """Keep what tests do with the database quick and to themselves."""
    from django.conf import settings

    from kqj_site.celery import app

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick, and safe enough here
    app.conf.update(broker_url="memory://")  # what a test's own process sends, no worker gets
    with _test_database(django_db_blocker):
        yield
        request.config.stash[RUNNING].close_unless_used({"db"})  # a database that is used can't be dropped
        with django_db_blocker.unblock():
            _end_other_sessions()


def _end_other_sessions() -> None:
    """End what still has the test database open: beside Playwright's loop Django opens connections it never closes."""
    from django.db import connection

    others = (
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = %s and pid <> pg_backend_pid()"
    )
    with connection.cursor() as cursor:
        cursor.execute(others, [connection.settings_dict["NAME"]])


@contextmanager
def _test_database(blocker: "DjangoDbBlocker") -> Iterator[None]:
    """Make the test database where pytest-django does not: it looks for tests that ask for `db`, not for `live_site`.

    Without it, a run of such tests alone would play in the site's own database.
    """
    from django.db import connections
    from django.test.utils import setup_databases, teardown_databases

    database = connections["default"].settings_dict
    if database["NAME"] == database["TEST"]["NAME"]:
        yield
        return
    with blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, aliases={"default": None})
    yield
    with blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def collected_static_files() -> Path:
    """Collect the static files into a folder that all tests share; return it."""
    from django.conf import settings

    from kqj_site.static_files import collect

    settings.STATIC_ROOT = Path(settings.VAR_DIR) / "test-static"
    collect()
    return Path(settings.STATIC_ROOT)


@pytest.fixture
def client(collected_static_files: Path, client: "Client") -> "Client":
    """Whoever asks for pages needs the static files' hashed names."""
    return client


@pytest.fixture
def async_client(collected_static_files: Path, async_client: "AsyncClient") -> "AsyncClient":
    """The same for asynchronous tests."""
    return async_client


@pytest.fixture
def live_site(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    collected_static_files: Path,
    django_db_blocker: "DjangoDbBlocker",
    tmp_path_factory: pytest.TempPathFactory,
) -> "Iterator[RunningSite]":
    """The real site on the test database, with quick clocks and bots without pace.

    It is started for the first test that asks for it. The test may use the ORM: rows are committed, seen by the site
    and never cleared, so a test makes users and tables of its own (and takes neither `db` nor the mark `django_db`).
    """
    from tests.running_site import RunningSite

    running = request.config.stash[RUNNING]
    if running.site is None:
        var_dir = tmp_path_factory.mktemp("site") / "var"
        env = {
            "DATABASE_URL": site_database_url(),
            "KQJ_VAR_DIR": str(var_dir),
            "KQJ_STATIC_ROOT": str(collected_static_files),
            "DJANGO_SECRET_KEY": _secret_key(),
        }
        running.site = RunningSite(env=env).wait_until_ready()
    with django_db_blocker.unblock():
        yield running.site


def site_database_url() -> str:
    """Return the address of the test database."""
    from django.db import connections
    from psycopg.conninfo import make_conninfo

    parameters: dict[str, Any] = connections["default"].get_connection_params()
    known = ("dbname", "user", "password", "host", "port")
    return make_conninfo(**{key: parameters[key] for key in known if parameters.get(key)})


def _secret_key() -> str:
    from django.conf import settings

    return str(settings.SECRET_KEY)


@pytest.fixture
def browser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> "Browser":
    """A headless Chromium, the same one for all tests; each test makes contexts of its own and closes them."""
    from tests.chromium import Chromium

    # Playwright's sync interface runs a loop in this thread, beside which Django refuses the ORM unless told so.
    monkeypatch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    running = request.config.stash[RUNNING]
    if running.chromium is None:
        running.chromium = Chromium()
    return running.chromium.browser
