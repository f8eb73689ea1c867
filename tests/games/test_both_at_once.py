"""What several notice or do in the same moment is decided once: by the version, on real connections."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.models import Table, TableEvent
from games.services import bot_turns
from games.services.bot_turns import play_turns
from games.services.executors import fold_state, load_state
from games.services.play import Kind, Refused
from games.services.tables import take_over
from tests.games.seated import NOW, make_users, send, start_match

pytestmark = pytest.mark.django_db(transaction=True)
OPTIONS = {"goal": None, "rounds": 1}


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do all works in the same moment, each on a connection of its own; return what they return, or were refused."""
    barrier, results = threading.Barrier(len(works)), [None] * len(works)

    def run(index: int, work: Callable[[], Any]) -> None:
        try:
            barrier.wait(20)
            results[index] = work()
        except Refused as refused:
            results[index] = refused.code  # type: ignore[call-overload]
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Set what bots' tasks take for now."""

    class Clock:
        @staticmethod
        def now() -> datetime:
            return moment

    monkeypatch.setattr(bot_turns, "timezone", Clock)


def test_three_workers_that_notice_a_time_out_play_one_action(monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_match(make_users(6), options=OPTIONS, time_control="normal")
    state = load_state(table.pk)
    turn = {"table_id": table.pk, "version": state.version, "seat": state.to_act[0]}
    set_clock(monkeypatch, after(92))
    choose, barrier = bot_turns.choose_action, threading.Barrier(3)

    def choose_together(*args: Any, **kwargs: Any) -> str:
        barrier.wait(20)  # all three have read the same version by now
        return choose(*args, **kwargs)

    monkeypatch.setattr(bot_turns, "choose_action", choose_together)
    assert sorted(at_once(*[lambda: play_turns(**turn)] * 3)) == [0, 0, 1]
    assert fold_state(table.pk).version == state.version + 1
    assert TableEvent.objects.filter(table=table, kind="time_out").count() == 1


def test_three_sweeps_that_take_a_seat_take_it_once() -> None:
    table = start_match(make_users(6), options=OPTIONS)
    state = load_state(table.pk)
    turn = {"table_id": table.pk, "version": state.version, "seat": state.to_act[0]}
    taken = at_once(*[lambda: take_over(**turn, now=after(60))] * 3)
    assert sum(committed is not None for committed in taken) == 1
    assert fold_state(table.pk).version == state.version + 1


def turn_of_a_stand_in(table: Table, users: list[User]) -> tuple[User, dict[str, int], str]:
    """Have a bot take the seat to act; return its person, the bot's turn and an action that is allowed."""
    state = load_state(table.pk)
    seat = state.to_act[0]
    sitter = state.seats[seat]
    assert sitter is not None
    if not sitter.bot_plays:
        take_over(table_id=table.pk, version=state.version, seat=seat, now=after(60))
        state = load_state(table.pk)
    user = next(user for user in users if user.pk == sitter.user_id)
    turn = {"table_id": table.pk, "version": state.version, "seat": seat}
    return user, turn, state.legal_texts(seat)[0]


def test_of_a_bot_and_the_person_who_is_back_exactly_one_acts() -> None:
    users = make_users(6)
    table = start_match(users, options=OPTIONS)
    for _turn in range(6):
        user, turn, text = turn_of_a_stand_in(table, users)

        def act(user: User = user, version: int = turn["version"], text: str = text) -> bool:
            return send(table, user, Kind.ACT, version=version, action=text, now=after(61)).is_new

        def play(turn: dict[str, int] = turn) -> int:
            return play_turns(**turn)

        person, bot = at_once(act, play)
        assert (person, bot) in {(True, 0), ("stale_version", 1)}
        state = load_state(table.pk)
        sitter = state.seats[turn["seat"]]
        assert state.version == turn["version"] + 1
        assert sitter is not None
        assert sitter.bot_plays is (bot == 1)


def test_whoever_comes_back_in_mid_trick_acts_from_then_on() -> None:
    users = make_users(6)
    table = start_match(users, options=OPTIONS)
    for _turn in range(6):
        user, turn, text = turn_of_a_stand_in(table, users)

        def come_back(user: User = user) -> int:
            return send(table, user, Kind.COME_BACK, now=after(61)).version

        def play(turn: dict[str, int] = turn) -> int:
            return play_turns(**turn)

        back, played = at_once(come_back, play)
        # The bot was first and the return came after it, or the return was and the bot had nothing left to do.
        assert (back - turn["version"], played) in {(1, 0), (2, 1)}
        rows = TableEvent.objects.filter(table=table, version__gt=turn["version"]).values_list("kind", flat=True)
        assert sorted(rows) == (["come_back"] if not played else ["act", "come_back"])
        if not played:
            send(table, user, Kind.ACT, version=back, action=text, now=after(62))
