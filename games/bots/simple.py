"""The two lowest steps of every game's ladder: greedy, and greedy with slips."""

from games.bots.contract import Bot, Level, View
from games.bots.seeds import is_one_in_four, pick_index
from games.engine import registry


class GreedyBot:
    """Plays what the game's own plain rules of thumb say."""

    def __init__(self, game_key: str) -> None:
        self._game = registry.get(game_key)

    def choose(self, view: View, *, seed: bytes) -> str:
        """Return the game's greedy action; the seed changes nothing."""
        del seed
        return self._game.greedy(view)


class NoviceBot(GreedyBot):
    """Plays like greedy, but one move in four is any legal one."""

    def choose(self, view: View, *, seed: bytes) -> str:
        """Return the greedy action, or one drawn from the seed."""
        if not is_one_in_four(seed):
            return super().choose(view, seed=seed)
        candidates = self.slips(view)
        return candidates[pick_index(seed, count=len(candidates))]

    def slips(self, view: View) -> list[str]:
        """Return what a slip may be, each as likely as it stands in the list."""
        return list(view["legal_actions"])


def ladder(game_key: str, *, novice: Bot | None = None) -> tuple[Level, ...]:
    """Return the levels that every game has, weakest first, with another novice if one is given."""
    return (
        Level(key="novice", label=_("Novice"), bot=novice or NoviceBot(game_key)),
        Level(key="easy", label=_("Easy"), bot=GreedyBot(game_key)),
    )


def _(text: str) -> str:
    """Mark a label for translation; the page translates it."""
    return text
