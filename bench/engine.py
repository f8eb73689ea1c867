"""The engine's speed against OpenSpiel's hearts, both driven from Python on one thread: `python -m bench.engine`.

Three loops play random cards in turns, so that a slow moment of the machine hits all of them, and each ratio is the
median over the turns. CPU time is counted, not wall time: other work on the machine disturbs it less.
- hearts: `legal_actions` and `apply_action` of OpenSpiel, the play of the cards only (its dealing is not timed).
- playout: whole rounds with `games.engine.kqj.playout`, laying out the hands included.
- public: whole matches through the contract's `legal_actions` and `apply`, with calls, deals, events and scores.
"""

import argparse
import hashlib
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from games.engine.kqj.deal import hands_of
from games.engine.kqj.playout import lay_ground, lay_hands, play_out
from games.engine.kqj.state import State
from games.engine.registry import get

GAME = get("kqj")
PLAYOUT_GOAL, PUBLIC_GOAL = 1.8, 0.2
"""What issue 2 asks for, as multiples of hearts."""
HEARTS_MATCHES = 150
PLAYOUT_ROUNDS = 300
PUBLIC_MATCHES = 6
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
    """Return a round with a drawn contract, about to be played; two and three teams in turns."""
    options = GAME.parse_options({"teams": 2 + number % 2})
    while True:
        state: State = GAME.start(options, chance.randbytes(32)).state
        while state.frame.contract is None and not state.frame.book.rounds:
            state = GAME.apply(state, state.turn, chance.choice(GAME.legal_actions(state, state.turn))).state
        if state.frame.contract is not None:
            return state


def time_public(chance: random.Random) -> tuple[int, float]:
    """Return how many actions were applied in whole default matches and the CPU seconds that they took."""
    moves, start = 0, time.process_time()
    for _ in range(PUBLIC_MATCHES):
        state = GAME.start(GAME.parse_options({}), chance.randbytes(32)).state
        while seats := GAME.to_act(state):
            actions = GAME.legal_actions(state, seats[0])
            state = GAME.apply(state, seats[0], chance.choice(actions)).state
            moves += 1
    return moves, time.process_time() - start


def measure(loops: dict[str, Loop], *, turns: int) -> dict[str, list[float]]:
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
    speeds = measure({"hearts": time_hearts, "playout": time_playout, "public": time_public}, turns=turns)
    print(
        f"engine, Python {platform.python_version()} on {platform.machine()}, one thread, "
        f"moves per CPU second, median of {turns}"
    )
    print(f"  {'OpenSpiel hearts':<28} {statistics.median(speeds['hearts']):>10,.0f}")
    is_fast = True
    for name, label, goal in (
        ("playout", "bare random playouts", PLAYOUT_GOAL),
        ("public", "legal_actions + apply", PUBLIC_GOAL),
    ):
        ratio = statistics.median(own / hearts for own, hearts in zip(speeds[name], speeds["hearts"], strict=True))
        print(
            f"  {label:<28} {statistics.median(speeds[name]):>10,.0f}   {ratio:.2f} x hearts (asked: at least {goal})"
        )
        is_fast = is_fast and ratio >= goal
    return 0 if is_fast else 1


if __name__ == "__main__":
    sys.exit(main())
