"""Worlds: the true deal agrees with all that a seat has seen, and so does every deal drawn for it."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from games.bots.search.cards import deal_certain, deal_likely, list_needs
from games.bots.search.ground import Ints, lay_ground
from games.bots.search.seen import Seen, read_play
from games.bots.search.worlds import Chance, Needs, deal_worlds, each_bit, search_world
from games.engine.kqj.deal import hands_of
from games.engine.rules import State
from tests.bots.duels import GAME, random_options

SEED = bytes(32)
DRAWN = [2937467307694268567, 1244171615822312904, 188957027462249006]
"""The first numbers of that seed."""


def played_states(*, count: int, seed: int) -> Iterator[State]:
    """Yield states with a card to play: half from random play, half from greedy play, which announces more."""
    rng = random.Random(seed)
    while count > 0:
        is_greedy = rng.random() < 0.5
        state = GAME.start(GAME.parse_options(random_options(rng)), rng.randbytes(32)).state
        while count > 0 and (seats := GAME.to_act(state)):
            if state.frame.contract is not None:
                yield state
                count -= 1
            if is_greedy:
                action = GAME.parse_action(GAME.greedy(GAME.view(state, seats[0])))
            else:
                action = rng.choice(GAME.legal_actions(state, seats[0])[: rng.choice((1, 3, 9))])
            state = GAME.apply(state, seats[0], action).state


def true_hands(state: State, seen: Seen) -> list[int]:
    layout = state.frame.layout
    return [seen.ground.mask_of(layout.cards_in(hand)) for hand in hands_of(state)]


def others(seen: Seen) -> list[int]:
    return [seat for seat in range(6) if seat != seen.seat]


def test_the_true_deal_always_agrees_with_what_was_seen() -> None:
    known: Counter[str] = Counter()
    for state in played_states(count=2_500, seed=21):
        seen = read_play(GAME.view(state, GAME.to_act(state)[0]))
        hands = true_hands(state, seen)
        assert hands[seen.seat] == seen.hand
        assert sum(hands[seat] for seat in others(seen)) == seen.hidden
        for seat in others(seen):
            assert not hands[seat] & seen.barred[seat]
            assert hands[seat] & seen.owned[seat] == seen.owned[seat]
            known["voids"] += any(seen.barred[seat] & suit == suit for suit in seen.ground.suits)
            known["duties"] += any(0 < seen.barred[seat] & suit < suit for suit in seen.ground.suits)
            known["owned"] += bool(seen.owned[seat])
    assert min(known.values()) > 500
    assert set(known) == {"voids", "duties", "owned"}


def check_worlds(hands: Ints, *, seen: Seen, needs: Needs) -> None:
    assert (hands[seen.seat] == seen.hand).all()
    assert (np.bitwise_or.reduce(hands[others(seen)], axis=0) == seen.hidden).all()
    for seat in others(seen):
        assert not (hands[seat] & needs.barred[seat]).any()
        assert (hands[seat] & needs.owned[seat] == needs.owned[seat]).all()
        assert {int(hand).bit_count() for hand in hands[seat]} == {seen.counts[seat]}


def test_drawn_worlds_agree_with_all_that_was_seen() -> None:
    for number, state in enumerate(played_states(count=300, seed=22)):
        view = GAME.view(state, GAME.to_act(state)[0])
        seen, chance = read_play(view), Chance(number.to_bytes(32, "big"))
        for deal in (deal_certain, deal_likely):
            hands = deal(view, seen=seen, worlds=12, chance=chance)
            assert hands.shape == (6, 12)
            check_worlds(hands, seen=seen, needs=list_needs(seen))


def test_the_same_seed_deals_the_same_worlds() -> None:
    state = next(played_states(count=1, seed=23))
    view = GAME.view(state, GAME.to_act(state)[0])
    seen = read_play(view)
    first, again = (deal_likely(view, seen=seen, worlds=50, chance=Chance(SEED)) for _ in range(2))
    assert (first == again).all()
    other = deal_likely(view, seen=seen, worlds=50, chance=Chance(b"\1" * 32))
    assert (first != other).any()


def test_chance_is_the_same_on_every_machine() -> None:
    assert Chance(SEED).draw(3).tolist() == DRAWN


def test_cards_that_anybody_may_hold_are_dealt_evenly() -> None:
    ground = lay_ground("H")
    needs = Needs(ground.all_cards, (8,) * 6, *(((0,) * 6,) * 3))
    hands = deal_worlds(needs, count=6_000, chance=Chance(SEED))
    for bit in each_bit(ground.all_cards):
        shares = [int(((hands[seat] & bit) != 0).sum()) for seat in range(6)]
        assert sum(shares) == 6_000
        assert max(abs(share - 1_000) for share in shares) < 150


def test_a_card_with_few_takers_goes_to_each_in_proportion_to_its_room() -> None:
    ground = lay_ground("H")
    bits = each_bit(ground.all_cards)[:9]
    barred = (bits[0], 0, bits[0], bits[0], 0, bits[0])
    needs = Needs(sum(bits), (2, 3, 1, 1, 1, 1), barred, (0,) * 6, (0,) * 6)
    hands = deal_worlds(needs, count=8_000, chance=Chance(SEED))
    assert int(((hands[1] & bits[0]) != 0).sum()) == pytest.approx(6_000, abs=200)
    assert int(((hands[4] & bits[0]) != 0).sum()) == pytest.approx(2_000, abs=200)


def tight_needs() -> Needs:
    """Six cards, each seat one: seat s can only hold the first s + 1 of them."""
    bits = each_bit(lay_ground("NT").all_cards)[:6]
    barred = tuple(sum(bits[seat + 1 :]) for seat in range(6))
    return Needs(sum(bits), (1,) * 6, barred, (0,) * 6, (0,) * 6)


def test_the_only_world_there_is_is_found() -> None:
    needs = tight_needs()
    bits = each_bit(needs.cards)
    assert search_world(needs).tolist() == bits
    hands = deal_worlds(needs, count=7, chance=Chance(SEED))
    assert (hands == np.array(bits)[:, None]).all()


def test_needs_that_no_deal_meets_are_an_error() -> None:
    needs = tight_needs()
    nobody = tuple(barred | needs.cards & -needs.cards for barred in needs.barred)
    with pytest.raises(ValueError, match="no deal"):
        search_world(Needs(needs.cards, needs.room, nobody, needs.owned, needs.fixed))
