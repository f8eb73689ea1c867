"""Runs the steps of a road on Django's own connection: for tasks, commands, views and tests."""

from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from games.services.play_road import Committed, Find, Load, Refresh, Step, Store, TableNotFound
from games.services.table_cache import cache
from games.services.table_rows import (
    COMMIT,
    FIND_COMMAND,
    READ_MATCH_ROWS,
    READ_MATCH_SETUP,
    READ_ROWS,
    READ_SETUP,
    READ_VERSIONS,
    Stored,
    StoredEvent,
    encode_rows,
    read_event,
    read_setup,
    write_row,
)
from games.services.table_state import NewMatchError, apply_row, begin, fold
from games.services.table_values import TableState, Timing

T = TypeVar("T")


def site_timing() -> Timing:
    """Return the times that the settings name."""
    return Timing(
        silent_seconds=settings.KQJ_SILENT_SECONDS,
        away_seconds=settings.KQJ_AWAY_SECONDS,
        break_seconds=settings.KQJ_BREAK_SECONDS,
        fill_seconds=settings.KQJ_FILL_SECONDS,
        pace_seconds=settings.KQJ_BOT_PACE_MS / 1000,
    )


def run_road(steps: Generator[Step, Any, Committed]) -> Committed:
    """Do what the road asks for, until it has committed.

    Raises:
        Refused: from the road.
        TableNotFound: there is no such table.
    """
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as end:
            committed: Committed = end.value
            remember(committed.state)
            return committed
        answer = _repeat_once(lambda step=step: _do(step))  # type: ignore[misc]  # mypy can't infer the default


def load_state(table_id: int) -> TableState:
    """Return the table at its latest version, as this connection sees it.

    Raises:
        TableNotFound: there is no such table.
    """
    return _repeat_once(lambda: _load_latest(table_id))


def fold_state(table_id: int) -> TableState:
    """Return the table folded from the rows of its match alone, whatever is cached.

    Raises:
        TableNotFound: there is no such table.
    """
    rows = _query(READ_SETUP, [[table_id]])
    if not rows:
        raise TableNotFound(table_id)
    return _read_on(begin(read_setup(rows[0], timing=site_timing())))


def fold_match(match_id: int) -> TableState:
    """Return the table as the rows of one of its matches leave it, whatever is cached.

    Raises:
        TableNotFound: there is no such match.
    """
    state = _begin_match(match_id)
    rows = _query(READ_MATCH_ROWS, [state.setup.table_id, match_id])
    return fold(state, map(read_event, rows))


def match_steps(match_id: int) -> Iterator[tuple[StoredEvent, TableState, TableState]]:
    """Yield the rows of a match, each with the table before and after it.

    Raises:
        TableNotFound: there is no such match.
    """
    state = _begin_match(match_id)
    for row in map(read_event, _query(READ_MATCH_ROWS, [state.setup.table_id, match_id])):
        before, state = state, apply_row(state, row)
        yield row, before, state


def _begin_match(match_id: int) -> TableState:
    rows = _query(READ_MATCH_SETUP, [match_id])
    if not rows:
        raise TableNotFound(match_id)
    return begin(read_setup(rows[0], timing=site_timing()))


def remember(state: TableState) -> None:
    """Put the state into the cache once it is committed."""
    transaction.on_commit(lambda: cache.put(state))


def _do(step: Step) -> Any:
    match step:
        case Load(table_id):
            return cache.get(table_id) or _load_latest(table_id)
        case Refresh(state):
            return _refresh(state)
        case Find(table_id, command):
            rows = _query(FIND_COMMAND, [table_id, command.user_id, command.id])
            return rows[0][0] if rows else None
        case Store(decision, before):
            rows = _query(COMMIT, [encode_rows([write_row(decision, before=before)])])
            return Stored(*rows[0]) if rows else None


def _refresh(state: TableState) -> TableState:
    fresh, table_id = _read_on(state), state.setup.table_id
    if fresh.version > state.version or _query(READ_VERSIONS, [[table_id]]) == [(table_id, state.version)]:
        return fresh
    cache.drop(table_id)
    return fold_state(table_id)


def _load_latest(table_id: int) -> TableState:
    known = cache.get(table_id)
    state = fold_state(table_id) if known is None else _read_on(known)
    remember(state)
    return state


def _read_on(state: TableState) -> TableState:
    rows = _query(READ_ROWS, [[state.setup.table_id], [state.version]])
    try:
        return fold(state, map(read_event, rows))
    except NewMatchError:
        return fold_state(state.setup.table_id)


def _query(text: str, params: list[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(text, params)
        rows: list[Any] = cursor.fetchall()
    return rows


def _repeat_once(work: Callable[[], T]) -> T:
    """Do the work; once more on a new connection if the old one was lost, where no transaction went with it."""
    try:
        return work()
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        _close_quietly()
        return work()


def _close_quietly() -> None:
    try:
        connection.close()
    except DatabaseError:
        connection.connection = None
