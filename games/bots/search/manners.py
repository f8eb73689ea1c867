"""How a card is chosen while worlds are played out: the rules of play and plain manners, for all worlds at once.

The hands of a world are open: who can still take the trick is known. A trick that is the team's anyway is loaded, one
that can be had is taken as cheaply as needed, and any other gets the cheapest card.
"""

import numpy as np

from games.bots.search.ground import Ground, Ints
from games.bots.search.trick import Trick, highest


def lead(ground: Ground, trick: Trick) -> Ints:
    """Return by world the card that the first in order leads: a sure one, one for a partner's sure one, or a low."""
    hand = trick.hands[0]
    sure = trick.tops & ~_ruffed_suits(ground, trick)
    own = hand & sure
    plain = own & ~ground.ruff
    mates = np.where(trick.teams[1:] == trick.teams[0], trick.hands[1:] & sure, 0)
    loads = hand & _fill_suits(ground, np.bitwise_or.reduce(mates, axis=0)) & ~ground.ruff
    choice = np.where(plain, plain, np.where(own, own, loads))
    card = np.where(choice, highest(choice), hand & -hand)
    return _keep_order(ground, trick, place=0, card=card, legal=hand)


def _ruffed_suits(ground: Ground, trick: Trick) -> Ints:
    """Return by world the plain suits that an opponent of the leader could trump."""
    if not ground.ruff:
        return np.zeros(trick.hands.shape[1], np.int64)
    others = trick.hands[1:]
    can = ((others & ground.ruff) != 0) & (trick.teams[1:] != trick.teams[0])
    ruffed = np.zeros(trick.hands.shape[1], np.int64)
    for suit in ground.suits:
        if suit != ground.ruff:
            ruffed |= np.where((can & ((others & suit) == 0)).any(axis=0), suit, 0)
    return ruffed


def _fill_suits(ground: Ground, cards: Ints) -> Ints:
    """Return by world all bits of the suits of the cards."""
    suits = np.array(ground.suits, np.int64)[:, None]
    filled: Ints = np.bitwise_or.reduce(np.where(cards & suits, suits, 0), axis=0)
    return filled


def find_legal(trick: Trick, *, place: int) -> tuple[Ints, Ints]:
    """Return by world the cards that a follower may play (rules R20 to R22), and those of them that become master."""
    winning = trick.reach[place] & -(trick.master << 1)
    must = np.where(trick.follows[place], trick.has_duty, trick.team != trick.teams[place])
    return np.where(must & (winning != 0), winning, trick.choice[place]), winning


def follow(ground: Ground, trick: Trick, *, place: int) -> Ints:
    """Return by world the card that the seat at a place in the order plays."""
    legal, winning = find_legal(trick, place=place)
    is_own = trick.team == trick.teams[place]
    ours = np.maximum(trick.mates[place], np.where(is_own, trick.master, 0))
    theirs = np.maximum(trick.threats[place], np.where(is_own, 0, trick.master))
    is_ours = ours > theirs
    taking = winning & trick.above[place]
    load = legal & ~ground.ruff
    if not ground.ruff:
        # What is highest of its suit wins a trick of its own where nothing can be trumped.
        spare = load & ~trick.tops
        load = np.where(spare, spare, load)
    low = np.where((taking != 0) & ~is_ours, taking, legal)
    card = np.where(is_ours & (load != 0), highest(load), low & -low)
    return _keep_order(ground, trick, place=place, card=card, legal=legal)


def _keep_order(ground: Ground, trick: Trick, *, place: int, card: Ints, legal: Ints) -> Ints:
    """Return the card, or the K for its Q or J, or the Q for its J, where that keeps their order (rules R26)."""
    if not ground.kings or not (card & (ground.queens | ground.jacks)).any():
        return card
    step, hand = ground.step, trick.hands[place]
    queen = (card & ground.queens) | ((card & ground.jacks) << step)
    king = queen << step
    has_both = ((queen & hand) != 0) & ((king & legal) != 0)
    queen_is_due = (queen & legal & trick.due) != 0
    return np.where(has_both, king, np.where(queen_is_due, queen, card))
