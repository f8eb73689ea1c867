"""The end of a match: results written once, read by its page, lists and record."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connections, transaction

from accounts.models import User
from games import jobs
from games.models import Match, MatchPlayer
from games.selectors import matches as selectors
from games.selectors.conduct import ConductShown
from games.services.account_data import PlayingData
from games.services.executors import load_state
from games.services.matches import finish_match, send_due
from games.services.play import Kind
from games.services.snapshots import rebuild_table
from games.signals import match_finished
from tests.games.seated import NOW, make_user, make_users, send, start_match

ONE_ROUND = {"goal": None, "rounds": 1}


@pytest.fixture
def told() -> Iterator[list[int]]:
    """Matches told as finished."""
    match_ids: list[int] = []

    def note(*, match_id: int, **_: Any) -> None:
        match_ids.append(match_id)

    match_finished.connect(note)
    yield match_ids
    match_finished.disconnect(note)


def pass_out(users: list[User], *, now: datetime = NOW, **setup: Any) -> int:
    """Play a match of one round that is passed out; return its id, results not written yet."""
    table = start_match(users, now=now, options=ONE_ROUND, **setup)
    by_id = {user.pk: user for user in users}
    state = load_state(table.pk)
    while state.to_act:
        sitter = state.seats[state.to_act[0]]
        assert sitter is not None
        state = send(table, by_id[sitter.user_id], Kind.ACT, action="pass", version=state.version, now=now).state
    return state.setup.match_id


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_write_the_results_once(told: list[int]) -> None:
    match_id = pass_out(make_users(6))

    def finish(_: int) -> bool:
        try:
            return finish_match(match_id)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        done = list(pool.map(finish, range(10)))
    assert sum(done) == 1
    assert told == [match_id]
    assert MatchPlayer.objects.filter(match_id=match_id).count() == 6
    match = Match.objects.get(pk=match_id)
    assert (match.reason, match.round_count, match.nonces) == ("rounds", 1, [])
    assert match.completed_at is not None


@pytest.mark.django_db(transaction=True)
def test_the_signal_waits_for_the_commit(told: list[int]) -> None:
    match_id = pass_out(make_users(6))
    with transaction.atomic():
        assert finish_match(match_id)
        assert told == []
    assert told == [match_id]
    assert not finish_match(match_id)
    assert told == [match_id]


@pytest.mark.django_db
def test_a_match_that_goes_on_is_not_finished(told: list[int]) -> None:
    table = start_match(make_users(6))
    match_id = load_state(table.pk).setup.match_id
    assert not finish_match(match_id)
    assert selectors.match_page(match_id, user_id=None) is None
    assert selectors.match_record(match_id, user_id=None) is None


@pytest.mark.django_db
def test_the_sweep_sends_matches_whose_results_nobody_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(jobs, "finish_match", sent.append)
    match_id = pass_out(make_users(6))
    assert send_due(NOW + timedelta(seconds=4)) == 0
    assert send_due(NOW + timedelta(seconds=6)) == 1
    assert sent[-1] == match_id
    finish_match(match_id)
    assert send_due(NOW + timedelta(seconds=6)) == 0


@pytest.mark.django_db
def test_the_record_verifies_and_names_the_players(tmp_path: Path) -> None:
    users = make_users(6)
    match_id = pass_out(users)
    finish_match(match_id)
    record = selectors.match_record(match_id, user_id=users[0].pk)
    assert record is not None
    assert {player["name"] for player in record["players"]} == {user.username for user in users}
    assert {player["kind"] for player in record["players"]} == {"human"}
    file = tmp_path / "record.jsonl"
    file.write_text(json.dumps(record) + "\n")
    said = subprocess.run(
        [sys.executable, "-m", "games.engine", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert said.stdout.splitlines()[-1] == "1 of 1 records agree", said.stderr


@pytest.mark.django_db
def test_the_page_shows_sides_places_and_what_the_deals_came_from() -> None:
    users = make_users(6)
    match_id = pass_out(users)
    finish_match(match_id)
    page = selectors.match_page(match_id, user_id=users[3].pk)
    assert page is not None
    own = page.line.own_seat
    assert own is not None
    assert (own.user_id, own.side, own.place, own.is_winner) == (users[3].pk, own.seat % 2, 1, True)
    assert page.line.scores == (0, 0)
    assert page.line.seconds == 0
    assert page.seed == page.record["seed"]
    assert page.record["rounds"][0]["result"]["outcome"] == "passed"


@pytest.mark.django_db
def test_a_private_table_s_match_is_its_players_alone() -> None:
    users = make_users(6)
    match_id = pass_out(users, is_private=True)
    finish_match(match_id)
    stranger = make_user()
    for user_id in (None, stranger.pk):
        assert selectors.match_page(match_id, user_id=user_id) is None
        assert selectors.list_matches(viewer_id=user_id).lines == ()
    assert selectors.match_page(match_id, user_id=users[0].pk) is not None


@pytest.mark.django_db
def test_lists_go_on_where_they_ended(monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any) -> None:
    monkeypatch.setattr(selectors, "PAGE_SIZE", 2)
    users = make_users(6)
    expected = [pass_out(users, now=NOW + timedelta(minutes=minute)) for minute in (0, 1, 1, 2, 3)][::-1]
    for match_id in expected:
        finish_match(match_id)
    seen: list[int] = []
    cursor = None
    for _ in range(3):
        with django_assert_max_num_queries(3):
            stretch = selectors.matches_of(users[1].pk, cursor=cursor)
        seen += [line.id for line in stretch.lines]
        cursor = stretch.cursor
    assert (seen, cursor) == (expected, None)
    assert selectors.list_matches(viewer_id=None, game="chess").lines == ()
    since = selectors.list_matches(viewer_id=None, since=NOW + timedelta(minutes=2))
    assert [line.id for line in since.lines] == expected[:2]
    for cursor in ("x", "1-2-3", "9" * 30 + "-1", "-5-1", "", "1.5-2"):
        with pytest.raises(selectors.BadCursorError):
            selectors.matches_of(users[1].pk, cursor=cursor)


@pytest.mark.django_db
def test_playing_tells_accounts_whom_to_keep_and_what_to_erase() -> None:
    users, idle = make_users(6), make_user()
    data = PlayingData()
    match_id = pass_out(users)
    everybody = [*(user.pk for user in users), idle.pk]
    assert data.users_with_data(everybody) == set(everybody[:6])
    finish_match(match_id)
    assert data.users_with_data(everybody) == set(everybody[:6])
    assert data.export(users[0].pk)["matches"][0]["match_id"] == match_id
    data.erase(users[0].pk)
    nothing: dict[str, Any] = {"matches": [], "ratings": [], "chat": [], "sleeping_hours": None}
    assert data.export(users[0].pk) == {**nothing, "conduct": ConductShown()._asdict()}
    assert data.users_with_data(everybody) == set(everybody[1:6])


@pytest.mark.django_db
def test_an_erased_name_does_not_come_back_from_the_rows() -> None:
    users = make_users(6)
    match_id = pass_out(users)
    finish_match(match_id)
    table_id = Match.objects.get(pk=match_id).table_id
    PlayingData().erase(users[0].pk)
    for _ in range(2):
        assert rebuild_table(table_id, is_fixing=True) == []
        record = json.dumps(selectors.match_record(match_id, user_id=users[1].pk))
        assert users[0].username not in record
        assert users[1].username in record
        User.objects.filter(pk=users[0].pk).delete()
