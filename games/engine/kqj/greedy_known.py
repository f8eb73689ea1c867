"""What a seat knows while cards are played, drawn from its view, and the chances that follow from it.

Chances take every card not seen as equally likely in each hidden hand, save that a seat which did not follow a suit
has none of it. Powers are by repeated multiplication, so that every machine rounds alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.kqj.cards import LAYOUTS, PACK
from games.engine.kqj.options import SEAT_COUNT
from games.engine.seats import seats_from
from games.engine.tricks import Layout


class Master(NamedTuple):
    """The card that wins a trick so far: who played it, and its bit in the layout."""

    seat: int
    bit: int


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat that has to play a card knows. Cards are numbers of the pack.

    Attributes:
        seat, team: its seat, and all seats of its team.
        layout, trump: of the contract.
        hand: its cards.
        trick: (seat, card) of the trick so far.
        to_follow: the seats that play after it in this trick, in order.
        unseen: the bits of the cards that are in other hands.
        hidden: how many cards the other seats hold.
        counts: how many cards each seat holds.
        voids: by seat, the bits of the suits known to be missing.
        own_plays: the cards it has played this round.
        winners: who won each finished trick.
    """

    seat: int
    team: frozenset[int]
    layout: Layout
    trump: str
    hand: tuple[int, ...]
    trick: tuple[tuple[int, int], ...]
    to_follow: tuple[int, ...]
    unseen: int
    hidden: int
    counts: tuple[int, ...]
    voids: tuple[int, ...]
    own_plays: frozenset[int]
    winners: tuple[int, ...]

    def count_higher(self, card: int) -> int:
        """Return how many cards of the card's suit in other hands are higher."""
        layout = self.layout
        return (self.unseen & layout.suits[card] & -layout.bits[card]).bit_count()

    def chance_to_beat(self, seat: int, *, master: int, led: int) -> float:
        """Return how likely the seat holds a card that may take the trick from the master's bit.

        It can do so by following the card led, or, if void, by trumping (rules R19).
        """
        suit = self.layout.suits[led]
        follow = self._chance_to_hold(seat, self.unseen & suit & -master) if suit & master else 0.0
        ruffs = self.unseen & self.layout.ruff & -master
        if suit == self.layout.ruff or not ruffs:
            return follow
        void = 1.0 - self._chance_to_hold(seat, self.unseen & suit)
        return follow + void * self._chance_to_hold(seat, ruffs)

    def _chance_to_hold(self, seat: int, cards: int) -> float:
        """Return how likely the seat holds any of the cards of a bit set."""
        other = 1.0 - self.counts[seat] / self.hidden
        none = 1.0
        for _ in range((cards & ~self.voids[seat]).bit_count()):
            none *= other
        return 1.0 - none


def find_master(trick: Sequence[tuple[int, int]], *, layout: Layout) -> Master:
    """Return what wins a trick of at least one (seat, card) so far (rules R19)."""
    seat, led = trick[0]
    best = Master(seat, layout.bits[led])
    for seat, card in trick[1:]:
        bit = layout.bits[card]
        if bit > best.bit and bit & layout.winners[led]:
            best = Master(seat, bit)
    return best


def read_view(view: Mapping[str, Any]) -> Known:
    """Return what the view of a seat that has to play a card tells."""
    seat: int = view["to_act"][0]
    trump: str = view["contract"]["trump"]
    layout = LAYOUTS[trump]
    plays = [(who, PACK.numbers[card]) for who, card in view["plays"]]
    tricks = [plays[start : start + SEAT_COUNT] for start in range(0, len(plays), SEAT_COUNT)]
    finished = [trick for trick in tricks if len(trick) == SEAT_COUNT]
    trick = tricks[-1] if len(tricks) > len(finished) else []
    hand = PACK.parse_cards(view["hand"])
    return Known(
        seat=seat,
        team=frozenset(next(team for team in view["teams"] if seat in team)),
        layout=layout,
        trump=trump,
        hand=hand,
        trick=tuple(trick),
        to_follow=seats_from(seat, count=SEAT_COUNT)[1 : SEAT_COUNT - len(trick)],
        unseen=layout.mask_of(list(range(len(PACK.texts)))) ^ layout.mask_of([*hand, *(card for _, card in plays)]),
        hidden=sum(view["counts"]) - len(hand),
        counts=tuple(view["counts"]),
        voids=_find_voids(tricks, layout=layout),
        own_plays=frozenset(card for who, card in plays if who == seat),
        winners=tuple(find_master(trick, layout=layout).seat for trick in finished),
    )


def _find_voids(tricks: Sequence[Sequence[tuple[int, int]]], *, layout: Layout) -> tuple[int, ...]:
    """Return by seat the bits of the suits that it did not follow, and so has none of (rules R20)."""
    voids = [0] * SEAT_COUNT
    for trick in tricks:
        suit = layout.suits[trick[0][1]]
        for seat, card in trick[1:]:
            if not layout.bits[card] & suit:
                voids[seat] |= suit
    return tuple(voids)
