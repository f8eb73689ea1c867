"""What the greedy player calls: hand strength in points, from weights fitted to many deals played out by greedy seats.

The margin of a hand is the mean of its team's points minus those of the best other team, if it declares this trump and
nothing is known of the other hands.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.cards import SUITS
from games.engine.kqj.actions import BID_STEP, MIN_AMOUNT
from games.engine.kqj.cards import ALL_TRUMPS, LAYOUTS, NO_TRUMP, PACK, TRUMPS

EVEN_POINTS = {2: 124.0, 3: 109.0}
"""The declarers' points at no margin, by number of teams."""
MARGIN_SHARE = {2: 0.55, 3: 0.67}
"""How much of the margin is their own points; the rest is what the others lack."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What makes a hand strong at one kind of contract, in points of margin.

    Attributes:
        trumps: by rank, for cards of suits that rank as trumps.
        sides: by rank, for other cards.
        king_queen, king_queen_jack: for each suit with them as trumps; the second on top of the first (rules R26).
        base: for an empty hand, by number of teams.
        per_card: for each card known: the more of them, the less is left to hope for.
    """

    trumps: Mapping[str, float]
    sides: Mapping[str, float]
    king_queen: float
    king_queen_jack: float
    base: Mapping[int, float]
    per_card: float


IN_SUIT = Weights(
    trumps=dict(zip("987ATHKQJ654", (80, 53, 38, 28, 23, 19, 15, 13, 11, 6, 6, 6), strict=True)),
    sides={"A": 20},
    king_queen=10,
    king_queen_jack=30,
    base={2: 17, 3: -27},
    per_card=-9,
)
AT_ALL_TRUMPS = Weights(
    trumps={"9": 43, "8": 15, "7": 5, "A": 3},
    sides={},
    king_queen=22,
    king_queen_jack=30,
    base={2: 12, 3: -24},
    per_card=-7.5,
)
AT_NO_TRUMP = Weights(
    trumps={},
    sides={"A": 50, "T": 15, "H": 5},
    king_queen=0,
    king_queen_jack=0,
    base={2: 15, 3: -27},
    per_card=-7,
)

TAKE_FROM = {2: -8.0, 3: -12.0}
"""The margin from which a take is worth it, by number of teams."""
SPREAD = {2: 52.0, 3: 42.0}
"""The standard deviation of a team's points around what the hand says."""
BID_FROM = 10.0
"""The gain in score that a bid must promise."""
RAISE_PARTNER_FROM = 40.0
"""The same when a partner holds the highest bid."""
COUNTER_FROM, OVERCOUNTER_FROM = 60.0, 40.0
"""By how many points the declarers must be expected to miss, or to beat, the amount."""
CAPOT_AMOUNT = 400
"""What a team makes that wins all tricks (rules R25)."""
SURE_TRUMPS = 5
"""How many of the highest trumps in one hand draw nearly all others."""
RANGE = 210
"""How far above the lowest bid the best is looked for; a jump beyond it is never better."""


def choose_call(view: Mapping[str, Any]) -> str:
    """Return one of the view's calls."""
    if view["phase"] == "taking":
        return _choose_take(view)
    if view["phase"] == "overcounter":
        return _choose_answer(view)
    return _choose_bid(view)


def estimate_margin(cards: Iterable[str], *, trump: str, team_count: int) -> float:
    """Return the margin that a hand promises at a trump."""
    hand = set(cards)
    weights = {ALL_TRUMPS: AT_ALL_TRUMPS, NO_TRUMP: AT_NO_TRUMP}.get(trump, IN_SUIT)
    trump_suits = {ALL_TRUMPS: SUITS, NO_TRUMP: ""}.get(trump, trump)
    margin = weights.base[team_count] + weights.per_card * len(hand)
    for card in hand:
        margin += (weights.trumps if card[1] in trump_suits else weights.sides).get(card[0], 0.0)
    for suit in trump_suits:
        if {"K" + suit, "Q" + suit} <= hand:
            margin += weights.king_queen + (weights.king_queen_jack if "J" + suit in hand else 0.0)
    return margin


def _choose_take(view: Mapping[str, Any]) -> str:
    """Return the take of the best margin, if good enough; the return counts as one's own (rules R11)."""
    team_count = len(view["teams"])
    cards = [*view["hand"], view["return"]]
    takes = [text for text in view["legal_actions"] if text.startswith("take ")]
    margins = {text: estimate_margin(cards, trump=text.split()[1], team_count=team_count) for text in takes}
    best = max(takes, key=lambda text: margins[text])
    return best if margins[best] >= TAKE_FROM[team_count] else "pass"


