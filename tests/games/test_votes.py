"""Votes: who is asked, what is needed, how they end, and that rows alone give the same."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from games.engine.verify import find_error
from games.models import Match, Table, TableEvent, TablePresence
from games.selectors.match_records import write_match_record
from games.services.executors import fold_state, load_state
from games.services.matches import finish_match
from games.services.play import Kind, Refused
from games.services.snapshots import rebuild_table
from games.services.table_values import TableState
from games.services.table_views import view
from games.services.voting import vote_command
from tests.games.seated import NOW, make_users, send, start_match

pytestmark = pytest.mark.django_db


def told(state: TableState) -> list[tuple[str, Mapping[str, Any]]]:
    return [(event.kind, event.data) for event in state.recent[-1].events]


def ask(table: Table, user: User, vote: str, **more: Any) -> TableState:
    return send(table, user, Kind.PROPOSE, vote=vote, **more).state


def answer(table: Table, user: User, vote: str, *, agree: bool = True, **more: Any) -> TableState:
    return send(table, user, Kind.VOTE, vote=vote, agree=agree, **more).state


def test_all_people_agree_to_abandon() -> None:
    users = make_users(6)
    table = start_match(users)
    play_some(table, users)
    state = ask(table, users[2], "abandon")
    assert told(state)[0][0] == "vote_opened"
    (shown,) = view(state, audience=4, now=NOW)["votes"]
    assert (shown["by"], shown["yes"], shown["needed"], shown["quorum"]) == (2, [2], [0, 1, 2, 3, 4, 5], 6)
    for seat in (0, 1, 3, 4):
        assert answer(table, users[seat], "abandon").status == "playing"
    state = answer(table, users[5], "abandon")
    assert [kind for kind, _data in told(state)] == ["vote_cast", "vote_closed", "match_over"]
    assert told(state)[-1][1]["final"]["reason"] == "aborted"
    assert state.status == "over"
    assert state.votes == ()
    check_rows(table)


def check_rows(table: Table) -> None:
    """The match's results are written, its record verifies, and the rows give what is stored."""
    table.refresh_from_db()
    assert table.match_id
    assert finish_match(table.match_id)
    match = Match.objects.get(pk=table.match_id)
    assert match.reason == "aborted"
    assert find_error(write_match_record(match)) is None
    assert rebuild_table(table.pk, is_fixing=False) == []
    folded, known = fold_state(table.pk), load_state(table.pk)
    assert (folded.engine, folded.status, folded.votes) == (known.engine, known.status, known.votes)


def play_some(table: Table, users: list[User], *, count: int = 9) -> None:
    for _ in range(count):
        state = load_state(table.pk)
        text = state.legal_texts(state.to_act[0])[-1]
        send(table, users[state.to_act[0]], Kind.ACT, version=state.version, action=text)


def test_one_no_declines() -> None:
    users = make_users(6)
    table = start_match(users)
    ask(table, users[0], "abandon")
    state = answer(table, users[3], "abandon", agree=False)
    assert told(state)[-1] == ("vote_closed", {"vote": "abandon", "seat": None, "result": "declined", "by": 3})
    assert state.votes == ()
    with pytest.raises(Refused) as refused:
        answer(table, users[1], "abandon")
    assert refused.value.code == "no_vote"


def test_whoever_asked_may_take_it_back_and_must_wait_to_ask_again() -> None:
    users = make_users(6)
    table = start_match(users)
    ask(table, users[0], "abandon")
    state = answer(table, users[0], "abandon", agree=False)
    assert told(state)[-1][1]["result"] == "declined"
    with pytest.raises(Refused) as refused:
        ask(table, users[0], "abandon")
    assert refused.value.code == "rate_limited"
    assert ask(table, users[0], "pause").votes
    assert ask(table, users[0], "abandon", now=NOW + timedelta(seconds=20)).votes


def test_the_last_who_did_not_answer_goes() -> None:
    users = make_users(6)
    table = start_match(users)
    ask(table, users[0], "abandon")
    for user in users[1:5]:
        answer(table, user, "abandon")
    state = send(table, users[5], Kind.LEAVE, confirm=True).state
    assert state.status == "over"
    assert [kind for kind, _data in told(state)][-2:] == ["vote_closed", "match_over"]
    check_rows(table)


