"""Greedy is clearly better than random, and than a novice, on the same deals."""

import pytest

from games import bots
from tests.bots.duels import GAME, Interval, Player, duel, random_player

DEALS = {"take": 60, "auction": 30}


def novice() -> Player:
    """Return the novice, with a seed drawn from what it sees."""
    return lambda view: bots.choose(
        game_key="kqj",
        level="novice",
        view=view,
        seed=bots.turn_seed(
            match_id=len(view["plays"]), version=sum(map(ord, "".join(view["hand"]))), seat=view["seat"]
        ),
    )


@pytest.mark.parametrize(
    ("teams", "contract", "at_least"), [(2, "take", 34), (3, "take", 15), (2, "auction", 200), (3, "auction", 100)]
)
def test_greedy_beats_random(teams: int, contract: str, at_least: float) -> None:
    found: Interval = duel(GAME.greedy, random_player(7), deals=DEALS[contract], teams=teams, contract=contract)
    assert found.mean > at_least
    assert found.mean - found.half > 0


@pytest.mark.parametrize(("contract", "deals"), [("take", 150), ("auction", 60)])
def test_greedy_beats_a_novice(contract: str, deals: int) -> None:
    found = duel(GAME.greedy, novice(), deals=deals, teams=2, contract=contract)
    assert found.mean > 10
    assert found.mean - found.half > 0
