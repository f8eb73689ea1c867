"""Claims: when the rest of a round is one seat's whatever the others hold, and how it is then played out.

The test is sound and misses some: it takes every card that the seat has not seen to be anywhere, partners' hands
included, and all others to play as badly for it as the rules allow. It is given the seat's own cards and those not
seen, so it can't look at the others', and its answer tells nothing of them.
"""

from games.engine.kqj.cards import PACK
from games.engine.kqj.state import Announcement, State
from games.engine.tricks import Layout

SUIT_MASK_CARDS = tuple(PACK.numbers[f"A{suit}"] for suit in PACK.suits)
"""A card of each suit, to find its bits in a layout by."""


def find_claim(layout: Layout, *, hand: int, unseen: int) -> list[int]:
    """Return the cards in the order in which the seat that leads wins every trick left; empty if that is not certain.

    Trumps are led first and from the strongest, which draws the others' (rules R20: who holds the suit led follows);
    then nothing can be trumped, and a card wins that is higher than all of its suit not seen, or that is led once so
    many leads of the suit were won that no hand can have any left.

    Args:
        layout: of the contract.
        hand: the bits of its cards; every other seat holds as many.
        unseen: the bits of the cards in other hands.
    """
    size = hand.bit_count()
    theirs, ours = unseen & layout.ruff, hand & layout.ruff
    if hand != ours and min(theirs.bit_count(), size) > ours.bit_count():
        return []
    for card in SUIT_MASK_CARDS:
        suit = layout.suits[card]
        if not _wins_all(hand & suit, unseen=unseen & suit, size=size):
            return []
    return layout.cards_in(hand)


def _wins_all(own: int, *, unseen: int, size: int) -> bool:
    """Return whether all cards of a suit win that are led from the strongest, where nothing can be trumped."""
    needed = min(unseen.bit_count(), size)
    for leads in range(own.bit_count()):
        bit = 1 << own.bit_length() - 1
        if bit < unseen and leads < needed:
            return False
        own ^= bit
    return True


def claim_cards(state: State, seat: int) -> list[int]:
    """Return what the seat would lead, in order, if it claims; empty if it can't: it has to lead two tricks or more."""
    if seat != state.turn or state.trick or not state.frame.hands:
        return []
    hand = state.frame.hands[seat] & state.left
    if hand & (hand - 1) == 0:
        return []
    return find_claim(state.frame.layout, hand=hand, unseen=state.left ^ hand)


def concede_card(state: State) -> int:
    """Return what the seat to act plays in the rest of a round that another has claimed.

    All tricks are lost and so all points of cards; what is left to the seat are its honours (rules R26): they fall in
    the order that is announced where the rules let them, else the weakest card goes.
    """
    layout = state.frame.layout
    cards = layout.cards_in(state.legal)
    for card in cards:
        if _scores(state, card):
            return card
    spare = [card for card in cards if not _spoils(state, card)]
    return (spare or cards)[-1]


def _scores(state: State, card: int) -> bool:
    """Return whether the card is an honour whose fall is announced, or leads to one."""
    level = state.frame.honours[card]
    if not level:
        return False
    suit = PACK.suit_of(card)
    if level == 1:
        return bool(_held(state) & state.frame.layout.bits[PACK.numbers[f"Q{suit}"]])
    return Announcement(state.turn, suit, level - 1) in state.announced


def _spoils(state: State, card: int) -> bool:
    """Return whether the honour that must fall before this one is still held."""
    level, suit = state.frame.honours[card], PACK.suit_of(card)
    before = {2: "K", 3: "Q"}.get(level)
    return before is not None and bool(_held(state) & state.frame.layout.bits[PACK.numbers[f"{before}{suit}"]])


def _held(state: State) -> int:
    return state.frame.hands[state.turn] & state.left
