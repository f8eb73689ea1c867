"""Rows are read on the event loop, and folded where they hold nobody up."""

import threading
from collections.abc import Iterable

import pytest
from asgiref.sync import sync_to_async

from games.services import row_reader
from games.services.executors import fold_state
from games.services.row_reader import SHORT_FOLD_ROWS, RowReader
from games.services.table_state import EventRow, fold
from games.services.table_values import Kind, TableState
from tests.games.seated import make_table, make_users, send


@pytest.fixture
def fold_threads(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads that rows were folded in."""
    threads: list[threading.Thread] = []

    def note(state: TableState, rows: Iterable[EventRow]) -> TableState:
        threads.append(threading.current_thread())
        return fold(state, rows)

    monkeypatch.setattr(row_reader, "fold", note)
    return threads


def make_long_table() -> int:
    """Return a table with more rows than are folded at once."""
    users = make_users(2)
    table = make_table(users)
    for number in range(SHORT_FOLD_ROWS):
        send(table, users[1], Kind.UNREADY if number % 2 else Kind.READY)
    return table.pk


@pytest.mark.django_db(transaction=True)
async def test_a_long_fold_leaves_the_loop_free(fold_threads: list[threading.Thread]) -> None:
    table_id = await sync_to_async(make_long_table)()
    reader = RowReader()
    await reader.open()
    try:
        state = await reader.fold(table_id)
        again = await reader.read_on(state)
    finally:
        await reader.close()
    long, short = fold_threads
    assert long is not threading.current_thread()
    assert short is threading.current_thread()
    assert state.version > SHORT_FOLD_ROWS
    expected = await sync_to_async(fold_state)(table_id)
    assert (state.version, state.seats, again.version) == (expected.version, expected.seats, expected.version)
