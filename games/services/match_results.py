"""What follows from a finished table: the columns and players of its match, as plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.rules import Outcome
from games.models import Ending
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
    ending: str
    starter_id: int
    is_substitute: bool
    left_at_version: int | None
    stand_in_level: str
    actions: int
    bot_actions: int


class ActionCount(NamedTuple):
    """The actions of a seat, and how many of them a bot made in a person's place."""

    all: int = 0
    by_bots: int = 0


ActionCounts = Mapping[int, ActionCount]
"""By seat."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The columns of `Match` that the end of a match fills, and its players; see there."""

    seed: bytes
    nonces: tuple[str, ...]
    final: dict[str, Any]
    reason: str
    round_count: int
    players: tuple[PlayerResult, ...]


def read_result(state: TableState, *, counts: ActionCounts) -> MatchResult:
    """Return the result of a table whose match is over; `counts` are of the match's rows.

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
        players=tuple(_read_players(state, outcome=outcome, counts=counts)),
    )


def _read_players(state: TableState, *, outcome: Outcome, counts: ActionCounts) -> Iterator[PlayerResult]:
    for side, own_seats in enumerate(outcome.sides):
        for seat in own_seats:
            sitter, count = state.seats[seat], counts.get(seat, ActionCount())
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
                **_describe_ending(sitter, table_level=state.setup.bot_level),
                actions=count.all,
                bot_actions=count.by_bots,
            )


def _describe_ending(sitter: Sitter, *, table_level: str) -> dict[str, Any]:
    """Return how the match ended for who began it on the seat, by the columns' names."""
    starter = sitter.starter or sitter
    ending = _ending(sitter)
    is_gone = ending in {Ending.LEFT, Ending.TIMED_OUT}
    return {
        "ending": ending,
        "starter_id": starter.user_id,
        "is_substitute": sitter.starter is not None,
        "left_at_version": starter.gone_at if is_gone else None,
        "stand_in_level": (starter.stand_in or table_level) if is_gone else "",
    }


def _ending(sitter: Sitter) -> str:
    starter = sitter.starter or sitter
    if starter.is_bot:
        return ""
    if starter.has_quit:
        return Ending.LEFT
    return Ending.TIMED_OUT if starter.bot_plays else Ending.FINISHED
