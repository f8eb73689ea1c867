"""Commands on real PostgreSQL: applied once, in order, or refused with a reason."""

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections

from accounts.models import User
from games.engine.shuffle import draw_seats, mix_seed
from games.models import Match, Table, TableEvent
from games.services.executors import fold_state, load_state
from games.services.play import Kind, Refused
from games.services.table_cache import cache
from games.services.table_state import format_seats, present_user_ids
from games.services.table_timing import due_at
from games.services.table_views import view
from tests.games.seated import NOW, make_table, make_users, send, start_match

pytestmark = pytest.mark.django_db


def play_out(table: Table, users: list[User], *, seed: int) -> None:
    draw, state = random.Random(seed), load_state(table.pk)
    by_id = {user.pk: user for user in users}
    while state.status == "playing":
        seat = state.to_act[0]
        sitter = state.seats[seat]
        assert sitter is not None
        text = draw.choice(state.legal_texts(seat))
        state = send(table, by_id[sitter.user_id], Kind.ACT, version=state.version, action=text).state


def together(*works: Callable[[], Any]) -> list[Any]:
    """Run the works at the same time, each on its own connection; return what they return, or what they raise."""
    barrier = threading.Barrier(len(works))
    results: list[Any] = [None] * len(works)

    def run(number: int, work: Callable[[], Any]) -> None:
        try:
            connections["default"].ensure_connection()
            barrier.wait(30)
            results[number] = work()
        except Refused as refused:
            results[number] = refused
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number, work)) for number, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_a_whole_match_is_its_rows() -> None:
    users = make_users(6)
    table = start_match(users, options={"goal": 500})
    play_out(table, users, seed=7)
    table.refresh_from_db()
    assert table.status == "over"
    assert table.match is not None
    assert table.match.finished_at is not None
    versions = TableEvent.objects.filter(table=table).values_list("version", flat=True)
    assert list(versions) == list(range(1, table.version + 1))
    known, folded = load_state(table.pk), fold_state(table.pk)
    assert (folded.engine, folded.seats, folded.version) == (known.engine, known.seats, known.version)


def test_the_columns_are_the_fold() -> None:
    users = make_users(6)
    table = start_match(users)
    send(table, None, Kind.TAKE_OVER, seat=load_state(table.pk).to_act[0], now=NOW + timedelta(seconds=61))
    send(table, users[5], Kind.LEAVE, confirm=True)
    state = fold_state(table.pk)
    table.refresh_from_db()
    assert table.seats == format_seats(state)
    assert table.user_ids == present_user_ids(state)
    assert (table.version, table.status, tuple(table.to_act)) == (state.version, state.status, state.to_act)
    assert (table.turn_at, table.due_at) == (state.turn_at, due_at(state))


@pytest.mark.django_db(transaction=True)
def test_of_two_simultaneous_moves_one_is_applied() -> None:
    users = make_users(6)
    table = start_match(users)
    for _ in range(5):
        state = load_state(table.pk)
        user = users[state.to_act[0]]
        moves = [
            lambda text=text, user=user, version=state.version: (
                send(table, user, Kind.ACT, version=version, action=text).version
            )
            for text in state.legal_texts(state.to_act[0])[:2]
        ]
        results = together(*moves)
        assert state.version + 1 in results
        refused = [result for result in results if isinstance(result, Refused)]
        assert [refusal.code for refusal in refused] == ["stale_version"]
        assert load_state(table.pk).version == state.version + 1
        if load_state(table.pk).legal_texts(load_state(table.pk).to_act[0])[0].startswith("play"):
            break


@pytest.mark.django_db(transaction=True)
def test_resends_that_race_their_first_copy_are_acked_alike() -> None:
    users = make_users(6)
    table = start_match(users)
    for round_ in range(4):
        state = load_state(table.pk)
        user = users[state.to_act[0]]

        def move(user: User = user, version: int = state.version, round_: int = round_) -> int:
            cache.drop(table.pk)  # as another process, which knows only the rows
            return send(table, user, Kind.ACT, command_id=f"same-{round_}", version=version, action="pass").version

        assert together(*[move] * 4) == [state.version + 1] * 4
        assert TableEvent.objects.filter(table=table, command_id=f"same-{round_}").count() == 1


