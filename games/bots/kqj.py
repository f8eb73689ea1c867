"""What KQJ's bots add to the simple ones."""

from dataclasses import dataclass, replace

from games.bots.contract import Level, View
from games.bots.simple import NoviceBot
from games.bots.simple import ladder as simple_ladder


class KqjNovice(NoviceBot):
    """A novice whose slips in calling stay modest.

    A call drawn among all of an auction's would nearly always be a bid of hundreds, which no novice makes.
    """

    def slips(self, view: View) -> list[str]:
        """Return any card; of the calls the pass, and as likely one of the cheapest others."""
        legal = list(view["legal_actions"])
        if "pass" not in legal:
            return legal
        others = cheapest_calls(legal)
        return others + ["pass"] * max(1, len(others))


def cheapest_calls(legal: list[str]) -> list[str]:
    """Return the calls other than pass, of the bids only those of the lowest amount and without capot."""
    bids = [text for text in legal if text.startswith("bid ") and not text.endswith(" capot")]
    lowest = min((int(text.split()[1]) for text in bids), default=0)
    cheap = [text for text in bids if int(text.split()[1]) == lowest]
    return cheap + [text for text in legal if text != "pass" and not text.startswith("bid ")]


RATINGS = {"novice": 1085.0, "easy": 1200.0, "medium": 1240.0, "hard": 1265.0}
"""By level its rating, easy's being set and novice's measured by `python -m games.bots ratings`. The others are
estimated from points a round: the same command takes long for them (docs/bots.md)."""


@dataclass(frozen=True, slots=True)
class LazySearch:
    """A searching bot whose machinery is loaded at its first move: only processes that play bots need arrays.

    Attributes:
        worlds, is_inferring: see `SearchBot`.
    """

    worlds: int
    is_inferring: bool

    def choose(self, view: View, *, seed: bytes) -> str:
        """Return the best of the view's actions."""
        from games.bots.search.bot import SearchBot

        return SearchBot(self.worlds, is_inferring=self.is_inferring).choose(view, seed=seed)


def ladder() -> tuple[Level, ...]:
    """Return KQJ's levels, weakest first."""
    steps = (
        *simple_ladder("kqj", novice=KqjNovice("kqj")),
        Level(key="medium", label=_("Medium"), bot=LazySearch(worlds=20, is_inferring=False)),
        Level(key="hard", label=_("Hard"), bot=LazySearch(worlds=100, is_inferring=True)),
    )
    return tuple(replace(step, rating=RATINGS[step.key]) for step in steps)


def _(text: str) -> str:
    """Mark a label for translation; the page translates it."""
    return text
