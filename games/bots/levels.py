"""The ladder of levels of each game, weakest first.

A game without bots of its own gets the simple ones; a game with a module here says its ladder itself, which is where
stronger levels slot in.
"""

from collections.abc import Callable
from functools import cache

from games.bots import kqj, simple
from games.bots.contract import BotError, Level, View

ANCHOR = "easy"
"""The level whose rating is set; those of the others are measured against it."""

LADDERS: dict[str, Callable[[], tuple[Level, ...]]] = {"kqj": kqj.ladder}


@cache
def levels(game_key: str) -> tuple[Level, ...]:
    """Return a game's levels, weakest first.

    Raises:
        KeyError: no such game.
    """
    own = LADDERS.get(game_key)
    return own() if own else simple.ladder(game_key)


def default_level(game_key: str) -> str:
    """Return the key of the level that plays where nobody chose: the anchor, or a game's strongest if it has no such.

    Raises:
        KeyError: no such game.
    """
    keys = [level.key for level in levels(game_key)]
    return ANCHOR if ANCHOR in keys else keys[-1]


def choose(*, game_key: str, level: str, view: View, seed: bytes) -> str:
    """Return what a bot of the level does: one of the view's `legal_actions`.

    Raises:
        BotError: no such level, nothing to do, or the bot answered what is not legal.
    """
    legal = view["legal_actions"]
    if not legal:
        raise BotError("nothing_to_do", f"{game_key}: this view's seat does not have to act")
    bot = _find_level(level, game_key=game_key).bot
    action = legal[0] if len(legal) == 1 else bot.choose(view, seed=seed)
    if action not in legal:
        # Neither the choice nor what was legal is told: it would put a seat's cards into the log.
        raise BotError("illegal_choice", f"{game_key}, level {level}: the choice is none of {len(legal)} legal actions")
    return action


def _find_level(key: str, *, game_key: str) -> Level:
    ladder = levels(game_key)
    for level in ladder:
        if level.key == key:
            return level
    raise BotError("no_such_level", f"{game_key} has no level {key!r}, but {[level.key for level in ladder]}")
