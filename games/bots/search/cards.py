"""Which card a searching player plays: the one that does best over many worlds played out."""

import numpy as np

from games.bots.contract import View
from games.bots.search.evidence import SURPLUS, judge_calls, keep_likely
from games.bots.search.ground import Ints
from games.bots.search.habits import judge_plays
from games.bots.search.rollout import Won, play_out
from games.bots.search.seen import Seen, read_play
from games.bots.search.worlds import Chance, Needs, deal_worlds
from games.bots.search.worth import compare, read_stakes, score_points, score_round, weigh
from games.engine.kqj.cards import PACK
from games.engine.kqj.options import SEAT_COUNT
from games.engine.kqj.state import Contract

POINT = 2
"""What a point of the round counts beside its score: worlds err, and what just fails in them may well be made."""


def weigh_cards(view: View, *, worlds: int, is_inferring: bool, chance: Chance) -> dict[str, int]:
    """Return by legal action of a seat that has to play a card its worth, summed over the worlds.

    Args:
        view: of the seat.
        worlds: how many.
        is_inferring: whether likely worlds come more often; they all agree with what is certain.
        chance: where they come from.
    """
    seen = read_play(view)
    deal = deal_likely if is_inferring else deal_certain
    hands = deal(view, seen=seen, worlds=worlds, chance=chance)
    bits = {text: seen.ground.bits[PACK.numbers[text.removeprefix("play ")]] for text in view["legal_actions"]}
    values = weigh_bits(view, seen=seen, hands=hands, bits=list(bits.values()))
    return {text: int(value) for text, value in zip(bits, values.sum(axis=1), strict=True)}


def deal_certain(_view: View, *, seen: Seen, worlds: int, chance: Chance) -> Ints:
    """Return by seat and world hands that agree with all that was seen for certain."""
    return deal_worlds(list_needs(seen), count=worlds, chance=chance)


def deal_likely(view: View, *, seen: Seen, worlds: int, chance: Chance) -> Ints:
    """Return the same, more often those that calls and cards so far make likely."""
    hands = deal_worlds(list_needs(seen), count=SURPLUS * worlds, chance=chance)
    dealt = hands | np.array(seen.played, np.int64)[:, None]
    likely = judge_calls(dealt, view=view, ground=seen.ground) * judge_plays(dealt, seen=seen)
    return keep_likely(hands, likely=likely, count=worlds, chance=chance)


def list_needs(seen: Seen) -> Needs:
    """Return what worlds have to agree with."""
    others = [seat != seen.seat for seat in range(SEAT_COUNT)]
    return Needs(
        cards=seen.hidden,
        room=tuple(count if other else 0 for count, other in zip(seen.counts, others, strict=True)),
        barred=seen.barred,
        owned=tuple(owned if other else 0 for owned, other in zip(seen.owned, others, strict=True)),
        fixed=tuple(0 if other else seen.hand for other in others),
    )


def weigh_bits(view: View, *, seen: Seen, hands: Ints, bits: list[int]) -> Ints:
    """Return by card and world what playing it is worth to the seat's team."""
    worlds, team = hands.shape[1], seen.team_of[seen.seat]
    first = np.repeat(np.array(bits, np.int64), worlds)
    won = play_out(seen.ground, hands=np.tile(hands, len(bits)), team_of=seen.team_of, start=seen.start, first=first)
    whole, stakes = add_won(won, seen=seen), read_stakes(view, team_of=seen.team_of)
    scores = score_round(whole, contract=Contract(**view["contract"]), stakes=stakes)
    values = weigh(scores, team=team, stakes=stakes) + POINT * compare(score_points(whole), team=team)
    return values.reshape(len(bits), worlds)


def add_won(won: Won, *, seen: Seen) -> Won:
    """Return what a round brings in all: what was won so far, and what playing worlds out added."""
    points, tricks, honours = (np.array(part, np.int64)[:, None] for part in (seen.points, seen.tricks, seen.honours))
    return Won(won.points + points, won.tricks + tricks, won.honours + honours, won.last)
