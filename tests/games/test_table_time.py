"""Clocks at real tables: what they lose and gain, when they run out, and that a replay gives the same."""

import random
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from accounts.models import User
from games import jobs
from games.broadcast.changes import format_time
from games.models import Heartbeat, Table, TableEvent
from games.services import bot_turns
from games.services.bot_turns import play_turns
from games.services.executors import fold_state, load_state
from games.services.play import Command, Kind, Refused, perform
from games.services.quick_play import play_now
from games.services.sweeps import sweep_once
from games.services.table_cache import cache
from games.services.table_pause import pause_match, resume_match
from games.services.table_state import begin
from games.services.table_timing import describe_clocks, due_at
from games.services.table_values import TableState
from games.services.table_views import view
from games.services.tables import open_table
from games.services.uptime import settle_outage
from tests.games.seated import NOW, make_user, make_users, send, start_match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_other_site(db: None) -> None:
    """Keep web processes that other tests started from telling here that they live: they wait until the test is over."""
    with connection.cursor() as cursor:
        cursor.execute("lock table play_heartbeat in exclusive mode")
    Heartbeat.objects.all().delete()


OPTIONS = {"goal": None, "rounds": 1}


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def woken(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, int]]:
    """Bot tasks that were sent."""
    calls: list[dict[str, int]] = []

    def note(*, table_id: int, version: int, seat: int, is_live: bool = True) -> None:
        del is_live
        calls.append({"table_id": table_id, "version": version, "seat": seat})

    monkeypatch.setattr(jobs, "wake_bot", note)
    return calls


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What bots' tasks take for now: the last item."""
    moments = [NOW]

    class Clock:
        @staticmethod
        def now() -> datetime:
            return moments[-1]

    monkeypatch.setattr(bot_turns, "timezone", Clock)
    return moments


def start(users: list[User], *, control: Any = "normal", **setup: Any) -> Table:
    return start_match(users, options=OPTIONS, time_control=control, **setup)


def act(table: Table, users: list[User], *, at: float, lag: int = 0) -> TableState:
    """Have whoever is to act do the first thing that is allowed, by their own hand."""
    state = load_state(table.pk)
    seat = state.to_act[0]
    sitter = state.seats[seat]
    assert sitter is not None
    command = Command(
        Kind.ACT,
        f"act-{state.version}",
        sitter.user_id,
        version=state.version,
        payload={"action": state.legal_texts(seat)[0]},
        lag_ms=lag,
    )
    return perform(table_id=table.pk, command=command, now=after(at)).state


def banks(state: TableState) -> list[float]:
    return [clock.bank_ms / 1000 for clock in state.clocks]


def is_played_for(state: TableState, seat: int) -> bool:
    sitter = state.seats[seat]
    assert sitter is not None
    return sitter.bot_plays


def sitter_user(state: TableState, users: list[User], seat: int) -> User:
    sitter = state.seats[seat]
    assert sitter is not None
    return next(user for user in users if user.pk == sitter.user_id)


def test_only_the_seat_to_act_loses_time() -> None:
    users = make_users(6)
    table = start(users)
    state = load_state(table.pk)
    first = state.to_act[0]
    assert due_at(state) == after(91)
    state = act(table, users, at=30)
    expected = [90.0] * 6
    expected[first] = 70.0
    assert banks(state) == expected
    second = state.to_act[0]
    assert state.clocks[second].since == after(30)
    assert [seat for seat in range(6) if state.clocks[seat].since] == [second]
    assert state.recent[-1].clocks == {
        str(first): {"bank": 70.0, "running": False, "deadline": None},
        str(second): {"bank": 90.0, "running": True, "deadline": format_time(after(120))},
    }
    assert len(view(state, audience=None, now=after(30))["clocks"]) == 6


def test_a_replay_gives_the_same_clocks() -> None:
    users = make_users(6)
    table = start(users)
    draw, moment = random.Random(7), 0.0
    while (state := load_state(table.pk)).status == "playing":
        moment += draw.choice([0.2, 3.1, 12.25, 40])
        state = act(table, users, at=moment, lag=draw.choice([0, 80, 2_000]))
        assert fold_state(table.pk).clocks == state.clocks
        if state.version > 60:
            break
    lags = [row.payload.get("lag", 0) for row in TableEvent.objects.filter(table=table, kind="act")]
    assert {80, 1_000} <= set(lags) <= {0, 80, 200, 1_000}


def test_lag_is_given_back_and_stands_in_the_row() -> None:
    users = make_users(6)
    table = start(users)
    seat = load_state(table.pk).to_act[0]
    state = act(table, users, at=30.4, lag=400)
    assert state.clocks[seat].bank_ms == 70_000
    assert TableEvent.objects.filter(table=table).latest("version").payload["lag"] == 400


def time_out(table: Table, *, at: float, woken: list[dict[str, int]], clock: list[datetime]) -> TableState:
    """Have the sweep and a worker notice that the time is out."""
    sweep_once(after(at))
    clock.append(after(at))
    assert play_turns(**woken[-1]) == 1
    assert play_turns(**woken[-1]) == 0
    return load_state(table.pk)


