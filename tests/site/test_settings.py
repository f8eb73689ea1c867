"""What the settings promise: headers, secrets, addresses."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from kqj_site import environment
from kqj_site.database import django_database
from tests.running_site import PROJECT, RunningSite


@pytest.mark.django_db
def test_pages_carry_the_security_headers(client: Client) -> None:
    headers = client.get("/healthz").headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.django_db
def test_a_program_gets_its_errors_as_problems(client: Client) -> None:
    answer = client.get("/api/v1/nothing-here")
    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_found"
    assert client.get("/api/v1/games", HTTP_HOST="evil.example").json()["code"] == "bad_message"


@pytest.mark.django_db
def test_unknown_hosts_are_refused(client: Client) -> None:
    answer = client.get("/", HTTP_HOST="evil.example")
    assert answer.status_code == 400
    assert "This request makes no sense" in answer.content.decode()


def test_static_files_are_served_for_good_under_hashed_names(live_site: RunningSite) -> None:
    from django.templatetags.static import static

    address = static("css/tokens.css")
    assert address != "/static/css/tokens.css"
    assert live_site.fetch(address)


def test_sign_in_limits_are_on_unless_lifted() -> None:
    assert getattr(settings, "ACCOUNT_RATE_LIMITS", None) is not False


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://ann:secret@db.example:5433/play", ("play", "ann", "secret", "db.example", "5433")),
        ("postgresql://kqj@/kqj?host=%2Ftmp%2Fa%20b", ("kqj", "kqj", None, "/tmp/a b", None)),
        ("dbname=play host=/run/postgres", ("play", None, None, "/run/postgres", None)),
    ],
)
def test_database_addresses_are_understood(url: str, expected: tuple[str | None, ...]) -> None:
    database = django_database(url)
    assert tuple(database.get(name) for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT")) == expected


def test_options_of_an_address_reach_the_driver() -> None:
    assert django_database("postgresql://db/play?sslmode=require")["OPTIONS"] == {"sslmode": "require"}


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KQJ_VAR_DIR", str(tmp_path / "var"))
    monkeypatch.delenv("DJANGO_SECRET_KEY", raising=False)
    key = environment.secret_key()
    assert len(key) >= 50
    assert environment.secret_key() == key
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret_key"]


def test_django_finds_nothing_to_warn_of_behind_https() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=PROJECT,
        env={
            **os.environ,
            "KQJ_HTTPS": "1",
            "KQJ_ALLOWED_HOSTS": "play.example",
            "DJANGO_SECRET_KEY": "k" * 40 + "0123456789",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
