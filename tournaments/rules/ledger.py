"""What each entrant got out of each round: the one reading of results that scores and tie-breaks start from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from tournaments.rules.contract import BOT, Entrant, Event, Round, TableResult
from tournaments.rules.settings import Settings

NOTHING = Fraction(0)
HALF = Fraction(1, 2)
PERCENT = Fraction(1, 100)


class Kind(StrEnum):
    """What a round was for an entrant."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    LATE = "late"
    ABSENT = "absent"
    """Also after it left."""


@dataclass(frozen=True, slots=True)
class Line:
    """A round of an entrant.

    Attributes:
        number: the round's.
        kind: what it was.
        points: match points.
        result: how much of what could be won was won, from 0 (last) over 1/2 (all equal) to 1 (first alone).
        scored: what its side scored in the match.
        margin: how much more than the other sides' average that was.
        meetings: whom it played against, with 1, 1/2 or 0 for won, equal, lost; no bots, nobody who did not play.
        is_win: it was first alone against somebody who played.
    """

    number: int
    kind: Kind
    points: Fraction = NOTHING
    result: Fraction = NOTHING
    scored: int = 0
    margin: Fraction = NOTHING
    meetings: tuple[tuple[int, Fraction], ...] = ()
    is_win: bool = False


Ledger = Mapping[int, tuple[Line, ...]]


def build_ledger(event: Event, *, is_full: bool, streak: int = 0) -> Ledger:
    """Return by entrant its lines in order.

    Args:
        event: what happened.
        is_full: everybody plays every round, so that one who does not has a line for it all the same.
        streak: first places in a row after which points count double; 0: never.
    """
    lines: dict[int, list[Line]] = {entrant.number: [] for entrant in event.entrants}
    for played in event.rounds:
        for number, line in _read_round(event, played, is_full=is_full).items():
            if number in lines:
                lines[number].append(line)
    return {number: tuple(double_streaks(own, after=streak)) for number, own in lines.items()}


def _read_round(event: Event, played: Round, *, is_full: bool) -> dict[int, Line]:
    """Return the round's lines by entrant."""
    lines: dict[int, Line] = {}
    best = place_points(event.settings, sides=event.settings.sides)[0]
    for result in played.results:
        lines.update(_read_table(result, settings=event.settings, number=played.number))
    for number in played.byes:
        share = event.settings.bye_percent * PERCENT
        lines[number] = Line(played.number, Kind.BYE, points=share * best, result=share)
    if is_full:
        sitting = {number for table in played.pending for number in table.entrants}
        for entrant in event.entrants:
            if entrant.number not in lines and entrant.number not in sitting and not entrant.is_reserve:
                lines[entrant.number] = _read_absence(entrant, settings=event.settings, number=played.number, best=best)
    return lines


def _read_absence(entrant: Entrant, *, settings: Settings, number: int, best: int) -> Line:
    """Return the line of a round that an entrant neither played nor had a bye in."""
    if number >= entrant.enters:
        return Line(number, Kind.ABSENT)
    share = settings.late_percent * PERCENT
    return Line(number, Kind.LATE, points=share * best, result=share)


def _read_table(result: TableResult, *, settings: Settings, number: int) -> dict[int, Line]:
    """Return the lines of those who sat at a table."""
    lines = {}
    for side, members in enumerate(result.table.sides):
        line = _read_side(result, settings=settings, number=number, side=side)
        for member in members:
            if member in result.forfeits:
                lines[member] = Line(number, Kind.FORFEIT)
            elif member != BOT:
                lines[member] = line
    return lines


def _read_side(result: TableResult, *, settings: Settings, number: int, side: int) -> Line:
    """Return the line of those of a side who played."""
    place, others = result.places[side], [other for other in range(len(result.places)) if other != side]
    outcomes = {other: compare(place, result.places[other]) for other in others}
    meetings = tuple(
        (member, outcomes[other])
        for other in others
        for member in result.table.sides[other]
        if member != BOT and member not in result.forfeits
    )
    return Line(
        number,
        Kind.PLAYED,
        points=share_points(place, places=result.places, settings=settings),
        result=Fraction(sum(outcomes.values()), len(others)),
        scored=result.scores[side],
        margin=result.scores[side] - Fraction(sum(result.scores[other] for other in others), len(others)),
        meetings=meetings,
        is_win=bool(meetings) and all(outcome == 1 for outcome in outcomes.values()),
    )


def compare(place: int, other: int) -> Fraction:
    """Return 1 for the better place, 1/2 for the same, 0 for the worse."""
    return HALF if place == other else Fraction(int(place < other))


def place_points(settings: Settings, *, sides: int) -> tuple[int, ...]:
    """Return match points by place at a table of so many sides: the organiser's, or 2 for each side beaten."""
    if len(settings.points_by_place) == sides:
        return settings.points_by_place
    return tuple(2 * beaten for beaten in reversed(range(sides)))


def share_points(place: int, *, places: Sequence[int], settings: Settings) -> Fraction:
    """Return the match points of a place; those who share it share what its places give together."""
    points = place_points(settings, sides=len(places))
    equals = places.count(place)
    return Fraction(sum(points[place - 1 : place - 1 + equals]), equals)


def double_streaks(lines: Sequence[Line], *, after: int) -> list[Line]:
    """Return the lines with points doubled while at least so many rounds before were won in a row; 0: never."""
    counted, wins = [], 0
    for line in lines:
        counted.append(replace(line, points=2 * line.points) if after and wins >= after else line)
        wins = wins + 1 if line.is_win else 0
    return counted
