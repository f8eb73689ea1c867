"""Rematches, next matches on drawn seats, and changing places: several matches at one table, each its own rows."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.engine.shuffle import commitment
from games.engine.verify import find_error
from games.models import Match, MatchPlayer, Table, TableEvent
from games.selectors.match_records import write_match_record
from games.services.account_data import PlayingData
from games.services.executors import fold_match, fold_state, load_state
from games.services.matches import finish_match
from games.services.next_matches import prepare_next_match
from games.services.play import Kind, Refused
from games.services.snapshots import rebuild_table
from games.services.sweeps import sweep_next_matches
from games.services.table_cache import cache
from games.services.table_state import NewMatchError, apply_row
from games.services.table_values import TableState
from games.services.table_views import view
from tests.games.seated import NOW, make_table, make_user, make_users, send, start_match

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=1)


def agree(table: Table, users: list[User], vote: str, *, by: int = 0, **more: Any) -> TableState:
    state = send(table, users[by], Kind.PROPOSE, vote=vote, **more).state
    for user in users[:by] + users[by + 1 :]:
        if any(open_.kind == vote for open_ in state.votes):
            state = send(table, user, Kind.VOTE, vote=vote, agree=True, now=more.get("now", NOW)).state
    return state


def abandon(table: Table, users: list[User], **more: Any) -> TableState:
    return agree(table, users, "abandon", **more)


def rematch(table: Table, users: list[User], *, kind: str = "rematch") -> TableState:
    abandon(table, users)
    agree(table, users, kind, now=LATER)
    assert sweep_next_matches(LATER) == 1
    return load_state(table.pk)


def start(table: Table, users: list[User]) -> TableState:
    for number, user in enumerate(users):
        state = send(table, user, Kind.READY, now=LATER, nonce=f"{number:032x}").state
    return state


def test_a_rematch_is_a_new_match_at_the_same_table() -> None:
    users = make_users(6)
    table = start_match(users)
    first = load_state(table.pk)
    state = rematch(table, users)
    table.refresh_from_db()
    assert (table.status, table.match_id, state.setup.match_number) == ("open", state.setup.match_id, 2)
    assert state.setup.match_id != first.setup.match_id
    assert state.setup.secret != first.setup.secret
    shown = view(state, audience=2, now=LATER)
    assert shown["commitment"] == commitment(state.setup.secret) != first.setup.commitment
    assert (shown["table"]["number"], shown["table"]["previous_match"]) == (2, first.setup.match_id)
    assert [player["ready"] for player in shown["players"]] == [False] * 6
    assert [sitter and sitter.user_id for sitter in state.seats] == [user.pk for user in users]
    change = state.recent[-1]
    assert change.is_reset
    assert "secret" not in str(change.message(None))
    assert state.setup.secret.hex() not in str(TableEvent.objects.filter(table=table).values_list("payload", flat=True))
    begun = start(table, users)
    assert begun.seed != first.seed
    assert fold_state(table.pk).engine == begun.engine
    assert rebuild_table(table.pk, is_fixing=False) == []


def test_each_match_has_its_record_and_its_results() -> None:
    users = make_users(6)
    table = start_match(users)
    state = rematch(table, users)
    start(table, users)
    abandon(table, users, now=LATER)
    assert finish_match(state.setup.match_id, now=LATER)
    one, two = Match.objects.filter(table=table).order_by("number")
    assert (one.number, one.first_version, two.number) == (1, 1, 2)
    assert two.first_version == TableEvent.objects.filter(match=two).order_by("version")[0].version
    for match in (one, two):
        assert match.reason == "aborted"
        assert find_error(write_match_record(match)) is None
        assert MatchPlayer.objects.filter(match=match).count() == 6
        assert fold_match(match.pk).seed == bytes(match.seed or b"")
    assert rebuild_table(table.pk, is_fixing=False) == []
    Match.objects.filter(pk=one.pk).update(reason="goal")
    assert [(found.place, found.field) for found in rebuild_table(table.pk, is_fixing=True)] == [
        (f"match {one.pk}", "reason")
    ]
    assert rebuild_table(table.pk, is_fixing=False) == []


def test_a_process_that_knows_the_last_match_reads_anew() -> None:
    users = make_users(6)
    table = start_match(users)
    abandon(table, users)
    agree(table, users, "rematch", now=LATER)
    old = load_state(table.pk)
    prepare_next_match(table.pk, now=LATER)
    row = TableEvent.objects.get(table=table, kind="new_match")
    with pytest.raises(NewMatchError):
        apply_row(old, row)
    cache.clear()
    cache.put(old)
    state = load_state(table.pk)
    assert (state.setup.match_number, state.version) == (2, old.version + 1)
    assert send(table, users[0], Kind.READY).state.seats[0] is not None


def test_agreed_while_playing_it_begins_after_the_end() -> None:
    users = make_users(6)
    table = start_match(users)
    state = agree(table, users, "rematch")
    assert view(state, audience=0, now=NOW)["agreed"]["next_match"] == "rematch"
    with pytest.raises(Refused):
        send(table, users[0], Kind.PROPOSE, vote="next_match")
    abandon(table, users)
    assert sweep_next_matches(NOW + timedelta(seconds=9)) == 0
    assert sweep_next_matches(NOW + timedelta(seconds=10)) == 1
    assert load_state(table.pk).status == "open"
    assert sweep_next_matches(LATER) == 0


def test_who_has_left_does_not_play_again() -> None:
    users = make_users(6)
    table = start_match(users)
    send(table, users[2], Kind.LEAVE, confirm=True)
    people = users[:2] + users[3:]
    abandon(table, people)
    agree(table, people, "rematch", now=LATER)
    send(table, users[4], Kind.LEAVE)
    sweep_next_matches(LATER)
    seats = load_state(table.pk).seats
    assert [seat for seat, sitter in enumerate(seats) if sitter is None] == [2, 4]
    assert fold_state(table.pk).seats == seats
    table.refresh_from_db()
    assert len(table.user_ids) == 4


def test_where_nobody_is_left_nothing_is_set_up() -> None:
    users = make_users(6)
    table = start_match(users)
    abandon(table, users)
    agree(table, users, "rematch", now=LATER)
    for user in users:
        send(table, user, Kind.LEAVE)
    assert sweep_next_matches(LATER) == 1
    assert sweep_next_matches(LATER) == 0
    assert Match.objects.filter(table=table).count() == 1
    assert load_state(table.pk).status == "over"


def test_the_next_match_draws_its_seats() -> None:
    users = make_users(6)
    table = start_match(users)
    rematch(table, users, kind="next_match")
    state = start(table, users)
    order = [sitter and sitter.user_id for sitter in state.seats]
    assert sorted(map(str, order)) == sorted(str(user.pk) for user in users)
    assert fold_state(table.pk).seats == state.seats
    assert load_state(table.pk).setup.is_seating_drawn


def test_two_change_places_before_a_match() -> None:
    users = make_users(3)
    table = make_table(users)
    state = send(table, users[0], Kind.PROPOSE, vote="swap", seat=2).state
    assert view(state, audience=2, now=NOW)["votes"][0]["needed"] == [0, 2]
    state = send(table, users[2], Kind.VOTE, vote="swap", agree=True).state
    assert [sitter and sitter.user_id for sitter in state.seats[:3]] == [users[2].pk, users[1].pk, users[0].pk]
    with pytest.raises(Refused):
        send(table, users[0], Kind.PROPOSE, vote="swap", seat=5)


def test_partners_change_places_when_the_next_deal_begins() -> None:
    users = make_users(6)
    table = start_match(users, time_control="normal", options={"partners": "fixed"})
    with pytest.raises(Refused) as refused:
        send(table, users[0], Kind.PROPOSE, vote="swap", seat=1)
    assert refused.value.code == "illegal_action"
    state = agree(table, users, "swap", seat=2)
    assert state.swap == (0, 2)
    assert state.seats[0] is not None
    for _ in range(12):
        sitter = state.seats[state.to_act[0]]
        user = next(user for user in users if sitter and user.pk == sitter.user_id)
        state = send(table, user, Kind.ACT, version=state.version, action="pass").state
    assert [sitter and sitter.user_id for sitter in state.seats[:3]] == [users[2].pk, users[1].pk, users[0].pk]
    assert state.swap is None
    change, hand = state.recent[-1], view(state, audience=0, now=NOW)["hand"]
    assert change.seat_of(users[2].pk) == 0
    assert sorted(*(event["cards"] for event in change.message(0)["events"] if event["kind"] == "dealt")) == sorted(
        hand
    )
    before = state.recent[-2]
    assert (before.seat_of(users[2].pk), before.seat_of(users[0].pk)) == (2, 0)
    assert fold_state(table.pk).seats == state.seats


def test_with_drawn_partners_nobody_changes_places_in_a_match() -> None:
    users = make_users(6)
    table = start_match(users, options={"partners": "random"})
    for seat in range(1, 6):
        with pytest.raises(Refused):
            send(table, users[0], Kind.PROPOSE, vote="swap", seat=seat)


def test_who_is_erased_is_erased_from_later_matches_too() -> None:
    users = [make_user("Erasme"), *make_users(5)]
    table = start_match(users)
    rematch(table, users)
    PlayingData().erase(users[0].pk)
    assert "Erasme" not in str(list(TableEvent.objects.filter(table=table).values_list("payload", flat=True)))