def test_time_that_ran_out_is_one_action_by_a_bot(woken: list[dict[str, int]], clock: list[datetime]) -> None:
    table = start(make_users(6))
    before = load_state(table.pk)
    seat = before.to_act[0]
    sweep_once(after(90.9))
    assert woken == []
    state = time_out(table, at=91, woken=woken, clock=clock)
    assert woken == [{"table_id": table.pk, "version": before.version, "seat": seat}]
    told = state.recent[-1].events[0]
    assert (told.kind, told.data["seat"]) == ("timed_out", seat)
    assert told.data["action"] in before.legal_texts(seat)
    assert state.clocks[seat].time_outs == 1
    assert describe_clocks(state)[str(seat)]["warned"] is True
    assert not is_played_for(state, seat)


def test_the_second_time_in_a_row_the_bot_takes_the_seat(woken: list[dict[str, int]], clock: list[datetime]) -> None:
    users = make_users(6)
    table = start(users)
    seat, moment = load_state(table.pk).to_act[0], 91.0
    state = time_out(table, at=moment, woken=woken, clock=clock)
    while seat not in state.to_act:
        moment += 1
        state = act(table, users, at=moment)
    assert state.clocks[seat].bank_ms == 10_000
    sweep_once(after(moment + 10.9))
    assert not is_played_for(load_state(table.pk), seat)
    sweep_once(after(moment + 11))
    taken = load_state(table.pk)
    assert taken.recent[-1].events[0].data["reason"] == "time"
    assert is_played_for(taken, seat)
    assert fold_state(table.pk).clocks == taken.clocks


def test_acting_oneself_takes_the_warning_away(woken: list[dict[str, int]], clock: list[datetime]) -> None:
    users = make_users(6)
    table = start(users)
    seat = load_state(table.pk).to_act[0]
    time_out(table, at=91, woken=woken, clock=clock)
    moment = 91.0
    while load_state(table.pk).clocks[seat].time_outs:
        moment += 1
        act(table, users, at=moment)
    assert not is_played_for(load_state(table.pk), seat)


@pytest.mark.parametrize("kind", [Kind.TIME_OUT, Kind.TAKE_OVER])
def test_nobody_is_played_for_before_the_time_is_out(kind: Kind) -> None:
    users = make_users(6)
    table = start(users)
    state = load_state(table.pk)
    seat = state.to_act[0]
    with pytest.raises(Refused) as refused:
        send(table, None, kind, seat=seat, version=state.version, action=state.legal_texts(seat)[0], now=after(90.9))
    assert refused.value.code == "illegal_action"
    with pytest.raises(Refused):
        send(table, users[0], kind, seat=seat, version=state.version, action="pass", now=after(500))


def test_a_table_without_a_control_knows_no_time_outs() -> None:
    table = start(make_users(6), control=None)
    state = load_state(table.pk)
    with pytest.raises(Refused):
        send(table, None, Kind.TIME_OUT, seat=state.to_act[0], version=state.version, action="pass", now=after(900))
    assert state.clocks == ()


def test_who_left_by_choice_finds_the_clock_as_it_was() -> None:
    users = make_users(6)
    table = start(users, control="blitz")
    state = load_state(table.pk)
    seat = state.to_act[0]
    user = sitter_user(state, users, seat)
    send(table, user, Kind.LEAVE, confirm=True, now=after(28))
    assert load_state(table.pk).clocks[seat] == state.clocks[seat]._replace(bank_ms=2_000, since=None)
    back = send(table, user, Kind.COME_BACK, now=after(29)).state
    assert (back.clocks[seat].bank_ms, back.clocks[seat].since) == (2_000, after(29))
    assert act(table, users, at=30).clocks[seat].bank_ms == 5_000


def test_who_was_taken_over_has_time_to_look_but_once_a_turn(
    woken: list[dict[str, int]], clock: list[datetime]
) -> None:
    users = make_users(6)
    table = start(users, control="blitz")
    seat = load_state(table.pk).to_act[0]
    state, moment = time_out(table, at=31, woken=woken, clock=clock), 31.0
    user = sitter_user(state, users, seat)
    while seat not in state.to_act:
        state = act(table, users, at=moment)
    sweep_once(after(moment + 7))
    assert is_played_for(load_state(table.pk), seat)
    back = send(table, user, Kind.COME_BACK, now=after(40)).state
    assert (back.clocks[seat].bank_ms, back.clocks[seat].since) == (10_000, after(40))
    send(table, user, Kind.LEAVE, confirm=True, now=after(45))
    with pytest.raises(Refused) as refused:
        send(table, user, Kind.COME_BACK, now=after(46))
    assert refused.value.code == "illegal_action"
    state = load_state(table.pk)
    text = state.legal_texts(seat)[0]
    send(table, None, Kind.ACT, seat=seat, version=state.version, action=text, now=after(47))
    again = send(table, user, Kind.COME_BACK, now=after(48)).state
    assert not is_played_for(again, seat)
    assert again.clocks[seat].bank_ms == 5_000
    assert fold_state(table.pk).clocks == again.clocks