@pytest.mark.django_db(transaction=True)
def test_six_who_want_one_seat() -> None:
    users = make_users(7)
    table = make_table(users[:1])
    works = [lambda user=user: _sit(table, user, seat=3) for user in users[1:]]
    results = together(*works)
    assert sum(isinstance(result, int) for result in results) == 1
    assert {result.code for result in results if isinstance(result, Refused)} == {"seat_taken"}


@pytest.mark.django_db(transaction=True)
def test_six_who_take_any_seat_all_get_one() -> None:
    users = make_users(6)
    table = make_table(users[:1])
    results = together(*[lambda user=user: _sit(table, user, seat=None) for user in users[1:]])
    assert sorted(results) == [2, 3, 4, 5, 6]
    table.refresh_from_db()
    assert sorted(table.user_ids) == sorted(user.pk for user in users)


def _sit(table: Table, user: User, *, seat: int | None) -> int:
    from games.services.tables import sit_down

    return sit_down(table_id=table.pk, user=user, seat=seat, now=NOW).version


def test_the_same_command_five_times() -> None:
    users = make_users(6)
    table = start_match(users)
    state = load_state(table.pk)
    user = users[state.to_act[0]]
    done = [send(table, user, Kind.ACT, command_id="x", version=state.version, action="pass") for _ in range(5)]
    assert {committed.version for committed in done} == {state.version + 1}
    assert [committed.is_new for committed in done] == [True, False, False, False, False]


def test_the_seed_is_mixed_in_joining_order() -> None:
    users = make_users(6)
    table = make_table(users)
    nonces = {index: f"{index + 10:032x}" for index in (0, 2, 5)}
    for index in (5, 4, 3, 2, 1, 0):  # the order of being ready does not matter
        payload: dict[str, Any] = {"nonce": nonces[index]} if index in nonces else {}
        send(table, users[index], Kind.READY, **payload)
    state = load_state(table.pk)
    secret = bytes(Match.objects.only("server_secret").get(table=table).server_secret)
    assert state.seed == mix_seed(secret, [bytes.fromhex(nonces[index]) for index in (0, 2, 5)])
    assert state.nonces == tuple(nonces[index] for index in (0, 2, 5))


def test_without_nonces_the_secret_is_the_seed() -> None:
    users = make_users(6)
    table = start_match(users)
    secret = bytes(Match.objects.only("server_secret").get(table=table).server_secret)
    assert load_state(table.pk).seed == secret


def test_seats_are_drawn_among_the_players_in_joining_order() -> None:
    users = make_users(6)
    table = start_match(users, seating="drawn")
    state = load_state(table.pk)
    assert state.seed is not None
    order = draw_seats(state.seed, 6)
    assert [sitter and sitter.user_id for sitter in state.seats] == [users[index].pk for index in order]


def test_what_is_secret_is_shown_once_the_match_is_over() -> None:
    users = make_users(6)
    table = make_table(users, options={"goal": None, "rounds": 1})
    for index, user in enumerate(users):
        send(table, user, Kind.READY, nonce=f"{index:032x}")
    hidden = {"seed", "server_secret", "nonces", "final"}
    assert not hidden & view(load_state(table.pk), audience=0, now=NOW).keys()
    play_out(table, users, seed=3)
    state = load_state(table.pk)
    shown = view(state, audience=None, now=NOW)
    assert hidden <= shown.keys()
    assert shown["nonces"] == [f"{index:032x}" for index in range(6)]
    end = state.recent[-1].message(None)["events"][-1]
    assert end["kind"] == "match_over"
    assert hidden <= end.keys()
    late = send_refused(table, users[0], Kind.ACT, version=state.version, action="pass")
    assert late.code == "match_over"


