"""The manners of the greedy player, one situation each; teams are seats 0, 2, 4 and 1, 3, 5 unless said otherwise."""

from typing import Any

import pytest

from tests.bots.duels import GAME

TWO_TEAMS = [[0, 2, 4], [1, 3, 5]]
THREE_TEAMS = [[0, 3], [1, 4], [2, 5]]


def choose_card(
    hand: str, *, trick: str = "", leader: int = 0, trump: str = "H", played: str = "", legal: str = "", **more: Any
) -> str:
    """Return the card that a seat plays to a trick; `played` are the finished tricks, led by seat 0 each."""
    plays = [[number % 6, card] for number, card in enumerate(played.split())]
    plays += [[(leader + number) % 6, card] for number, card in enumerate(trick.split())]
    seat = (leader + len(trick.split())) % 6
    cards = hand.split()
    counts = [len(cards)] * 6
    for number in range(len(trick.split())):
        counts[(leader + number) % 6] -= 1
    view = {
        "seat": seat,
        "to_act": [seat],
        "phase": "playing",
        "hand": cards,
        "legal_actions": [f"play {card}" for card in legal.split() or cards],
        "plays": plays,
        "counts": counts,
        "teams": TWO_TEAMS,
        "contract": {"declarer": 0, "trump": trump, "amount": None, "capot": False, "multiplier": 1},
    }
    return GAME.greedy(view | more).removeprefix("play ")


def choose_call(hand: str, **more: Any) -> str:
    view = {"seat": 0, "to_act": [0], "phase": "taking", "hand": hand.split(), "calls": (), "teams": TWO_TEAMS}
    return GAME.greedy(view | more)


def bids(lowest: int) -> list[str]:
    return [
        f"bid {amount} {trump}{capot}"
        for amount in range(lowest, 601, 10)
        for trump in ("S", "H", "D", "C", "AT", "NT")
        for capot in ("", " capot")
    ]


def test_it_wins_cheaply() -> None:
    # Seat 5 is last, void in clubs; an opponent's ace is master, any trump wins.
    assert choose_card("9H 4H", trick="AC TC 5C 6C 7C", legal="9H 4H") == "4H"


def test_it_loads_points_on_a_partner_s_sure_trick() -> None:
    # Seat 5 is last; its partner, seat 3, has the ace.
    assert choose_card("TC 4C 5S", trick="5C 6C 7C AC 8C", legal="TC 4C") == "TC"


def test_it_gives_an_opponent_s_trick_as_little_as_it_can() -> None:
    assert choose_card("TC 4C 5S", trick="AC 6C 7C 9C 8C", legal="TC 4C") == "4C"


def test_it_does_not_over_trump_a_partner_without_need() -> None:
    # Seat 3 has trumped, seat 5 is void too: a ten of spades counts more than a trump.
    assert choose_card("9H TS 4H", trick="5C 6C 7C 8H 8C") == "TS"


def test_it_leads_an_ace_that_nobody_can_beat_at_no_trump() -> None:
    assert choose_card("AS 5S 4D 6C", trump="NT") == "AS"


@pytest.mark.parametrize(
    ("hand", "played", "expected"),
    [
        ("KH QH JH", "", "KH"),
        ("QH JH 5S", "4C 5C 6C KH 7C 8C", "QH"),
    ],
)
def test_it_plays_king_queen_jack_of_trumps_in_that_order(hand: str, played: str, expected: str) -> None:
    # Seat 3 follows to the highest trump, so each of them is legal.
    cards = [card for card in hand.split() if card[1] == "H"]
    assert choose_card(hand, trick="9H AH TH", played=played, legal=" ".join(cards)) == expected


def test_it_keeps_its_last_trump_for_the_last_trick() -> None:
    # Two cards are left; this trick is worth nothing, the last one ten and more.
    assert choose_card("9H 4S", trick="4C 5C 6C 5D 5S") == "4S"


