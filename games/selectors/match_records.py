"""Match records, written from the stored actions (rules page, section 9)."""

from collections.abc import Iterator
from typing import Any

from games.engine import registry
from games.engine.record import GIVEN_UP, add_secret
from games.engine.rules import Game, State
from games.models import Match, MatchPlayer, TableEvent

ACTS = ("act", "time_out")
"""Kinds of rows that hold one action: a player's, or a bot's for who ran out of time."""


def write_match_record(match: Match) -> dict[str, Any]:
    """Return the record of a match with results."""
    game, state = replay_match(match, seed=bytes(match.seed or b""))
    record = game.to_record(state)
    if match.nonces:
        nonces = [bytes.fromhex(nonce) for nonce in match.nonces]
        record = add_secret(record, server_secret=bytes(match.server_secret), nonces=nonces)
    return record | {"players": [_write_player(player) for player in match.players.all()]}


def _write_player(player: MatchPlayer) -> dict[str, Any]:
    """Return a player as a record has it: to a verifier guests are people too."""
    kind = "bot" if player.kind == "bot" else "human"
    return {"seat": player.seat, "name": player.name, "kind": kind, "level": player.level or None}


def replay_match(match: Match, *, seed: bytes) -> tuple[Game, State]:
    """Return the game, and the state that the match's stored actions lead to."""
    game = registry.get(match.game)
    state = game.start(game.parse_options(match.options), seed).state
    for seat, text in _actions(match):
        state = game.apply(state, seat, game.parse_action(text)).state
    if match.reason in GIVEN_UP:
        state = game.give_up(state, match.reason).state
    return game, state


def _actions(match: Match) -> Iterator[tuple[int, str]]:
    """Yield (seat, text) of the match's actions in order: those taken back are left out, those of claims are in."""
    rows = TableEvent.objects.filter(table_id=match.table_id, match_id=match.pk, kind__in=(*ACTS, "claim", "undo"))
    columns = list(rows.order_by("version").values_list("version", "kind", "seat", "payload"))
    undone = {payload["undone"] for _version, kind, _seat, payload in columns if kind == "undo"}
    for version, kind, seat, payload in columns:
        if kind in ACTS and version not in undone:
            assert seat is not None
            yield seat, payload["action"]
        elif kind == "claim":
            yield from payload["plays"]
