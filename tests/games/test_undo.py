"""Taking back a misclick: what is allowed, what rows and records then say, and that bots wait for it."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.engine.verify import find_error
from games.models import Match, Table, TableEvent
from games.selectors.match_records import replay_match, write_match_record
from games.services.executors import fold_state, load_state
from games.services.matches import finish_match
from games.services.play import Kind, Refused
from games.services.snapshots import rebuild_table
from games.services.table_timing import due_at
from games.services.table_values import TableState
from games.services.table_views import view
from tests.games.seated import NOW, make_users, send, start_match

pytestmark = pytest.mark.django_db
SOON = NOW + timedelta(seconds=1)
FREE: dict[str, Any] = {"is_rated": False, "can_undo": True}


def act(table: Table, users: list[User], *, choice: int = 0, **more: Any) -> TableState:
    state = load_state(table.pk)
    seat = state.to_act[0]
    return send(
        table, users[seat], Kind.ACT, version=state.version, action=state.legal_texts(seat)[choice], **more
    ).state


def undo(table: Table, user: User, *, version: int | None = None, **more: Any) -> TableState:
    return send(table, user, Kind.UNDO, version=version, **{"now": SOON, **more}).state


def code_of(table: Table, user: User, **more: Any) -> str:
    with pytest.raises(Refused) as refused:
        undo(table, user, **more)
    return refused.value.code


def test_an_action_is_taken_back() -> None:
    users = make_users(6)
    table = start_match(users, **FREE)
    before = load_state(table.pk)
    seat = before.to_act[0]
    played = act(table, users)
    assert view(played, audience=seat, now=SOON)["undo"]["version"] == played.version
    assert view(played, audience=seat - 1, now=SOON)["undo"] is None
    assert played.recent[-1].message(seat)["undo"]["version"] == played.version
    assert "undo" not in played.recent[-1].message(played.to_act[0])
    after = undo(table, users[seat], version=played.version)
    assert (after.engine, after.to_act) == (before.engine, before.to_act)
    assert after.version == played.version + 1
    change = after.recent[-1]
    assert change.is_reset
    assert [(event.kind, event.data["version"]) for event in change.events] == [("undone", played.version)]
    assert view(after, audience=seat, now=SOON)["undo"] is None
    assert fold_state(table.pk).engine == after.engine


def test_what_can_not_be_taken_back() -> None:
    users = make_users(6)
    table = start_match(users, **FREE)
    first = load_state(table.pk).to_act[0]
    assert code_of(table, users[first]) == "too_late"
    played = act(table, users)
    assert code_of(table, users[played.to_act[0]]) == "too_late"
    assert code_of(table, users[first], version=played.version - 1) == "too_late"
    assert code_of(table, users[first], now=NOW + timedelta(seconds=2.1)) == "too_late"
    act(table, users, now=SOON)
    assert code_of(table, users[first], version=played.version) == "too_late"
    assert TableEvent.objects.filter(table=table, kind="undo").count() == 0


def test_what_showed_hidden_cards_can_not_be_taken_back() -> None:
    users = make_users(6)
    table = start_match(users, **FREE)
    seat = load_state(table.pk).to_act[0]
    taken = act(table, users, choice=1)
    assert any(event.kind == "dealt" for event in taken.recent[-1].events)
    assert code_of(table, users[seat], version=taken.version) == "too_late"


@pytest.mark.parametrize("setup", [{"is_rated": True, "can_undo": True}, {"is_rated": False}])
def test_a_table_may_forbid_it(setup: dict[str, Any]) -> None:
    users = make_users(6)
    table = start_match(users, **setup)
    seat = load_state(table.pk).to_act[0]
    played = act(table, users)
    assert view(played, audience=seat, now=SOON)["table"]["rules"]["undo"] is False
    assert code_of(table, users[seat], version=played.version) == "too_late"


def test_the_clocks_are_put_back_without_an_increment() -> None:
    users = make_users(6)
    table = start_match(users, time_control="blitz", **FREE)
    before = load_state(table.pk)
    seat = before.to_act[0]
    played = act(table, users, now=NOW + timedelta(seconds=7))
    assert played.clocks[seat].bank_ms == 27_000
    state = undo(table, users[seat], version=played.version, now=NOW + timedelta(seconds=8))
    assert state.clocks[seat].bank_ms == 23_000
    assert state.clocks[seat].since == NOW + timedelta(seconds=8)
    others = [other for other in range(6) if other != seat]
    assert [state.clocks[other] for other in others] == [before.clocks[other] for other in others]
    assert fold_state(table.pk).clocks == state.clocks


def test_a_bot_waits_as_long() -> None:
    users = make_users(6)
    table = start_match(users, pace_ms=0, **FREE)
    next_seat = (load_state(table.pk).to_act[0] + 1) % 6
    send(table, users[next_seat], Kind.LEAVE, confirm=True)
    state = act(table, users)
    assert state.to_act == (next_seat,)
    assert due_at(state) == NOW + timedelta(seconds=2)


def test_a_match_with_misclicks_is_its_rows() -> None:
    users = make_users(6)
    table = start_match(users, options={"goal": None, "rounds": 1}, **FREE)
    count = 0
    while (state := load_state(table.pk)).status == "playing":
        seat = state.to_act[0]
        played = act(table, users, choice=-1)
        if count % 3 == 0 and played.undoable:
            undo(table, users[seat], version=played.version)
            act(table, users, now=SOON)
        count += 1
    assert state.setup.match_id
    assert finish_match(state.setup.match_id)
    match = Match.objects.get(pk=state.setup.match_id)
    assert find_error(write_match_record(match)) is None
    assert replay_match(match, seed=bytes(match.seed or b""))[1] == state.engine == fold_state(table.pk).engine
    assert rebuild_table(table.pk, is_fixing=False) == []
    assert TableEvent.objects.filter(table=table, kind="undo").count() > 5