def test_a_pause_between_deals_goes_on_where_it_stood() -> None:
    state = begin(load_state(start(make_users(6)).pk).setup)._replace(status="playing", break_until=after(10))
    paused, told = pause_match(state, now=after(4), seat=2)
    assert (told[0].kind, told[0].data["seat"]) == ("paused", 2)
    resumed, _ = resume_match(paused, now=after(100))
    assert resumed.break_until == after(106)
    assert resume_match(resumed, now=after(101)) == (resumed, [])


@pytest.mark.parametrize("control", ["normal", "day"])
def test_after_the_site_was_away_no_clock_has_lost_time(control: str) -> None:
    users = make_users(6)
    table = start(users, control=control)
    before = load_state(table.pk)
    seat = before.to_act[0]
    Heartbeat.objects.create(process=uuid4(), at=after(20))
    sweep_once(after(5_000))  # nobody can reach the site, so nobody runs out of time
    assert load_state(table.pk).version == before.version
    assert settle_outage(is_first=True, now=after(5_000)) == 1
    state = load_state(table.pk)
    assert state.version == before.version + 1
    assert state.clocks[seat].bank_ms == before.clocks[seat].bank_ms - 20_000
    assert state.clocks[seat].since == after(5_005)
    assert state.recent[-1].events[0].data == {"reason": "restart", "seconds": 4_980.0}
    # A process that was killed in the middle of this leaves it to the next one: nothing is given twice.
    assert settle_outage(is_first=True, now=after(5_010)) == 1
    again = load_state(table.pk)
    assert again.clocks[seat].bank_ms == state.clocks[seat].bank_ms
    assert again.clocks[seat].since == after(5_015)
    assert fold_state(table.pk).clocks == again.clocks


def test_silence_counts_anew_after_the_site_was_away() -> None:
    table = start(make_users(6), control=None)
    Heartbeat.objects.create(process=uuid4(), at=after(15))
    sweep_once(after(300))
    assert settle_outage(is_first=True, now=after(300)) == 1
    Heartbeat.objects.all().delete()
    state = load_state(table.pk)
    sweep_once(after(324))
    assert load_state(table.pk).version == state.version
    sweep_once(after(325))
    assert load_state(table.pk).version == state.version + 1


def test_nothing_is_given_back_where_the_site_was_not_away() -> None:
    start(make_users(6))
    assert settle_outage(is_first=True, now=after(50)) == 0
    Heartbeat.objects.create(process=uuid4(), at=after(48))
    assert settle_outage(is_first=False, now=after(50)) == 0


def test_a_control_of_one_s_own_is_for_private_tables() -> None:
    user, own = make_user(), {"bank": 60, "increment": 5}
    with pytest.raises(Refused):
        open_table(user=user, time_control=own)
    with pytest.raises(Refused):
        open_table(user=user, time_control="fast")
    table = open_table(user=user, time_control=own, is_private=True)
    assert table.time_control == {"preset": "custom", "bank": 60, "increment": 5, "sleeps": False}


def test_play_now_has_a_clock() -> None:
    assert load_state(play_now(user=make_user()).pk).setup.control.preset == "normal"  # type: ignore[union-attr]


def test_a_pause_stops_every_clock() -> None:
    users = make_users(6)
    table = start(users)
    state = load_state(table.pk)
    seat = state.to_act[0]
    send_vote(table, users, "pause", at=20)
    paused = load_state(table.pk)
    assert paused.is_paused
    assert paused.clocks[seat].since is None
    assert paused.clocks[seat].bank_ms == 70_000
    with pytest.raises(Refused) as refused:
        act(table, users, at=25)
    assert refused.value.code == "paused"
    assert due_at(paused) == after(20 + 15 * 60)
    sweep_once(after(20 + 15 * 60 - 0.1))
    assert load_state(table.pk).is_paused
    sweep_once(after(20 + 15 * 60))
    resumed = load_state(table.pk)
    assert not resumed.is_paused
    assert resumed.clocks[seat].since == after(920)
    assert resumed.recent[-1].events[0].data == {"reason": "time", "seconds": 900.0}
    assert due_at(resumed) == after(920 + 71)
    assert fold_state(table.pk).clocks == resumed.clocks


def send_vote(table: Table, users: list[User], vote: str, *, at: float) -> None:
    send(table, users[0], Kind.PROPOSE, vote=vote, now=after(at))
    for user in users[1:]:
        send(table, user, Kind.VOTE, vote=vote, agree=True, now=after(at))


def test_a_broken_table_keeps_no_other_from_its_time() -> None:
    broken, sound = start(make_users(6)), start(make_users(6))
    Heartbeat.objects.create(process=uuid4(), at=after(20))
    TableEvent.objects.filter(table=broken).update(kind="unheard")
    Table.objects.filter(pk=broken.pk).update(options={"goal": "none such"})
    cache.clear()
    assert settle_outage(is_first=True, now=after(300)) == 1
    assert load_state(sound.pk).recent[-1].events[0].kind == "resumed"
