"""Random playouts of a round's cards, for bots: the rules of `play.py`, laid out for nothing but speed.

Each hand is sorted by its cards' places in the contract's layout and becomes a set of at most eight bits, so that every
set is a small number and a table gives its members. A higher place beats a lower one where both cards can win.
"""

from bisect import bisect
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from games.engine.cards import SUITS
from games.engine.kqj.options import SEAT_COUNT
from games.engine.seats import seats_from
from games.engine.tricks import Layout

MAX_HAND = 8
_WORD_BYTES = 2
"""Bytes of chance for a card: a choice of at most eight is even to one in ten thousand."""
_SETS = range(1 << MAX_HAND)
MEMBERS = tuple(tuple(index for index in range(MAX_HAND) if chosen >> index & 1) for chosen in _SETS)
"""By set the indexes in it."""
OTHERS = tuple(_SETS[-1] ^ 1 << index for index in range(MAX_HAND))
"""By index the set of all others."""
FROM = tuple(_SETS[-1] >> index << index for index in range(MAX_HAND + 1))
"""By index the set of it and all above."""
OTHER_SEATS = tuple(seats_from(seat, count=SEAT_COUNT)[1:] for seat in range(SEAT_COUNT))


class Ground(NamedTuple):
    """A contract laid out for playouts.

    Attributes:
        points: by place, what the card there is worth.
        suit_of: by place, its suit, numbered from the lowest places up.
        has_duty: by suit, whether a card led from it must be beaten (rules R20).
        floor: no card of another suit than that led can win unless its place is above this.
        ruff: the suit that trumps others; None where every suit or none ranks as trumps.
    """

    points: tuple[int, ...]
    suit_of: tuple[int, ...]
    has_duty: tuple[bool, ...]
    floor: int
    ruff: int | None


class Hands(NamedTuple):
    """Hands about to be played out; never changed, so that they serve for any number of playouts.

    Attributes:
        places: by seat, the places of its cards, ascending.
        suits: by seat and suit, the set of its cards' indexes.
    """

    places: tuple[tuple[int, ...], ...]
    suits: tuple[tuple[int, ...], ...]


class Won(NamedTuple):
    """What a playout brought: card points and tricks by seat, and who won the last trick."""

    points: list[int]
    tricks: list[int]
    last: int


@cache
def lay_ground(layout: Layout) -> Ground:
    """Return a contract laid out for playouts."""
    width = layout.pack.width
    cards = [layout.card_of[1 << place] for place in range(len(layout.bits))]
    top = len(SUITS) - 1
    return Ground(
        points=tuple(layout.points[card] for card in cards),
        suit_of=tuple(place // width for place in range(len(cards))),
        has_duty=tuple(bool(layout.duties[cards[suit * width]]) for suit in range(len(SUITS))),
        floor=top * width - 1 if layout.ruff else len(cards),
        ruff=top if layout.ruff else None,
    )


def lay_hands(layout: Layout, masks: tuple[int, ...]) -> Hands:
    """Return hands laid out for playouts from bit sets of equally many cards, at most eight."""
    places, suits = zip(*[_lay_hand(mask, layout.pack.width) for mask in masks], strict=True)
    return Hands(places, suits)


def _lay_hand(mask: int, width: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the places of a bit set's cards, ascending, and by suit the set of their indexes."""
    subsets, full = _list_places(width), (1 << width) - 1
    places: tuple[int, ...] = ()
    suits = []
    for subset in subsets:
        start = len(places)
        places += subset[mask & full]
        suits.append((1 << len(places)) - (1 << start))
        mask >>= width
    return places, tuple(suits)


@cache
def _list_places(width: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return by suit and bit set of that suit the places of its cards, ascending."""
    tables = []
    for suit in range(len(SUITS)):
        subsets: list[tuple[int, ...]] = [()]
        for place in range(suit * width, (suit + 1) * width):
            subsets += [(*others, place) for others in subsets]
        tables.append(tuple(subsets))
    return tuple(tables)


def play_out(ground: Ground, hands: Hands, *, team_of: tuple[int, ...], leader: int, chance: Random) -> Won:
    """Play all tricks with cards drawn evenly from the legal ones, beginning with `leader`."""
    count = len(hands.places[0])
    words = iter(memoryview(chance.randbytes(_WORD_BYTES * SEAT_COUNT * count)).cast("H"))
    held = [(1 << count) - 1] * SEAT_COUNT
    points, tricks = [0] * SEAT_COUNT, [0] * SEAT_COUNT
    for _ in range(count):
        own = held[leader]
        members = MEMBERS[own]
        index = members[next(words) % len(members)]
        held[leader] = own & OTHERS[index]
        leader, worth = _follow(ground, hands, held, team_of, (leader, hands.places[leader][index]), words)
        points[leader] += worth
        tricks[leader] += 1
    return Won(points, tricks, leader)


def _follow(
    ground: Ground,
    hands: Hands,
    held: list[int],
    team_of: tuple[int, ...],
    lead: tuple[int, int],
    words: Iterator[int],
) -> tuple[int, int]:
    """Play the five other cards of a trick, taking them from `held`; return the winner and the trick's card points."""
    values, suit_of, has_duty, floor, ruff = ground
    places, suits = hands
    winner, master = lead
    worth = values[master]
    led = suit_of[master]
    duty = has_duty[led]
    for seat, word in zip(OTHER_SEATS[winner], words, strict=False):
        own = held[seat]
        choice = own & suits[seat][led]
        bar = master
        if choice:
            if duty:
                choice = choice & FROM[bisect(places[seat], master)] or choice
        else:
            choice = own
            bar = master if master > floor else floor  # noqa: FURB136 - a call of max takes longer than all else here
            if ruff and team_of[seat] != team_of[winner]:
                choice = own & suits[seat][ruff] & FROM[bisect(places[seat], master)] or own
        members = MEMBERS[choice]
        index = members[word % len(members)]
        held[seat] = own & OTHERS[index]
        card = places[seat][index]
        worth += values[card]
        if card > bar:
            master, winner = card, seat
    return winner, worth