@dataclass(frozen=True, slots=True)
class HighBid:
    """The highest bid so far: who made it, its amount and its trump."""

    seat: int
    amount: int
    trump: str


def find_high_bid(view: Mapping[str, Any]) -> HighBid | None:
    """Return the last bid, which is the highest; None if nobody has bid."""
    for seat, text in reversed(view["calls"]):
        words = text.split()
        if words[0] == "bid":
            return HighBid(seat, int(words[1]), words[2])
    return None


def _choose_bid(view: Mapping[str, Any]) -> str:
    """Return the bid that promises most, a counter of a bid too high, or pass."""
    high, legal = find_high_bid(view), view["legal_actions"]
    capot = _find_capot(view)
    if capot is not None:
        return capot
    best, gain = _best_bid(view, high=high)
    if high is not None and "counter" in legal:
        against = _expect_against(view, trump=high.trump)
        chance = _chance_to_reach(high.amount, expected=against, spread=SPREAD[len(view["teams"])])
        if high.amount - against >= COUNTER_FROM and 2.0 * high.amount * (1.0 - 2.0 * chance) >= gain:
            return "counter"
    is_partners = high is not None and _is_own_team(high.seat, view=view)
    wanted = RAISE_PARTNER_FROM if is_partners else BID_FROM
    return best if best is not None and gain >= wanted else "pass"


def _find_capot(view: Mapping[str, Any]) -> str | None:
    """Return the bid of a capot by a hand that nothing beats: no gap above any card, and trumps to draw all."""
    for trump in TRUMPS:
        text = f"bid {CAPOT_AMOUNT} {trump} capot"
        if text in view["legal_actions"] and _is_unbeatable(view["hand"], trump=trump):
            return text
    return None


def _is_unbeatable(hand: list[str], *, trump: str) -> bool:
    layout = LAYOUTS[trump]
    cards = PACK.parse_cards(hand)
    mask = layout.mask_of(cards)
    if layout.ruff and (mask & layout.ruff).bit_count() < SURE_TRUMPS:
        return False
    # No card of another hand is above one of this hand's.
    return all(layout.suits[card] & -layout.bits[card] & ~mask == 0 for card in cards)


def _choose_answer(view: Mapping[str, Any]) -> str:
    """Return overcounter if the own team should make far more than it promised, else pass."""
    high = find_high_bid(view)
    if high is None or "overcounter" not in view["legal_actions"]:
        return "pass"
    spare = _expect_points(view, trump=high.trump) - high.amount
    return "overcounter" if spare >= OVERCOUNTER_FROM else "pass"


def _best_bid(view: Mapping[str, Any], *, high: HighBid | None) -> tuple[str | None, float]:
    """Return the bid with the highest expected gain in score, and that gain; None if no bid may be made."""
    spread = SPREAD[len(view["teams"])]
    legal = frozenset(view["legal_actions"])
    lowest = high.amount + BID_STEP if high else MIN_AMOUNT
    best, best_gain = None, 0.0
    for trump in TRUMPS:
        expected = _expect_points(view, trump=trump)
        for amount in range(lowest, lowest + RANGE, BID_STEP):
            text = f"bid {amount} {trump}"
            gain = amount * (2.0 * _chance_to_reach(amount, expected=expected, spread=spread) - 1.0)
            if text in legal and (best is None or gain > best_gain):
                best, best_gain = text, gain
    return best, best_gain


def _chance_to_reach(amount: int, *, expected: float, spread: float) -> float:
    """Return how likely a team makes the amount: a straight line through the middle of the bell."""
    return min(0.98, max(0.02, 0.5 + 0.36 * (expected - amount) / spread))


def _expect_points(view: Mapping[str, Any], *, trump: str) -> float:
    """Return the points that the own team should make as declarers."""
    return _expect(view, trump=trump, sign=1.0)


def _expect_against(view: Mapping[str, Any], *, trump: str) -> float:
    """Return the points that the declarers should make against this hand."""
    return _expect(view, trump=trump, sign=-1.0)


def _expect(view: Mapping[str, Any], *, trump: str, sign: float) -> float:
    team_count = len(view["teams"])
    margin = estimate_margin(view["hand"], trump=trump, team_count=team_count)
    return EVEN_POINTS[team_count] + sign * MARGIN_SHARE[team_count] * margin


def _is_own_team(seat: int, *, view: Mapping[str, Any]) -> bool:
    return any(seat in team and view["seat"] in team for team in view["teams"])
