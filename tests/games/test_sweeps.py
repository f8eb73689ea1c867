"""What is due by the clock, with `now` passed in."""

import threading
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from games import jobs
from games.models import Match, Table, TablePresence
from games.services import sweeps
from games.services.bot_matches import open_bot_match
from games.services.bot_pace import think_seconds
from games.services.executors import load_state
from games.services.play import Kind
from games.services.quick_play import play_now
from games.services.sweeps import SWEEP_LOCK, close_dead_tables, forget_stale_presence, sweep_for, sweep_once
from games.services.tables import sit_down
from tests.games.seated import NOW, make_table, make_user, make_users, send, start_match

pytestmark = pytest.mark.django_db
OPTIONS = {"goal": None, "rounds": 1}


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """Bot tasks that were sent: (table, version, seat)."""
    calls: list[tuple[int, int, int]] = []

    def note(*, table_id: int, version: int, seat: int, is_live: bool) -> None:
        assert is_live
        calls.append((table_id, version, seat))

    monkeypatch.setattr(jobs, "wake_bot", note)
    return calls


def connect(table: Table, user_id: int, *, seen_at: datetime) -> None:
    TablePresence.objects.create(process=uuid4(), socket=1, table=table, user_id=user_id, is_open=True, seen_at=seen_at)


def plays_for(table: Table) -> list[int]:
    """Return the seats of people for whom a bot plays."""
    return [seat for seat, sitter in enumerate(load_state(table.pk).seats) if sitter and sitter.bot_plays]


def acting_user(table: Table) -> tuple[int, int]:
    """Return (seat, user) that has to act."""
    state = load_state(table.pk)
    seat = state.to_act[0]
    sitter = state.seats[seat]
    assert sitter is not None
    return seat, sitter.user_id


def test_a_person_who_is_gone_is_played_for_after_the_short_wait() -> None:
    table = start_match(make_users(6), options=OPTIONS)
    seat, _ = acting_user(table)
    sweep_once(after(19.9))
    assert plays_for(table) == []
    sweep_once(after(20))
    assert plays_for(table) == [seat]


def test_a_person_who_is_connected_but_silent_is_played_for_after_the_long_wait() -> None:
    table = start_match(make_users(6), options=OPTIONS)
    seat, user_id = acting_user(table)
    for seconds in range(20, 60, 5):
        TablePresence.objects.all().delete()
        connect(table, user_id, seen_at=after(seconds - 10))
        sweep_once(after(seconds))
        assert plays_for(table) == []
    sweep_once(after(60))
    assert plays_for(table) == [seat]


def test_a_person_who_goes_after_the_short_wait_is_noticed_within_seconds() -> None:
    table = start_match(make_users(6), options=OPTIONS)
    seat, user_id = acting_user(table)
    connect(table, user_id, seen_at=after(20))
    sweep_once(after(20))
    TablePresence.objects.all().delete()
    sweep_once(after(24))
    assert plays_for(table) == []
    sweep_once(after(25))
    assert plays_for(table) == [seat]


def test_acting_brings_a_person_back() -> None:
    users = make_users(6)
    table = start_match(users, options=OPTIONS)
    seat, user_id = acting_user(table)
    sweep_once(after(20))
    assert plays_for(table) == [seat]
    state = load_state(table.pk)
    user = next(user for user in users if user.pk == user_id)
    action = state.legal_texts(seat)[0]
    committed = send(table, user, Kind.ACT, version=state.version, action=action, now=after(21))
    assert plays_for(table) == []
    assert committed.state.recent[-1].events[0].kind == "returned"


def test_a_bot_s_turn_is_due_after_its_pace_and_asked_for_again_ever_more_seldom(woken: list[Any]) -> None:
    match_id = open_bot_match(game="kqj", options=OPTIONS, level="easy", pace_ms=700)
    state = load_state(Match.objects.get(pk=match_id).table_id)
    seat = state.to_act[0]
    assert state.turn_at is not None
    due = state.turn_at + timedelta(seconds=think_seconds(state))
    sweep_once(due - timedelta(seconds=0.1))
    assert woken == []
    moments = []
    for tenth in range(1_000):
        before = len(woken)
        sweep_once(due + timedelta(seconds=tenth / 10))
        moments += [tenth / 10] * (len(woken) - before)
    assert set(woken) == {(state.setup.table_id, state.version, seat)}
    assert moments == pytest.approx([0, 1, 2, 4, 8, 16, 32, 62, 92])


