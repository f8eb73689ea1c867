"""Groups, then elimination."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.builders import SEED, entrants_of, play_on
from tournaments.rules.contract import Event, Round, TableResult
from tournaments.rules.errors import SettingsError
from tournaments.rules.groups import GroupsThenFinal, count_clashes, count_group_rounds, deal_groups, seed_apart

GROUPS = GroupsThenFinal()


def event_for(count: int, **settings: object) -> Event:
    return Event(entrants_of(range(1, count + 1)), GROUPS.parse_settings(settings), SEED)


def play_best(event: Event, *, rounds: int = 100) -> Event:
    """The event played on with the better seed winning everything."""
    for _ in range(rounds):
        pairing = GROUPS.next_round(event)
        if pairing is None:
            break
        results = []
        for table in pairing.tables:
            order = sorted(side[0] or 99 for side in table.sides)
            places = tuple(order.index(side[0] or 99) + 1 for side in table.sides)
            results.append(TableResult(table, places, tuple(-place for place in places)))
        event = replace(event, rounds=(*event.rounds, Round(pairing.number, tuple(results), pairing.byes)))
    return event


def test_teams_are_dealt_out_as_a_snake() -> None:
    assert deal_groups(event_for(10, groups=3)) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))


def test_there_are_fewer_groups_where_teams_are_few() -> None:
    assert len(deal_groups(event_for(5, groups=4))) == 2
    assert len(deal_groups(event_for(8, groups=4, sides=3))) == 2


def test_groups_play_side_by_side_and_their_best_go_on() -> None:
    event = play_best(event_for(8))
    tables = [[result.table for result in past.results] for past in event.rounds]
    assert [len(round_) for round_ in tables] == [4, 4, 4, 2, 1]
    assert [[table.entrants for table in round_] for round_ in tables[3:]] == [[(1, 3), (2, 4)], [(1, 2)]]
    for number, members in enumerate(deal_groups(event), start=1):
        met = {tuple(sorted(t.entrants)) for round_ in tables[:3] for t in round_ if t.group == number}
        assert met == set(combinations(sorted(members), 2))
    assert [(line.entrant, line.place) for line in GROUPS.standings(event)] == [
        *((1, 1), (2, 2), (3, 3), (4, 3)),
        *((5, 5), (6, 5), (7, 7), (8, 7)),
    ]


def test_before_the_bracket_the_standings_go_by_place_in_the_group() -> None:
    event = play_best(event_for(8), rounds=3)
    assert [line.entrant for line in GROUPS.standings(event)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [line.group for line in GROUPS.standings(event)] == [1, 2, 2, 1, 1, 2, 2, 1]
    first, second = GROUPS.group_standings(event)
    assert [line.entrant for line in first] == [1, 4, 5, 8]
    assert [line.entrant for line in second] == [2, 3, 6, 7]


@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("going_on", [2, 3, 4])
def test_teams_of_a_group_do_not_meet_again_at_once(groups: int, going_on: int) -> None:
    rows = [[10 * number + place for place in range(going_on)] for number in range(groups)]
    seeds = seed_apart(rows)
    assert sorted(seeds) == sorted(member for row in rows for member in row)
    assert [seed % 10 for seed in seeds] == sorted(seed % 10 for seed in seeds)
    assert count_clashes(seeds, group_of={seed: seed // 10 for seed in seeds}) == 0


def test_who_leaves_before_the_bracket_is_followed_by_the_next_of_the_group() -> None:
    event = play_best(event_for(8), rounds=3)
    gone = (replace(event.entrants[0], leaves=4), *event.entrants[1:])
    pairing = GROUPS.next_round(replace(event, entrants=gone))
    assert pairing is not None
    assert {number for table in pairing.tables for number in table.entrants} == {2, 3, 4, 5}


def test_who_leaves_during_the_bracket_is_out_of_it() -> None:
    event = play_best(event_for(8), rounds=4)
    gone = (replace(event.entrants[0], leaves=5), *event.entrants[1:])
    event = play_best(replace(event, entrants=gone))
    assert GROUPS.standings(event)[0].entrant == 2


def test_double_elimination_can_follow() -> None:
    event = play_on(event_for(8, final="double_elimination"), next_round=GROUPS.next_round, chance=random.Random(2))
    announced = GROUPS.round_count(event)
    assert announced is not None
    assert len(event.rounds) in {announced, announced + 1}
    assert GROUPS.draw(event)
    assert GROUPS.draw(replace(event, rounds=event.rounds[:1])) == ()


def test_tables_of_three_work_throughout() -> None:
    event = play_best(event_for(18, sides=3, groups=2, group_advance=3))
    assert count_group_rounds(event) == 4
    assert all(len(result.table.sides) == 3 for past in event.rounds for result in past.results)
    assert [line.entrant for line in GROUPS.standings(event)][:3] == [1, 2, 3]


def test_three_sides_and_double_elimination_do_not_fit() -> None:
    with pytest.raises(SettingsError):
        GROUPS.parse_settings({"sides": 3, "final": "double_elimination"})
