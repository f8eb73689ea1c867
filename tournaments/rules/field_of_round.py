"""Who plays the next round: active entrants in order of standing, and what happens to seats or teams too few."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.engine.shuffle import Stream
from tournaments.rules.contract import Entrant, Event
from tournaments.rules.errors import PairingError
from tournaments.rules.history import History

MIN_ENTRANTS = 2
"""With fewer there is nobody to play against and the event is over."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays a round.

    Attributes:
        players: entrants in the order in which neighbours should meet.
        bots: how many bots, or teams of bots, play too.
        byes: who has a bye.
    """

    players: tuple[int, ...]
    bots: int = 0
    byes: tuple[int, ...] = ()


def open_stream(event: Event) -> Stream:
    """Return the chance of the next round."""
    return Stream(event.seed, label=f"round:{event.next_number}")


def refuse_pending(event: Event) -> None:
    """Refuse to go on while a table of the last round is being played.

    Raises:
        PairingError: code `round_unfinished`.
    """
    if event.rounds and event.rounds[-1].pending:
        last = event.rounds[-1]
        message = f"round {last.number} has {len(last.pending)} unfinished tables: end or adjudicate them first"
        raise PairingError("round_unfinished", message, params={"round": last.number})


def active_entrants(event: Event) -> list[Entrant]:
    """Return who may play the next round, reserves left out, in the order of entry."""
    return [one for one in event.entrants if one.is_in(event.next_number) and not one.is_reserve]


def seed_order(entrants: list[Entrant]) -> list[Entrant]:
    """Return entrants by the organiser's seeding, then by rating, equal ones in the order of entry."""
    return sorted(entrants, key=lambda one: (one.seed is None, one.seed or 0, -one.rating))


def order_players(event: Event, *, scores: Mapping[int, Fraction], chance: Stream) -> list[int]:
    """Return the active entrants by score; equal ones by seeding or by draw, as the first round is seated."""
    entrants = active_entrants(event)
    if event.settings.first_round == "rating":
        entrants = seed_order(entrants)
    else:
        chance.shuffle(entrants)
    return sorted((one.number for one in entrants), key=lambda number: -scores.get(number, Fraction(0)))


def fill_field(event: Event, *, order: list[int], history: History, size: int) -> Field:
    """Return who plays at tables of a size, with missing seats filled as the settings say.

    Byes go to those who had the fewest, among them to the lowest. Where byes would leave nobody to play, bots play.
    """
    surplus = len(order) % size
    if not surplus:
        return Field(tuple(order))
    if event.settings.missing == "bye" and len(order) >= size:
        byes = pick_byes(order, history=history, count=surplus)
        return Field(tuple(number for number in order if number not in byes), byes=byes)
    missing = size - surplus
    reserves = pick_reserves(event, history=history, count=missing) if event.settings.missing == "reserve" else []
    return Field((*order, *reserves), bots=missing - len(reserves))


def pick_byes(order: list[int], *, history: History, count: int) -> tuple[int, ...]:
    """Return so many of the order for a bye: those with the fewest so far, the last of them first."""
    rows = [(history.byes.get(number, 0), -row) for row, number in enumerate(order)]
    return tuple(order[-row] for _, row in sorted(rows)[:count])


def pick_reserves(event: Event, *, history: History, count: int) -> list[int]:
    """Return up to so many reserves, those who played least first, in the order of entry."""
    reserves = [one.number for one in event.entrants if one.is_reserve and one.is_in(event.next_number)]
    return sorted(reserves, key=lambda number: history.played.get(number, 0))[:count]
