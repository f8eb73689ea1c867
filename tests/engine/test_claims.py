"""Claims: offered only where nothing that others hold or do can take a trick, and telling nothing of their cards."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.kqj.cards import LAYOUTS, PACK, TRUMPS
from games.engine.kqj.claims import claim_cards, find_claim
from games.engine.kqj.perft import set_up
from games.engine.kqj.play import play_card
from games.engine.kqj.state import State
from games.engine.seats import spread_teams
from games.engine.verify import find_error
from tests.engine.builders import GAME, begin, cards, play_told, position
from tests.engine.test_secrecy import reshuffle, walk
from tests.strategies import seeds

TEAMS = spread_teams(seat_count=6, team_count=2)


def draw_claim(rng: random.Random, *, size: int) -> tuple[str, list[int], list[int]]:
    """A hand on lead that may be claimed, and what the five others hold: cards are added while it still may."""
    while True:
        trump = rng.choice(TRUMPS)
        layout = LAYOUTS[trump]
        pack = rng.sample(range(len(PACK.texts)), len(PACK.texts))
        if rng.random() < 0.7:
            pack.sort(key=lambda card: layout.bits[card] >= 1 << 30, reverse=True)
        hand, others = sorted(pack[:size]), list[int]()
        for card in rng.sample(pack[size:], len(pack) - size):
            if len(others) < 5 * size and find_claim(
                layout, hand=layout.mask_of(hand), unseen=layout.mask_of([*others, card])
            ):
                others.append(card)
        if len(others) == 5 * size:
            return trump, hand, others


def worlds(rng: random.Random, *, hand: list[int], others: list[int], trump: str, count: int) -> Iterator[State]:
    """Deals that agree with what the hand on lead sees; in some, one hand has all that it can of a suit."""
    size = len(hand)
    for number in range(count):
        rest = rng.sample(others, len(others))
        if number % 2:
            suit = rng.choice("SHDC")
            rest.sort(key=lambda card: PACK.suit_of(card) != suit)
        hands = [hand, *(rest[start : start + size] for start in range(0, len(rest), size))]
        order = [hands[0], *rng.sample(hands[1:], 5)]
        yield set_up(order, teams=TEAMS, trump=trump, leader=0)


def is_beaten(state: State, plan: list[int]) -> bool:
    """Whether the others can take a trick from the plan by any legal play."""
    if state.tricks and state.tricks[-1].winner != 0:
        return True
    if not state.left:
        return False
    if state.turn == 0:
        return is_beaten(_after(state, plan[0]), plan[1:])
    return any(is_beaten(_after(state, card), plan) for card in state.frame.layout.cards_in(state.legal))


def _after(state: State, card: int) -> State:
    """The state after a card; the last card of all is not scored, as the next deal would need a seed."""
    bit = state.frame.layout.bits[card]
    if state.left != bit:
        after: State = play_card(state, card).state
        return after
    takes = bit > state.master and bit & state.frame.layout.winners[state.lead]
    trick = state.tricks[-1]._replace(winner=state.turn if takes else state.holder)
    over: State = state._replace(left=0, tricks=(*state.tricks, trick))
    return over


@pytest.mark.parametrize("size", [2, 3])
def test_no_play_takes_a_trick_from_a_claim(size: int) -> None:
    rng = random.Random(size)
    for _ in range({2: 150, 3: 8}[size]):
        trump, hand, others = draw_claim(rng, size=size)
        for state in worlds(rng, hand=hand, others=others, trump=trump, count=6 if size == 2 else 2):
            plan = claim_cards(state, 0)
            assert sorted(plan) == sorted(hand)
            assert not is_beaten(state, plan), (trump, PACK.format_cards(hand))


@settings(max_examples=150)
@given(seed=st.integers(0, 2**32), size=st.integers(2, 7))
def test_no_random_play_takes_a_trick_from_a_claim(seed: int, size: int) -> None:
    rng = random.Random(seed)
    trump, hand, others = draw_claim(rng, size=size)
    for state in worlds(rng, hand=hand, others=others, trump=trump, count=4):
        plan = claim_cards(state, 0)
        assert sorted(plan) == sorted(hand)
        while state.left:
            layout = state.frame.layout
            own = [card for card in plan if state.left & layout.bits[card]]
            legal = layout.cards_in(state.legal)
            card = own[0] if state.turn == 0 else rng.choice([legal[0], rng.choice(legal)])
            state = _after(state, card)  # noqa: PLW2901 -- played on
            assert not state.tricks or state.tricks[-1].winner == 0


CASES = [
    ("masters", "NT", "AS TS", "KS QS", True),
    ("a long suit that nobody else has", "NT", "AS 4H", "KS QS", True),
    ("a card that is not the highest", "NT", "AS KS", "HS QS", False),
    ("a card that is high once its suit is drawn", "NT", "AS TS 4S", "KS QS", True),
    ("a card that is not yet", "NT", "AS TS 4S", "KS QS JS", False),
    ("a plain master while trumps are out", "H", "AS TS", "4H", False),
    ("trumps first, then the masters", "H", "9H AS", "4H", True),
    ("fewer trumps than one hand may have", "H", "9H AS", "4H 5H", False),
    ("trumps in as many leads as one hand may have", "H", "9H 8H AS", "4H 5H", True),
    ("every suit ranks as trumps", "AT", "9S 9H", "8S 8H AS AH", True),
    ("an ace at all trumps is not the highest", "AT", "AS 9H", "8S", False),
]


@pytest.mark.parametrize(("name", "trump", "hand", "unseen", "is_won"), CASES, ids=[case[0] for case in CASES])
def test_what_is_won_for_sure(name: str, trump: str, hand: str, unseen: str, is_won: object) -> None:
    layout = LAYOUTS[trump]
    found = find_claim(layout, hand=layout.mask_of(cards(hand)), unseen=layout.mask_of(cards(unseen)))
    assert bool(found) is is_won


def test_only_who_leads_with_two_cards_at_least_may_claim() -> None:
    hands = ["AS TS", "HS 4H", "KS 5H", "QS 6H", "JS 4D", "9S 5D"]
    state = position(*hands, trump="NT")
    assert [GAME.format_action(action) for action in GAME.claim(state, 0)] == ["play AS", "play TS"]
    assert not GAME.claim(state, 1)
    after, _events = play_told(state, "AS")
    assert not GAME.claim(after, 1)
    after, _events = play_told(after, "HS KS QS JS 9S")
    assert after.turn == 0
    assert not GAME.claim(after, 0)


@settings(max_examples=25)
@given(seed=seeds(), order=st.lists(st.integers(0, 999), min_size=48, max_size=48))
def test_an_offer_tells_nothing_of_hidden_cards(seed: bytes, order: list[int]) -> None:
    for step in walk(seed, limit=400)[::3]:
        state = step.state
        if state.turn >= 0 and not state.trick:
            assert GAME.claim(state, state.turn) == GAME.claim(
                reshuffle(state, seat=state.turn, order=order), state.turn
            )


def test_honours_of_those_who_lose_all_fall_in_order() -> None:
    hands = ["9H 8H 7H", "JH QH KH", "QD KD 4S", "5S 6S 7S", "4D 5D 6D", "4C 5C 6C"]
    state = position(*hands, trump="H")
    plan = [GAME.format_action(action) for action in GAME.claim(state, 0)]
    played: list[str] = []
    while len(played) < 17:
        text = plan[len(state.tricks)] if state.turn == 0 else GAME.format_action(GAME.concede(state))
        played.append(text)
        state = GAME.apply(state, state.turn, GAME.parse_action(text)).state
    assert [text for text in played if text[-1] == "H"] == [
        "play 9H",
        "play KH",
        "play 8H",
        "play QH",
        "play 7H",
        "play JH",
    ]
    assert [told.level for told in state.announced] == [1, 2, 3]


def test_partners_share_a_score() -> None:
    assert GAME.partners(begin(), 1) == (3, 5)
    assert GAME.partners(begin(teams=3), 1) == (4,)
    assert GAME.partners(begin(partners="random"), 1) == ()


def play_with_claims(seed: bytes) -> tuple[State, int]:
    """A match in which everybody plays by the engine's own plain player and claims what can be claimed."""
    state = GAME.start(GAME.parse_options({"goal": None, "rounds": 3}), seed).state
    claimed = 0
    while state.turn >= 0:
        plan = list(GAME.claim(state, state.turn))
        claimed += bool(plan)
        for number, action in enumerate(plan):
            trick = len(state.tricks)
            state = GAME.apply(state, state.turn, action).state
            while len(state.trick) and (len(state.tricks), number) == (trick, number):
                state = GAME.apply(state, state.turn, GAME.concede(state)).state
        if not plan and state.turn >= 0:
            text = GAME.greedy(GAME.view(state, state.turn))
            state = GAME.apply(state, state.turn, GAME.parse_action(text)).state
    return state, claimed


def test_records_with_claims_verify() -> None:
    count = 0
    for number in range(30):
        state, claimed = play_with_claims(bytes([number]) * 32)
        assert find_error(GAME.to_record(state)) is None
        count += claimed
    assert count > 5
