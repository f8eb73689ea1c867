"""Bots' turns at real tables, on real PostgreSQL, without workers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from games import bots, jobs
from games.bots.levels import levels
from games.engine import registry
from games.engine.errors import RecordError
from games.models import Match, Table
from games.services import bot_turns
from games.services.bot_accounts import COURTS, FACES, get_herald, pick_bots
from games.services.bot_matches import open_bot_match, read_record
from games.services.bot_pace import think_seconds
from games.services.bot_turns import Care, care_for, choose_action, play_turns
from games.services.executors import load_state
from games.services.matches import finish_match
from games.services.play import Kind, wake_bot
from games.services.table_clocks import PRESETS
from games.services.table_values import TableState
from tests.games.seated import NOW, make_users, send, start_match

pytestmark = pytest.mark.django_db
ONE_ROUND = {"goal": None, "rounds": 1}


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """Tasks that would have been sent: (table, version, seat)."""
    calls: list[tuple[int, int, int]] = []

    def note(*, table_id: int, version: int, seat: int, is_live: bool) -> None:
        assert is_live
        calls.append((table_id, version, seat))

    monkeypatch.setattr(jobs, "wake_bot", note)
    return calls


def open_match(options: dict[str, Any] | None = None, *, pace_ms: int = 0, level: str = "easy") -> TableState:
    match_id = open_bot_match(game="kqj", options=options or ONE_ROUND, level=level, pace_ms=pace_ms)
    return load_state(Match.objects.get(pk=match_id).table_id)


def play_on(state: TableState) -> TableState:
    """Play the match out as tasks would."""
    table_id = state.setup.table_id
    while state.to_act:
        assert play_turns(table_id=table_id, version=state.version, seat=state.to_act[0])
        state = load_state(table_id)
    return state


@pytest.mark.parametrize("level", ["novice", "easy", "medium", "hard"])
@pytest.mark.parametrize(
    "options", [ONE_ROUND, {"teams": 3, "partners": "random", "contract": "auction", "goal": None, "rounds": 2}]
)
def test_bots_play_a_whole_match_whose_record_verifies(options: dict[str, Any], level: str) -> None:
    state = play_on(open_match(options, level=level))
    assert state.status == "over"
    assert finish_match(state.setup.match_id)
    record = read_record(state.setup.match_id)
    assert registry.get("kqj").from_record(record) is not None
    assert [player["level"] for player in record["players"]] == [level] * 6
    broken = {**record, "commitment": "0" * 64}
    with pytest.raises(RecordError):
        registry.get("kqj").from_record(broken)


def test_a_turn_asked_for_twice_is_played_once() -> None:
    state = open_match(pace_ms=700)
    table_id, seat = state.setup.table_id, state.to_act[0]
    assert play_turns(table_id=table_id, version=state.version, seat=seat) == 1
    assert play_turns(table_id=table_id, version=state.version, seat=seat) == 0
    assert load_state(table_id).version == state.version + 1


def test_a_turn_of_another_seat_or_version_is_left_alone() -> None:
    state = open_match(pace_ms=700)
    table_id, seat = state.setup.table_id, state.to_act[0]
    for version, other in ((state.version, (seat + 1) % 6), (state.version - 1, seat), (state.version, 77)):
        assert play_turns(table_id=table_id, version=version, seat=other) == 0
    assert load_state(table_id).version == state.version


def test_with_a_pace_a_task_plays_one_turn_and_without_one_it_goes_on(woken: list[Any]) -> None:
    paced, quick = open_match(pace_ms=700), open_match(pace_ms=0)
    assert play_turns(table_id=paced.setup.table_id, version=paced.version, seat=paced.to_act[0]) == 1
    assert play_turns(table_id=quick.setup.table_id, version=quick.version, seat=quick.to_act[0]) > 1


def test_a_task_that_played_long_enough_makes_room_and_asks_for_the_next_turn(
    monkeypatch: pytest.MonkeyPatch, woken: list[Any], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    monkeypatch.setattr(bot_turns, "RUN_SECONDS", 0.0)
    state = open_match()
    woken.clear()
    assert play_turns(table_id=state.setup.table_id, version=state.version, seat=state.to_act[0]) == 1
    after = load_state(state.setup.table_id)
    assert woken == [(after.setup.table_id, after.version, after.to_act[0])]


def test_a_failing_bot_is_replaced_by_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: Any) -> str:
        raise bots.BotError("illegal_choice", "a bot gone mad")

    state = open_match(pace_ms=700)
    seat = state.to_act[0]
    expected = choose_action(state, seat=seat, care=Care.GREEDY)
    monkeypatch.setattr(bots, "choose", fail)
    assert choose_action(state, seat=seat, care=Care.LEVEL) == expected


def test_the_later_a_turn_is_the_plainer_it_is_played() -> None:
    state = open_match(pace_ms=700)
    assert state.turn_at is not None
    begin, seat = state.turn_at, state.to_act[0]
    cares = [care_for(state, seat=seat, now=begin + timedelta(seconds=late)) for late in (0, 4, 5, 12, 13, 600)]
    assert cares == [Care.LEVEL, Care.LEVEL, Care.GREEDY, Care.GREEDY, Care.ANY, Care.ANY]
    assert choose_action(state, seat=seat, care=Care.ANY) == state.legal_texts(seat)[0]


def test_where_people_have_days_bots_wait_behind_live_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(jobs, "_send", lambda name, _args, *, queue: sent.append((name, queue)))
    live = open_match(pace_ms=700)
    slow = live._replace(setup=replace(live.setup, control=PRESETS["three_days"]))
    seat = live.to_act[0]
    for state in (live, slow):
        wake_bot(state, seat=seat)
    assert sent == [("games.bot_turn", "live"), ("games.bot_turn", "later")]
    assert live.turn_at is not None
    minute = live.turn_at + timedelta(minutes=1)
    assert [care_for(state, seat=seat, now=minute) for state in (live, slow)] == [Care.ANY, Care.LEVEL]


def test_a_bot_thinks_longer_the_more_it_may_do_but_never_long() -> None:
    seconds: dict[int, set[float]] = {}
    state = open_match({"goal": None, "rounds": 1, "contract": "auction"}, pace_ms=700)
    while state.to_act:
        choices = len(state.legal_texts(state.to_act[0]))
        seconds.setdefault(min(choices, 8), set()).add(think_seconds(state))
        slow, fixed = (
            state._replace(setup=replace(state.setup, timing=state.setup.timing.with_pace(pace))) for pace in (1_800, 0)
        )
        assert (think_seconds(slow) <= 3, think_seconds(fixed)) == (True, 0)
        play_turns(table_id=state.setup.table_id, version=state.version, seat=state.to_act[0])
        state = load_state(state.setup.table_id)
    assert max(seconds[1]) < 0.7 < min(seconds[8])
    assert len(seconds[1]) > 1
    assert max(max(found) for found in seconds.values()) < 1.6


def test_a_bot_stands_in_for_a_person_until_the_person_acts() -> None:
    users = make_users(6)
    table = start_match(users, options=ONE_ROUND, pace_ms=700)
    state = load_state(table.pk)
    seat = state.to_act[0]
    sitter = state.seats[seat]
    assert sitter is not None
    assert play_turns(table_id=table.pk, version=state.version, seat=seat) == 0
    send(table, None, Kind.TAKE_OVER, seat=seat, version=state.version)
    assert play_turns(table_id=table.pk, version=state.version + 1, seat=seat) == 1
    event = Table.objects.get(pk=table.pk).events.latest("version")
    assert (event.kind, event.seat, event.user_id) == ("act", seat, None)
    user = next(user for user in users if user.pk == sitter.user_id)
    send(table, user, Kind.COME_BACK, now=NOW)
    back = load_state(table.pk).seats[seat]
    assert back is not None
    assert not back.is_played_by_bot


def test_bots_of_a_level_are_made_once_and_differ() -> None:
    first = pick_bots(level="easy", count=6, exclude_user_ids=[])
    assert len({bot.pk for bot in first}) == 6
    assert all(bot.kind == "bot" and not bot.has_usable_password() for bot in first)
    rest = pick_bots(level="easy", count=12, exclude_user_ids=[bot.pk for bot in first])
    assert not {bot.pk for bot in rest} & {bot.pk for bot in first}
    assert get_herald() == get_herald()


@pytest.mark.parametrize("level", [level.key for level in levels("kqj")])
def test_each_level_has_names_and_faces_of_its_own(level: str) -> None:
    found = pick_bots(level=level, count=12, exclude_user_ids=[])
    assert {bot.username for bot in found} == set(COURTS[level])
    assert {bot.avatar_key[0] for bot in found} == {FACES[level]}
    assert len({bot.avatar_key for bot in found}) == 8
    for other in set(COURTS) - {level}:
        assert set(COURTS[other]).isdisjoint(COURTS[level])


def test_a_name_that_a_person_has_is_left_to_them() -> None:
    from tests.games.seated import make_user

    person = make_user("argine")
    found = pick_bots(level="easy", count=12, exclude_user_ids=[])
    assert person not in found
    assert len({bot.pk for bot in found}) == 12
