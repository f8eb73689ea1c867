"""What must hold at a table, whatever people, networks and machines did there; read from the rows alone."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bench.crowd import Person
from games.engine import registry
from games.engine.errors import EngineError
from games.models import Match, TableEvent
from games.selectors.match_records import write_match_record
from games.services.executors import fold_state
from games.services.snapshots import rebuild_table
from games.services.table_state import apply_row, begin
from games.services.table_values import TableState

ACTIONS = frozenset({"act", "time_out", "claim"})
"""Kinds of rows by which a seat acts."""


@dataclass
class Found:
    """What the checks saw.

    Attributes:
        faults: what does not hold, in words; empty is the aim.
        actions: how many actions were looked at.
        clocks: how many clocks were reckoned anew.
        endings: matches by how they ended.
    """

    faults: list[str] = field(default_factory=list)
    actions: int = 0
    clocks: int = 0
    endings: dict[str, int] = field(default_factory=dict)


def check_table(table_id: int, people: Iterable[Person], *, found: Found) -> None:
    """Check one table and add what was seen."""
    rows = list(TableEvent.objects.filter(table_id=table_id).order_by("version"))
    faults = [*_check_rows(rows, people=list(people)), *_check_match(table_id, found=found)]
    faults += [str(difference) for difference in rebuild_table(table_id, is_fixing=False)]
    faults += _check_turns(table_id, rows=rows, found=found)
    found.faults += [f"table {table_id}: {fault}" for fault in faults]


def _check_rows(rows: list[TableEvent], *, people: list[Person]) -> Iterator[str]:
    if [row.version for row in rows] != list(range(1, len(rows) + 1)):
        yield "versions are not dense"
    stored = {(row.user_id, row.command_id): row.version for row in rows if row.user_id}
    if len(stored) != sum(row.user_id is not None for row in rows):
        yield "a command is there twice"
    for person in people:
        for id_, version in person.acked.items():
            if stored.get((person.user_id, id_)) != version:
                yield f"acked as {version}, but stored as {stored.get((person.user_id, id_))}: {id_}"
        for pair in person.pairs:
            if all((person.user_id, id_) in stored for id_ in pair):
                yield f"both of two actions of one moment count: {pair}"


def _check_match(table_id: int, *, found: Found) -> Iterator[str]:
    match = Match.objects.defer(None).get(table_id=table_id)
    found.endings[match.reason or "none"] = found.endings.get(match.reason or "none", 0) + 1
    if match.completed_at is None:
        yield "no result was written"
        return
    try:
        registry.get(match.game).from_record(write_match_record(match))
    except EngineError as error:
        yield f"the record does not agree: {error}"


def _check_turns(table_id: int, *, rows: list[TableEvent], found: Found) -> Iterator[str]:
    """Follow the rows: who acted for whom, and what each clock had left, reckoned here from the rows' times."""
    states = itertools.accumulate(rows, apply_row, initial=_empty(table_id))
    watch: Stopwatch | None = None
    for row, (before, after) in zip(rows, itertools.pairwise(states), strict=True):
        if row.kind in ACTIONS:
            found.actions += 1
            yield from _check_actor(row, before)
        if after.setup.control is None or after.status == "open":
            continue
        watch = watch or Stopwatch(after)
        watch.pass_row(row, before=before, after=after)
        found.clocks += len(after.clocks)
        yield from watch.compare(after, version=row.version)


def _empty(table_id: int) -> TableState:
    return begin(fold_state(table_id).setup)


def _check_actor(row: TableEvent, before: TableState) -> Iterator[str]:
    assert row.seat is not None
    sitter = before.seats[row.seat]
    assert sitter is not None
    if row.seat not in before.to_act:
        yield f"v{row.version}: seat {row.seat} acted out of turn"
    is_stand_in = bool(row.payload.get("stand_in"))
    if is_stand_in and not sitter.bot_plays:
        yield f"v{row.version}: a bot acted for seat {row.seat}, whose player was there"
    if row.user_id not in {None, sitter.user_id}:
        yield f"v{row.version}: user {row.user_id} acted for seat {row.seat} of user {sitter.user_id}"


class Stopwatch:
    """All clocks of a table by plain addition, in whole milliseconds, from the times of the rows."""

    def __init__(self, state: TableState) -> None:
        assert state.setup.control is not None
        self._cap = state.setup.control.bank_seconds * 1000
        self._more = state.setup.control.increment_seconds * 1000
        self._left = [self._cap] * len(state.seats)
        self._from: list[datetime | None] = [None] * len(state.seats)

    def pass_row(self, row: TableEvent, *, before: TableState, after: TableState) -> None:
        """Take in a row: time that ran until it, what it charges or adds, and which clocks run from then on."""
        credited = row.kind == "credit"
        for seat in range(len(self._left)):
            begun = self._from[seat]
            until = datetime.fromisoformat(row.payload["down_at"]) if credited else row.at
            used = 0 if begun is None else max(0, (until - begun) // timedelta(milliseconds=1))
            is_actor = row.kind in ACTIONS and row.seat == seat and begun is not None
            if is_actor or not _runs(seat, after) or credited:
                lag = row.payload.get("lag", 0) if is_actor else 0
                self._left[seat] = max(0, self._left[seat] - max(0, used - lag))
                self._from[seat] = None
            if is_actor:
                self._left[seat] = min(self._cap, self._left[seat] + self._more)
            if _is_put_anew(seat, row=row, before=before, after=after):
                self._left[seat] = after.clocks[seat].bank_ms
                self._from[seat] = None
            if _runs(seat, after) and (
                self._from[seat] is None or after.clocks[seat].since != before_since(before, seat)
            ):
                self._from[seat] = after.clocks[seat].since

    def compare(self, state: TableState, *, version: int) -> Iterator[str]:
        """Tell which clocks of the table are not as reckoned."""
        for seat, clock in enumerate(state.clocks):
            if clock.bank_ms != self._left[seat]:
                yield f"v{version}: seat {seat} has {clock.bank_ms} ms, by addition {self._left[seat]}"
                self._left[seat] = clock.bank_ms


def before_since(before: TableState, seat: int) -> datetime | None:
    """Return from when the seat's clock ran before a row."""
    return before.clocks[seat].since if before.clocks else None


def _runs(seat: int, state: TableState) -> bool:
    return bool(state.clocks) and state.clocks[seat].since is not None


def _is_put_anew(seat: int, *, row: TableEvent, before: TableState, after: TableState) -> bool:
    """Return whether the rules put the clock to a value: time ran out, its player came back, an action was undone."""
    was, now = before.seats[seat], after.seats[seat]
    has_come_back = was is not None and now is not None and was.bot_plays and not now.bot_plays
    return has_come_back or (row.kind == "time_out" and row.seat == seat) or row.kind in {"undo", "substitute"}
