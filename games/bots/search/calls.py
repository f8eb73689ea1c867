"""What a searching player calls: each contract that may pay is played out in many worlds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.bots.contract import View
from games.bots.search.evidence import SURPLUS, judge_calls, keep_likely
from games.bots.search.ground import Flags, lay_ground
from games.bots.search.rollout import Start, Won, play_out
from games.bots.search.worlds import Chance, Needs, deal_worlds
from games.bots.search.worth import Stakes, read_stakes, score_points, score_round, weigh
from games.engine.kqj import greedy_calls
from games.engine.kqj.actions import BID, BID_STEP, COUNTER, OVERCOUNTER, PASS
from games.engine.kqj.cards import PACK
from games.engine.kqj.options import SEAT_COUNT
from games.engine.kqj.state import Contract
from games.engine.seats import index_teams

TRUMPS_TRIED = 3
"""Of a hand's trumps, how many are played out: those that look best."""
HAND_SIZE = 8
SLACK_TAKE, SLACK_BID = 30.0, 40.0
"""How far below what greedy would call for a trump is still played out: in margin, and in points of the team."""
TAKE_FROM = {2: -50, 3: -100}
"""From what worth a take is better than to leave it to others, who take with what suits them, by number of teams."""
OPTIMISM = 5
"""By how many points worlds with open hands flatter the declarers: about 11 where easy plays, none where hard does."""
BID_FROM, CAPOT_FROM = 10, 100
"""What a bid, or one with capot, must promise on top."""
DOUBLE_FROM = 0.5
"""What a counter or overcounter must promise on top, as a share of what is at stake."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a call is judged by: the view, its teams, what the round is worth, how many worlds, and chance."""

    view: View
    team_of: tuple[int, ...]
    stakes: Stakes
    worlds: int
    chance: Chance

    @property
    def team(self) -> int:
        """The caller's team."""
        return self.team_of[self.view["seat"]]


def choose_call(view: View, *, worlds: int, chance: Chance) -> str:
    """Return one of the view's calls."""
    table = _read_table(view, worlds=worlds, chance=chance)
    if view["phase"] == "taking":
        return _choose_take(table)
    return _choose_bid(table)


def expect_contract(view: View, *, bid: Mapping[str, Any], worlds: int, chance: Chance) -> float:
    """Return the chance with which the caller of a view, about to bid, expects to make the bid.

    Args:
        view: before the bid.
        bid: `trump`, `amount` and `capot`.
        worlds: how many are played out.
        chance: where they come from.
    """
    table = _read_table(view, worlds=worlds, chance=chance)
    won = play_contract(table, trump=bid["trump"], declarer=view["seat"])
    if bid["capot"]:
        return estimate_chance(won.tricks[table.team] == HAND_SIZE)
    return estimate_chance(score_points(won)[table.team] - OPTIMISM >= bid["amount"])


def _read_table(view: View, *, worlds: int, chance: Chance) -> Table:
    team_of = index_teams(tuple(tuple(team) for team in view["teams"]))
    return Table(view, team_of, read_stakes(view, team_of=team_of), worlds, chance)


def play_contract(table: Table, *, trump: str, declarer: int) -> Won:
    """Return what comes of a contract in many worlds that agree with the calls."""
    view, ground = table.view, lay_ground(trump)
    hand = ground.mask_of(PACK.parse_cards(view["hand"]))
    turned = 0 if view["return"] is None else ground.bits[PACK.numbers[view["return"]]]
    fixed = [hand if seat == view["seat"] else 0 for seat in range(SEAT_COUNT)]
    fixed[declarer] |= turned
    needs = Needs(
        cards=ground.all_cards & ~(hand | turned),
        room=tuple(HAND_SIZE - own.bit_count() for own in fixed),
        barred=(0,) * SEAT_COUNT,
        owned=(0,) * SEAT_COUNT,
        fixed=tuple(fixed),
    )
    hands = deal_worlds(needs, count=SURPLUS * table.worlds, chance=table.chance)
    likely = judge_calls(hands, view=view, ground=ground)
    hands = keep_likely(hands, likely=likely, count=table.worlds, chance=table.chance)
    opener = (view["dealer"] + 1) % SEAT_COUNT
    return play_out(ground, hands=hands, team_of=table.team_of, start=Start(opener, (), HAND_SIZE, 0))


def _best_trumps(view: View, *, texts: list[str], at_least: float) -> list[str]:
    """Return the trumps among the texts of calls that suit the hand best, if they promise enough margin."""
    cards = view["hand"] if view["return"] is None else [*view["hand"], view["return"]]
    words = [text.split() for text in texts]
    trumps = list(dict.fromkeys(parts[2] if parts[0] == BID else parts[1] for parts in words))
    count = len(view["teams"])
    margins = {trump: greedy_calls.estimate_margin(cards, trump=trump, team_count=count) for trump in trumps}
    promising = [trump for trump in trumps if margins[trump] >= at_least]
    return sorted(promising, key=lambda trump: -margins[trump])[:TRUMPS_TRIED]


