"""The frozen state of a KQJ match: small nested parts, so that a play copies little."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.kqj.actions import Call, Play
from games.engine.kqj.cards import HONOURS, LAYOUTS, NO_TRUMP
from games.engine.kqj.options import KqjOptions
from games.engine.seats import Teams
from games.engine.tricks import Layout

OVER_TURN = -1
"""The seat to act once the match is over: none."""


class Contract(NamedTuple):
    """What the declarer's team has to fulfil, with the names of the record.

    Attributes:
        declarer: a seat.
        trump: a suit, AT or NT.
        amount: the points bid; None after a take.
        capot: whether all tricks were promised.
        multiplier: 1, 2 countered, 4 overcountered.
    """

    declarer: int
    trump: str
    amount: int | None = None
    capot: bool = False
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class Deal:
    """What is settled when a round begins.

    Attributes:
        number: of the round, from 0.
        dealer: a seat.
        opener: the seat that calls and leads first.
        teams: the seats of each team.
        team_of: the team by seat.
        deck: the shuffled pack (rules R31).
        turned: the card turned up (the return); None in an auction.
    """

    number: int
    dealer: int
    opener: int
    teams: Teams
    team_of: tuple[int, ...]
    deck: tuple[int, ...]
    turned: int | None


class Trick(NamedTuple):
    """A finished trick.

    Attributes:
        leader: the seat that led.
        cards: in the order played.
        winner: the seat that won it.
        points: the card points in it.
    """

    leader: int
    cards: tuple[int, ...]
    winner: int
    points: int


class Announcement(NamedTuple):
    """What was announced as honours fell (rules R26).

    Attributes:
        seat: who announced.
        suit: of the honours.
        level: 1 for K, 2 for KQ, 3 for KQJ.
    """

    seat: int
    suit: str
    level: int


class FinishedRound(NamedTuple):
    """A round that was played or passed out; `result` is its JSON form in the record, never changed."""

    deal: Deal
    calls: tuple[tuple[int, Call], ...]
    contract: Contract | None
    tricks: tuple[Trick, ...]
    result: dict[str, Any]


class Book(NamedTuple):
    """What the rounds so far left behind.

    Attributes:
        scores: by side.
        carried: the litigation gratuity that waits (rules R29).
        rounds: the finished ones.
        reason: why the match is over: goal, rounds, or what an unfinished one was given up for; None while it goes on.
    """

    scores: tuple[int, ...]
    carried: int = 0
    rounds: tuple[FinishedRound, ...] = ()
    reason: str | None = None


class Match(NamedTuple):
    """What stays the same all match."""

    options: KqjOptions
    seed: bytes
    first_dealer: int


class Menu(NamedTuple):
    """The calls open to a seat: listed, and as a set."""

    listed: tuple[Call, ...]
    allowed: frozenset[Call]


@dataclass(frozen=True, slots=True)
class Frame:
    """What stays the same while cards are played.

    Attributes:
        match, book, deal: see there.
        phase: taking, auction, overcounter, playing or over.
        calls: (seat, call) in order.
        menu: the calls open to the seat whose turn it is; None when no calls are due.
        contract: None until the calls are closed, and then for good if the round was passed out.
        layout: of the contract; until there is one, of No-Trump.
        honours: by card, its level if it counts for an announcement, else 0.
        hands: by seat, the bit set of the eight cards dealt to it, in the layout; empty until there is a contract.
        plays: by seat the same cards as (bit, play), sorted for display.
    """

    match: Match
    book: Book
    deal: Deal
    phase: str
    calls: tuple[tuple[int, Call], ...] = ()
    menu: Menu | None = None
    contract: Contract | None = None
    layout: Layout = LAYOUTS[NO_TRUMP]
    honours: tuple[int, ...] = HONOURS[NO_TRUMP]
    hands: tuple[int, ...] = ()
    plays: tuple[list[tuple[int, Play]], ...] = ()


class State(NamedTuple):
    """A match between two actions.

    Attributes:
        frame: what does not change from card to card.
        turn: the seat to act; OVER_TURN when the match is over.
        left: the bit set of the cards not yet played; with one of the frame's hands, what that seat holds.
        legal: the bit set of the cards that may be played now; 0 while calls are due.
        lead: the card that was led to the trick, -1 if none.
        master: the bit of the trick's master card, 0 if none.
        holder: the seat that played it.
        trick: the cards played to the trick, in order.
        tricks: the finished ones of the round.
        announced: in the order they fell.
    """

    frame: Frame
    turn: int
    left: int
    legal: int = 0
    lead: int = -1
    master: int = 0
    holder: int = 0
    trick: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    announced: tuple[Announcement, ...] = ()
