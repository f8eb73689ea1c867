"""The contract that every format of a tournament fulfils: pure functions over frozen values.

Everything outside `tournaments/rules/` talks to a format through this contract and finds it by key in `registry.py`.
Whatever has happened stands in an `Event`: entrants, results, settings, seed. The same event always gives the same
tables and the same standings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol

from games.engine.rules import OptionField
from tournaments.rules.settings import Settings

BOT = 0
"""Stands in a side for a bot, or for a team of bots. Entrants have numbers above it."""
START_RATING = 1500.0
Side = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part: a person, or a team that plays as one.

    Attributes:
        number: who it is, above zero.
        rating: strength on the scale of ratings, for seeding and performance.
        seed: the organiser's seeding, 1 the first; None: by rating, after those who have one.
        enters: the first round that it plays, later than 1 for a late entry.
        leaves: the first round that it no longer plays, after a withdrawal or disqualification; None: it stays.
        is_reserve: it plays only where a seat is missing.
        is_ranked: it has a place in the standings; not so when disqualified.
    """

    number: int
    rating: float = START_RATING
    seed: int | None = None
    enters: int = 1
    leaves: int | None = None
    is_reserve: bool = False
    is_ranked: bool = True

    def is_in(self, number: int) -> bool:
        """Return whether it may play the round of this number."""
        return self.enters <= number and (self.leaves is None or number < self.leaves)


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays together.

    Attributes:
        number: from 1 in each round.
        sides: for each side its entrants, or BOT. A team is a side of one; so is a person who plays alone.
        label: what people call the match, such as a final, marked for translation; often empty.
        group: the group, from 1, in a stage of groups; else 0.
    """

    number: int
    sides: tuple[Side, ...]
    label: str = ""
    group: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return all who sit here, without bots."""
        return tuple(number for side in self.sides for number in side if number != BOT)


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a table ended.

    Attributes:
        table: who played.
        places: for each side its place from 1; equal sides share one.
        scores: for each side its final score in the match.
        deals: in a duplicate event, for each deal what each side scored in it; None for a deal that was not played.
        forfeits: who did not play. They get nothing; a side of them alone counts as not met.
    """

    table: Table
    places: tuple[int, ...]
    scores: tuple[int, ...]
    deals: tuple[tuple[int, ...] | None, ...] = ()
    forfeits: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Round:
    """What is known of a round that was paired.

    Attributes:
        number: from 1, without gaps. In an arena each seating is one.
        results: of the finished tables.
        byes: who had a bye.
        pending: the tables still being played.
    """

    number: int
    results: tuple[TableResult, ...] = ()
    byes: tuple[int, ...] = ()
    pending: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What the organiser gave or took: match points for an entrant, negative for a penalty."""

    entrant: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class Event:
    """All that a format needs to know.

    Attributes:
        entrants: everybody who ever entered, in the order of entry.
        settings: the organiser's.
        seed: what all chance comes from; 32 random bytes, drawn once.
        rounds: those that were paired, in order.
        free: in an arena, who waits for a table, the longest waiting first; elsewhere empty.
        adjustments: the organiser's.
    """

    entrants: tuple[Entrant, ...]
    settings: Settings
    seed: bytes
    rounds: tuple[Round, ...] = ()
    free: tuple[int, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()

    @property
    def next_number(self) -> int:
        """Return the number of the round to be paired."""
        return len(self.rounds) + 1


@dataclass(frozen=True, slots=True)
class Pairing:
    """The next round. Whoever may play and stands neither at a table nor under byes waits, as reserves do."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings.

    Attributes:
        entrant: whose.
        place: from 1; equal lines share one. None: out of the ranking.
        values: for each key of `Settings.ranking` its value, exact.
        played: the tables it finished.
        group: its group in an event with groups; else 0.
    """

    entrant: int
    place: int | None
    values: Mapping[str, Fraction] = field(hash=False)
    played: int = 0
    group: int = 0


class Format(Protocol):
    """How an event of one kind is paired and ranked.

    Attributes:
        key: the registry key, such as `swiss_teams`.
        name: what people call it, marked for translation.
        entries: `teams`, `individuals` or both: what may enter.
        fields: the settings that it reads, with their schema and defaults.
    """

    key: str
    name: str
    entries: tuple[str, ...]
    fields: tuple[OptionField, ...]

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object, defaults filled in.

        Raises:
            SettingsError: an unknown key, a value out of range, or values that do not fit together.
        """

    def round_count(self, event: Event) -> int | None:
        """Return how many rounds there will be as things stand; None where nobody can say."""

    def next_round(self, event: Event) -> Pairing | None:
        """Return the next round; None when the event is over, or in an arena when too few wait.

        Raises:
            PairingError: code `round_unfinished`: a table of the last round is still being played.
        """

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, best first, from the results alone."""
