"""Rules R6 to R11: the deal of a take and its calls."""

from itertools import pairwise

import pytest

from games.engine import shuffle
from games.engine.kqj.cards import PACK
from tests.engine.builders import GAME, SEED, begin, call, callable_texts, refusal


def deck(number: int = 0) -> list[str]:
    """The shuffled pack of a round (R31)."""
    return shuffle.shuffled(PACK.texts, seed=SEED, label=f"deal:{number}")


def hand(view_seat: int, *calls: str, **options: object) -> set[str]:
    view = GAME.view(call(begin(**options), *calls), view_seat)
    return set(view["hand"])


def test_r6_opener_sits_at_the_dealers_left() -> None:
    state = begin()
    deal = state.frame.deal
    assert deal.dealer == state.frame.match.first_dealer
    assert state.turn == deal.opener == (deal.dealer + 1) % 6


def test_r6_opener_becomes_the_dealer_after_a_round_passed_out() -> None:
    state = begin()
    opener = state.turn
    assert call(state, *["pass"] * 12).frame.deal.dealer == opener


def test_r7_five_cards_each_then_the_return() -> None:
    state = begin()
    opener = state.turn
    for turn in range(6):
        seat = (opener + turn) % 6
        assert hand(seat) == set(deck()[5 * turn : 5 * turn + 5])
    view = GAME.view(state, None)
    assert view["return"] == deck()[30]
    assert view["counts"] == [5] * 6
    assert view["hand"] is None


def test_r8_first_lap_pass_or_take_the_turned_suit() -> None:
    state = begin()
    suit = deck()[30][1]
    for _ in range(6):
        assert callable_texts(state) == ["pass", f"take {suit}"]
        state = call(state, "pass")


def test_r9_second_lap_any_suit_or_all_trumps_or_no_trump() -> None:
    state = call(begin(), *["pass"] * 6)
    for _ in range(6):
        assert callable_texts(state) == ["pass", "take S", "take H", "take D", "take C", "take AT", "take NT"]
        state = call(state, "pass")


def test_r9_all_trumps_and_no_trump_only_with_their_option() -> None:
    state = call(begin(all_trumps_no_trump=False), *["pass"] * 6)
    assert callable_texts(state) == ["pass", "take S", "take H", "take D", "take C"]
    error = refusal(state, "take NT")
    assert (error.code, error.params["rule"]) == ("call_not_allowed", "R9")


@pytest.mark.parametrize("text", ["take AT", "take NT", "bid 120 S", "counter", "overcounter", "play AS"])
def test_r8_other_calls_are_refused_in_the_first_lap(text: str) -> None:
    assert refusal(begin(), text).code == "call_not_allowed"


def test_r10_all_pass_twice_and_nobody_scores() -> None:
    step = GAME.apply(call(begin(), *["pass"] * 11), begin().frame.deal.dealer, GAME.parse_action("pass"))
    assert [event.kind for event in step.events[:4]] == ["called", "contract", "round_over", "round_started"]
    assert step.events[1].data == {"contract": None}
    result = step.events[2].data["result"]
    assert (result["outcome"], result["scores"], result["carried"]) == ("passed", [0, 0], 0)
    assert step.is_break
    assert step.state.frame.deal.number == 1


def test_r11_the_first_to_take_declares_and_gets_return_and_two_cards() -> None:
    state = call(begin(), *["pass"] * 7, "take C")
    deal, contract = state.frame.deal, state.frame.contract
    assert contract is not None
    assert (contract.declarer, contract.trump) == ((deal.opener + 1) % 6, "C")
    assert state.turn == deal.opener
    cards, start = deck(), 31
    for turn in range(6):
        seat = (deal.opener + turn) % 6
        size = 2 if seat == contract.declarer else 3
        expected = {*cards[5 * turn : 5 * turn + 5], *cards[start : start + size]}
        expected |= {cards[30]} if seat == contract.declarer else set()
        assert set(GAME.view(state, seat)["hand"]) == expected
        start += size
    assert start == 48


def test_r11_everybody_is_told_the_rest_of_the_own_hand_only() -> None:
    state = begin()
    step = GAME.apply(state, state.turn, GAME.legal_actions(state, state.turn)[1])
    assert [event.kind for event in step.events] == ["called", "contract", *["dealt"] * 6]
    assert [event.only for event in step.events[2:]] == list(range(6))
    for event in step.events[2:]:
        assert len(event.data["cards"]) == 3
        assert GAME.visible(event, event.only)
        assert not GAME.visible(event, None)
        assert not GAME.visible(event, (event.only or 0) - 1)


def test_calls_go_clockwise() -> None:
    view = GAME.view(call(begin(), *["pass"] * 11), 0)
    seats = [seat for seat, _ in view["calls"]]
    assert all(after == (seat + 1) % 6 for seat, after in pairwise(seats))


def test_no_calls_once_the_contract_is_settled() -> None:
    state = call(begin(), *["pass"] * 6, "take NT")
    error = refusal(state, "pass")
    assert error.code == "call_not_allowed"
    assert "contract is settled" in error.message
