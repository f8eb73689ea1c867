"""What follows from a finished table: the columns and players of its match, as plain values."""

from dataclasses import dataclass
from typing import Any

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
    """The columns of `Match` that the end of a match fills, and its players by seat; see there."""

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
    sides = {seat: side for side, seats in enumerate(outcome.sides) for seat in seats}
    players = [
        _read_player(
            sitter,
            seat=seat,
            side=sides[seat],
            score=outcome.scores[sides[seat]],
            place=outcome.places[sides[seat]],
            is_winner=sides[seat] in outcome.winners,
        )
        for seat, sitter in enumerate(state.seats)
        if sitter is not None
    ]
    return MatchResult(
        seed=seed,
        nonces=state.nonces,
        final=record["final"],
        reason=outcome.reason,
        round_count=len(record["rounds"]),
        players=tuple(players),
    )


def _read_player(sitter: Sitter, **result: Any) -> PlayerResult:
    return PlayerResult(
        user_id=sitter.user_id,
        name=sitter.name,
        kind=sitter.kind,
        level=sitter.level,
        **result,
    )
