"""Rows are replayed whatever the settings say by then, and what can't be replayed harms nothing else."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from games.models import Table, TableEvent, TablePresence
from games.services import sweeps
from games.services.executors import fold_state, load_state
from games.services.play import Kind, Refused
from games.services.table_cache import cache
from games.services.table_state import BrokenRowError
from games.services.table_values import TableState
from tests.games.seated import NOW, make_table, make_users, send, start_match

pytestmark = pytest.mark.django_db


def pass_out(table: Table, users: list[User]) -> None:
    """Let everybody pass twice, which ends the first round."""
    for _ in range(12):
        state = load_state(table.pk)
        send(table, users[state.to_act[0]], Kind.ACT, version=state.version, action="pass")


def known(table: Table) -> TableState:
    """Return the table's state, and have the process know it, as after a commit."""
    state = load_state(table.pk)
    cache.put(state)
    return state


@pytest.mark.parametrize("seconds", [0, 1, 60])
def test_a_pause_is_replayed_however_long_pauses_are_by_then(settings: Any, seconds: float) -> None:
    settings.KQJ_BREAK_SECONDS = 10
    users = make_users(6)
    table = start_match(users)
    pass_out(table, users)
    for user in users[:5]:
        send(table, user, Kind.CONTINUE, now=NOW + timedelta(seconds=9))
    before = load_state(table.pk)
    cache.drop(table.pk)
    settings.KQJ_BREAK_SECONDS = seconds
    folded = load_state(table.pk)
    assert folded.version == before.version
    assert folded.continued == before.continued
    send(table, users[folded.to_act[0]], Kind.ACT, version=folded.version, action="pass")
    assert fold_state(table.pk).version == before.version + 1


@pytest.mark.parametrize("name", ["KQJ_SILENT_SECONDS", "KQJ_AWAY_SECONDS", "KQJ_BOT_PACE_MS", "KQJ_FILL_SECONDS"])
def test_rows_are_replayed_whatever_the_clocks_are_by_then(settings: Any, name: str) -> None:
    users = make_users(6)
    table = start_match(users)
    state = load_state(table.pk)
    send(table, None, Kind.TAKE_OVER, seat=state.to_act[0], version=state.version)
    send(table, users[state.to_act[0]], Kind.COME_BACK)
    seats = load_state(table.pk).seats
    setattr(settings, name, 1)
    assert fold_state(table.pk).seats == seats


@pytest.mark.parametrize("seat", [-1, 0, 5, 6, 99, 2**31 - 1])
def test_only_a_seat_with_a_bot_is_freed(seat: int) -> None:
    table = make_table(make_users(1))
    with pytest.raises(Refused) as refused:
        send(table, User.objects.get(), Kind.REMOVE_BOT, seat=seat)
    assert refused.value.code == "illegal_action"
    assert len(load_state(table.pk).seats) == 6


def test_a_refusal_does_not_read_the_whole_table_again(django_assert_max_num_queries: Any) -> None:
    users = make_users(6)
    table = start_match(users)
    state = known(table)
    with django_assert_max_num_queries(4), pytest.raises(Refused):  # the fourth notes it
        send(table, users[state.to_act[0]], Kind.ACT, version=state.version, action="take NT")


def test_a_state_that_the_rows_do_not_know_is_read_anew() -> None:
    users = make_users(6)
    table = start_match(users)
    state = known(table)
    TableEvent.objects.filter(table=table, version=state.version).delete()  # as from an older backup
    Table.objects.filter(pk=table.pk).update(version=state.version - 1)
    late = send(table, users[5], Kind.READY)
    assert late.version == state.version
    assert late.is_new


def test_a_row_that_cannot_be_replayed_is_named_without_what_it_holds() -> None:
    users = make_users(6)
    table = start_match(users)
    state = load_state(table.pk)
    row = TableEvent.objects.filter(table=table).latest("version")
    TableEvent.objects.create(
        table=table, version=row.version + 1, match_id=row.match_id, kind="act", seat=state.to_act[0],
        user=users[0], command_id="x", payload={"action": "play 9H"}, at=NOW,
    )  # fmt: skip
    with pytest.raises(BrokenRowError) as broken:
        fold_state(table.pk)
    assert str(broken.value) == f"table {table.pk}: row v{row.version + 1} (act) can't be replayed: illegal_action"
    assert broken.value.__cause__ is None


def test_a_table_that_cannot_be_closed_keeps_no_other_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "BATCH", 1)
    broken, dead = make_table(make_users(1)), make_table(make_users(1))
    TableEvent.objects.filter(table=broken).update(kind="unheard")
    late = NOW + sweeps.IDLE + timedelta(seconds=1)
    assert sweeps.close_dead_tables(late) == 0
    assert sweeps.close_dead_tables(late) == 1
    assert load_state(dead.pk).status == "closed"


def test_tables_where_somebody_is_keep_no_dead_one_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeps, "BATCH", 1)
    host, other = make_users(2)
    watched, dead = make_table([host]), make_table([other])
    late = NOW + sweeps.IDLE + timedelta(seconds=1)
    TablePresence.objects.create(process=uuid4(), socket=1, table=watched, user=host, is_open=True, seen_at=late)
    assert sweeps.close_dead_tables(late) == 1
    assert [load_state(table.pk).status for table in (watched, dead)] == ["open", "closed"]
