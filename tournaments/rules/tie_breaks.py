"""Scores and tie-breaks: a formula for each key that can rank, over the ledger alone.

A table may have several opponents, so "the opponent's score" is the average of theirs: with two sides of one entrant
each, every formula is the one its source gives. docs/tournaments.md explains each with its source.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.rules.duplicate_scoring import DealScore
from tournaments.rules.ledger import NOTHING, PERCENT, Kind, Ledger, Line
from tournaments.rules.performance import rate_performance
from tournaments.rules.settings import RankingKey, Settings

FULL_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Book:
    """What the formulas read.

    Attributes:
        settings: the organiser's.
        ledger: the lines of every entrant.
        ratings: every entrant's rating.
        adjustments: match points that the organiser gave or took.
        deals: in a duplicate event, by round's number and entrant, what it got on average.
        progress: in an elimination, how far each came.
        scores: by entrant the score that Buchholz and Sonneborn-Berger add up; filled in by `with_scores`.
    """

    settings: Settings
    ledger: Ledger
    ratings: Mapping[int, Fraction]
    adjustments: Mapping[int, Fraction] = field(default_factory=dict)
    deals: Mapping[tuple[int, int], DealScore] = field(default_factory=dict)
    progress: Mapping[int, Fraction] = field(default_factory=dict)
    scores: Mapping[int, Fraction] = field(default_factory=dict)


def match_points(book: Book, entrant: int) -> Fraction:
    """Return the sum of the match points of its places, byes and adjustments."""
    points = sum((line.points for line in book.ledger[entrant]), start=NOTHING)
    return points + book.adjustments.get(entrant, NOTHING)


def game_points(book: Book, entrant: int) -> Fraction:
    """Return the sum of what its side scored in its matches."""
    return Fraction(sum(line.scored for line in book.ledger[entrant]))


def difference(book: Book, entrant: int) -> Fraction:
    """Return the sum of its side's scores less the average score of the sides against it."""
    return sum((line.margin for line in book.ledger[entrant]), start=NOTHING)


def buchholz(book: Book, entrant: int) -> Fraction:
    """Return the sum over its rounds of the opponents' scores.

    A round without an opponent counts its own score (FIDE C.07, article 16.4: the dummy opponent).
    """
    return sum(_buchholz_terms(book, entrant), start=NOTHING)


def median_buchholz(book: Book, entrant: int) -> Fraction:
    """Return Buchholz without its best and its worst round."""
    return sum(sorted(_buchholz_terms(book, entrant))[1:-1], start=NOTHING)


def _buchholz_terms(book: Book, entrant: int) -> list[Fraction]:
    """Return for each round the opponents' score on average, or its own where there was none."""
    return [
        _average([book.scores[opponent] for opponent, _ in line.meetings], otherwise=book.scores[entrant])
        for line in book.ledger[entrant]
    ]


def sonneborn_berger(book: Book, entrant: int) -> Fraction:
    """Return the sum over its rounds of the opponents' scores, full for those beaten, half for equals.

    A round without an opponent counts its own score by what the round gave.
    """
    own = book.scores[entrant]
    terms = (
        _average([book.scores[opponent] * result for opponent, result in line.meetings], otherwise=own * line.result)
        for line in book.ledger[entrant]
    )
    return sum(terms, start=NOTHING)


def wins(book: Book, entrant: int) -> Fraction:
    """Return at how many tables it was first alone, against somebody who played."""
    return Fraction(sum(line.is_win for line in book.ledger[entrant]))


def duplicate_percentage(book: Book, entrant: int) -> Fraction:
    """Return the average over its rounds of match points as a percentage of the most possible."""
    lines = book.ledger[entrant]
    return FULL_PERCENT * _average([_share_of(book, entrant, line) for line in lines], otherwise=NOTHING)


def _share_of(book: Book, entrant: int, line: Line) -> Fraction:
    """Return the part of a round's match points: by the deals, or what a bye or late entry gives."""
    if line.kind in {Kind.PLAYED, Kind.FORFEIT}:
        return book.deals[line.number, entrant].share
    percent = {Kind.BYE: book.settings.bye_percent, Kind.LATE: book.settings.late_percent}
    return percent.get(line.kind, 0) * PERCENT


def duplicate_points(book: Book, entrant: int) -> Fraction:
    """Return the sum over its rounds of its points against the average of a deal."""
    played = [book.deals.get((line.number, entrant)) for line in book.ledger[entrant]]
    return sum((deal.points for deal in played if deal is not None), start=NOTHING)


def performance(book: Book, entrant: int) -> Fraction:
    """Return the rating that its results against its opponents' ratings stand for; 0 before it met anybody."""
    met = [meeting for line in book.ledger[entrant] for meeting in line.meetings]
    if not met:
        return NOTHING
    ratings = [book.ratings[opponent] for opponent, _ in met]
    return rate_performance(ratings, results=[result for _, result in met])


def progress(book: Book, entrant: int) -> Fraction:
    """Return how far it came in an elimination."""
    return book.progress.get(entrant, NOTHING)


def direct_encounter(book: Book, tied: Collection[int]) -> dict[int, Fraction]:
    """Return by entrant its results against the others of a tie; 0 for all unless every two of them have met."""
    results = {
        entrant: [meeting for line in book.ledger[entrant] for meeting in line.meetings if meeting[0] in tied]
        for entrant in tied
    }
    if any(len({opponent for opponent, _ in met}) < len(tied) - 1 for met in results.values()):
        return dict.fromkeys(tied, NOTHING)
    return {entrant: sum((result for _, result in met), start=NOTHING) for entrant, met in results.items()}


def _average(values: list[Fraction], *, otherwise: Fraction) -> Fraction:
    """Return the average of the values; of none, the other value."""
    return sum(values, start=NOTHING) / len(values) if values else otherwise


FORMULAS: Mapping[RankingKey, Callable[[Book, int], Fraction]] = {
    RankingKey.MATCH_POINTS: match_points,
    RankingKey.GAME_POINTS: game_points,
    RankingKey.DIFFERENCE: difference,
    RankingKey.BUCHHOLZ: buchholz,
    RankingKey.MEDIAN_BUCHHOLZ: median_buchholz,
    RankingKey.SONNEBORN_BERGER: sonneborn_berger,
    RankingKey.WINS: wins,
    RankingKey.DUPLICATE_PERCENTAGE: duplicate_percentage,
    RankingKey.DUPLICATE_POINTS: duplicate_points,
    RankingKey.PERFORMANCE: performance,
    RankingKey.PROGRESS: progress,
}
"""The formula of each key but direct encounter, which depends on who is tied."""
