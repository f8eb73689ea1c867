"""The road of a command from the cached state to a committed version, without I/O.

It is a generator: it yields what it needs done (`Load`, `Refresh`, `Find`, `Store`), and an executor sends the answer
back. So the order of steps, which is where the races are, is written once for Django's connection and for the pool.
"""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.broadcast.changes import Change
from games.services.table_rows import Stored
from games.services.table_state import changes_since, decide
from games.services.table_values import Command, Decision, Refused, TableState

TRIES = 8
"""How often a command that names no version is decided anew when others are faster: far more than seats at a table."""


@dataclass(frozen=True, slots=True)
class Load:
    """Asks for the table's state, from the cache or else from all its rows. Answer: TableState.

    Raises:
        TableNotFound: there is no such table.
    """

    table_id: int


@dataclass(frozen=True, slots=True)
class Refresh:
    """Asks for the state with the rows that came after it. Answer: TableState.

    If there are none, and the table stands at another version (the rows come from a backup), all is read anew. That is
    dear, and every refusal asks for this step, so it is done for nothing less.
    """

    state: TableState


@dataclass(frozen=True, slots=True)
class Find:
    """Asks for the version that the command was applied as. Answer: int, or None if it never was."""

    table_id: int
    command: Command


@dataclass(frozen=True, slots=True)
class Store:
    """Asks to commit a decision. Answer: Stored, or None when somebody was first."""

    decision: Decision
    before: TableState


Step = Load | Refresh | Find | Store


@dataclass(frozen=True, slots=True)
class Committed:
    """A command that is in the database.

    Attributes:
        version: the version that it was applied as.
        state: the latest known state, at that version or a later one.
        is_new: False for a command that had been applied before.
    """

    version: int
    state: TableState
    is_new: bool

    @property
    def change(self) -> Change | None:
        """What the command brought; None when that is too long ago."""
        changes = changes_since(self.state, self.version - 1)
        return changes[0] if changes else None


class TableNotFound(LookupError):  # noqa: N818 -- says what is, not that the program failed
    """There is no table of this number."""


def road(*, table_id: int, command: Command, now: datetime) -> Generator[Step, Any, Committed]:
    """Decide the command and commit it.

    Raises:
        Refused: it can't be carried out; the state it was refused in was the latest.
        TableNotFound: there is no such table.
    """
    state: TableState = yield Load(table_id)
    for _attempt in range(TRIES):
        done = yield from _try(state, command=command, now=now)
        if done is not None:
            return done
        fresh: TableState = yield Refresh(state)
        if fresh.version == state.version:
            decide(fresh, command, now=now)  # raises what it was refused for
        state = fresh
    raise Refused("stale_version", _("Others were faster too often: try again."), version=state.version)


def _try(state: TableState, *, command: Command, now: datetime) -> Generator[Step, Any, Committed | None]:
    """Decide once; None when it was refused or somebody was first, and the command was not applied before."""
    stored = None
    try:
        decision = decide(state, command, now=now)
    except Refused:
        pass
    else:
        stored = yield Store(decision, state)
        if stored is not None and stored.is_new:
            return Committed(stored.version, decision.state, is_new=True)
    return (yield from _find(state, stored=stored, command=command))


def _find(state: TableState, *, stored: Stored | None, command: Command) -> Generator[Step, Any, Committed | None]:
    version = stored.version if stored else (yield Find(state.setup.table_id, command))
    if version is None:
        return None
    if version > state.version:
        state = yield Refresh(state)
    return Committed(version, state, is_new=False)
