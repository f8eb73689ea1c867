"""Rules R18 to R23: which cards may be played and who wins the trick."""

import pytest

from games.engine.errors import IllegalActionError
from tests.engine.builders import GAME, legal, play, play_told, position, refusal

REST = ["4C 5C", "6C 7C", "8C 9C", "JC QC"]
"""Hands of the seats that do not matter."""


def test_r18_opener_leads_any_card_and_winner_leads_next() -> None:
    state = position("AS 4H", "TS 4D", "HS 5H", "KS 5D", "QS 6H", "JS 6D", trump="C", leader=3)
    assert state.turn == 3
    assert legal(state) == {"KS", "5D"}
    state = play(state, "KS QS JS AS TS HS")
    assert state.turn == 0
    assert GAME.view(state, None)["last_trick"]["winner"] == 0
    assert GAME.view(state, None)["trick"] == []


@pytest.mark.parametrize(
    ("trump", "trick", "winner"),
    [
        ("C", "4S TH TS AD AS 9H", 4),  # the higher card of the suit led
        ("H", "AS TS 4H HS KS QS", 2),  # a trump beats plain suits
        ("H", "AS 4H 6H 5H KS QS", 2),  # the highest trump
        ("H", "AH 9H 8H 7H TH HH", 1),  # trumps rank 9 8 7 A T H
        ("AT", "AH 7H TS 9S 8S HH", 1),  # at AT only the suit led wins, in trump order
        ("NT", "4H 9S AS AD AC 5H", 5),  # at NT only the suit led wins, in plain order
    ],
)
def test_r19_master(trump: str, trick: str, winner: int) -> None:
    _, events = play_told(position(*trick.split(), trump=trump), trick)
    assert next(event for event in events if event.kind == "trick_won").data["seat"] == winner


def test_r20_follow_suit() -> None:
    state = play(position("AS 4H", "TS 9H", *REST, trump="H"), "AS")
    assert legal(state) == {"TS"}
    error = refusal(state, "play 9H")
    assert (error.code, error.params["rule"]) == ("follow_suit", "R20")
    assert error.message == "follow suit: spades led, you hold TS"


@pytest.mark.parametrize(
    ("trump", "hand", "allowed"),
    [
        ("H", "9H 4H", {"9H"}),  # must beat the AH
        ("H", "TH 4H", {"TH", "4H"}),  # can't: any card of the suit
        ("AT", "7H 4H", {"7H"}),  # at AT every suit must be beaten
        ("S", "9H 4H", {"9H", "4H"}),  # a plain suit need not be beaten
        ("NT", "9H TH", {"9H", "TH"}),
    ],
)
def test_r20_beat_the_trump(trump: str, hand: str, allowed: set[str]) -> None:
    state = play(position("AH 4D", hand, *REST, trump=trump), "AH")
    assert legal(state) == allowed


def test_r20_beat_also_a_partners_trump() -> None:
    state = play(position("AH 4D", "4H 5D", "9H 5H", *REST[1:], trump="H"), "AH 4H")
    assert legal(state) == {"9H"}
    error = refusal(state, "play 5H")
    assert (error.code, error.params["rule"]) == ("beat_trump", "R20")
    assert error.message == "beat the trump: AH is the highest in the trick, you hold 9H"


def test_r20_following_a_plain_suit_that_was_trumped() -> None:
    state = play(position("AS 4D", "9H 5D", "TS 4S", *REST[1:], trump="H"), "AS 9H")
    assert legal(state) == {"TS", "4S"}


def test_r21_void_and_a_partner_is_master() -> None:
    state = play(position("AS 4D", "4S 5D", "9H 6D", *REST[1:], trump="H"), "AS 4S")
    assert legal(state) == {"9H", "6D"}


@pytest.mark.parametrize(
    ("hand", "allowed"),
    [
        ("4H 5D", {"4H"}),  # trump
        ("4H 9H", {"4H", "9H"}),
        ("5D 6D", {"5D", "6D"}),  # no trump: any card
    ],
)
def test_r22_void_and_an_opponent_is_master(hand: str, allowed: set[str]) -> None:
    state = play(position("AS 4D", hand, *REST, trump="H"), "AS")
    assert legal(state) == allowed


def test_r22_over_trump_or_any_card() -> None:
    start = position("AS 4D", "7H 5D", "TS 6D", "8H AH", *REST[2:], trump="H", teams=3)
    assert legal(play(start, "AS 7H TS")) == {"8H"}
    start = position("AS 4D", "7H 5D", "TS 6D", "6H AH", *REST[2:], trump="H", teams=3)
    assert legal(play(start, "AS 7H TS")) == {"6H", "AH"}
    error = refusal(play(position("AS 4D", "7H 5D", "8H 6D", *REST[1:], trump="H"), "AS 7H"), "play 6D")
    assert (error.code, error.params["rule"]) == ("trump", "R22")
    assert error.message == "over-trump: spades led, an opponent's 7H is master, you hold 8H"


@pytest.mark.parametrize("trump", ["AT", "NT"])
def test_r22_at_all_trumps_and_no_trump_a_void_player_plays_any_card(trump: str) -> None:
    state = play(position("4S 4D", "9H AD", *REST, trump=trump), "4S")
    assert legal(state) == {"9H", "AD"}


def test_r23_worked_example() -> None:
    state = position("TC 4D", "6H 5D", "HH 6D", "5H 4S", "7H TS", "HC 7D", trump="H")
    state = play(state, "TC")
    assert legal(state) == {"6H"}
    state = play(state, "6H")
    assert legal(state) == {"HH"}
    state = play(state, "HH")
    assert legal(state) == {"5H", "4S"}
    state = play(state, "4S")
    assert legal(state) == {"7H", "TS"}
    state = play(state, "TS")
    assert legal(state) == {"HC"}
    state, events = play_told(state, "HC")
    assert events[-1].data == {"seat": 2, "points": 10 + 0 + 7 + 0 + 10 + 7}
    assert state.turn == 2


def test_a_card_not_held_is_refused() -> None:
    error = refusal(position("AS 4D", "4H 5D", *REST, trump="H"), "play 4H")
    assert (error.code, error.message) == ("not_in_hand", "not in hand: you do not hold 4H")


def test_another_seat_is_refused() -> None:
    state = position("AS 4D", "4H 5D", *REST, trump="H")
    with pytest.raises(IllegalActionError) as error:
        GAME.apply(state, 1, GAME.parse_action("play 4H"))
    assert error.value.code == "not_your_turn"
    assert GAME.legal_actions(state, 1) == ()
