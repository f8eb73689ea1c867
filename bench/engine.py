"""The engine's speed against OpenSpiel's hearts, both driven from Python on one thread: `python -m bench.engine`.

The loops play random cards in turns, so that a slow moment of the machine hits all of them, and each ratio is the
median over the turns. CPU time is counted, not wall time: other work on the machine disturbs it less.
- hearts: `legal_actions` and `apply_action` of OpenSpiel, from the dealt hands to the end (dealing is not timed).
- playout: rounds with `games.engine.kqj.playout`, from the dealt hands to the end, laying them out included.
- cards: rounds through the contract's `legal_actions` and `apply`, from the settled contract to the end, with all
  events and the score. This is what hearts does, so this is compared.
- match: whole matches through the contract, with the shuffles of rules R31, deals and calls; for information.
"""

import argparse
import hashlib
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from games.engine.kqj.deal import hands_of
from games.engine.kqj.playout import lay_ground, lay_hands, play_out
from games.engine.kqj.state import State
from games.engine.registry import get

GAME = get("kqj")
LINES = (
    ("playout", "bare random playouts", 1.8),
    ("cards", "legal_actions + apply", 0.2),
    ("match", "the same, whole matches", 0.0),
)
"""What is compared, its label, and the multiple of hearts that it has to reach."""
HEARTS_MATCHES = 150
PLAYOUT_ROUNDS = 300
PUBLIC_ROUNDS = 60
PUBLIC_MATCHES = 3
CARDS = 48
Loop = Callable[[random.Random], tuple[int, float]]


def time_hearts(chance: random.Random) -> tuple[int, float]:
    """Return how many cards were played and the CPU seconds that they took."""
    import pyspiel

    game = pyspiel.load_game("hearts(pass_cards=false)")
    moves, seconds = 0, 0.0
    for _ in range(HEARTS_MATCHES):
        state: Any = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        start = time.process_time()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
        seconds += time.process_time() - start
    return moves, seconds


def time_playout(chance: random.Random) -> tuple[int, float]:
    """Return how many cards were played out and the CPU seconds that they took."""
    states = [_deal_round(chance, number) for number in range(PLAYOUT_ROUNDS)]
    deals = [[state.frame.layout.cards_in(hand) for hand in hands_of(state)] for state in states]
    start = time.process_time()
    for state, deal in zip(states, deals, strict=True):
        ground = lay_ground(state.frame.layout)
        hands = lay_hands(ground, deal)
        play_out(ground, hands, team_of=state.frame.deal.team_of, leader=state.turn, chance=chance)
    return CARDS * len(states), time.process_time() - start


def _deal_round(chance: random.Random, number: int) -> State:
    """Return a match of one round with a drawn contract, about to be played; two and three teams in turns."""
    options = GAME.parse_options({"teams": 2 + number % 2, "rounds": 1})
    while True:
        state: State = GAME.start(options, chance.randbytes(32)).state
        while state.frame.contract is None and not state.frame.book.rounds:
            state = GAME.apply(state, state.turn, chance.choice(GAME.legal_actions(state, state.turn))).state
        if state.frame.contract is not None:
            return state


def time_cards(chance: random.Random) -> tuple[int, float]:
    """Return how many cards were played through the contract and the CPU seconds that they took."""
    states = [_deal_round(chance, number) for number in range(PUBLIC_ROUNDS)]
    start = time.process_time()
    return sum(_play_on(state, chance) for state in states), time.process_time() - start


def time_matches(chance: random.Random) -> tuple[int, float]:
    """Return how many actions were applied in whole default matches and the CPU seconds that they took."""
    seeds = [chance.randbytes(32) for _ in range(PUBLIC_MATCHES)]
    start = time.process_time()
    moves = sum(_play_on(GAME.start(GAME.parse_options({}), seed).state, chance) for seed in seeds)
    return moves, time.process_time() - start


def _play_on(state: State, chance: random.Random) -> int:
    """Play a match to its end and return the number of actions."""
    moves = 0
    while seats := GAME.to_act(state):
        state = GAME.apply(state, seats[0], chance.choice(GAME.legal_actions(state, seats[0]))).state
        moves += 1
    return moves


def measure(loops: Mapping[str, Loop], *, turns: int) -> dict[str, list[float]]:
    """Return by loop its moves per CPU second in each turn; a first turn that warms up is not counted."""
    speeds: dict[str, list[float]] = {name: [] for name in loops}
    for turn in range(turns + 1):
        chance = random.Random(int.from_bytes(hashlib.sha256(bytes([turn])).digest()))
        for name, loop in loops.items():
            moves, seconds = loop(chance)
            if turn:
                speeds[name].append(moves / seconds)
    return speeds


def main() -> int:
    """Measure and print; return 1 if a ratio is below what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.engine", description="The engine's speed against OpenSpiel's hearts."
    )
    parser.add_argument("--turns", type=int, default=15, help="how often each loop is measured (default 15)")
    turns = max(1, parser.parse_args().turns)
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("engine: skipped, OpenSpiel is not installed: pip install -r requirements-bench.txt")
        return 0
    loops = {"hearts": time_hearts, "playout": time_playout, "cards": time_cards, "match": time_matches}
    print(
        f"engine, Python {platform.python_version()} on {platform.machine()}, one thread, "
        f"moves per CPU second, median of {turns}"
    )
    return 0 if report(measure(loops, turns=turns)) else 1


def report(speeds: Mapping[str, list[float]]) -> bool:
    """Print the speeds and ratios; return whether all are as high as was asked for."""
    print(f"  {'OpenSpiel hearts':<32} {statistics.median(speeds['hearts']):>10,.0f}")
    is_fast = True
    for name, label, goal in LINES:
        ratio = statistics.median(own / hearts for own, hearts in zip(speeds[name], speeds["hearts"], strict=True))
        asked = f"asked: at least {goal}" if goal else "with shuffles, deals and calls"
        print(f"  {label:<32} {statistics.median(speeds[name]):>10,.0f}   {ratio:.2f} x hearts ({asked})")
        is_fast = is_fast and ratio >= goal
    return is_fast


if __name__ == "__main__":
    sys.exit(main())
