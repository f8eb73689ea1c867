"""Round robins: schedules, and what becomes of them."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.builders import SEED, entrants_of, play_on
from tournaments.rules.berger import berger_rounds
from tournaments.rules.contract import BOT, Event
from tournaments.rules.kirkman import kirkman_rounds
from tournaments.rules.registry import get
from tournaments.rules.schedules import measure_unevenness, schedule_threes
from tournaments.rules.settings import RankingKey

ROBIN = get("round_robin")

# FIDE Handbook C.05, annex 1: Berger tables for 3 or 4 and for 5 or 6 players.
BERGER_4 = ["1-4 2-3", "4-3 1-2", "2-4 3-1"]
BERGER_6 = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]


def event_for(count: int, **settings: object) -> Event:
    return Event(entrants_of(range(1, count + 1)), ROBIN.parse_settings(settings), SEED)


def meetings(event: Event) -> Counter[tuple[int, int]]:
    tables = [result.table for past in event.rounds for result in past.results]
    return Counter(two for table in tables for two in combinations(sorted(table.entrants), 2))


@pytest.mark.parametrize(("count", "table"), [(3, BERGER_4), (4, BERGER_4), (5, BERGER_6), (6, BERGER_6)])
def test_berger_tables_are_those_of_fide(count: int, table: list[str]) -> None:
    assert [" ".join(f"{a + 1}-{b + 1}" for a, b in games) for games in berger_rounds(count)] == table


@pytest.mark.parametrize("count", [3, 9, 15, 21, 27, 39, 57])
def test_in_a_kirkman_system_every_two_meet_once(count: int) -> None:
    rounds = kirkman_rounds(count)
    assert rounds is not None
    assert len(rounds) == (count - 1) // 2
    assert all(sorted(one for triple in triples for one in triple) == list(range(count)) for triples in rounds)
    met = Counter(two for triples in rounds for triple in triples for two in combinations(sorted(triple), 2))
    assert (len(met), set(met.values())) == (count * (count - 1) // 2, {1})


@pytest.mark.parametrize("count", [4, 6, 10, 18, 25, 33, 36])
def test_no_kirkman_system_is_claimed_where_none_is_built(count: int) -> None:
    assert kirkman_rounds(count) is None


@pytest.mark.parametrize(("count", "least"), [(6, 30), (12, 92)])
def test_threes_that_have_no_perfect_schedule_are_nearly_even(count: int, least: int) -> None:
    """With 6, 30 is the best of all schedules of three rounds; 12 play 72 meetings of 66 pairs, so at best 84."""
    schedule = schedule_threes(count, is_double=False, has_byes=False, seed=SEED)
    assert measure_unevenness(schedule, count=count) <= least


def test_empty_seats_do_not_leave_a_team_alone_with_bots() -> None:
    for meetings_ in schedule_threes(4, is_double=False, has_byes=False, seed=SEED):
        assert sorted(sum(seat < 4 for seat in seats) for seats in meetings_) == [2, 2]


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("is_double", [False, True])
def test_every_two_teams_meet(count: int, is_double: bool) -> None:  # noqa: FBT001  # a parameter of the case
    event = play_on(event_for(count, double=is_double, missing="bye"), next_round=ROBIN.next_round)
    assert len(event.rounds) == ROBIN.round_count(event) == (count - 1 + count % 2) * (1 + is_double)
    assert set(meetings(event).values()) == {1 + is_double}
    assert len(meetings(event)) == count * (count - 1) // 2
    byes = Counter(number for past in event.rounds for number in past.byes)
    assert set(byes.values()) == ({1 + is_double} if count % 2 else set())


def test_the_second_time_sides_are_changed() -> None:
    event = play_on(event_for(4, double=True), next_round=ROBIN.next_round)
    sides = [result.table.sides for past in event.rounds for result in past.results]
    assert sorted(sides) == sorted(((second, first)) for first, second in sides)


@pytest.mark.parametrize(("count", "rounds"), [(3, 1), (7, 4), (8, 4), (9, 4), (14, 7), (15, 7)])
def test_three_team_tables_let_every_two_teams_meet_once_where_that_exists(count: int, rounds: int) -> None:
    event = play_on(event_for(count, sides=3), next_round=ROBIN.next_round)
    assert len(event.rounds) == rounds
    assert set(meetings(event).values()) == {1}
    assert len(meetings(event)) == count * (count - 1) // 2


def test_threes_with_byes_share_them_evenly() -> None:
    event = play_on(event_for(7, sides=3, missing="bye"), next_round=ROBIN.next_round)
    byes = Counter(number for past in event.rounds for number in past.byes)
    assert (len(event.rounds), max(byes.values())) == (3, 1)
    assert all(BOT not in side for past in event.rounds for result in past.results for side in result.table.sides)


def test_an_odd_team_meets_bots_unless_byes_are_set() -> None:
    event = play_on(event_for(5), next_round=ROBIN.next_round)
    alone = [
        result.table.entrants for past in event.rounds for result in past.results if len(result.table.entrants) == 1
    ]
    assert sorted(alone) == [(number,) for number in range(1, 6)]


def test_who_leaves_leaves_byes_behind_and_the_rest_meets_all_the_same() -> None:
    event = play_on(event_for(6, missing="bye"), next_round=ROBIN.next_round, rounds=2)
    gone = (replace(event.entrants[0], leaves=3), *event.entrants[1:])
    event = play_on(replace(event, entrants=gone), next_round=ROBIN.next_round)
    assert [len(past.byes) for past in event.rounds] == [0, 0, 1, 1, 1]
    assert all(meetings(event)[two] == 1 for two in combinations(range(2, 7), 2))


def test_a_reserve_takes_the_seat_of_who_left() -> None:
    event = event_for(7, missing="reserve")
    reserve = replace(event.entrants[6], is_reserve=True)
    event = play_on(replace(event, entrants=(*event.entrants[:6], reserve)), next_round=ROBIN.next_round, rounds=2)
    gone = (replace(event.entrants[0], leaves=3), *event.entrants[1:])
    event = play_on(replace(event, entrants=gone), next_round=ROBIN.next_round)
    came = [7 in {one for result in past.results for one in result.table.entrants} for past in event.rounds]
    assert came == [False, False, True, True, True]


def test_late_entries_are_not_in_the_schedule() -> None:
    event = event_for(5)
    late = replace(event.entrants[4], enters=2)
    event = play_on(replace(event, entrants=(*event.entrants[:4], late)), next_round=ROBIN.next_round)
    assert len(event.rounds) == 3
    assert all(5 not in result.table.entrants for past in event.rounds for result in past.results)


def test_direct_encounter_breaks_ties_by_default() -> None:
    assert ROBIN.parse_settings({}).ranking[1] is RankingKey.DIRECT_ENCOUNTER


def test_when_all_withdraw_the_event_closes() -> None:
    event = play_on(event_for(6), next_round=ROBIN.next_round, rounds=2)
    left = tuple(replace(entrant, leaves=3) for entrant in event.entrants)
    assert ROBIN.next_round(replace(event, entrants=left)) is None
