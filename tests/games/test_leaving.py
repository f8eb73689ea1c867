"""Leaving in mid-match, bots in the leaver's place, substitutes, and coming back."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.models import Rating, Table, TableEvent
from games.services.bot_turns import Care, choose_action
from games.services.executors import fold_state, load_state
from games.services.play import Kind, Refused, perform
from games.services.seating import leave_command, sit_command, substitute_command
from games.services.sleep import clear_sleep_hours, set_sleep_hours
from games.services.table_sleep import Sleep
from games.services.table_values import Sitter, TableState
from games.services.tables import leave_all
from tests.games.seated import NOW, make_table, make_user, make_users, send, start_match

pytestmark = pytest.mark.django_db
OPTIONS = {"goal": None, "rounds": 1}


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def start(users: list[User], **setup: Any) -> Table:
    return start_match(users, options=OPTIONS, time_control="normal", **setup)


def leave(table: Table, user: User, *, is_confirmed: bool = True) -> TableState:
    state = load_state(table.pk)
    command = leave_command(user=user, state=state, command_id=f"leave-{state.version}", is_confirmed=is_confirmed)
    return perform(table_id=table.pk, command=command, now=after(5)).state


def substitute(table: Table, user: User, *, seat: int) -> TableState:
    state = load_state(table.pk)
    command = substitute_command(user=user, state=state, command_id=f"in-{state.version}", seat=seat)
    return perform(table_id=table.pk, command=command, now=after(6)).state


def sitter_on(state: TableState, seat: int) -> Sitter:
    sitter = state.seats[seat]
    assert sitter is not None
    return sitter


def test_leaving_a_running_match_must_be_confirmed() -> None:
    users = make_users(6)
    table = start(users)
    before = load_state(table.pk)
    with pytest.raises(Refused) as refused:
        leave(table, users[3], is_confirmed=False)
    assert refused.value.code == "confirm_leave"
    assert load_state(table.pk).version == before.version
    state = leave(table, users[3])
    told = state.recent[-1].events
    assert [event.kind for event in told] == ["taken_over"]
    assert (told[0].data["reason"], told[0].data["left"], told[0].data["bot"]) == ("left", True, "easy")
    assert sitter_on(state, 3).gone_at == state.version
    assert fold_state(table.pk).seats == state.seats


def test_nothing_is_to_be_confirmed_before_the_match() -> None:
    users = make_users(2)
    table = make_table(users)
    leave(table, users[1], is_confirmed=False)
    assert load_state(table.pk).seats[1] is None


@pytest.mark.parametrize(("rating", "level"), [(200, "novice"), (5_000, "easy")])
def test_the_bot_plays_about_as_well_as_the_leaver(rating: int, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.bots.levels import levels
    from games.selectors import ratings

    worst, best = levels("kqj")[0], levels("kqj")[1]
    monkeypatch.setattr(ratings, "levels", lambda _key: [_Rated(worst.key, 300), _Rated(best.key, 4_000)])
    users = make_users(6)
    Rating.objects.create(user=users[2], pool="kqj-live-fixed", value=rating, match_count=40, played_at=NOW)
    table = start(users)
    state = leave(table, users[2])
    assert sitter_on(state, 2).stand_in == level
    assert state.recent[-1].events[0].data["bot"] == level
    assert TableEvent.objects.filter(table=table).latest("version").payload == {"bot": level}
    if 2 in state.to_act:
        assert choose_action(state, seat=2, care=Care.LEVEL) in state.legal_texts(2)


class _Rated:
    def __init__(self, key: str, rating: float) -> None:
        self.key = key
        self.rating = rating


def test_whoever_was_taken_over_before_may_still_leave_for_good() -> None:
    users = make_users(6)
    table = start_match(users, options=OPTIONS, can_substitute=True)
    state = load_state(table.pk)
    seat = state.to_act[0]
    taken = send(table, None, Kind.TAKE_OVER, seat=seat, version=state.version, now=after(60)).state
    left = leave(table, users[seat])
    assert [event.kind for event in left.recent[-1].events] == ["seat_left", "seat_offered"]
    assert sitter_on(left, seat).gone_at == taken.version
    back = send(table, users[seat], Kind.COME_BACK, now=after(70)).state
    assert (sitter_on(back, seat).left, sitter_on(back, seat).gone_at) == (False, None)


def test_a_watcher_takes_a_seat_that_was_left_for_good() -> None:
    users, newcomer = make_users(6), make_user("Newcomer")
    table = start(users, can_substitute=True)
    left = leave(table, users[1])
    assert [event.kind for event in left.recent[-1].events] == ["taken_over", "seat_offered"]
    state = substitute(table, newcomer, seat=1)
    sitter, told = sitter_on(state, 1), state.recent[-1].events[0]
    assert (told.kind, told.data["replaced"]) == ("substituted", users[1].username)
    assert (sitter.user_id, sitter.is_played_by_bot) == (newcomer.pk, False)
    assert sitter.starter is not None
    assert (sitter.starter.user_id, sitter.starter.gone_at) == (users[1].pk, left.version)
    assert state.seat_of(users[1].pk) is None
    assert Table.objects.get(pk=table.pk).user_ids[1] == newcomer.pk
    assert fold_state(table.pk).seats == state.seats
    with pytest.raises(Refused):
        send(table, users[1], Kind.COME_BACK)


def test_a_substitute_who_leaves_too_hands_on_what_the_first_began() -> None:
    users, newcomers = make_users(6), make_users(2)
    table = start(users, can_substitute=True)
    first = leave(table, users[1])
    substitute(table, newcomers[0], seat=1)
    leave(table, newcomers[0])
    starter = sitter_on(substitute(table, newcomers[1], seat=1), 1).starter
    assert starter is not None
    assert (starter.user_id, starter.gone_at) == (users[1].pk, first.version)


@pytest.mark.parametrize("wrong", ["no substitutes", "not left", "no such seat", "has begun", "plays already"])
def test_no_other_seat_is_given_to_a_substitute(wrong: str) -> None:
    users, newcomer = make_users(6), make_user()
    table = start(users, can_substitute=wrong != "no substitutes")
    leave(table, users[1])
    if wrong == "has begun":
        leave(table, users[2])
        substitute(table, newcomer, seat=1)
    who = {"has begun": users[1], "plays already": users[4]}.get(wrong, newcomer)
    seat = {"not left": 3, "no such seat": 17, "has begun": 2}.get(wrong, 1)
    version = load_state(table.pk).version
    with pytest.raises(Refused) as refused:
        substitute(table, who, seat=seat)
    assert refused.value.code in {"illegal_action", "seat_taken"}
    assert load_state(table.pk).version == version


def test_who_closes_their_account_leaves_without_being_asked() -> None:
    users = make_users(6)
    table = start(users)
    assert leave_all(user=users[5], now=after(3)) == 1
    assert sitter_on(load_state(table.pk), 5).left


def test_sleeping_hours_come_to_the_table_with_who_sits_down() -> None:
    users = make_users(6)
    set_sleep_hours(users[0], zone="Europe/Paris", starts="23:00", ends="07:00")
    set_sleep_hours(users[0], zone="Europe/Paris", starts="22:30", ends="06:15")
    table = start_match(users, options=OPTIONS, time_control="day")
    state = load_state(table.pk)
    assert sitter_on(state, 0).sleep == Sleep("Europe/Paris", 22 * 60 + 30, 6 * 60 + 15)
    assert sitter_on(state, 1).sleep is None
    clear_sleep_hours(users[0])
    assert fold_state(table.pk).seats == state.seats
    assert "sleep" not in sit_command(user=users[0], table_id=table.pk, command_id="x").payload["player"]


def test_hours_that_are_none_change_nothing() -> None:
    user = make_user()
    with pytest.raises(ValueError, match="time zone"):
        set_sleep_hours(user, zone="Nowhere", starts="23:00", ends="07:00")
    assert not hasattr(user, "sleep_hours")
