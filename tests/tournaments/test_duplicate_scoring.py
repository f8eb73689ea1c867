"""Scores of duplicate deals, against a published example from bridge."""

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.builders import entrants_of
from tournaments.rules.contract import Event, Round, Table, TableResult
from tournaments.rules.duplicate_scoring import DealScore, score_deal, score_round
from tournaments.rules.settings import RankingKey, Settings
from tournaments.rules.standings import open_book, rank

# No Fear Bridge, "Duplicate bridge": the traveller of board 1 at seven tables, https://www.nofearbridge.co.uk/duplicate.htm
NORTH_SOUTH = [430, 430, 420, 460, 430, 450, -50]
NORTH_SOUTH_POINTS = [6, 6, 2, 12, 6, 10, 0]
EAST_WEST_POINTS = [6, 6, 10, 0, 6, 2, 12]
TOP = 12


def bridge_round() -> Round:
    results = []
    for index, score in enumerate(NORTH_SOUTH):
        table = Table(index + 1, ((2 * index + 1,), (2 * index + 2,)))
        deal = (max(score, 0), max(-score, 0))
        places = (1, 2) if score > 0 else (2, 1)
        results.append(TableResult(table, places=places, scores=deal, deals=(deal,)))
    return Round(1, tuple(results))


def test_match_points_of_a_published_traveller() -> None:
    scores = score_deal(bridge_round().results, deal=0)
    assert [scores[index, 0].share * TOP for index in range(7)] == NORTH_SOUTH_POINTS
    assert [scores[index, 1].share * TOP for index in range(7)] == EAST_WEST_POINTS


def test_standings_rank_by_the_percentage() -> None:
    settings = Settings(entry="teams", ranking=(RankingKey.DUPLICATE_PERCENTAGE,))
    event = Event(entrants_of(range(1, 15)), settings, bytes(32), (bridge_round(),))
    lines = rank(event, book=open_book(event))
    assert [(line.entrant, line.place) for line in lines[:4]] == [(7, 1), (14, 1), (6, 3), (11, 3)]
    assert lines[2].values[RankingKey.DUPLICATE_PERCENTAGE] == Fraction(1000, 12)


def test_points_against_the_average_sum_to_nothing() -> None:
    scores = score_deal(bridge_round().results, deal=0)
    mean = Fraction(sum(NORTH_SOUTH), 7)
    assert [scores[index, 0].points for index in range(7)] == [score - mean for score in NORTH_SOUTH]
    assert sum(score.points for score in scores.values()) == 0


def test_a_deal_that_was_not_played_gives_half_and_compares_with_nobody() -> None:
    played = bridge_round()
    results = (replace(played.results[0], deals=(None,)), *played.results[1:])
    scores = score_deal(results, deal=0)
    assert scores[0, 0] == scores[0, 1] == DealScore(Fraction(1, 2), Fraction(0))
    assert [scores[index, 0].share * 10 for index in range(1, 7)] == [5, 2, 10, 5, 8, 0]


def test_who_forfeits_gets_nothing() -> None:
    played = bridge_round()
    results = (replace(played.results[0], forfeits=frozenset({1})), *played.results[1:])
    scores = score_round(replace(played, results=results))
    assert scores[1] == DealScore(Fraction(0), Fraction(0))
    assert scores[2].share == Fraction(1, 2)


def test_three_sides_compare_what_they_scored_beyond_the_others() -> None:
    tables = [Table(index + 1, tuple((3 * index + side,) for side in (1, 2, 3))) for index in range(2)]
    deals = [(100, 0, 0), (100, 60, 0)]
    results = tuple(
        TableResult(table, (1, 2, 2), deal, deals=(deal,)) for table, deal in zip(tables, deals, strict=True)
    )
    scores = score_deal(results, deal=0)
    assert [scores[0, side].share for side in range(3)] == [1, 0, 1]
    assert [scores[1, side].share for side in range(3)] == [0, 1, 0]


def test_one_table_alone_is_average() -> None:
    one = Round(1, bridge_round().results[:1])
    assert score_round(one) == dict.fromkeys((1, 2), DealScore(Fraction(1, 2), Fraction(0)))
