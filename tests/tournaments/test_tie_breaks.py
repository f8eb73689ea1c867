"""Scores and tie-breaks, against published tables."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.builders import CHESS, event_of, pair, values_of
from tournaments.rules.contract import Adjustment, Entrant, Event, Round, Standing, Table, TableResult
from tournaments.rules.performance import rate_performance
from tournaments.rules.settings import RankingKey, Settings
from tournaments.rules.standings import open_book, rank

# FIDE Technical Commission, Tie-Break Exercise of 18 March 2024: sixteen players, five rounds.
# https://tec.fide.com/2024/03/18/tie-break-exercise/ (+ won, = drawn, - lost; F: not played; B alone: a bye; 0: absent)
FIDE_TABLE = """
1  +9 =13 =2 +15 =4
2  +10 +7 =1 +16 =3
3  =11 +6 +8 =4 =2
4  +12 =B +13 =3 =1
5  -13 -15 +11 =7 +10
6  -14 -3 +B +10 +8
7  +15 -2 -16 =5 -11
8  =16 +14 -3 +13 -6
9  -1 -10 =B -F11 +B
10 -2 +9 -15 -6 -5
11 =3 -16 -5 +F9 +7
12 -4 0 +F14 0 0
13 +5 =1 -4 -8 -14
14 +6 -8 -F12 0 +13
15 -7 +5 +10 -1 -16
16 =8 +11 +7 -2 +15
"""
FIDE_RATINGS = {1: 2200, 3: 2100, 7: 1900, 10: 1750, 16: 1450}
RESULTS = {"+": 1.0, "=": 0.5, "-": 0.0}


def standings(event: Event) -> tuple[Standing, ...]:
    return rank(event, book=open_book(event))


def fide_event() -> Event:
    rows = [line.split() for line in FIDE_TABLE.strip().splitlines()]
    rounds, adjustments = [], []
    for number in range(1, 6):
        results, byes = [], []
        for row in rows:
            player, cell = int(row[0]), row[number]
            opponent = cell[1:].lstrip("F")
            if cell[1:] == "B":
                byes.append(player)
                if cell[0] == "=":
                    adjustments.append(Adjustment(player, Fraction(-1, 2)))
            elif cell != "0" and player < int(opponent):
                absent = [player if cell[0] == "-" else int(opponent)] if "F" in cell else []
                results.append(pair(player, int(opponent), RESULTS[cell[0]], forfeits=absent))
        rounds.append(Round(number, tuple(results), tuple(byes)))
    event = event_of(rounds, numbers=range(1, 17), adjustments=tuple(adjustments))
    rated = [replace(entrant, rating=FIDE_RATINGS.get(entrant.number, 1500)) for entrant in event.entrants]
    return replace(event, entrants=tuple(rated))


def test_match_points_of_the_fide_exercise() -> None:
    points = values_of(fide_event(), RankingKey.MATCH_POINTS, standings=standings)
    assert [points[player] for player in (1, 2, 3, 4, 8, 9, 11, 16)] == [3.5, 4, 3.5, 3.5, 2.5, 1.5, 2.5, 3.5]


def test_buchholz_of_the_fide_exercise() -> None:
    values = values_of(fide_event(), RankingKey.BUCHHOLZ, standings=standings)
    published = {1: 12.5, 2: 13, 3: 15.5, 5: 8.5, 8: 13.5, 11: 13.5, 16: 12.5}
    assert {player: values[player] for player in published} == published


def test_sonneborn_berger_of_the_fide_exercise() -> None:
    values = values_of(fide_event(), RankingKey.SONNEBORN_BERGER, standings=standings)
    assert [float(values[player]) for player in (16, 11)] == [7.25, 5.75]


def test_performance_of_the_fide_exercise() -> None:
    assert values_of(fide_event(), RankingKey.PERFORMANCE, standings=standings)[2] == 2120


@pytest.mark.parametrize(
    ("ratings", "results", "expected"),
    [
        # C.07 article 10.2 with table 8.1.1 of the Rating Regulations, computed there: all won is 800 more.
        ([1500, 1800], [1, 1], 2450),
        ([1500, 1800, 1700], [0, 0, 0], 867),
        ([2000, 1500, 1500, 1900], [0, 0, 1, 0.5], 1638),
        ([1700, 2000, 1800], [1, 1, 0.5], 2106),
    ],
)
def test_performance_takes_average_and_table(ratings: list[int], results: list[float], expected: int) -> None:
    rated = rate_performance([Fraction(rating) for rating in ratings], results=[Fraction(one) for one in results])
    assert rated == expected


def test_sonneborn_berger_of_a_double_round_robin() -> None:
    """Sensei's Library, page Sonneborn-Berger: A 11, B 9, C 6, D 4 (https://senseis.xmp.net/?SonnebornBerger)."""
    first = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    second = [(2, 1), (1, 3), (4, 1), (3, 2), (2, 4), (3, 4)]
    cells = [pair(winner, loser, 1) for winner, loser in [*first, *second]]
    event = event_of([Round(number + 1, (cell,)) for number, cell in enumerate(cells)], numbers=range(1, 5))
    event = replace(event, settings=replace(CHESS, ranking=(RankingKey.MATCH_POINTS, RankingKey.SONNEBORN_BERGER)))
    lines = rank(event, book=open_book(event, is_full=False))
    assert [(line.entrant, *line.values.values()) for line in lines] == [(1, 4, 11), (2, 4, 9), (3, 3, 6), (4, 1, 4)]