def test_a_quick_table_is_filled_and_started_when_its_time_has_come() -> None:
    user = make_user()
    table = play_now(user=user, now=NOW)
    assert table.fill_at is not None
    sweep_once(table.fill_at - timedelta(seconds=0.1))
    assert load_state(table.pk).status == "open"
    sweep_once(table.fill_at)
    started = Table.objects.get(pk=table.pk)
    assert (started.status, started.fill_at) == ("playing", None)
    assert sum(seat["kind"] == "bot" for seat in started.seats) == 5


def test_a_quick_table_full_of_people_starts_though_some_are_not_ready() -> None:
    host, *others = make_users(6)
    table = play_now(user=host, now=NOW)
    for user in others:
        sit_down(table_id=table.pk, user=user, now=NOW)
    assert table.fill_at is not None
    sweep_once(table.fill_at)
    table.refresh_from_db()
    assert table.status == "playing"


def test_a_broken_table_is_put_off_and_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (start_match(make_users(6), options=OPTIONS) for _ in range(2))
    load = load_state

    def fail_for_one(table_id: int) -> Any:
        if table_id == broken.pk:
            raise ValueError("rows that can't be folded")
        return load(table_id)

    monkeypatch.setattr(sweeps, "load_state", fail_for_one)
    assert sweep_once(after(20)) == 2
    assert len(plays_for(sound)) == 1
    assert f"Table {broken.pk} can't be swept" in caplog.text
    sweep_once(after(21))
    assert caplog.text.count("can't be swept") == 1


def test_open_tables_where_nobody_is_are_closed_after_a_while() -> None:
    dead, watched, young = (make_table(make_users(2), now=moment) for moment in (NOW, NOW, after(600)))
    connect(watched, make_user().pk, seen_at=after(899))
    assert close_dead_tables(after(899)) == 0
    assert close_dead_tables(after(901)) == 1
    states = [load_state(table.pk).status for table in (dead, watched, young)]
    assert states == ["closed", "open", "open"]


def test_stale_presence_is_forgotten() -> None:
    table = make_table(make_users(1))
    connect(table, make_user().pk, seen_at=NOW)
    assert forget_stale_presence(after(59)) == 0
    assert forget_stale_presence(after(61)) == 1


def test_only_one_process_sweeps_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    passes: list[datetime] = []

    def note(now: datetime) -> int:
        passes.append(now)
        return 1

    monkeypatch.setattr(sweeps, "sweep_once", note)
    monkeypatch.setattr(sweeps, "STEP_SECONDS", 0.001)
    parameters = connection.get_connection_params()
    known = {key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if parameters.get(key)}
    with psycopg.connect(**known, autocommit=True) as other:
        other.execute("select pg_advisory_lock(%s)", [SWEEP_LOCK])
        assert sweep_for(0.01) == 0
        other.execute("select pg_advisory_unlock(%s)", [SWEEP_LOCK])
    assert passes == []
    assert sweep_for(0.01) == len(passes) > 0


def test_a_sweep_waits_for_the_one_before_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    class SweptError(Exception):
        pass

    def stop(now: datetime) -> int:
        raise SweptError

    monkeypatch.setattr(sweeps, "sweep_once", stop)
    monkeypatch.setattr(sweeps, "HAND_OVER_SECONDS", 60.0)
    parameters = connection.get_connection_params()
    known = {key: parameters[key] for key in ("dbname", "user", "password", "host", "port") if parameters.get(key)}
    with psycopg.connect(**known, autocommit=True) as other:
        other.execute("select pg_advisory_lock(%s)", [SWEEP_LOCK])
        ending = threading.Timer(0.05, other.execute, ["select pg_advisory_unlock(%s)", [SWEEP_LOCK]])
        ending.start()
        with pytest.raises(SweptError):
            sweep_for(60.0)
        ending.join()
