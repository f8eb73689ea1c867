"""What a seat can't see never reaches it (architecture, section 7 (4))."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.errors import IllegalActionError
from games.engine.kqj.actions import Play
from games.engine.kqj.cards import PACK
from games.engine.kqj.deal import hands_of
from games.engine.kqj.play import legal_mask
from games.engine.kqj.rounds import sort_plays
from games.engine.kqj.state import State
from games.engine.rules import Event, Step
from games.engine.selfplay import choose_random, draw_options
from games.engine.shuffle import Stream
from tests.engine.builders import GAME
from tests.strategies import seeds, watching_seats

CARD = re.compile(r"\b[ATHKQJ987654][SHDC]\b")


def walk(seed: bytes, *, limit: int = 10_000) -> list[Step]:
    """The first steps of a random match."""
    chance = Stream(seed, label="walk")
    steps = [GAME.start(draw_options(GAME, chance), seed)]
    while steps[-1].state.turn >= 0 and len(steps) <= limit:
        state = steps[-1].state
        action = choose_random(GAME, state, state.turn, chance)
        if not state.frame.contract and chance.below(3):
            action = GAME.legal_actions(state, state.turn)[0]
        steps.append(GAME.apply(state, state.turn, action))
    return steps


def reshuffle(state: State, *, seat: int | None, order: list[int]) -> State:
    """A state that differs only in what the seat can't see: hidden cards change places, and so does the seed."""
    frame = state.frame
    other_seed = replace(frame, match=frame.match._replace(seed=b"\xff" * 32))
    if frame.contract is None:
        return state._replace(
            frame=replace(other_seed, deal=replace(frame.deal, deck=_reshuffle_deck(state, seat, order)))
        )
    hands = [list(frame.layout.cards_in(hand)) for hand in hands_of(state)]
    hidden = [other for other in range(6) if other != seat]
    pool = [card for other in hidden for card in hands[other]]
    pool = [pool[place % len(pool)] for place in _permutation(len(pool), order)]
    for other in hidden:
        hands[other] = [pool.pop() for _ in hands[other]]
    played = {card for trick in state.tricks for card in trick.cards} | set(state.trick)
    assert not played & {card for hand in hands for card in hand}
    masks = tuple(frame.layout.mask_of(hand) for hand in hands)
    plays = tuple(sort_plays(hand, trump=frame.contract.trump) for hand in hands)
    changed = replace(other_seed, hands=masks, plays=plays)
    return state._replace(frame=changed, legal=_find_legal(state, masks))


def _reshuffle_deck(state: State, seat: int | None, order: list[int]) -> tuple[int, ...]:
    """The deck with all cards in other places that are neither the seat's own nor turned up."""
    deal = state.frame.deal
    own = set() if seat is None else set(state.frame.layout.cards_in(hands_of(state)[seat]))
    hidden = [place for place, card in enumerate(deal.deck) if card not in own and card != deal.turned]
    deck = list(deal.deck)
    for place, source in zip(hidden, _permutation(len(hidden), order), strict=True):
        deck[place] = deal.deck[hidden[source]]
    return tuple(deck)


def _permutation(size: int, order: list[int]) -> list[int]:
    return sorted(range(size), key=lambda place: (order[place], place))


def _find_legal(state: State, hands: tuple[int, ...]) -> int:
    if state.turn < 0:
        return 0
    hand = hands[state.turn]
    if not state.trick:
        return hand
    team_of = state.frame.deal.team_of
    is_partner = team_of[state.turn] == team_of[state.holder]
    return legal_mask(state.frame.layout, hand=hand, lead=state.lead, master=state.master, is_partner=is_partner)


def told(step: Step, seat: int | None) -> list[Event]:
    """The events of the rest of the round that the seat sees, but for its own new cards."""
    kinds = [event.kind for event in step.events]
    events = step.events[: kinds.index("round_started")] if "round_started" in kinds else step.events
    return [event for event in events if GAME.visible(event, seat) and event.kind != "dealt"]


@settings(max_examples=150)
@given(
    seed=seeds(),
    count=st.integers(0, 160),
    seat=watching_seats(),
    order=st.lists(st.integers(0, 1000), min_size=48, max_size=48),
)
def test_states_that_differ_only_in_what_a_seat_cannot_see_look_the_same(
    seed: bytes, count: int, seat: int | None, order: list[int]
) -> None:
    state = walk(seed, limit=count)[-1].state
    if state.turn < 0:
        return
    other = reshuffle(state, seat=seat, order=order)
    assert GAME.view(other, seat) == GAME.view(state, seat)
    for action in GAME.legal_actions(state, state.turn):
        is_king = isinstance(action, Play) and PACK.texts[action.card][0] == "K"
        # A king tells by the rules whether its queen is held (R26).
        if action in GAME.legal_actions(other, state.turn) and not (is_king and state.turn != seat):
            first, second = GAME.apply(state, state.turn, action), GAME.apply(other, state.turn, action)
            assert told(first, seat) == told(second, seat)


def cards_in(value: Any) -> set[str]:
    return set(CARD.findall(json.dumps(value)))


@settings(max_examples=12)
@given(seed=seeds(), seat=watching_seats())
def test_no_card_is_named_before_the_seat_may_know_it(seed: bytes, seat: int | None) -> None:
    known: set[str] = set()
    for step in walk(seed, limit=400):
        for event in step.events:
            if not GAME.visible(event, seat):
                continue
            if event.kind == "round_started":
                known = {event.data["return"]} if "return" in event.data else set()
            elif event.kind in ("dealt", "played"):
                known |= cards_in(event.data)
            assert cards_in(event.data) <= known
        assert cards_in(GAME.view(step.state, seat)) <= known
        if GAME.outcome(step.state) is None:
            assert step.state.frame.match.seed.hex() not in json.dumps(GAME.view(step.state, seat))


@settings(max_examples=30)
@given(seed=seeds(), count=st.integers(0, 100))
def test_refusals_name_only_cards_that_the_seat_holds_or_sees(seed: bytes, count: int) -> None:
    state = walk(seed, limit=count)[-1].state
    if state.turn < 0:
        return
    view = GAME.view(state, state.turn)
    legal = GAME.legal_actions(state, state.turn)
    for text in PACK.texts:
        action = GAME.parse_action(f"play {text}")
        if action not in legal:
            with pytest.raises(IllegalActionError) as error:
                GAME.apply(state, state.turn, action)
            assert cards_in([error.value.message, error.value.params]) <= cards_in(view) | {text}