def _choose_take(table: Table) -> str:
    """Return the take that promises most, or pass."""
    view, count = table.view, len(table.view["teams"])
    takes = [text for text in view["legal_actions"] if text != PASS]
    values = {PASS: table.worlds * (_worth_of_nothing(table) + TAKE_FROM[count] * table.stakes.scale)}
    for trump in _best_trumps(view, texts=takes, at_least=greedy_calls.TAKE_FROM[count] - SLACK_TAKE):
        won = play_contract(table, trump=trump, declarer=view["seat"])
        scores = score_round(won, contract=Contract(view["seat"], trump), stakes=table.stakes)
        values[f"take {trump}"] = int(weigh(scores, team=table.team, stakes=table.stakes).sum())
    return max(values, key=values.__getitem__)


def _choose_bid(table: Table) -> str:
    """Return the bid, counter or overcounter that promises most, or pass."""
    view = table.view
    high = greedy_calls.find_high_bid(view)
    values = {PASS: float(_worth_of_nothing(table))}
    bids = [text for text in view["legal_actions"] if text.startswith(BID)]
    if bids:
        values |= _weigh_bids(table, bids=bids)
    is_more_than_pass = len(values) > 1 or not {COUNTER, OVERCOUNTER}.isdisjoint(view["legal_actions"])
    if high is not None and is_more_than_pass:
        values |= _weigh_high_bid(table, high=high)
    return max(values, key=values.__getitem__)


def _weigh_high_bid(table: Table, *, high: greedy_calls.HighBid) -> dict[str, float]:
    """Return what the highest bid is worth to the caller's team if it stands, is countered or overcountered."""
    view, team = table.view, table.team_of[high.seat]
    points = score_points(play_contract(table, trump=high.trump, declarer=high.seat))[team]
    flattered = OPTIMISM if team == table.team else 0
    chance = estimate_chance(points - flattered >= high.amount)
    amount = high.amount * (2 if any(text == COUNTER for _, text in view["calls"]) else 1)
    values = {PASS: _worth_of_bid(table, team=team, amount=amount, chance=chance)}
    for text in (COUNTER, OVERCOUNTER):
        if text in view["legal_actions"]:
            worth = _worth_of_bid(table, team=team, amount=2 * amount, chance=chance)
            values[text] = worth - DOUBLE_FROM * amount * table.stakes.scale
    return values


def _weigh_bids(table: Table, *, bids: list[str]) -> dict[str, float]:
    """Return what bids are worth at the trumps that look best."""
    legal, count, lowest = frozenset(bids), len(table.view["teams"]), int(bids[0].split()[1])
    at_least = (lowest - SLACK_BID - greedy_calls.EVEN_POINTS[count]) / greedy_calls.MARGIN_SHARE[count]
    values: dict[str, float] = {}
    for trump in _best_trumps(table.view, texts=bids, at_least=at_least):
        won = play_contract(table, trump=trump, declarer=table.view["seat"])
        points = score_points(won)[table.team] - OPTIMISM
        offers = [(f"bid {amount} {trump}", amount, points >= amount, BID_FROM) for amount in list_amounts(lowest)]
        capot = greedy_calls.CAPOT_AMOUNT
        offers.append((f"bid {capot} {trump} capot", capot, won.tricks[table.team] == HAND_SIZE, CAPOT_FROM))
        for text, amount, reached, margin in offers:
            if text in legal:
                chance = estimate_chance(reached)
                worth = _worth_of_bid(table, team=table.team, amount=amount, chance=chance)
                values[text] = worth - margin * table.stakes.scale
    return values


def list_amounts(lowest: int) -> range:
    """Return the amounts that are worth a thought; a jump beyond them is never better."""
    return range(lowest, lowest + greedy_calls.RANGE, BID_STEP)


def estimate_chance(reached: Flags) -> float:
    """Return the chance that a share of worlds stands for, never quite 0 or 1."""
    return (int(reached.sum()) + 1) / (len(reached) + 2)


def _worth_of_nothing(table: Table) -> int:
    """Return what a round passed out is worth."""
    return _worth(table, gains=[0] * len(table.view["teams"]))


def _worth_of_bid(table: Table, *, team: int, amount: int, chance: float) -> float:
    """Return what a bid of a team is worth that it makes with a chance."""
    teams = range(len(table.view["teams"]))
    made = _worth(table, gains=[amount if other == team else 0 for other in teams])
    failed = _worth(table, gains=[0 if other == team else amount for other in teams])
    return chance * made + (1.0 - chance) * failed


def _worth(table: Table, *, gains: list[int]) -> int:
    """Return what scores of the teams are worth to the caller's."""
    return int(weigh(np.array(gains, np.int64)[:, None], team=table.team, stakes=table.stakes)[0])
