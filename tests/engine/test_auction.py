"""Rules R12 to R17: the auction."""

import pytest

from games.engine import shuffle
from games.engine.kqj.cards import PACK
from games.engine.kqj.state import State
from tests.engine.builders import GAME, SEED, begin, call, callable_texts, refusal


def auction(*calls: str, **options: object) -> State:
    return call(begin(**{"contract": "auction", **options}), *calls)


def offsets(state: State) -> int:
    """How many seats after the opener the seat to act sits."""
    return (state.turn - state.frame.deal.opener) % 6


def closed(state: State) -> tuple[int, str, int | None, bool, int]:
    """Declarer (seats after the opener), trump, amount, capot, multiplier."""
    contract = state.frame.contract
    assert contract is not None
    assert state.frame.phase == "playing"
    assert state.turn == state.frame.deal.opener
    return ((contract.declarer - state.frame.deal.opener) % 6, *contract[1:])


def test_r12_eight_cards_to_each_seat_and_no_return() -> None:
    state = auction()
    cards = shuffle.shuffled(PACK.texts, seed=SEED, label="deal:0")
    for turn in range(6):
        seat = (state.frame.deal.opener + turn) % 6
        assert set(GAME.view(state, seat)["hand"]) == set(cards[8 * turn : 8 * turn + 8])
    assert GAME.view(state, 0)["return"] is None
    assert GAME.view(state, 0)["counts"] == [8] * 6


@pytest.mark.parametrize(("teams", "lowest"), [(2, 120), (3, 80)])
def test_r13_lowest_first_bid(teams: int, lowest: int) -> None:
    state = auction(teams=teams)
    texts = callable_texts(state)
    assert texts[:4] == ["pass", f"bid {lowest} S", f"bid {lowest} S capot", f"bid {lowest} H"]
    assert texts[-1] == "bid 600 NT capot"
    error = refusal(state, f"bid {lowest - 10} S")
    assert (error.code, error.params["rule"]) == ("bid_too_low", "R13")
    assert f"bid {lowest} or more" in error.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bid 150 S", "bid_too_low"),
        ("bid 150 AT capot", "bid_too_low"),
        ("bid 140 H", "bid_too_low"),
        ("bid 610 H", "bid_too_high"),
        ("bid 155 H", "call_not_allowed"),
        ("take H", "call_not_allowed"),
        ("overcounter", "call_not_allowed"),
    ],
)
def test_r13_each_bid_is_higher_and_a_multiple_of_ten(text: str, code: str) -> None:
    assert refusal(auction("bid 150 H"), text).code == code


def test_r13_nothing_is_above_600() -> None:
    state = auction("bid 600 S")
    assert callable_texts(state) == ["pass", "counter"]
    assert refusal(state, "bid 600 H").code == "bid_too_low"


def test_r13_a_partner_and_one_who_passed_may_overbid() -> None:
    state = auction("pass", "bid 120 S", "pass", "bid 130 S", "pass", "pass", "bid 140 NT")
    assert offsets(state) == 1
    assert closed(call(state, *["pass"] * 5))[:3] == (0, "NT", 140)


def test_r9_r13_all_trumps_and_no_trump_only_with_their_option() -> None:
    state = auction(all_trumps_no_trump=False)
    assert not [text for text in callable_texts(state) if "AT" in text or "NT" in text]
    assert refusal(state, "bid 120 AT").params["rule"] == "R9"


def test_r14_passed_out_if_nobody_bids_in_the_first_lap() -> None:
    state = auction(*["pass"] * 6)
    assert state.frame.deal.number == 1
    assert state.frame.book.rounds[0].result["outcome"] == "passed"


def test_r15_capot_closes_at_once() -> None:
    assert closed(auction("pass", "bid 250 H capot")) == (1, "H", 250, True, 1)


def test_r16_counter_only_against_another_team() -> None:
    state = auction("bid 120 S")
    assert "counter" in callable_texts(state)
    state = call(state, "pass")
    assert "counter" not in callable_texts(state)
    assert refusal(state, "counter").params["rule"] == "R16"
    assert refusal(auction(), "counter").code == "call_not_allowed"


@pytest.mark.parametrize(("teams", "asked"), [(2, [2, 4, 0]), (3, [3, 0])])
def test_r16_each_member_of_the_contracting_team_is_asked_clockwise_from_the_counter(
    teams: int, asked: list[int]
) -> None:
    state = auction("bid 120 S", "counter", teams=teams)
    for seat in asked:
        assert (offsets(state), state.frame.phase) == (seat, "overcounter")
        assert callable_texts(state) == ["pass", "overcounter"]
        state = call(state, "pass")
    assert closed(state) == (0, "S", 120, False, 2)


def test_r16_the_first_overcounter_ends_the_asking() -> None:
    assert closed(auction("bid 120 S", "counter", "pass", "overcounter")) == (0, "S", 120, False, 4)


@pytest.mark.parametrize("text", ["bid 600 S", "counter"])
def test_r16_nothing_else_after_a_counter(text: str) -> None:
    assert refusal(auction("bid 120 S", "counter"), text).params["rule"] == "R16"


def test_r16_with_random_partners_teams_are_those_of_the_round() -> None:
    state = auction("bid 120 S", partners="random", teams=3)
    team_of = state.frame.deal.team_of
    bidder = state.frame.deal.opener
    while team_of[state.turn] == team_of[bidder]:
        state = call(state, "pass")
    state = call(state, "counter")
    assert team_of[state.turn] == team_of[bidder]


def test_r17_closed_when_the_five_others_passed_in_a_row() -> None:
    state = auction("bid 120 S", "pass", "pass", "bid 130 C", *["pass"] * 4)
    assert state.frame.contract is None
    assert closed(call(state, "pass")) == (3, "C", 130, False, 1)