def test_sonneborn_berger_parts_players_equal_in_points() -> None:
    """Wikipedia (de), page Feinwertung: seven players; C and D have 4 points, C has 9 and D 7.75 and C is ahead."""
    table = ["-==1111", "=-==111", "==-==11", "0==-111", "00=0-11", "00000-1", "000000-"]
    marks = {"1": 1.0, "=": 0.5, "0": 0.0}
    cells = [pair(a, b, marks[table[a - 1][b - 1]]) for a in range(1, 8) for b in range(a + 1, 8)]
    event = event_of([Round(number + 1, (cell,)) for number, cell in enumerate(cells)], numbers=range(1, 8))
    event = replace(event, settings=replace(CHESS, ranking=(RankingKey.MATCH_POINTS, RankingKey.SONNEBORN_BERGER)))
    lines = rank(event, book=open_book(event, is_full=False))
    assert [line.entrant for line in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert [[float(value) for value in line.values.values()] for line in lines[2:4]] == [[4, 9], [4, 7.75]]


def test_median_buchholz_leaves_out_the_best_and_the_worst() -> None:
    """The example at https://gist.github.com/Rapptz/197c80162358d1196145: of 4, 2, 3, 4, 5, 6 count 16."""
    opponents = {2: 4, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6}
    rounds = [Round(number + 1, (pair(1, other, 1),)) for number, other in enumerate(opponents)]
    given = tuple(Adjustment(other, Fraction(points)) for other, points in opponents.items())
    event = event_of(rounds, numbers=range(1, 8), adjustments=given)
    ranked = replace(event, settings=replace(CHESS, ranking=(RankingKey.MATCH_POINTS, RankingKey.MEDIAN_BUCHHOLZ)))
    assert rank(ranked, book=open_book(ranked, is_full=False))[0].values[RankingKey.MEDIAN_BUCHHOLZ] == 16


def test_direct_encounter_counts_only_when_all_of_a_tie_have_met() -> None:
    ranking = (RankingKey.MATCH_POINTS, RankingKey.DIRECT_ENCOUNTER)
    met = [Round(1, (pair(1, 2, 0), pair(3, 4, 1))), Round(2, (pair(1, 3, 1), pair(2, 4, 0)))]
    event = event_of(met, numbers=range(1, 5), settings=replace(CHESS, ranking=ranking))
    # All have one point, and 1-4 and 2-3 have not met: nobody is ahead.
    assert [(line.place, float(line.values[RankingKey.DIRECT_ENCOUNTER])) for line in standings(event)] == [(1, 0)] * 4
    two = replace(
        event, entrants=event.entrants[:2], rounds=event.rounds[:1], adjustments=(Adjustment(1, Fraction(1)),)
    )
    assert [(line.entrant, line.place) for line in standings(two)] == [(2, 1), (1, 2)]


def test_wins_need_to_be_first_alone_against_somebody_who_played() -> None:
    rounds = [
        Round(1, (pair(1, 2, 1), pair(3, 4, 0.5))),
        Round(2, (pair(1, 3, 1, forfeits=[3]), pair(2, 4, 1))),
    ]
    event = event_of(rounds, numbers=range(1, 5))
    assert values_of(event, RankingKey.WINS, standings=standings) == {1: 1, 2: 1, 3: 0, 4: 0}


def three_sides(places: tuple[int, ...], scores: tuple[int, ...]) -> TableResult:
    return TableResult(Table(1, ((1,), (2,), (3,))), places=places, scores=scores)


@pytest.mark.parametrize(
    ("places", "own", "expected"),
    [
        ((1, 2, 3), (), (4, 2, 0)),
        ((1, 1, 3), (), (3, 3, 0)),
        ((1, 2, 2), (), (4, 1, 1)),
        ((1, 1, 1), (), (2, 2, 2)),
        ((2, 1, 3), (5, 3, 1), (3, 5, 1)),
        ((1, 1, 3), (5, 3, 1), (4, 4, 1)),
    ],
)
def test_match_points_go_by_place_and_equals_share(
    places: tuple[int, ...], own: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    settings = Settings(entry="teams", sides=3, points_by_place=own)
    event = event_of([Round(1, (three_sides(places, (900, 600, 300)),))], numbers=(1, 2, 3), settings=settings)
    points = values_of(event, RankingKey.MATCH_POINTS, standings=standings)
    assert tuple(points[number] for number in (1, 2, 3)) == expected


def test_game_points_and_difference_with_three_sides() -> None:
    settings = Settings(entry="teams", sides=3)
    event = event_of([Round(1, (three_sides((1, 2, 3), (900, 600, 300)),))], numbers=(1, 2, 3), settings=settings)
    assert values_of(event, RankingKey.GAME_POINTS, standings=standings) == {1: 900, 2: 600, 3: 300}
    assert values_of(event, RankingKey.DIFFERENCE, standings=standings) == {1: 450, 2: 0, 3: -450}


def test_partners_are_no_opponents() -> None:
    table = Table(1, ((1, 2, 3), (4, 5, 6)))
    event = Event(
        tuple(Entrant(number) for number in range(1, 7)),
        Settings(),
        bytes(32),
        (Round(1, (TableResult(table, (1, 2), (1000, 700)),)),),
    )
    assert values_of(event, RankingKey.BUCHHOLZ, standings=standings) == {1: 0, 2: 0, 3: 0, 4: 2, 5: 2, 6: 2}
    assert values_of(event, RankingKey.SONNEBORN_BERGER, standings=standings) == dict.fromkeys(range(1, 7), 0)


def test_who_forfeits_gets_nothing_while_partners_keep_theirs() -> None:
    table = Table(1, ((1, 2, 3), (4, 5, 6)))
    result = TableResult(table, (1, 2), (1000, 700), forfeits=frozenset({2, 4}))
    event = Event(tuple(Entrant(number) for number in range(1, 7)), Settings(), bytes(32), (Round(1, (result,)),))
    assert values_of(event, RankingKey.MATCH_POINTS, standings=standings) == {1: 2, 2: 0, 3: 2, 4: 0, 5: 0, 6: 0}


def test_byes_late_entries_and_absences_give_what_is_set() -> None:
    settings = Settings(entry="teams", bye_percent=50, late_percent=25)
    event = event_of([Round(1, (pair(1, 2, 1),), byes=(3,))], numbers=range(1, 6), settings=settings)
    late = replace(event.entrants[3], enters=2)
    event = replace(event, entrants=(*event.entrants[:3], late, event.entrants[4]))
    points = values_of(event, RankingKey.MATCH_POINTS, standings=standings)
    assert points == {1: 2, 2: 0, 3: 1, 4: Fraction(1, 2), 5: 0}


def test_a_table_still_being_played_counts_for_nobody() -> None:
    event = event_of([Round(1, (pair(1, 2, 1),), pending=(Table(2, ((3,), (4,))),))], numbers=range(1, 5))
    played = {line.entrant: line.played for line in standings(event)}
    assert played == {1: 1, 2: 1, 3: 0, 4: 0}
    assert values_of(event, RankingKey.BUCHHOLZ, standings=standings) == {1: 0, 2: 1, 3: 0, 4: 0}


def test_equal_lines_share_a_place_and_the_disqualified_have_none() -> None:
    event = event_of([Round(1, (pair(1, 2, 1), pair(3, 4, 1)))], numbers=range(1, 5))
    out = replace(event.entrants[0], is_ranked=False)
    event = replace(event, entrants=(out, *event.entrants[1:]))
    assert [(line.entrant, line.place) for line in standings(event)] == [(3, 1), (2, 2), (4, 2), (1, None)]
