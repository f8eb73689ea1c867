"""The manners of the hard player, one situation each, and that its expectations are those it bids by."""

from typing import Any

import pytest

from games.bots import calibration, choose
from games.bots.search.calls import expect_contract
from games.bots.search.worlds import Chance
from tests.bots.duels import GAME
from tests.bots.test_greedy import THREE_TEAMS, TWO_TEAMS, bids

SEED = b"manners".ljust(32, b"\0")
TAKE = {"declarer": 0, "trump": "H", "amount": None, "capot": False, "multiplier": 1}


def make_view(hand: str, *, phase: str, legal: list[str], **more: Any) -> dict[str, Any]:
    """A view with all the keys that a player reads; a round of its own, nothing scored yet."""
    view = {
        "seat": 0,
        "options": GAME.format_options(GAME.parse_options({"goal": None, "rounds": 1})),
        "round": 0,
        "dealer": 5,
        "teams": TWO_TEAMS,
        "phase": phase,
        "hand": hand.split(),
        "return": None,
        "calls": [],
        "contract": None,
        "plays": [],
        "announced": [],
        "tricks_won": [0] * 6,
        "points_won": [0] * 6,
        "scores": [0, 0],
        "score_sheet": [],
        "to_act": [0],
        "legal_actions": legal,
    }
    return view | more


def choose_card(hand: str, *, trick: str, legal: str = "", **more: Any) -> str:
    """The card that a seat plays to the first trick of a take, led by seat 0."""
    cards, laid = hand.split(), trick.split()
    seat = len(laid)
    view = make_view(hand, phase="playing", legal=[f"play {card}" for card in legal.split() or cards])
    view |= {
        "seat": seat,
        "to_act": [seat],
        "contract": TAKE,
        "return": "9H",
        "plays": [[other, card] for other, card in enumerate(laid)],
        "counts": [7 if other < seat else 8 for other in range(6)],
    }
    return choose(game_key="kqj", level="hard", view=view | more, seed=SEED).removeprefix("play ")


def choose_call(hand: str, *, phase: str, legal: list[str], **more: Any) -> str:
    view = make_view(hand, phase=phase, legal=legal, **more)
    return choose(game_key="kqj", level="hard", view=view, seed=SEED)


def test_it_loads_points_on_a_partner_s_sure_trick() -> None:
    # Seat 5 is last; its partner, seat 3, has the ace, and its ten would hardly win a trick.
    assert choose_card("TC 4C 5S 6S 4D 5D 6D QS", trick="5C 6C 7C AC 8C", legal="TC 4C") == "TC"


def test_it_gives_an_opponent_s_trick_as_little_as_it_can() -> None:
    assert choose_card("TC 4C 5S 6S 4D 5D 6D QS", trick="AC 6C 7C 9C 8C", legal="TC 4C") == "4C"


def test_it_does_not_over_trump_a_partner_without_need() -> None:
    # The highest trump wins a trick of its own later; a lower one with many points is better saved here.
    rest = "TS 4S 5D 6D 7D 8D 4D"
    assert choose_card(f"9H {rest}", trick="5C 6C 7C 4H 8C", **{"return": "QH"}) == "TS"
    assert choose_card(f"8H {rest}", trick="5C 6C 7C 4H 8C", **{"return": "9H"}) == "8H"


@pytest.mark.parametrize("lead", ["7H", "AH"])
def test_it_plays_king_before_queen_and_jack_of_trumps(lead: str) -> None:
    # Partner, seat 3, has the highest trump; each of the three may be played.
    hand = "KH QH JH 4S 5S 4D 5D 6D"
    assert choose_card(hand, trick=f"{lead} 4H 5H 8H 6H", legal="KH QH JH") == "KH"


def test_it_takes_with_strong_trumps_and_passes_with_weak_ones() -> None:
    strong: dict[str, Any] = {"phase": "taking", "legal": ["pass", "take H"], "return": "9H"}
    assert choose_call("8H 7H AH AS 5C", **strong) == "take H"
    assert choose_call("4H 5S 6S 8C 9D", **strong | {"return": "6H"}) == "pass"


def test_in_the_auction_it_bids_what_its_hand_promises() -> None:
    first: dict[str, Any] = {"phase": "auction", "legal": ["pass", *bids(120)]}
    words = choose_call("9H 8H 7H AH KH QH AS AD", **first).split()
    assert words[0] == "bid"
    assert words[2] in {"H", "AT"}
    assert choose_call("4H 5S 6S JC QD 5D 6C 4C", **first) == "pass"


def test_it_leaves_a_partner_s_bid_alone_with_a_weak_hand_and_counters_nobody_without_reason() -> None:
    calls = [[0, "pass"], [1, "pass"], [2, "bid 140 S"], [3, "pass"], [4, "pass"], [5, "pass"]]
    weak = "9H 6H 5H AS 6D 7D 5C 4C"
    assert choose_call(weak, phase="auction", legal=["pass", *bids(150)], calls=calls) == "pass"


def test_it_counters_a_bid_that_can_hardly_be_made_and_overcounters_what_is_sure() -> None:
    strong = "9S 8S 7S AS TS AD AC AH"
    calls = [[0, "pass"], [1, "bid 330 S"], [2, "pass"], [3, "pass"], [4, "pass"], [5, "pass"]]
    guarded = "9S 8S 7S 4S AD 5D AC AH"
    assert choose_call(guarded, phase="auction", legal=["pass", "counter", *bids(340)], calls=calls) == "counter"
    countered = [[0, "bid 120 S"], [1, "counter"]]
    asked = ["overcounter", "pass"]
    assert choose_call(strong, phase="overcounter", legal=asked, calls=countered) == "overcounter"


@pytest.mark.parametrize("teams", [TWO_TEAMS, THREE_TEAMS])
def test_the_better_the_hand_the_more_it_expects(teams: list[list[int]]) -> None:
    def expect(hand: str, amount: int) -> float:
        view = make_view(hand, phase="auction", legal=["pass"], teams=teams, scores=[0] * len(teams))
        bid = {"trump": "H", "amount": amount, "capot": False}
        return expect_contract(view, bid=bid, worlds=60, chance=Chance(SEED))

    strong, weak = "9H 8H 7H AH KH QH AS AD", "4H 5S 6S JC QD 5D 6C 4C"
    assert expect(strong, 150) > 0.75
    assert expect(weak, 150) < 0.25
    assert expect(strong, 130) >= expect(strong, 230) > expect(strong, 420)


def test_bids_are_grouped_by_what_was_expected() -> None:
    found = [
        calibration.Bid(0.55, is_made=True),
        calibration.Bid(0.59, is_made=False),
        calibration.Bid(0.95, is_made=True),
    ]
    lines = calibration.group_bids(found)
    assert [(line.below, line.contracts, line.made) for line in lines] == [(0.6, 2, 0.5), (1.0, 1, 1.0)]
    assert lines[0].expected == pytest.approx(0.57)


def test_contracts_of_hard_bots_are_collected_with_their_outcome() -> None:
    found = list(calibration.collect_bids(GAME, options={"contract": "auction"}, deals=1, seed="c"))
    assert len(found) <= 1
    assert all(0 < bid.expected < 1 for bid in found)
