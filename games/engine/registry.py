"""The games that can be played, by key."""

from games.engine.kqj.rules import Kqj
from games.engine.rules import Game

_GAMES: dict[str, Game] = {game.key: game for game in (Kqj(),)}


def get(key: str) -> Game:
    """Return the game of a key.

    Raises:
        KeyError: no such game.
    """
    return _GAMES[key]


def keys() -> tuple[str, ...]:
    """Return the keys of all games, in the order of display."""
    return tuple(_GAMES)
