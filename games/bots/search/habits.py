"""What the cards played tell of those still held: people mostly play as the manners say they would."""

import numpy as np

from games.bots.search.ground import Floats, Ints
from games.bots.search.manners import follow, lead
from games.bots.search.seen import Seen
from games.bots.search.trick import Trick, find_tops, open_trick, put_card
from games.engine.kqj.options import SEAT_COUNT

ODD_LEAD, ODD_CARD = 0.7, 0.4
"""How likely a lead, or another card, is in a world where manners would have another, beside one where they agree."""


def judge_plays(dealt: Ints, *, seen: Seen) -> Floats:
    """Return by world how likely the others' cards so far were, up to a factor.

    Args:
        dealt: by seat and world, all that was dealt.
        seen: what was played.
    """
    likely, hands = np.ones(dealt.shape[1]), dealt.copy()
    for first in range(0, len(seen.plays), SEAT_COUNT):
        _judge_trick(hands, plays=seen.plays[first : first + SEAT_COUNT], seen=seen, likely=likely)
    return likely


def _judge_trick(hands: Ints, *, plays: tuple[tuple[int, int], ...], seen: Seen, likely: Floats) -> None:
    """Judge the cards of a trick, and take them out of the hands."""
    ground, count = seen.ground, hands.shape[1]
    order = [(plays[0][0] + turn) % SEAT_COUNT for turn in range(SEAT_COUNT)]
    teams = np.repeat(np.array(seen.team_of, np.int64)[order][:, None], count, axis=1)
    trick = Trick(hands[order], teams, np.zeros(count, np.int64))
    trick.tops = find_tops(ground, trick.hands)
    for place, (seat, bit) in enumerate(plays):
        if seat != seen.seat:
            likely *= _judge_card(trick, place=place, bit=bit, seen=seen)
        card = np.full(count, bit, np.int64)
        if place:
            put_card(ground, trick, place=place, card=card)
        else:
            open_trick(ground, trick, card=card)
        hands[seat] &= ~bit


def _judge_card(trick: Trick, *, place: int, bit: int, seen: Seen) -> Floats:
    if place == 0:
        return np.where(lead(seen.ground, trick) == bit, 1.0, ODD_LEAD)
    expected = follow(seen.ground, trick, place=place)
    return np.where(expected == bit, 1.0, ODD_CARD)
