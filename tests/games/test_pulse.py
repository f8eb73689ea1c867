"""The sign of life of web processes: who is first after an outage gives time back, the others find nothing to do."""

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest
from channels.db import database_sync_to_async
from django.db import connection
from django.utils import timezone

from games.broadcast.notices import PROCESS
from games.models import Heartbeat, Table, TableEvent
from games.services import pulse as pulses
from games.services.live_path import ensure_live_path, running_live_path, stop_live_path
from games.services.pulse import Pulse
from games.services.uptime import STALE
from tests.games.seated import make_users, start_match

pytestmark = pytest.mark.django_db(transaction=True)
LOCK = 0x6B716AFF
"""Not the site's: a web process of other tests may live beside these."""


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run it on a loop of its own, and close what its thread opened."""

    async def whole() -> None:
        try:
            await scenario()
        finally:
            await database_sync_to_async(lambda: connection.close())()  # noqa: PLW0108 -- the thread's own

    asyncio.run(whole())


@pytest.fixture
def table() -> Table:
    """A match that runs, on a site that was last alive a while ago."""
    now = timezone.now()
    Heartbeat.objects.create(process=uuid4(), at=now - timedelta(minutes=1))
    return start_match(make_users(6), now=now - timedelta(minutes=2), time_control="normal")


def credits_of(table: Table) -> int:
    return TableEvent.objects.filter(table=table, kind="credit").count()


def test_the_first_after_an_outage_gives_time_back_and_the_next_does_not(table: Table) -> None:
    async def scenario() -> None:
        first, second = Pulse(lock=LOCK), Pulse(lock=LOCK)
        await asyncio.gather(first.start(), second.start())
        await first.stop()
        third = Pulse(lock=LOCK)
        await third.start()  # the second lives
        await second.stop()
        await third.stop()

    run(scenario)
    assert credits_of(table) == 1
    assert Heartbeat.objects.filter(process=PROCESS).exists()


def test_nobody_lives_any_more_when_the_last_has_stopped(table: Table) -> None:
    async def scenario() -> None:
        for _start in range(2):
            pulse = Pulse(lock=LOCK)
            await pulse.start()
            await pulse.stop()

    run(scenario)
    assert credits_of(table) == 2


def test_a_process_that_lost_its_database_begins_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulses, "BEAT_SECONDS", 0.02)

    async def scenario() -> None:
        pulse = Pulse(lock=LOCK)
        await pulse.start()
        await database_sync_to_async(end_holders)()
        while await database_sync_to_async(credits_of)(table) == 1:  # noqa: ASYNC110 -- rows tell nobody
            await asyncio.sleep(0.02)
        await pulse.stop()

    run(scenario)
    assert credits_of(table) == 2


def test_a_process_that_hung_gives_back_what_that_took(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulses, "BEAT_SECONDS", 0.02)

    async def scenario() -> None:
        pulse = Pulse(lock=LOCK)
        await pulse.start()
        monkeypatch.setattr(pulses, "STALE", timedelta())
        while await database_sync_to_async(age_beats)(table) == 1:  # noqa: ASYNC110 -- rows tell nobody
            await asyncio.sleep(0.02)
        await pulse.stop()

    run(scenario)
    assert credits_of(table) >= 2


def end_holders() -> None:
    """End the sessions that hold the lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = %s", [LOCK]
        )


def age_beats(table: Table) -> int:
    """Make all signs of life old; return how often time has been given back."""
    Heartbeat.objects.update(at=timezone.now() - 2 * STALE)
    return credits_of(table)


def test_without_a_database_there_is_no_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail() -> None:
        raise psycopg.OperationalError("away")

    monkeypatch.setattr(pulses, "connect", fail)

    async def scenario() -> None:
        with pytest.raises(psycopg.OperationalError):
            await Pulse(lock=LOCK).start()

    run(scenario)


@pytest.fixture
def _own_collector() -> Iterator[None]:
    """Give back what a live path does to the collector of its process."""
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("_own_collector")
def test_a_start_that_failed_leaves_nothing_open_and_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_pulse: Pulse) -> None:
        raise psycopg.OperationalError("away")

    async def scenario() -> None:
        with monkeypatch.context() as away:
            away.setattr(Pulse, "start", fail)
            with pytest.raises(psycopg.OperationalError):
                await ensure_live_path()
        assert running_live_path() is None
        assert await ensure_live_path() is running_live_path()
        await stop_live_path()

    run(scenario)
