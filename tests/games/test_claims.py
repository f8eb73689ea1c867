"""Claims at the table: offered to who may, played out in one version, and to be found in the record."""

from typing import Any

import pytest

from accounts.models import User
from games.engine.shuffle import commitment
from games.engine.verify import find_error
from games.models import Match, Table, TableEvent
from games.selectors.match_records import write_match_record
from games.services.executors import fold_state, load_state
from games.services.matches import finish_match
from games.services.play import Kind, Refused
from games.services.snapshots import rebuild_table
from games.services.table_cache import cache
from games.services.table_views import view
from tests.games.seated import NOW, make_table, make_users, send, start_match

pytestmark = pytest.mark.django_db


SECRET = bytes([0, 2]) * 16
"""Where all play as the engine's own plain player does, the deal of this secret comes to a claim of three tricks."""


def start_known_match(users: list[User], **setup: Any) -> Table:
    table = make_table(users, options={"goal": None, "rounds": 1}, **setup)
    Match.objects.filter(table=table).update(server_secret=SECRET, commitment=commitment(SECRET))
    cache.drop(table.pk)
    for user in users:
        send(table, user, Kind.READY)
    return table


def test_a_match_with_a_claim_is_its_rows() -> None:
    users = make_users(6)
    table = start_known_match(users, time_control="normal")
    state = load_state(table.pk)
    while not (is_offered := "can_claim" in state.recent[-1].message(state.to_act[0])):
        seat = state.to_act[0]
        text = state.setup.game.greedy(state.setup.game.view(state.engine, seat))
        state = send(table, users[seat], Kind.ACT, version=state.version, action=text).state
    seat = state.to_act[0]
    shown = ["can_claim" in view(state, audience=audience, now=NOW) for audience in (*range(6), None)]
    assert shown == [audience == seat for audience in (*range(6), None)]
    assert is_offered
    after = send(table, users[seat], Kind.CLAIM, version=state.version).state
    told = after.recent[-1].events
    assert (told[0].kind, told[0].data) == ("claimed", {"seat": seat, "count": 18})
    assert [event.data["seat"] for event in told if event.kind == "trick_won"] == [seat] * 3
    assert after.status == "over"
    assert finish_match(state.setup.match_id)
    match = Match.objects.get(pk=state.setup.match_id)
    assert find_error(write_match_record(match)) is None
    folded = fold_state(table.pk)
    assert (folded.engine, folded.clocks) == (after.engine, after.clocks)
    assert rebuild_table(table.pk, is_fixing=False) == []


def test_what_is_not_certain_is_refused() -> None:
    users = make_users(6)
    table = start_match(users)
    state = load_state(table.pk)
    seat = state.to_act[0]
    for user, version, code in [
        (users[seat], state.version, "not_claimable"),
        (users[seat - 1], state.version, "not_your_turn"),
        (users[seat], state.version - 1, "stale_version"),
    ]:
        with pytest.raises(Refused) as refused:
            send(table, user, Kind.CLAIM, version=version)
        assert refused.value.code == code
    assert not TableEvent.objects.filter(table=table, kind="claim").exists()
