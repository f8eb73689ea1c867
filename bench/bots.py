"""How quick, how lawful and how strong each level of bot is: `python -m bench.bots [VIEWS [SECONDS [LEVEL ...]]]`.

Every level answers the same views, from random play under random options; each answer must be legal. A level stops
after so many seconds of its own work. Then each level plays the one below it on a few deals.
"""

import random
import sys
import time
from collections.abc import Iterator
from itertools import pairwise

from games import bots
from games.bots.__main__ import main as arena_main
from games.engine.registry import get
from games.engine.rules import Json

GAME = get("kqj")
VIEWS = 100_000
SECONDS = 60.0
LADDER_DEALS = 30
WIDTHS = (1, 3, 9)
"""Of how many of the first actions a random player draws at most: low bids, so that most rounds are played."""


def random_views(count: int) -> Iterator[Json]:
    """Yield views of seats that have to act."""
    chance = random.Random(1)
    while count > 0:
        options = {
            field.key: chance.choice([value for value, _ in field.choices if value is not None])
            for field in GAME.option_fields
            if field.choices
        }
        state = GAME.start(GAME.parse_options(options | {"goal": None, "rounds": 1}), chance.randbytes(32)).state
        while count > 0 and (seats := GAME.to_act(state)):
            yield GAME.view(state, seats[0])
            count -= 1
            actions = GAME.legal_actions(state, seats[0])
            state = GAME.apply(state, seats[0], chance.choice(actions[: chance.choice(WIDTHS)])).state


def measure(level: str, *, count: int, limit_seconds: float) -> str:
    """Return a line on what the level did with the views."""
    seconds, slowest, illegal, asked = 0.0, 0.0, 0, 0
    for number, view in enumerate(random_views(count)):
        seed = bots.turn_seed(match_id=1, version=number, seat=view["seat"])
        start = time.process_time()
        try:
            bots.choose(game_key=GAME.key, level=level, view=view, seed=seed)
        except bots.BotError:
            illegal += 1
        spent = time.process_time() - start
        seconds, slowest, asked = seconds + spent, max(slowest, spent), number + 1
        if seconds > limit_seconds:
            break
    mean = seconds / asked
    return f"{level}: {asked} views, {illegal} illegal, {mean * 1e6:.0f} us a decision, at most {slowest * 1e3:.1f} ms"


def climb() -> None:
    """Let each level play the one below it on a few deals, and print what came of it."""
    keys = [level.key for level in bots.levels(GAME.key)]
    for lower, upper in pairwise(keys):
        arena_main(["arena", "--a", upper, "--b", lower, "--deals", str(LADDER_DEALS), "--matches", "0"])


def main() -> int:
    """Print a line for each level; exit 1 if any answer was illegal."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else VIEWS
    limit = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS  # noqa: PLR2004 - the second word
    chosen = sys.argv[3:] or [level.key for level in bots.levels(GAME.key)]
    lines = []
    for level in chosen:
        lines.append(measure(level, count=count, limit_seconds=limit))
        print(lines[-1], flush=True)
    if not sys.argv[3:]:
        climb()
    return 0 if all(", 0 illegal" in line for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