def test_one_person_among_bots_decides_alone() -> None:
    users = make_users(6)
    table = start_match(users)
    for user in users[1:]:
        send(table, user, Kind.LEAVE, confirm=True)
    assert ask(table, users[0], "abandon").status == "over"


def test_a_question_lapses() -> None:
    users = make_users(6)
    table = start_match(users)
    state = ask(table, users[0], "abandon")
    with pytest.raises(Refused) as refused:
        ask(table, users[1], "abandon")
    assert refused.value.code == "vote_open"
    late = NOW + timedelta(seconds=60)
    assert view(state, audience=1, now=late)["votes"] == []
    with pytest.raises(Refused) as refused:
        answer(table, users[1], "abandon", now=late)
    assert refused.value.code == "no_vote"
    state = ask(table, users[1], "abandon", now=late)
    assert [vote.by for vote in state.votes] == [1]
    assert fold_state(table.pk).votes == state.votes


def test_people_agree_on_a_pause_and_on_its_end() -> None:
    users = make_users(6)
    table = start_match(users, time_control="blitz")
    before = load_state(table.pk)
    ask(table, users[0], "pause")
    for user in users[1:]:
        state = answer(table, user, "pause")
    assert [kind for kind, _data in told(state)][-2:] == ["vote_closed", "paused"]
    assert state.is_paused
    later = NOW + timedelta(minutes=5)
    with pytest.raises(Refused) as refused:
        ask(table, users[1], "pause", now=later)
    assert refused.value.code == "paused"
    ask(table, users[3], "resume", now=later)
    answer(table, users[0], "resume", agree=False, now=later)
    for user in (users[1], users[4], users[5]):
        state = answer(table, user, "resume", now=later)
    assert told(state)[-1] == ("resumed", {"reason": "agreed", "seconds": 300.0})
    assert [clock.bank_ms for clock in state.clocks] == [clock.bank_ms for clock in before.clocks]
    assert fold_state(table.pk).clocks == state.clocks


def test_most_of_the_others_replace_somebody_who_is_away() -> None:
    users = make_users(6)
    table = start_match(users)
    version = load_state(table.pk).version
    with pytest.raises(Refused) as refused:
        ask(table, users[0], "replace", about=4, away=[3])
    assert refused.value.code == "illegal_action"
    assert load_state(table.pk).version == version
    state = ask(table, users[0], "replace", about=4, away=[4])
    (shown,) = view(state, audience=None, now=NOW)["votes"]
    assert (shown["seat"], shown["needed"], shown["quorum"]) == (4, [0, 1, 2, 3, 5], 3)
    answer(table, users[1], "replace", agree=False)
    answer(table, users[2], "replace", away=[4])
    state = answer(table, users[3], "replace", away=[4])
    assert [kind for kind, _data in told(state)] == ["vote_cast", "vote_closed", "taken_over"]
    assert told(state)[-1][1]["reason"] == "vote"
    assert [seat for seat, sitter in enumerate(state.seats) if sitter and sitter.bot_plays] == [4]
    assert fold_state(table.pk).seats == state.seats


def test_the_site_says_who_is_away() -> None:
    users = make_users(6)
    table = start_match(users)
    for user in (users[0], users[2]):
        TablePresence.objects.create(
            process=uuid4(), socket=user.pk, table=table, user=user, is_open=False, seen_at=NOW
        )
    payload = {"vote": "replace", "seat": 4}
    command = vote_command(
        load_state(table.pk), kind=Kind.PROPOSE, user_id=users[0].pk, command_id="a", payload=payload, now=NOW
    )
    assert (command.seat, command.payload["away"]) == (4, [1, 3, 4, 5])


def test_what_is_refused_changes_nothing() -> None:
    users = make_users(7)
    table = start_match(users[:6])
    stand_in = load_state(table.pk).to_act[0]
    send(table, None, Kind.TAKE_OVER, seat=stand_in, now=NOW + timedelta(seconds=61))
    version = load_state(table.pk).version
    cases = [(users[6], "abandon", "not_seated"), (users[(stand_in + 1) % 6], "dance", "bad_message")]
    cases.append((users[stand_in], "abandon", "illegal_action"))
    for user, vote, code in cases:
        with pytest.raises(Refused) as refused:
            ask(table, user, vote)
        assert refused.value.code == code
    assert load_state(table.pk).version == version
    assert TableEvent.objects.filter(table=table).count() == version
