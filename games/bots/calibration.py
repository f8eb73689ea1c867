"""Whether hard makes the contracts that it bids as often as it expects to."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from games.bots import arena
from games.bots.contract import View
from games.bots.search.calls import expect_contract
from games.bots.search.worlds import Chance
from games.engine.kqj.actions import BID
from games.engine.rules import Game

WORLDS = 100
BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Where one line of the table ends and the next begins."""


class Bid(NamedTuple):
    """A contract that was bid: how likely its declarer thought it when bidding, and whether it was made."""

    expected: float
    is_made: bool


class Line(NamedTuple):
    """The contracts expected with a chance below an end: how many, the mean chance, and the share that was made."""

    below: float
    contracts: int
    expected: float
    made: float


def collect_bids(game: Game, *, options: Mapping[str, object], deals: int, seed: str) -> Iterator[Bid]:
    """Yield what became of the contract of each round that hard bots bid and play."""
    bidding: dict[int, View] = {}

    def choose(view: View, turn: bytes) -> str:
        text = hard.choose(view, seed=turn)
        if text.startswith(BID):
            bidding[view["seat"]] = view
        return text

    hard = arena.seat_level(game, level="hard")
    player = arena.Timed(choose)
    contest = arena.Contest(game, {**options, "goal": None, "rounds": 1}, player, player, seed)
    for result in arena.play_rounds(contest, deals=deals):
        contract = result["contract"]
        if contract is not None:
            expected = expect_contract(
                bidding[contract["declarer"]], bid=contract, worlds=WORLDS, chance=Chance(seed.encode()[:16])
            )
            yield Bid(expected, result["outcome"] == "made")


def group_bids(bids: Iterable[Bid]) -> list[Line]:
    """Return the bids by chance, leaving out lines without any."""
    ordered = list(bids)
    lines, start = [], 0.0
    for end in BINS:
        own = [bid for bid in ordered if start <= bid.expected < end]
        start = end
        if own:
            count = len(own)
            lines.append(
                Line(end, count, sum(it.expected for it in own) / count, sum(it.is_made for it in own) / count)
            )
    return lines
