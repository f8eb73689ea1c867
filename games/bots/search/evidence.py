"""What the calls tell of the hands: worlds in which others would hardly have called as they did are dropped.

Everybody is taken to call about as the greedy player does. Chances are straight fractions and whole numbers, so that
every machine comes to the same.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np

from games.bots.contract import View
from games.bots.search.ground import FIRST_PLACE, Floats, Ground, Ints, lay_ground
from games.bots.search.worlds import Chance
from games.engine.kqj import greedy_calls
from games.engine.kqj.actions import BID, BID_STEP, COUNTER, PASS
from games.engine.kqj.bidding import FIRST_BIDS
from games.engine.kqj.cards import ALL_TRUMPS, LAYOUTS, NO_TRUMP, PACK, TRUMPS
from games.engine.kqj.options import SEAT_COUNT

SURPLUS = 3
"""How many worlds are dealt for each that is kept."""
LEAST = 0.04
"""How likely any call is at least: people differ."""
SPREAD_TAKE, SPREAD_BID = 22.0, 30.0
"""Points of margin over which a call turns from unlikely to likely."""
CALLED_ON, DEALT = 5, 8
"""How many of a hand's eight cards a take was decided on."""
_SCALE = 1 << 20


def judge_calls(hands: Ints, *, view: View, ground: Ground) -> Floats:
    """Return by world how likely the calls of the others were, up to a factor.

    Args:
        hands: by seat and world, all that was dealt.
        view: of the seat that asks.
        ground: of the hands' bits.
    """
    likely = np.ones(hands.shape[1])
    judge = _judge_bids if view["return"] is None else _judge_takes
    for excess, spread in judge(hands, view=view, ground=ground):
        ratio = excess / spread
        likely *= np.maximum(0.5 + 0.5 * ratio / (1.0 + np.abs(ratio)), LEAST)
    return likely


def keep_likely(hands: Ints, *, likely: Floats, count: int, chance: Chance) -> Ints:
    """Return by seat and world `count` of the hands, each about as often as it is likely."""
    ends = np.cumsum((likely / likely.max() * _SCALE).astype(np.int64))
    first = int(chance.draw(1)[0]) % count
    marks = (np.arange(count) * count + first) * int(ends[-1]) // (count * count)
    return hands[:, np.searchsorted(ends, marks, side="right")]


@cache
def _worth_table(trump: str) -> Floats:
    """Return by trump declared, in the order of TRUMPS, and place in the ground of `trump` what the card is worth.

    All are whole numbers, so that sums of them are exact in any order.
    """
    ground = lay_ground(trump)
    cards = [ground.card_of[bit] for bit in sorted(ground.card_of)]
    return np.array([[_card_worth(card, trump=declared) for card in cards] for declared in TRUMPS])


def _card_worth(card: int, *, trump: str) -> float:
    """Return what a card adds to a hand's margin at a trump, for the greedy player."""
    text, weights = PACK.texts[card], _weights_at(trump)
    return (weights.trumps if text[1] in LAYOUTS[trump].trumps else weights.sides).get(text[0], 0.0)


def _weights_at(trump: str) -> greedy_calls.Weights:
    special = {ALL_TRUMPS: greedy_calls.AT_ALL_TRUMPS, NO_TRUMP: greedy_calls.AT_NO_TRUMP}
    return special.get(trump, greedy_calls.IN_SUIT)


def _measure(sets: Ints, *, ground: Ground) -> Floats:
    """Return by trump and world what the cards of a seat's hands are worth in margin; K, Q and J together left out."""
    places = np.arange(FIRST_PLACE, FIRST_PLACE + len(ground.bits))
    held = ((sets[None, :] >> places[:, None]) & 1).astype(np.float64)
    worth: Floats = _worth_table(ground.trump) @ held
    return worth


@cache
def _fixed_worth(*, team_count: int, cards: int) -> Floats:
    """Return by trump the margin of so many cards that are worth nothing."""
    every = [_weights_at(trump) for trump in TRUMPS]
    return np.array([[weights.base[team_count] + cards * weights.per_card] for weights in every])


