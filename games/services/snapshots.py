"""Rebuilds what is kept beside the event rows and compares it: columns of tables, results of matches, players."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from games.engine.errors import EngineError
from games.models import Match, MatchPlayer, Table, TableStatus
from games.services.executors import fold_match, fold_state
from games.services.match_results import MatchResult, read_result
from games.services.matches import count_actions, write_result
from games.services.table_next import next_match_at
from games.services.table_state import format_seats, present_user_ids
from games.services.table_timing import due_at
from games.services.table_values import Refused, TableState

ROWS = "rows"
"""The field of a difference that no rebuilding can put right."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not what the rows give.

    Attributes:
        place: such as `table 12` or `match 7 seat 3`.
        field: the column; ROWS when the rows themselves can't be folded.
        stored, rebuilt: as text.
    """

    place: str
    field: str
    stored: str
    rebuilt: str


def table_ids(*, only: Iterable[int] = ()) -> list[int]:
    """Return the tables to look at, oldest first: all, or those named."""
    tables = Table.objects.filter(pk__in=list(only)) if only else Table.objects.all()
    return list(tables.order_by("pk").values_list("pk", flat=True))


def rebuild_table(table_id: int, *, is_fixing: bool) -> list[Difference]:
    """Return what differs at a table and its match; with `is_fixing` the rows' values are written in its place.

    The table is locked meanwhile, so that no move changes what is compared.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",)).get(pk=table_id)
        try:
            state = fold_state(table_id)
        except (Refused, EngineError, ValueError) as error:
            return [Difference(f"table {table_id}", ROWS, "broken", str(error))]
        differences = [*_compare_table(table, state), *_compare_match(state)]
        if differences and is_fixing:
            _fix(table, state)
        return [*differences, *_rebuild_earlier(state, is_fixing=is_fixing)]


def _rebuild_earlier(latest: TableState, *, is_fixing: bool) -> list[Difference]:
    """Do the same for the matches that were played at the table before the present one."""
    found: list[Difference] = []
    earlier = Match.objects.filter(table_id=latest.setup.table_id, number__lt=latest.setup.match_number)
    for match_id in earlier.order_by("number").values_list("pk", flat=True):
        try:
            state = fold_match(match_id)
        except (Refused, EngineError, ValueError) as error:
            found.append(Difference(f"match {match_id}", ROWS, "broken", str(error)))
            continue
        differences = list(_compare_match(state))
        found += differences
        if differences and is_fixing:
            _fix_match(state)
    return found


def _compare_table(table: Table, state: TableState) -> Iterator[Difference]:
    yield from _compare(f"table {table.pk}", table, _table_columns(table, state))
    # The sweep moves the time on while it waits, so only whether there is one follows from the rows.
    if (table.due_at is None) != (due_at(state) is None):
        yield Difference(f"table {table.pk}", "due_at", str(table.due_at), str(due_at(state)))


def _table_columns(table: Table, state: TableState) -> dict[str, Any]:
    return {
        "version": state.version,
        "status": state.status,
        "seats": format_seats(state),
        "user_ids": present_user_ids(state),
        "to_act": list(state.to_act),
        "turn_at": state.turn_at,
        "closed_at": state.closed_at,
        "match_id": state.setup.match_id,
        "fill_at": table.fill_at if state.status == TableStatus.OPEN else next_match_at(state),
    }


def _compare_match(state: TableState) -> Iterator[Difference]:
    match = Match.objects.select_for_update(of=("self",)).get(pk=state.setup.match_id)
    place = f"match {match.pk}"
    yield from _compare(place, match, {"started_at": state.started_at, "finished_at": state.finished_at})
    players = {player.seat: player for player in MatchPlayer.objects.filter(match=match)}
    if match.completed_at is None:
        yield from (Difference(f"{place} seat {seat}", "row", "there", "not yet") for seat in players)
        return
    if state.finished_at is None:
        yield Difference(place, "completed_at", str(match.completed_at), "None")
        return
    result = read_result(state, counts=count_actions(match.pk))
    yield from _compare(place, match, _match_columns(result))
    yield from _compare_players(place, result=result, players=players)


def _match_columns(result: MatchResult) -> dict[str, Any]:
    return {
        "seed": result.seed,
        "nonces": list(result.nonces),
        "final": result.final,
        "reason": result.reason,
        "round_count": result.round_count,
    }


def _compare_players(place: str, *, result: MatchResult, players: Mapping[int, MatchPlayer]) -> Iterator[Difference]:
    rebuilt = {player.seat: player for player in result.players}
    for seat in sorted(rebuilt.keys() | players.keys()):
        if seat not in rebuilt or seat not in players:
            stored = "there" if seat in players else "missing"
            yield Difference(f"{place} seat {seat}", "row", stored, "there" if seat in rebuilt else "none")
            continue
        columns = asdict(rebuilt[seat])
        for name in ("user_id", "starter_id"):
            if getattr(players[seat], name) is None:  # the account was removed since
                del columns[name]
        yield from _compare(f"{place} seat {seat}", players[seat], columns)


def _compare(place: str, row: object, columns: Mapping[str, Any]) -> Iterator[Difference]:
    for name, rebuilt in columns.items():
        stored = getattr(row, name)
        if isinstance(stored, memoryview):
            stored = bytes(stored)
        if stored != rebuilt:
            yield Difference(place, name, repr(stored), repr(rebuilt))


def _fix(table: Table, state: TableState) -> None:
    Table.objects.filter(pk=table.pk).update(**_table_columns(table, state), due_at=due_at(state))
    _fix_match(state)


def _fix_match(state: TableState) -> None:
    matches = Match.objects.filter(pk=state.setup.match_id)
    matches.update(started_at=state.started_at, finished_at=state.finished_at)
    if state.finished_at is None:
        matches.update(completed_at=None, seed=None, nonces=None, final=None, reason="", round_count=None)
        MatchPlayer.objects.filter(match_id=state.setup.match_id).delete()
        return
    completed_at = matches.values_list("completed_at", flat=True).get()
    if completed_at is not None:
        match_id = state.setup.match_id
        result = read_result(state, counts=count_actions(match_id))
        write_result(match_id, result=result, now=completed_at)
