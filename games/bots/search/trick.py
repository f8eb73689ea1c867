"""One trick in many worlds: what is on the table, and who can still take it."""

from dataclasses import dataclass, field

import numpy as np

from games.bots.search.ground import Flags, Ground, Ints, place_of


@dataclass(slots=True)
class Trick:
    """A trick being played, in the order of play from its leader. What is set once a card is led is marked (led).

    Attributes:
        hands: by place in the order and world, when the trick began; afterwards what is left.
        teams: by place in the order and world.
        due: by world, the honours that continue an announced order.
        tops: by world, the highest cards of each suit when the trick began.
        suit, has_duty: of the card led, by world (led).
        follows: by place and world, whether the suit led is held (led).
        choice: by place and world, the cards of the suit led, or else the whole hand (led).
        reach: by place and world, the cards that can win by their suit (led).
        mates, threats: by place and world, the best reach of partners and of opponents that play later (led).
        above: by place and world, the bits above that of the opponents (led).
        master, holder, team: the card that wins so far, its place in the order, and its team (led).
    """

    hands: Ints
    teams: Ints
    due: Ints
    tops: Ints = field(init=False)
    suit: Ints = field(init=False)
    has_duty: Flags = field(init=False)
    follows: Flags = field(init=False)
    choice: Ints = field(init=False)
    reach: Ints = field(init=False)
    mates: Ints = field(init=False)
    threats: Ints = field(init=False)
    above: Ints = field(init=False)
    master: Ints = field(init=False)
    holder: Ints = field(init=False)
    team: Ints = field(init=False)


def highest(sets: Ints) -> Ints:
    """Return the highest bit of each set; of an empty one, bit 0."""
    return np.left_shift(1, place_of(sets | 1))


def find_tops(ground: Ground, hands: Ints) -> Ints:
    """Return by world the highest card of each suit among all hands."""
    held = np.bitwise_or.reduce(hands, axis=0)
    own = held & np.array(ground.suits, np.int64)[:, None]
    tops: Ints = np.bitwise_or.reduce(np.where(own, highest(own), 0), axis=0)
    return tops


def find_prospects(ground: Ground, trick: Trick) -> None:
    """Work out who can still put what on a trick whose first card is led.

    Of two sets the greater number has the higher card, since no card is in both; so the best set is the greatest.
    """
    suited = trick.hands & trick.suit
    trick.follows = suited != 0
    trick.choice = np.where(trick.follows, suited, trick.hands)
    trick.reach = np.where(trick.follows, suited, trick.hands & ground.ruff)
    trick.mates, trick.threats = np.zeros_like(trick.hands), np.zeros_like(trick.hands)
    for team in range(int(trick.teams.max()) + 1):
        own = trick.teams == team
        best = np.maximum.accumulate(np.where(own, trick.reach, 0)[:0:-1], axis=0)[::-1]
        np.maximum(trick.mates[:-1], np.where(own[:-1], best, 0), out=trick.mates[:-1])
        np.maximum(trick.threats[:-1], np.where(own[:-1], 0, best), out=trick.threats[:-1])
    trick.above = -(highest(trick.threats) << 1)


def open_trick(ground: Ground, trick: Trick, *, card: Ints) -> None:
    """Lay the first card on the table."""
    places = place_of(card)
    trick.suit, trick.has_duty = ground.led[places], ground.has_duty[places]
    trick.master, trick.team = card.copy(), trick.teams[0].copy()
    trick.holder = np.zeros(len(card), np.int64)
    find_prospects(ground, trick)


def put_card(ground: Ground, trick: Trick, *, place: int, card: Ints) -> None:
    """Lay a further card on the table (rules R19)."""
    wins = (card > trick.master) & ((card & (trick.suit | ground.ruff)) != 0)
    np.copyto(trick.master, card, where=wins)
    np.copyto(trick.team, trick.teams[place], where=wins)
    trick.holder[wins] = place
