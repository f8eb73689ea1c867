"""Who may open a socket."""

import pytest
from pytest_django import Settings

from games.live.identity import has_good_origin


def opened(**headers: str) -> bool:
    return has_good_origin({"headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]})


@pytest.mark.parametrize("origin", ["http://kqj.example:8000", "https://kqj.example:8000", "HTTPS://KQJ.example:8000"])
def test_pages_of_this_site_may(origin: str) -> None:
    assert opened(host="kqj.example:8000", origin=origin)


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "http://kqj.example",
        "http://kqj.example:8000.evil.example",
        "http://evil.example/kqj.example:8000",
        "http://kqj.example:8000@evil.example",
        "http://[",
        "//kqj.example:8000",
        "kqj.example:8000",
    ],
)
def test_pages_of_others_may_not(origin: str) -> None:
    assert not opened(host="kqj.example:8000", origin=origin)


def test_without_a_host_nobody_may() -> None:
    assert not opened()
    assert not opened(origin="http://")
    assert not opened(host="", origin="https://")


def test_a_program_with_a_token_needs_no_origin() -> None:
    assert opened(host="kqj.example", authorization="Bearer kqj_x")


def test_origins_that_the_site_trusts_may(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://play.example"]
    assert opened(host="inside:8000", origin="https://play.example")
