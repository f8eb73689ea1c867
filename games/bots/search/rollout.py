"""Many worlds played out at once: arrays over the worlds, one card of each at a time.

In a world every hand is open, so who can take a trick is known and not guessed; `manners.py` says what is done with it.
The rules are those of `games.engine.kqj.play`, laid out for arrays; tests compare the two card by card. What can be
worked out for a whole trick is, since the number of steps over arrays is what takes the time.
"""

from typing import NamedTuple

import numpy as np

from games.bots.search.ground import Ground, Ints, place_of
from games.bots.search.manners import follow, lead
from games.bots.search.trick import Trick, find_tops, open_trick, put_card
from games.engine.kqj.options import SEAT_COUNT

_ORDER = np.arange(SEAT_COUNT, dtype=np.int64)
KING_QUEEN_POINTS, JACK_POINTS = 20, 30
"""What the Q in order brings, and the J on top of it (rules R26)."""


class Start(NamedTuple):
    """Where playing begins, the same in all worlds.

    Attributes:
        leader: who led the trick.
        trick: the bits of the cards played to it so far, in order.
        left: how many cards the leader of the trick had when it began.
        due: the honours that continue an announced order if they fall next.
    """

    leader: int
    trick: tuple[int, ...]
    left: int
    due: int


class Won(NamedTuple):
    """What the rest of the round brought, by team and world.

    Attributes:
        points: of the cards.
        tricks: how many.
        honours: points of K, Q and J in order.
        last: by world, the team that won the last trick.
    """

    points: Ints
    tricks: Ints
    honours: Ints
    last: Ints


def play_out(ground: Ground, *, hands: Ints, team_of: tuple[int, ...], start: Start, first: Ints | None = None) -> Won:
    """Play worlds to the end of the round.

    Args:
        ground: the contract.
        hands: by seat and world; not changed.
        team_of: by seat.
        start: where to begin.
        first: by world, the bit that the next seat plays; None leaves that to the manners too.
    """
    count, team_count = hands.shape[1], max(team_of) + 1
    worlds, teams = np.arange(count), np.array(team_of, dtype=np.int64)
    points, tricks, honours = (np.zeros((team_count, count), np.int64) for _ in range(3))
    order = (start.leader + _ORDER) % SEAT_COUNT
    trick = Trick(hands[order], np.repeat(teams[order][:, None], count, axis=1), np.full(count, start.due, np.int64))
    known = [np.full(count, bit, np.int64) for bit in start.trick]
    forced = known if first is None else [*known, first]
    for number in range(start.left):
        if number:
            turned = (trick.holder + _ORDER[:, None]) % SEAT_COUNT
            trick = Trick(trick.hands[turned, worlds], trick.teams[turned, worlds], trick.due)
            known, forced = [], []
        cards = _play_trick(ground, trick, forced=forced, is_last=number == start.left - 1)
        points[trick.team, worlds] += ground.points[place_of(cards)].sum(axis=0)
        tricks[trick.team, worlds] += 1
        _announce(ground, trick, cards=cards, known=len(known), honours=honours)
    return Won(points, tricks, honours, trick.team)


def _play_trick(ground: Ground, trick: Trick, *, forced: list[Ints], is_last: bool) -> Ints:
    """Play one trick in all worlds; return by place in the order and world its cards, which leave the hands.

    Args:
        ground: the contract.
        trick: with hands and teams in order.
        forced: the first cards; those that were on the table already are in no hand.
        is_last: whether everybody has one card left.
    """
    trick.tops = trick.hands if is_last else find_tops(ground, trick.hands)
    cards = np.empty_like(trick.hands)
    for place in range(SEAT_COUNT):
        if place < len(forced):
            card = forced[place]
        elif is_last:
            card = trick.hands[place]
        elif place:
            card = follow(ground, trick, place=place)
        else:
            card = lead(ground, trick)
        cards[place] = card
        if place:
            put_card(ground, trick, place=place, card=card)
        else:
            open_trick(ground, trick, card=card)
    trick.hands &= ~cards
    return cards


def _announce(ground: Ground, trick: Trick, *, cards: Ints, known: int, honours: Ints) -> None:
    """Count the K, Q and J of a trick that fell in order (rules R26), but for those that were on the table already."""
    if not ground.kings:
        return
    fresh, left = cards[known:], trick.hands[known:]
    counted = fresh & trick.due
    starts = (fresh & ground.kings) | (counted & ground.queens)
    following = np.where(starts != 0, (fresh >> ground.step) & left & (ground.queens | ground.jacks), 0)
    gains = np.where(counted & ground.queens, KING_QUEEN_POINTS, np.where(counted, JACK_POINTS, 0))
    for team in range(len(honours)):
        honours[team] += np.where(trick.teams[known:] == team, gains, 0).sum(axis=0)
    trick.due = trick.due | np.bitwise_or.reduce(following, axis=0)
