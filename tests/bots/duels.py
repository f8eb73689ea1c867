"""Duplicate deals for comparing players: the same deals with the sides changed round, so that luck cancels out."""

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from games.engine import registry
from games.engine.rules import State

GAME = registry.get("kqj")
Player = Callable[[Mapping[str, Any]], str]


class Interval(NamedTuple):
    """A mean and half the width of its 95 % interval."""

    mean: float
    half: float


def random_player(seed: int) -> Player:
    """Return a player that plays any legal action."""
    rng = random.Random(seed)
    return lambda view: rng.choice(view["legal_actions"])


def play_match(options: Mapping[str, object], *, seed: bytes, players: list[Player]) -> State:
    """Return the last state of a match that the players, by seat, have played."""
    state = GAME.start(GAME.parse_options(options), seed).state
    while seats := GAME.to_act(state):
        text = players[seats[0]](GAME.view(state, seats[0]))
        state = GAME.apply(state, seats[0], GAME.parse_action(text)).state
    return state


def duel(first: Player, second: Player, *, deals: int, teams: int, contract: str, seed: str = "duel") -> Interval:
    """Return by how many points a round a team of the first scores more than the mean team of the second."""
    options = {"teams": teams, "contract": contract, "goal": None, "rounds": 1}
    gains = [_gain(first, second, options=options, seed=f"{seed}:{number}") for number in range(deals)]
    mean = sum(gains) / deals
    deviation = math.sqrt(sum((gain - mean) ** 2 for gain in gains) / (deals - 1))
    return Interval(mean, 1.96 * deviation / math.sqrt(deals))


def _gain(first: Player, second: Player, *, options: Mapping[str, Any], seed: str) -> float:
    teams = options["teams"]
    total = 0.0
    for own in range(teams):
        players = [first if seat % teams == own else second for seat in range(6)]
        state = play_match(options, seed=hashlib.sha256(seed.encode()).digest(), players=players)
        outcome = GAME.outcome(state)
        assert outcome is not None
        others = sum(outcome.scores) - outcome.scores[own]
        total += outcome.scores[own] - others / (teams - 1)
    return float(total / teams)


def random_states(*, count: int, seed: int) -> Iterator[State]:
    """Yield states with somebody to act, from random play under random options; bids stay low, so that play follows."""
    rng = random.Random(seed)
    while count > 0:
        state = GAME.start(GAME.parse_options(random_options(rng)), rng.randbytes(32)).state
        while count > 0 and (seats := GAME.to_act(state)):
            yield state
            count -= 1
            actions = GAME.legal_actions(state, seats[0])
            state = GAME.apply(state, seats[0], rng.choice(actions[: rng.choice((1, 3, 9, len(actions)))])).state


def random_options(rng: random.Random) -> dict[str, object]:
    """Return options of a match of one or two rounds."""
    return {
        "teams": rng.choice((2, 3)),
        "partners": rng.choice(("fixed", "random")),
        "contract": rng.choice(("take", "auction")),
        "all_trumps_no_trump": rng.random() < 0.8,
        "goal": None,
        "rounds": rng.choice((1, 2)),
    }