def _list_open_trumps(view: View) -> list[int]:
    """Return the places in TRUMPS of those that may be declared."""
    has_more = view["options"]["all_trumps_no_trump"]
    return [place for place, trump in enumerate(TRUMPS) if has_more or trump not in {ALL_TRUMPS, NO_TRUMP}]


def _judge_takes(hands: Ints, *, view: View, ground: Ground) -> Iterator[tuple[Floats, float]]:
    """Yield for each call of others by world how far it is on the right side, and over what spread (rules R8, R9)."""
    margins = {seat: _margins_then(hands[seat], view=view, ground=ground) for seat in _callers(view)}
    suit, from_margin = TRUMPS.index(view["return"][1]), greedy_calls.TAKE_FROM[len(view["teams"])]
    for number, (seat, text) in enumerate(view["calls"]):
        if seat not in margins:
            continue
        if text != PASS:
            yield margins[seat][TRUMPS.index(text.split()[1])] - from_margin, SPREAD_TAKE
        elif number < SEAT_COUNT:
            yield from_margin - margins[seat][suit], SPREAD_TAKE
        else:
            yield from_margin - margins[seat][_list_open_trumps(view)].max(axis=0), SPREAD_TAKE


def _callers(view: View) -> set[int]:
    """Return the other seats that have called."""
    return {seat for seat, _ in view["calls"]} - {view["seat"]}


def _margins_then(sets: Ints, *, view: View, ground: Ground) -> Floats:
    """Return by trump and world the mean margin of five of the cards with the return, as when the call was made."""
    turned = PACK.numbers[view["return"]]
    bit = ground.bits[turned]
    share = np.where((sets & bit) != 0, CALLED_ON / (DEALT - 1), CALLED_ON / DEALT)
    returned = np.array([[_card_worth(turned, trump=trump)] for trump in TRUMPS])
    fixed = _fixed_worth(team_count=len(view["teams"]), cards=CALLED_ON + 1)
    margins: Floats = _measure(sets & ~bit, ground=ground) * share + fixed + returned
    return margins


def _judge_bids(hands: Ints, *, view: View, ground: Ground) -> Iterator[tuple[Floats, float]]:
    """Yield for each call of others by world how far it is on the right side, and over what spread (rules R13, R16)."""
    team_count = len(view["teams"])
    even, share = greedy_calls.EVEN_POINTS[team_count], greedy_calls.MARGIN_SHARE[team_count]
    fixed = _fixed_worth(team_count=team_count, cards=DEALT)
    points = {seat: even + share * (_measure(hands[seat], ground=ground) + fixed) for seat in _callers(view)}
    team_of = {seat: team for team, seats in enumerate(view["teams"]) for seat in seats}
    high = greedy_calls.HighBid(-1, FIRST_BIDS[team_count] - BID_STEP, "")
    for seat, text in view["calls"]:
        words = text.split()
        if words[0] == BID:
            high = greedy_calls.HighBid(seat, int(words[1]), words[2])
        if seat in points:
            is_partners = high.seat >= 0 and team_of[high.seat] == team_of[seat]
            if words[0] == PASS and is_partners:
                continue  # it leaves a partner's bid alone, whatever it holds
            yield _judge_bid(points[seat], kind=words[0], high=high, view=view), SPREAD_BID


def _judge_bid(points: Floats, *, kind: str, high: greedy_calls.HighBid, view: View) -> Floats:
    """Return by world how far a call is on the right side.

    Args:
        points: by trump and world, what the caller's team should make as declarers.
        kind: of the call.
        high: the highest bid, this one included.
        view: of the seat that asks.
    """
    own = points[TRUMPS.index(high.trump)] if high.trump else points[0]
    excess: Floats = own - high.amount
    if kind == PASS:
        excess = high.amount + BID_STEP - points[_list_open_trumps(view)].max(axis=0)
    elif kind == COUNTER:
        # What the caller's hand takes from the declarers is what it would add as one of them.
        excess = own + high.amount - 2 * greedy_calls.EVEN_POINTS[len(view["teams"])]
    return excess
