"""What the formats of elimination share: seeding, pairing by a bracket, standings, and the bracket as drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.engine.shuffle import Stream
from tournaments.rules.bracket import Bracket, Part, Source, count_depths
from tournaments.rules.bracket_play import BracketPlay
from tournaments.rules.contract import Entrant, Event, Pairing, Standing, Table
from tournaments.rules.field_of_round import seed_order
from tournaments.rules.settings import RankingKey
from tournaments.rules.standings import open_book, rank

RANKING = (RankingKey.PROGRESS,)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A match of the bracket as it stands, for pages that draw it.

    Attributes:
        part, column, row: its place: which part, from 1 from left to right, from 0 from top to bottom.
        label: what people call it, marked for translation, or empty.
        sides: for each side who it is; None: nobody, or not known yet.
        feeds: for each side the index of the match that it comes from, None for a seed.
        is_open: for each side whether it is not known yet.
        winner: who won; None: nobody, or not decided.
        is_played: it was played at a table, not won by default.
    """

    part: Part
    column: int
    row: int
    label: str
    sides: tuple[int | None, ...]
    feeds: tuple[int | None, ...]
    is_open: tuple[bool, ...]
    winner: int | None
    is_played: bool


def seeded(event: Event) -> list[int]:
    """Return the teams of the bracket, those who were there from the start, the best seed first."""
    entrants: list[Entrant] = [one for one in event.entrants if one.enters <= 1 and not one.is_reserve]
    if event.settings.first_round == "rating":
        entrants = seed_order(entrants)
    else:
        Stream(event.seed, label="seeds").shuffle(entrants)
    return [one.number for one in entrants]


def pair_bracket(event: Event, play: BracketPlay) -> Pairing | None:
    """Return a table for each match that is ready; None when none is."""
    tables: list[Table] = []
    for index in play.ready:
        sides = play.sides(index)
        assert sides is not None
        members = tuple((side,) for side in sides if side is not None)
        tables.append(Table(len(tables) + 1, members, label=play.bracket[index].label))
    byes = dict.fromkeys(play.byes) if tables else {}
    seated = {number for table in tables for number in table.entrants}
    return (
        Pairing(event.next_number, tuple(tables), tuple(one for one in byes if one not in seated)) if tables else None
    )


def rank_progress(event: Event, *, progress: Mapping[int, Fraction]) -> tuple[Standing, ...]:
    """Return everybody's line by how far they came; equal ones share a place unless other keys are set."""
    return rank(event, book=open_book(event, is_full=False, progress=progress))


def count_columns(bracket: Bracket) -> int:
    """Return how many rounds a bracket takes at most, a second final left out."""
    depths = count_depths(bracket)
    return max(depth for depth, match in zip(depths, bracket, strict=True) if match.part is not Part.RESET)


def draw(play: BracketPlay) -> tuple[Drawn, ...]:
    """Return the bracket as it stands."""
    return tuple(_draw_match(play, index) for index in range(len(play.bracket)))


def _draw_match(play: BracketPlay, index: int) -> Drawn:
    """Return one match as it stands."""
    match, outcome = play.bracket[index], play.outcomes.get(index)
    found = [play.find(source, number) for source, number in match.sides]
    return Drawn(
        part=match.part,
        column=match.column,
        row=match.row,
        label=match.label,
        sides=tuple(one[0] if one else None for one in found),
        feeds=tuple(None if source is Source.SEED else number for source, number in match.sides),
        is_open=tuple(one is None for one in found),
        winner=outcome.winner if outcome else None,
        is_played=outcome is not None and outcome.is_played,
    )
