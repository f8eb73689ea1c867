"""Leagues and duplicate events: rounds of another format, with windows or with deals."""

import random
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from tests.tournaments.builders import SEED, entrants_of, play_on, play_round
from tournaments.rules.contract import Event, Round
from tournaments.rules.duplicate import Duplicate
from tournaments.rules.errors import SettingsError
from tournaments.rules.league import League
from tournaments.rules.registry import get
from tournaments.rules.settings import RankingKey

LEAGUE = League()
DUPLICATE = Duplicate()


def event_for(one: League | Duplicate, count: int, **settings: object) -> Event:
    return Event(entrants_of(range(1, count + 1)), one.parse_settings(settings), SEED)


def test_a_league_of_teams_can_be_a_double_round_robin() -> None:
    event = event_for(LEAGUE, 6, entry="teams", base="round_robin", double=True)
    played = play_on(event, next_round=LEAGUE.next_round)
    assert len(played.rounds) == LEAGUE.round_count(event) == 10


def test_a_league_goes_on_while_tables_of_the_last_round_are_open() -> None:
    event = event_for(LEAGUE, 12, rounds=3)
    first = LEAGUE.next_round(event)
    assert first is not None
    waiting = replace(event, rounds=(Round(1, pending=first.tables),))
    second = LEAGUE.next_round(waiting)
    assert second is not None
    partners = {two for table in first.tables for side in table.sides for two in combinations(sorted(side), 2)}
    again = {two for table in second.tables for side in table.sides for two in combinations(sorted(side), 2)}
    assert not partners & again


def test_each_round_of_a_league_has_its_days() -> None:
    event = event_for(LEAGUE, 12, days_a_round=7)
    assert [LEAGUE.window(event, number) for number in (1, 2)] == [(0, 7), (7, 14)]


@pytest.mark.parametrize("one", [LEAGUE, DUPLICATE])
def test_a_round_robin_is_for_teams(one: League | Duplicate) -> None:
    with pytest.raises(SettingsError) as caught:
        one.parse_settings({"base": "round_robin"})
    assert caught.value.params == {"key": "base"}


def test_a_team_needs_partners() -> None:
    with pytest.raises(SettingsError):
        LEAGUE.parse_settings({"entry": "teams", "sides": 6})


def test_a_single_session_has_one_round() -> None:
    event = event_for(DUPLICATE, 12, base="single", rounds=5)
    assert len(play_on(event, next_round=DUPLICATE.next_round, deals=3).rounds) == 1


@pytest.mark.parametrize(
    ("scoring", "first"), [("match_points", RankingKey.DUPLICATE_PERCENTAGE), ("average", RankingKey.DUPLICATE_POINTS)]
)
def test_the_scoring_decides_the_ranking_unless_one_is_given(scoring: str, first: RankingKey) -> None:
    assert DUPLICATE.parse_settings({"duplicate_scoring": scoring}).ranking[0] is first
    given = DUPLICATE.parse_settings({"duplicate_scoring": scoring, "ranking": ["wins"]})
    assert given.ranking == (RankingKey.WINS,)


def test_a_duplicate_swiss_pairs_by_the_percentage() -> None:
    event = event_for(DUPLICATE, 48, rounds=2, weight_opponent=0, weight_partner=0)
    pairing = DUPLICATE.next_round(event)
    assert pairing is not None
    event = replace(event, rounds=(play_round(pairing, chance=random.Random(7), deals=4),))
    shares = {line.entrant: line.values[RankingKey.DUPLICATE_PERCENTAGE] for line in DUPLICATE.standings(event)}
    second = DUPLICATE.next_round(event)
    assert second is not None
    at_tables = [sorted(shares[one] for one in table.entrants) for table in second.tables]
    assert all(higher[0] >= lower[-1] for higher, lower in pairwise(at_tables))


def test_a_round_of_percentages_averages_to_half() -> None:
    event = play_on(event_for(DUPLICATE, 24, rounds=2), next_round=DUPLICATE.next_round, deals=5)
    shares = [line.values[RankingKey.DUPLICATE_PERCENTAGE] for line in DUPLICATE.standings(event)]
    assert sum(shares) / len(shares) == 50


def test_a_bye_gives_the_set_percentage() -> None:
    event = event_for(DUPLICATE, 7, rounds=1, missing="bye", bye_percent=60)
    event = play_on(event, next_round=DUPLICATE.next_round, deals=3)
    idle = event.rounds[0].byes[0]
    shares = {line.entrant: line.values[RankingKey.DUPLICATE_PERCENTAGE] for line in DUPLICATE.standings(event)}
    assert shares[idle] == 60


def test_the_same_settings_seat_as_the_base_does() -> None:
    event = event_for(DUPLICATE, 24, rounds=3)
    swiss = get("swiss_individuals")
    assert DUPLICATE.next_round(event) == swiss.next_round(event)
