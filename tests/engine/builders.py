"""Positions, calls and tricks in few words, for the tests of KQJ's rules."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from games.engine import shuffle
from games.engine.errors import IllegalActionError
from games.engine.kqj.actions import parse_action
from games.engine.kqj.cards import LAYOUTS, PACK
from games.engine.kqj.perft import set_up
from games.engine.kqj.rules import Kqj
from games.engine.kqj.state import State, Trick
from games.engine.record import add_secret
from games.engine.rules import Event
from games.engine.seats import spread_teams
from games.engine.selfplay import choose_random, play_match

GAME = Kqj()
SEED = bytes(range(32))
VECTORS = Path(__file__).parent / "vectors"


def cards(text: str) -> tuple[int, ...]:
    """The cards of `AS TD`."""
    return PACK.parse_cards(text.split())


def position(*hands: str, trump: str, teams: int = 2, leader: int = 0) -> State:
    """A round about to be played with these hands, by seat."""
    return set_up(
        [cards(hand) for hand in hands], teams=spread_teams(seat_count=6, team_count=teams), trump=trump, leader=leader
    )


def play(state: State, text: str) -> State:
    """The state after these cards were played in turn."""
    return play_told(state, text)[0]


def play_told(state: State, text: str) -> tuple[State, list[Event]]:
    """The state after these cards were played in turn, and all events."""
    events: list[Event] = []
    for card in text.split():
        step = GAME.apply(state, state.turn, GAME.parse_action(f"play {card}"))
        state, events = step.state, [*events, *step.events]
    return state, events


def legal(state: State) -> set[str]:
    """The cards that may be played."""
    return {GAME.format_action(action).removeprefix("play ") for action in GAME.legal_actions(state, state.turn)}


def begin(**options: object) -> State:
    """A match just begun."""
    state: State = GAME.start(GAME.parse_options(options), SEED).state
    return state


def call(state: State, *texts: str) -> State:
    """The state after these calls in turn."""
    for text in texts:
        state = GAME.apply(state, state.turn, GAME.parse_action(text)).state
    return state


def callable_texts(state: State) -> list[str]:
    """The texts of what the seat to act may call."""
    return [GAME.format_action(action) for action in GAME.legal_actions(state, state.turn)]


def refusal(state: State, text: str) -> IllegalActionError:
    """The error that refuses this action of the seat to act."""
    try:
        GAME.apply(state, state.turn, parse_action(text))
    except IllegalActionError as error:
        return error
    raise AssertionError(f"{text} was not refused")


def trick(text: str, *, winner: int, trump: str, leader: int = 0) -> Trick:
    """A finished trick of these cards."""
    points = LAYOUTS[trump].points
    played = cards(text)
    return Trick(leader, played, winner, sum(points[card] for card in played))


def worth(winner: int, points: int) -> Trick:
    """A finished trick of so many points."""
    return Trick(0, (), winner, points)


def load(name: str) -> list[dict[str, Any]]:
    """The objects of a vector file."""
    with (VECTORS / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def made() -> dict[str, Any]:
    """A record of three rounds of a take with two teams."""
    options = GAME.parse_options({"goal": None, "rounds": 3})
    return deepcopy(GAME.to_record(play_match(GAME, options, seed=b"\x07" * 32, choose=choose_random)))


def unfinished(*, plays: int = 10) -> dict[str, Any]:
    """A record whose second round is cut off after so many cards."""
    record = made()
    cut = record["rounds"][1]
    cut["plays"], cut["tricks"], cut["result"] = cut["plays"][:plays], cut["tricks"][: plays // 6], None
    return {**record, "rounds": [record["rounds"][0], cut], "final": None}


SECRET, NONCES = b"\x01" * 32, [b"\x02" * 16, b"\x03" * 16]


def live() -> dict[str, Any]:
    """The record of a live match, its seed mixed from secret and nonces (R31)."""
    options = GAME.parse_options({"goal": None, "rounds": 1})
    state = play_match(GAME, options, seed=shuffle.mix_seed(SECRET, NONCES), choose=choose_random)
    return add_secret(GAME.to_record(state), server_secret=SECRET, nonces=NONCES)