def send_refused(table: Table, user: User | None, kind: Kind, **fields: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        send(table, user, kind, **fields)
    return refusal.value


def test_refusals() -> None:
    users = make_users(7)
    table = start_match(users[:6])
    state = load_state(table.pk)
    turn = state.to_act[0]
    idle = users[(turn + 1) % 6]
    act = {"version": state.version, "action": "pass"}
    assert send_refused(table, idle, Kind.ACT, **act).code == "not_your_turn"
    assert send_refused(table, users[6], Kind.ACT, **act).code == "not_seated"
    assert send_refused(table, users[turn], Kind.ACT, version=state.version - 1, action="pass").code == "stale_version"
    assert send_refused(table, users[turn], Kind.ACT, version=state.version + 1, action="pass").code == "stale_version"
    assert send_refused(table, users[turn], Kind.ACT, version=state.version, action="play AS").code == "illegal_action"
    assert send_refused(table, users[turn], Kind.READY).code == "illegal_action"
    assert send_refused(table, users[turn], Kind.CONTINUE).code == "illegal_action"
    assert send_refused(table, users[turn], Kind.COME_BACK).code == "illegal_action"
    assert send_refused(table, users[turn], Kind.TAKE_OVER, seat=turn).code == "not_your_turn"
    assert send_refused(table, users[turn], Kind.CLOSE).code == "match_over"
    assert load_state(table.pk).version == state.version


def test_a_bot_takes_over_and_the_player_comes_back_by_acting() -> None:
    users = make_users(6)
    table = start_match(users)
    state = load_state(table.pk)
    turn = state.to_act[0]
    taken = send(table, None, Kind.TAKE_OVER, seat=turn, version=state.version)
    assert taken.change is not None
    assert [event.kind for event in taken.change.events] == ["taken_over"]
    back = send(table, users[turn], Kind.ACT, version=taken.version, action="pass")
    assert back.change is not None
    assert back.change.events[0].kind == "returned"
    assert not format_seats(back.state)[turn]["bot_plays"]  # type: ignore[index]


def test_a_stand_in_acts_for_the_seat_and_stays() -> None:
    users = make_users(6)
    table = start_match(users)
    state = load_state(table.pk)
    turn = state.to_act[0]
    assert send_refused(table, None, Kind.ACT, seat=turn, version=state.version, action="pass").code == "illegal_action"
    taken = send(table, None, Kind.TAKE_OVER, seat=turn, version=state.version)
    done = send(table, None, Kind.ACT, seat=turn, version=taken.version, action="pass")
    sitter = fold_state(table.pk).seats[turn]
    assert sitter is not None
    assert sitter.bot_plays
    back = send(table, users[turn], Kind.COME_BACK)
    assert back.version == done.version + 1
    assert fold_state(table.pk).seats == back.state.seats


def test_who_leaves_a_running_match_is_played_by_a_bot() -> None:
    users = make_users(6)
    table = start_match(users)
    gone = send(table, users[2], Kind.LEAVE, confirm=True)
    assert gone.change is not None
    assert [event.kind for event in gone.change.events] == ["taken_over"]
    table.refresh_from_db()
    assert users[2].pk not in table.user_ids
    assert send_refused(table, users[2], Kind.LEAVE).code == "not_seated"
    send(table, users[2], Kind.COME_BACK)
    table.refresh_from_db()
    assert users[2].pk in table.user_ids


def test_a_break_ends_when_all_people_have_continued() -> None:
    users = make_users(6)
    table = start_match(users)
    draw, state = random.Random(5), load_state(table.pk)
    while state.break_until is None:
        seat = state.to_act[0]
        text = draw.choice(state.legal_texts(seat))
        state = send(table, users[seat], Kind.ACT, version=state.version, action=text).state
    assert view(state, audience=0, now=NOW)["break"]["continued"] == []
    assert due_at(state) == state.break_until + timedelta(seconds=state.setup.timing.away_seconds)
    for user in users[:5]:
        state = send(table, user, Kind.CONTINUE).state
    assert view(state, audience=0, now=NOW)["break"]["continued"] == [0, 1, 2, 3, 4]
    assert send_refused(table, users[0], Kind.CONTINUE).code == "illegal_action"
    state = send(table, users[5], Kind.CONTINUE).state
    assert state.break_until is None
    assert view(state, audience=0, now=NOW)["break"] is None
    assert due_at(state) == NOW + timedelta(seconds=state.setup.timing.away_seconds)


def test_a_bot_waits_for_the_end_of_a_break() -> None:
    users = make_users(6)
    table = start_match(users)
    for user in users[1:]:
        send(table, user, Kind.LEAVE, confirm=True)
    draw, state = random.Random(5), load_state(table.pk)
    while state.break_until is None or state.to_act[0] == 0:
        seat = state.to_act[0]
        text = draw.choice(state.legal_texts(seat))
        player = users[0] if seat == 0 else None
        later = NOW + timedelta(minutes=state.version)
        state = send(table, player, Kind.ACT, seat=seat, version=state.version, action=text, now=later).state
    text = state.legal_texts(state.to_act[0])[0]
    act: dict[str, Any] = {"seat": state.to_act[0], "version": state.version, "action": text}
    assert send_refused(table, None, Kind.ACT, now=state.turn_at, **act).code == "paused"
    send(table, None, Kind.ACT, now=state.break_until, **act)
