"""The searching levels as bots."""

from dataclasses import dataclass

from games.bots.contract import View
from games.bots.search.calls import choose_call
from games.bots.search.cards import weigh_cards
from games.bots.search.worlds import Chance
from games.engine import registry
from games.engine.kqj.rounds import PLAYING


@dataclass(frozen=True, slots=True)
class SearchBot:
    """Plays the card that does best over many worlds, and perhaps makes the call that does.

    Attributes:
        worlds: how many.
        is_inferring: whether calls and cards of others are read for what they make likely, and calls are played out
            too; else the game's greedy player makes them.
    """

    worlds: int
    is_inferring: bool

    def choose(self, view: View, *, seed: bytes) -> str:
        """Return the best of the view's actions."""
        chance = Chance(seed)
        if view["phase"] == PLAYING:
            worths = weigh_cards(view, worlds=self.worlds, is_inferring=self.is_inferring, chance=chance)
            # Of equals the last is the weakest: legal actions go from the strongest down.
            return max(reversed(worths), key=worths.__getitem__)
        if self.is_inferring:
            return choose_call(view, worlds=self.worlds, chance=chance)
        return registry.get("kqj").greedy(view)
