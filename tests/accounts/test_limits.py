"""How often something may be done."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.limits import LimitedError, Rate, consume, format_network, parse_rate

START = 1_800_000_000.0
RATE = Rate(count=3, seconds=60)


def use(key: str = "k", *, now: float = START, rate: Rate | None = RATE) -> int:
    """Return 0 when the use was allowed, else how many seconds to wait."""
    try:
        consume("tests", key=key, rate=rate, now=now)
    except LimitedError as error:
        return error.retry_after
    return 0


@pytest.mark.brokers
@pytest.mark.django_db
def test_the_limit_is_exact_and_tells_when_to_come_back() -> None:
    assert [use(now=START + second) for second in (0, 1, 2)] == [0, 0, 0]
    assert [use(now=START + second) for second in (3, 10, 59.5)] == [57, 50, 1]
    assert use(now=START + 60) == 0


@pytest.mark.brokers
@pytest.mark.django_db
def test_keys_do_not_share_and_no_rate_is_no_limit() -> None:
    assert [use("one") for _ in range(4)] == [0, 0, 0, 60]
    assert use("other") == 0
    assert [use("free", rate=None) for _ in range(9)] == [0] * 9


@pytest.mark.brokers
@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_when_many_come_at_once() -> None:
    def use_in_thread(_: int) -> int:
        try:
            return use("busy")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(use_in_thread, range(24)))
    assert sum(wait == 0 for wait in waits) == RATE.count


def test_rates_are_read_from_settings() -> None:
    assert parse_rate("30/h") == Rate(count=30, seconds=3600)
    assert parse_rate("5/10m") == Rate(count=5, seconds=600)
    assert parse_rate("off") is None
    with pytest.raises(ValueError, match="30/h"):
        parse_rate("often")


def test_an_ipv6_visitor_is_a_network() -> None:
    assert format_network("2001:db8::1") == format_network("2001:db8::ffff") == "2001:db8::/64"
    assert format_network("192.0.2.7") == "192.0.2.7"
    assert format_network("a socket") == "a socket"
