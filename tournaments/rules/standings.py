"""Standings: entrants in order by the keys of the event's ranking, recomputed from the results each time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

from tournaments.rules.contract import Event, Standing
from tournaments.rules.duplicate_scoring import score_round
from tournaments.rules.ledger import NOTHING, Kind, build_ledger, place_points
from tournaments.rules.settings import RankingKey, Settings
from tournaments.rules.tie_breaks import FORMULAS, Book, direct_encounter

SCORE_KEYS = {
    RankingKey.MATCH_POINTS,
    RankingKey.GAME_POINTS,
    RankingKey.DUPLICATE_PERCENTAGE,
    RankingKey.DUPLICATE_POINTS,
}
"""What can be an opponent's score in Buchholz and Sonneborn-Berger; match points where an event ranks by another."""
UNITS = {
    RankingKey.GAME_POINTS: Fraction(500),
    RankingKey.DUPLICATE_PERCENTAGE: Fraction(10),
    RankingKey.DUPLICATE_POINTS: Fraction(100),
}
DUPLICATE_KEYS = {RankingKey.DUPLICATE_PERCENTAGE, RankingKey.DUPLICATE_POINTS}
Values = dict[RankingKey, Fraction]


def open_book(
    event: Event, *, is_full: bool = True, streak: int = 0, progress: Mapping[int, Fraction] | None = None
) -> Book:
    """Return what the formulas read, scores included.

    Args:
        event: what happened.
        is_full: everybody plays every round.
        streak: first places in a row after which points count double; 0: never.
        progress: in an elimination, how far each came.
    """
    adjustments: dict[int, Fraction] = {}
    for adjustment in event.adjustments:
        adjustments[adjustment.entrant] = adjustments.get(adjustment.entrant, NOTHING) + adjustment.points
    deals = {}
    if DUPLICATE_KEYS & set(event.settings.ranking):
        for played in event.rounds:
            deals.update({(played.number, entrant): score for entrant, score in score_round(played).items()})
    book = Book(
        settings=event.settings,
        ledger=build_ledger(event, is_full=is_full, streak=streak),
        ratings={entrant.number: Fraction(entrant.rating) for entrant in event.entrants},
        adjustments=adjustments,
        deals=deals,
        progress=progress or {},
    )
    return with_scores(book)


def with_scores(book: Book) -> Book:
    """Return the book with every entrant's score filled in."""
    formula = FORMULAS[score_key(book.settings.ranking)]
    return replace(book, scores={entrant: formula(book, entrant) for entrant in book.ledger})


def score_key(ranking: Sequence[RankingKey]) -> RankingKey:
    """Return the key whose value is the score that opponents are worth and that rounds are paired by."""
    return ranking[0] if ranking[0] in SCORE_KEYS else RankingKey.MATCH_POINTS


def score_unit(settings: Settings) -> Fraction:
    """Return what a step in score is when pairs are weighed: a table's first place, or what is about as rare."""
    key = score_key(settings.ranking)
    if key is RankingKey.MATCH_POINTS:
        return Fraction(place_points(settings, sides=settings.sides)[0] or 1)
    return UNITS[key]


def rank(event: Event, *, book: Book) -> tuple[Standing, ...]:
    """Return everybody's line, best first; who is out of the ranking follows without a place.

    Reserves who never played are left out. Equal lines share a place and stand in the order of entry.
    """
    listed = [entrant for entrant in event.entrants if book.ledger[entrant.number] or not entrant.is_reserve]
    ranked = [entrant.number for entrant in listed if entrant.is_ranked]
    lines: list[Standing] = []
    for tied, values in split_ties(ranked, book=book):
        place = len(lines) + 1
        lines.extend(_write_line(number, book=book, place=place, values=values[number]) for number in tied)
    out = [entrant.number for entrant in listed if not entrant.is_ranked]
    for tied, values in split_ties(out, book=book):
        lines.extend(_write_line(number, book=book, place=None, values=values[number]) for number in tied)
    return tuple(lines)


def _write_line(number: int, *, book: Book, place: int | None, values: Values) -> Standing:
    """Return an entrant's line."""
    played = sum(line.kind is Kind.PLAYED for line in book.ledger[number])
    return Standing(number, place, {key: values[key] for key in book.settings.ranking}, played=played)


def split_ties(numbers: Sequence[int], *, book: Book) -> Iterator[tuple[list[int], dict[int, Values]]]:
    """Yield those who are equal in every key, best first, with the values of each."""
    ranking = book.settings.ranking
    values: dict[int, Values] = {
        number: {key: FORMULAS[key](book, number) for key in ranking if key in FORMULAS} for number in numbers
    }
    ties = [list(numbers)] if numbers else []
    for key in ranking:
        if key is RankingKey.DIRECT_ENCOUNTER:
            for tied in ties:
                for number, result in direct_encounter(book, tied).items():
                    values[number][key] = result if len(tied) > 1 else NOTHING
        ties = [split for tied in ties for split in _split(tied, key=key, values=values)]
    return ((tied, values) for tied in ties)


def _split(tied: Iterable[int], *, key: RankingKey, values: Mapping[int, Values]) -> Iterator[list[int]]:
    """Yield those who are equal in the key, best first, each in the order given."""
    ordered = sorted(tied, key=lambda number: -values[number][key])
    for _, equals in groupby(ordered, key=lambda number: values[number][key]):
        yield list(equals)
