"""What follows from a finished table: the columns and players of its match, as plain values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.rules import Outcome
from games.services.table_values import Sitter, TableState


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A row of `MatchPlayer`, without the match; see there."""

    seat: int
    user_id: int
    name: str
    kind: str
    level: str
    side: int
    score: int
    place: int
    is_winner: bool


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The columns of `Match` that the end of a match fills, and its players; see there."""

    seed: bytes
    nonces: tuple[str, ...]
    final: dict[str, Any]
    reason: str
    round_count: int
    players: tuple[PlayerResult, ...]


def read_result(state: TableState) -> MatchResult:
    """Return the result of a table whose match is over.

    Raises:
        ValueError: the match is not over.
    """
    game, engine, seed = state.setup.game, state.engine, state.seed
    outcome = game.outcome(engine) if engine is not None else None
    if outcome is None or seed is None:
        raise ValueError(f"the match at table {state.setup.table_id} is not over at version {state.version}")
    record = game.to_record(engine)
    return MatchResult(
        seed=seed,
        nonces=state.nonces,
        final=record["final"],
        reason=outcome.reason,
        round_count=len(record["rounds"]),
        players=tuple(_read_players(state.seats, outcome=outcome)),
    )


def _read_players(seats: Sequence[Sitter | None], *, outcome: Outcome) -> Iterator[PlayerResult]:
    for side, own_seats in enumerate(outcome.sides):
        for seat in own_seats:
            sitter = seats[seat]
            assert sitter is not None
            yield PlayerResult(
                seat=seat,
                user_id=sitter.user_id,
                name=sitter.name,
                kind=sitter.kind,
                level=sitter.level,
                side=side,
                score=outcome.scores[side],
                place=outcome.places[side],
                is_winner=side in outcome.winners,
            )
