"""Random playouts of a round's cards, for bots: the rules of `play.py`, laid out for nothing but speed.

A card is one number, its place in the contract's layout above eight bits of its points: a higher number beats a lower
one where both cards can win, and the numbers of a trick add up to its points in their lowest bits. A hand is sorted and
becomes a set of at most eight bits, so that every set is a small number and tables tell what is in it.
"""

from bisect import bisect
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from games.engine.cards import SUITS
from games.engine.kqj.options import SEAT_COUNT
from games.engine.seats import seats_from
from games.engine.tricks import Layout

MAX_HAND = 8
POINT_BITS = 8
"""Six cards are worth 162 points at most."""
_POINTS = (1 << POINT_BITS) - 1
_CHANCES = 256
"""The values of a byte of chance: one a card. A choice of at most eight is even to two in a hundred."""

BELOW = tuple((1 << index) - 1 for index in range(MAX_HAND + 1))
"""By index the set of all below it."""
FROM = tuple(BELOW[MAX_HAND] ^ below for below in BELOW)
"""By index the set of it and all above."""
OTHERS = tuple(BELOW[MAX_HAND] ^ 1 << index for index in range(MAX_HAND))
"""By index the set of all others."""
OTHER_SEATS = tuple(seats_from(seat, count=SEAT_COUNT)[1:] for seat in range(SEAT_COUNT))


def _list_picks(chosen: int) -> bytes:
    """Return by byte of chance an index of the set."""
    members = [index for index in range(MAX_HAND) if chosen >> index & 1] or [0]
    return bytes(members[chance * len(members) // _CHANCES] for chance in range(_CHANCES))


PICKS = tuple(_list_picks(chosen) for chosen in range(1 << MAX_HAND))


class Ground(NamedTuple):
    """A contract laid out for playouts; suits are numbered from the lowest places up.

    Attributes:
        numbers: by card of the pack, its number here.
        ends: by suit but the last, the highest number that a card of it can have.
        suit_of: by place, its suit.
        has_duty: by suit, whether a card led from it must be beaten (rules R20).
        floor: no card of another suit than that led can win unless its number is above this.
        ruff: the suit that trumps others; 0 where every suit or none ranks as trumps.
    """

    numbers: tuple[int, ...]
    ends: tuple[int, ...]
    suit_of: tuple[int, ...]
    has_duty: tuple[bool, ...]
    floor: int
    ruff: int


class Hands(NamedTuple):
    """Hands about to be played out; never changed, so that they serve for any number of playouts.

    Attributes:
        cards: by seat, the numbers of its cards, ascending.
        suits: by suit and seat, the set of its cards' indexes.
    """

    cards: list[list[int]]
    suits: tuple[list[int], ...]


class Won(NamedTuple):
    """What a playout brought: card points and tricks by seat, and who won the last trick."""

    points: list[int]
    tricks: list[int]
    last: int


@cache
def lay_ground(layout: Layout) -> Ground:
    """Return a contract laid out for playouts."""
    width, top = layout.pack.width, len(SUITS) - 1
    places = [bit.bit_length() - 1 for bit in layout.bits]
    ends = tuple((width * suit << POINT_BITS) - 1 for suit in range(1, len(SUITS)))
    return Ground(
        numbers=tuple(place << POINT_BITS | points for place, points in zip(places, layout.points, strict=True)),
        ends=ends,
        suit_of=tuple(place // width for place in range(len(places))),
        has_duty=tuple(bool(layout.duties[layout.card_of[1 << suit * width]]) for suit in range(len(SUITS))),
        floor=ends[-1] if layout.ruff else len(places) << POINT_BITS,
        ruff=top if layout.ruff else 0,
    )


def lay_hands(ground: Ground, hands: Iterable[Iterable[int]]) -> Hands:
    """Return hands of equally many cards of the pack, at most eight, laid out for playouts."""
    numbers, (first_end, second_end, third_end) = ground.numbers, ground.ends
    cards: list[list[int]] = []
    lowest: list[int] = []
    second: list[int] = []
    third: list[int] = []
    highest: list[int] = []
    for hand in hands:
        own = [numbers[card] for card in hand]
        own.sort()
        below_second = BELOW[bisect(own, first_end)]
        below_third = BELOW[bisect(own, second_end)]
        below_highest = BELOW[bisect(own, third_end)]
        cards.append(own)
        lowest.append(below_second)
        second.append(below_second ^ below_third)
        third.append(below_third ^ below_highest)
        highest.append(below_highest ^ BELOW[len(own)])
    return Hands(cards, (lowest, second, third, highest))


def play_out(  # noqa: PLR0915 - one loop: a call for each trick would take a fifth of all the time
    ground: Ground, hands: Hands, *, team_of: tuple[int, ...], leader: int, chance: Random
) -> Won:
    """Play all tricks with cards drawn evenly from the legal ones, beginning with `leader`."""
    _numbers, _ends, suit_of, has_duty, floor, ruff = ground
    cards, suits = hands
    count, ruffers = len(cards[0]), suits[ruff]
    words = iter(chance.randbytes(SEAT_COUNT * count))
    held = [BELOW[count]] * SEAT_COUNT
    points, tricks = [0] * SEAT_COUNT, [0] * SEAT_COUNT
    for _ in range(count):
        own = held[leader]
        index = PICKS[own][next(words)]
        held[leader] = own & OTHERS[index]
        total = master = cards[leader][index]
        led = suit_of[master >> POINT_BITS]
        duty, followers = has_duty[led], suits[led]
        # From here on `leader` is who leads next: the seat whose card is master.
        for seat, word in zip(OTHER_SEATS[leader], words, strict=False):
            own = held[seat]
            choice = own & followers[seat]
            bar = master
            if choice:
                if duty:
                    choice = choice & FROM[bisect(cards[seat], master)] or choice
            else:
                bar = master if master > floor else floor  # noqa: FURB136 - a call of max takes longer than the rest
                if ruff and team_of[seat] != team_of[leader]:
                    choice = own & ruffers[seat]
                    choice = choice and choice & FROM[bisect(cards[seat], master)]
                choice = choice or own
            index = PICKS[choice][word]
            held[seat] = own & OTHERS[index]
            card = cards[seat][index]
            total += card
            if card > bar:
                master, leader = card, seat
        points[leader] += total & _POINTS
        tricks[leader] += 1
    return Won(points, tricks, leader)