def test_it_takes_what_it_can_when_the_last_trick_is_there() -> None:
    assert choose_card("9H", trick="4C 5C 6C 5D 5S") == "9H"


def test_partners_are_the_view_s_teams() -> None:
    card: dict[str, Any] = {"trick": "5C 6C 7C AC 8C", "legal": "TC 4C"}
    assert choose_card("TC 4C 5S", **card, teams=[[0, 1, 2], [3, 4, 5]]) == "TC"
    assert choose_card("TC 4C 5S", **card, teams=[[0, 2, 5], [1, 3, 4]]) == "4C"
    assert choose_card("TC 4C 5S", **card, teams=THREE_TEAMS) == "4C"


def test_it_takes_with_strong_trumps_and_counts_the_return_as_its_own() -> None:
    legal = ["pass", "take H"]
    strong, weak = "8H 7H AH AS 5C", "4H 5S 6S 8C 9D"
    assert choose_call(strong, **{"return": "9H", "legal_actions": legal}) == "take H"
    assert choose_call(weak, **{"return": "6H", "legal_actions": legal}) == "pass"
    assert choose_call("5C 6C 8H 7H 4S", **{"return": "9H", "legal_actions": legal}) == "take H"


def test_in_the_second_lap_it_takes_its_best_trump() -> None:
    legal = ["pass", *(f"take {trump}" for trump in ("S", "H", "D", "C", "AT", "NT"))]
    assert choose_call("9S 8S 7S AS TS", **{"return": "4H", "legal_actions": legal}) == "take S"
    assert choose_call("AS AD AC TS 5D", **{"return": "AH", "legal_actions": legal}) == "take NT"
    assert choose_call("9S 9D 9C 8S 8D", **{"return": "9H", "legal_actions": legal}) == "take AT"


def test_in_the_auction_it_bids_counters_and_passes_by_strength() -> None:
    strong, weak = "9H 8H 7H AH KH QH AS AD", "4H 5S 6S JC QD 5D 6C 4C"
    first: dict[str, Any] = {"phase": "auction", "legal_actions": ["pass", *bids(120)]}
    assert choose_call(strong, **first).split()[2] == "H"
    assert choose_call(weak, **first) == "pass"
    high: dict[str, Any] = {
        "phase": "auction",
        "calls": ((1, "bid 200 H"),),
        "legal_actions": ["pass", "counter", *bids(210)],
    }
    assert choose_call("9H 8H 7H AH KS QD AS AD", **high) == "counter"
    assert choose_call(weak, **high) == "pass"


def test_it_leaves_a_partner_s_bid_alone_unless_it_is_far_stronger() -> None:
    own: dict[str, Any] = {
        "phase": "auction",
        "calls": ((2, "bid 140 S"), (3, "pass")),
        "legal_actions": ["pass", *bids(150)],
    }
    assert choose_call("9H 6H 5H AS 6D 7D 5C 4C", **own) == "pass"
    assert choose_call("9H 8H 7H AH TH KH QH JH", **own).split()[2] == "H"


def test_it_overcounters_what_it_is_sure_to_make() -> None:
    asked: dict[str, Any] = {
        "phase": "overcounter",
        "calls": ((0, "bid 120 H"), (1, "counter")),
        "legal_actions": ["overcounter", "pass"],
    }
    assert choose_call("9H 8H 7H AH KH QH AS AD", **asked) == "overcounter"
    assert choose_call("8H 7H 6H 5H KS QD 4S 4D", **asked) == "pass"


def test_it_bids_a_capot_with_a_hand_that_nothing_beats() -> None:
    first: dict[str, Any] = {"phase": "auction", "legal_actions": ["pass", *bids(120)]}
    assert choose_call("9H 8H 7H AH TH AS TS AD", **first) == "bid 400 H capot"
    assert not choose_call("9H 8H 7H AH TH AS TS TD", **first).endswith("capot")
