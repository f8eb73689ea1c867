"""What a seat has seen of a round's play: who can't hold which card, and who must.

All of it is certain, and comes from the view alone: suits that were not followed, duties to beat and to trump that were
not met (rules R20, R22), honours announced or fallen in silence (R26), and the return, which the declarer took (R11).
"""

from dataclasses import dataclass
from typing import Any

from games.bots.contract import View
from games.bots.search.ground import Ground, lay_ground
from games.bots.search.rollout import Start
from games.engine.cards import SUITS
from games.engine.kqj.cards import PACK
from games.engine.kqj.options import SEAT_COUNT
from games.engine.seats import index_teams

ALL_TRICKS = 8
HONOUR_POINTS = {"KQ": 20, "KQJ": 50}


@dataclass(frozen=True, slots=True)
class Seen:
    """What a seat that has to play a card knows for certain; sets are in the bits of the ground.

    Attributes:
        seat: its seat.
        ground: the contract's.
        team_of: by seat.
        hand: its cards.
        hidden: the cards in the other hands.
        counts: by seat, how many cards it holds.
        barred: by seat, cards that it can't hold.
        owned: by seat, cards that it must hold.
        played: by seat, the cards that it has played this round.
        plays: (seat, bit) of all cards played, in order.
        start: where play goes on.
        points, tricks, honours: by team, what it has won so far.
    """

    seat: int
    ground: Ground
    team_of: tuple[int, ...]
    hand: int
    hidden: int
    counts: tuple[int, ...]
    barred: tuple[int, ...]
    owned: tuple[int, ...]
    played: tuple[int, ...]
    plays: tuple[tuple[int, int], ...]
    start: Start
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    honours: tuple[int, ...]


def read_play(view: View) -> Seen:
    """Return what the view of a seat that has to play a card tells."""
    ground = lay_ground(view["contract"]["trump"])
    team_of = index_teams(tuple(tuple(team) for team in view["teams"]))
    plays = [(seat, ground.bits[PACK.numbers[text]]) for seat, text in view["plays"]]
    played = [0] * SEAT_COUNT
    for seat, bit in plays:
        played[seat] |= bit
    hand = ground.mask_of(PACK.parse_cards(view["hand"]))
    seen = sum(played)
    return Seen(
        seat=view["seat"],
        ground=ground,
        team_of=team_of,
        hand=hand,
        hidden=ground.all_cards & ~(hand | seen),
        counts=tuple(view["counts"]),
        barred=tuple(_find_barred(ground, plays=plays, team_of=team_of, announced=view["announced"])),
        owned=tuple(bits & ~seen for bits in _find_owned(view, ground=ground)),
        played=tuple(played),
        plays=tuple(plays),
        start=_find_start(view, ground=ground, plays=plays),
        points=_sum_by_team(view["points_won"], team_of=team_of),
        tricks=_sum_by_team(view["tricks_won"], team_of=team_of),
        honours=_count_honours(view["announced"], team_of=team_of),
    )


def _find_start(view: View, *, ground: Ground, plays: list[tuple[int, int]]) -> Start:
    on_table = len(plays) % SEAT_COUNT
    trick = plays[len(plays) - on_table :]
    leader = trick[0][0] if trick else view["seat"]
    left = ALL_TRICKS - len(plays) // SEAT_COUNT
    return Start(leader, tuple(bit for _, bit in trick), left, _find_due(view, ground=ground))


def _find_due(view: View, *, ground: Ground) -> int:
    """Return the honours that go on an announced order; whether the J is held, only a world can tell."""
    due = 0
    for told in view["announced"]:
        for rank in "QJ"[len(told["text"]) - 1 : len(told["text"])]:
            due |= ground.bits[PACK.numbers[rank + told["suit"]]]
    return due


def _find_barred(
    ground: Ground, *, plays: list[tuple[int, int]], team_of: tuple[int, ...], announced: list[dict[str, Any]]
) -> list[int]:
    """Return by seat the cards that its plays rule out."""
    barred = _bar_silent_queens(ground, plays=plays, announced=announced)
    for first in range(0, len(plays), SEAT_COUNT):
        trick = plays[first : first + SEAT_COUNT]
        holder, master = trick[0]
        place = master.bit_length() - 1
        suit, has_duty = int(ground.led[place]), bool(ground.has_duty[place])
        for seat, bit in trick[1:]:
            wins = bit > master and bit & (suit | ground.ruff)
            if not bit & suit:
                barred[seat] |= suit
            must = has_duty if bit & suit else team_of[seat] != team_of[holder]
            if must and not wins:
                barred[seat] |= (suit if bit & suit else ground.ruff) & -(master << 1)
            if wins:
                holder, master = seat, bit
    return barred


def _bar_silent_queens(ground: Ground, *, plays: list[tuple[int, int]], announced: list[dict[str, Any]]) -> list[int]:
    """Return by seat the Q of each suit whose K it played without a word."""
    barred = [0] * SEAT_COUNT
    told = {line["suit"] for line in announced}
    for seat, bit in plays:
        if bit & ground.kings and PACK.suit_of(ground.card_of[bit]) not in told:
            barred[seat] |= bit >> ground.step
    return barred


def _find_owned(view: View, *, ground: Ground) -> list[int]:
    """Return by seat the cards that it is known to have had: the return, and the Q of an announced K."""
    owned = [0] * SEAT_COUNT
    if view["return"] is not None:
        owned[view["contract"]["declarer"]] |= ground.bits[PACK.numbers[view["return"]]]
    for told in view["announced"]:
        owned[told["seat"]] |= ground.bits[PACK.numbers["Q" + told["suit"]]]
    return owned


def _sum_by_team(values: list[int], *, team_of: tuple[int, ...]) -> tuple[int, ...]:
    sums = [0] * (max(team_of) + 1)
    for team, value in zip(team_of, values, strict=True):
        sums[team] += value
    return tuple(sums)


def _count_honours(announced: list[dict[str, Any]], *, team_of: tuple[int, ...]) -> tuple[int, ...]:
    """Return by team the points of K, Q and J so far (rules R26)."""
    best = {told["suit"]: told for told in announced}
    gains = [0] * (max(team_of) + 1)
    for suit in SUITS:
        if suit in best:
            gains[team_of[best[suit]["seat"]]] += HONOUR_POINTS.get(best[suit]["text"], 0)
    return tuple(gains)
