"""A contract laid out for playing many worlds at once in arrays.

A card is one bit of a whole number. Plain cards stand by rank first, so that the lowest bit of a hand is its cheapest
card and the highest its richest; a single trump suit stands above all. Within a suit, and from trumps to the rest, the
higher bit is the stronger card, as in the engine's own layouts, from which all this is drawn.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import SUITS
from games.engine.kqj.cards import HONOURS, LAYOUTS, PACK
from games.engine.tricks import Layout

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

FIRST_PLACE = 1
"""The place of the lowest card; bit 0 stays free, so that a set with it added is never empty."""
_EXPONENT_SHIFT, _EXPONENT_BIAS = 52, 1023
"""Where a float of 64 bits keeps its exponent, which is the place of a whole number's highest bit."""
KING, QUEEN, JACK = 1, 2, 3


class Ground(NamedTuple):
    """A contract for arrays.

    Attributes:
        trump: a suit, AT or NT.
        bits: by card of the pack, its bit.
        card_of: by bit, the card.
        points: by place, the card's points.
        suits: the bits of each suit, in the pack's order.
        led: by place, the bits of the card's suit.
        has_duty: by place, whether the card led must be beaten (rules R20).
        ruff: the bits of the suit that trumps others; 0 where every suit or none ranks as trumps.
        all_cards: all bits.
        step: how many places a card of the next higher rank in its suit is above, for honours.
        kings, queens, jacks: the honours that count (rules R26).
    """

    trump: str
    bits: tuple[int, ...]
    card_of: dict[int, int]
    points: Ints
    suits: tuple[int, ...]
    led: Ints
    has_duty: Flags
    ruff: int
    all_cards: int
    step: int
    kings: int
    queens: int
    jacks: int

    def mask_of(self, cards: Iterable[int]) -> int:
        """Return the bits of cards of the pack."""
        return sum(self.bits[card] for card in cards)

    def cards_in(self, mask: int) -> list[int]:
        """Return the cards of a set, the lowest bit first."""
        return [card for bit, card in self.card_of.items() if bit & mask]


def place_of(sets: Ints) -> Ints:
    """Return the place of each set's highest bit; -1023 for an empty one."""
    return (sets.astype(np.float64).view(np.int64) >> _EXPONENT_SHIFT) - _EXPONENT_BIAS


@cache
def lay_ground(trump: str) -> Ground:
    """Return the contract of a trump: a suit, AT or NT."""
    layout = LAYOUTS[trump]
    places = _place_cards(layout)
    bits = tuple(1 << place for place in places)
    size = max(places) + 1
    points, led, has_duty = np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, np.bool_)
    suits = {suit: sum(bit for bit, text in zip(bits, PACK.texts, strict=True) if text[1] == suit) for suit in SUITS}
    for card, place in enumerate(places):
        points[place], led[place] = layout.points[card], suits[PACK.suit_of(card)]
        has_duty[place] = bool(layout.duties[card])
    honours = [sum(bit for bit, level in zip(bits, HONOURS[trump], strict=True) if level == it) for it in range(4)]
    return Ground(
        trump=trump,
        bits=bits,
        card_of={bits[card]: card for card in sorted(range(len(bits)), key=bits.__getitem__)},
        points=points,
        suits=tuple(suits.values()),
        led=led,
        has_duty=has_duty,
        ruff=suits[trump] if layout.ruff else 0,
        all_cards=sum(bits),
        step=1 if layout.ruff else len(SUITS),
        kings=honours[KING],
        queens=honours[QUEEN],
        jacks=honours[JACK],
    )


def _place_cards(layout: Layout) -> list[int]:
    """Return by card its place: plain suits by rank and then suit, then the trump suit."""
    width = layout.pack.width
    plain = [suit for suit in SUITS if not (layout.ruff and suit in layout.trumps)]
    places = []
    for card, text in enumerate(layout.pack.texts):
        below = layout.suits[card] & (layout.bits[card] - 1)
        rank = below.bit_count()
        if text[1] in plain:
            places.append(FIRST_PLACE + rank * len(plain) + plain.index(text[1]))
        else:
            places.append(FIRST_PLACE + width * len(plain) + rank)
    return places
