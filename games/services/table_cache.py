"""The tables that this process knows, each at the latest version it has seen.

A cached state may be old: the compare-and-set of the commit notices, and then the rows are read. It must never be
newer than the rows, so nothing read inside an open transaction is put here before the commit.
"""

from collections import OrderedDict
from threading import Lock

from games.services.table_values import TableState

CACHED_TABLES = 2_000
"""About 50 kB each at the most: a hundred megabytes when full."""


class TableCache:
    """States by table, the longest unused dropped first; safe to use from several threads."""

    def __init__(self, *, limit: int = CACHED_TABLES) -> None:
        self._limit = limit
        self._states: OrderedDict[int, TableState] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: int) -> TableState | None:
        """Return the table's state, or None if it is not known here."""
        with self._lock:
            state = self._states.get(table_id)
            if state is not None:
                self._states.move_to_end(table_id)
            return state

    def put(self, state: TableState) -> None:
        """Keep the state, unless a newer one is known."""
        table_id = state.setup.table_id
        with self._lock:
            known = self._states.get(table_id)
            if known is None or known.version < state.version:
                self._states[table_id] = state
            self._states.move_to_end(table_id)
            if len(self._states) > self._limit:
                self._states.popitem(last=False)

    def drop(self, table_id: int) -> None:
        """Forget a table."""
        with self._lock:
            self._states.pop(table_id, None)

    def clear(self) -> None:
        """Forget all tables."""
        with self._lock:
            self._states.clear()


cache = TableCache()
"""The one of this process."""
