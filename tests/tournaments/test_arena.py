"""Arenas: who waits is seated at once."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.builders import SEED, entrants_of, play_round
from tournaments.rules.arena import Arena
from tournaments.rules.contract import BOT, Entrant, Event, Pairing, Round, Table, TableResult
from tournaments.rules.settings import RankingKey

ARENA = Arena()


def event_for(count: int, *, free: Sequence[int] = (), rounds: Sequence[Round] = (), **settings: object) -> Event:
    parsed = ARENA.parse_settings(settings)
    return Event(entrants_of(range(1, count + 1)), parsed, SEED, tuple(rounds), free=tuple(free))


def seated(pairing: Pairing | None) -> list[set[int]]:
    assert pairing is not None
    return [set(table.entrants) for table in pairing.tables]


def alone(number: int, order: Sequence[int]) -> Round:
    """A table of six who play alone, in this order of places."""
    table = Table(1, tuple((one,) for one in order))
    return Round(number, (TableResult(table, tuple(range(1, 7)), tuple(range(600, 0, -100))),))


def test_who_waited_longest_is_seated_and_the_rest_waits() -> None:
    assert seated(ARENA.next_round(event_for(10, free=[10, 9, 8, 7, 6, 5, 4, 3]))) == [{10, 9, 8, 7, 6, 5}]


def test_too_few_wait_while_others_play() -> None:
    playing = Round(1, pending=(Table(1, ((1, 2, 3), (4, 5, 6))),))
    assert ARENA.next_round(event_for(10, free=[7, 8, 9, 10], rounds=[playing])) is None


def test_too_few_play_with_bots_when_nobody_plays() -> None:
    pairing = ARENA.next_round(event_for(10, free=[7, 8, 9, 10]))
    assert seated(pairing) == [{7, 8, 9, 10}]
    assert pairing is not None
    assert sum(side.count(BOT) for side in pairing.tables[0].sides) == 2
    assert ARENA.next_round(event_for(10, free=[7, 8, 9, 10], missing="bye")) is None
    assert ARENA.next_round(event_for(10, free=[7])) is None


def test_reserves_come_before_bots() -> None:
    event = event_for(10, free=[7, 8, 9, 10], missing="reserve")
    entrants = tuple(replace(one, is_reserve=one.number > 8) for one in event.entrants)
    assert seated(ARENA.next_round(replace(event, entrants=entrants))) == [{7, 8, 9, 10}]
    waiting = replace(event, entrants=entrants, free=(1, 2, 3, 4, 5, 9, 6))
    assert seated(ARENA.next_round(waiting)) == [{1, 2, 3, 4, 5, 6}]


def test_people_near_in_standing_sit_together() -> None:
    """However the two tables are mixed, three of each meet again: standing decides which."""
    rounds = [alone(1, [1, 2, 3, 4, 5, 6]), alone(2, [7, 8, 9, 10, 11, 12])]
    tables = seated(ARENA.next_round(event_for(12, free=range(1, 13), rounds=rounds, sides=6)))
    assert tables == [{1, 2, 3, 7, 8, 9}, {4, 5, 6, 10, 11, 12}]


def test_who_just_met_is_not_seated_together_where_that_can_be() -> None:
    event = event_for(36, free=range(1, 37))
    chance = random.Random(4)
    for _ in range(4):
        pairing = ARENA.next_round(event)
        assert pairing is not None
        last = {two for result in (event.rounds[-1].results if event.rounds else ()) for two in met(result.table)}
        assert not last & {two for table in pairing.tables for two in met(table)}
        event = replace(event, rounds=(*event.rounds, play_round(pairing, chance=chance)))


def met(table: Table) -> set[tuple[int, int]]:
    return set(combinations(sorted(table.entrants), 2))


def test_a_table_that_just_played_waits_while_others_play() -> None:
    event = event_for(12, free=range(1, 13))
    pairing = ARENA.next_round(event)
    assert pairing is not None
    done = play_round(replace(pairing, tables=pairing.tables[:1]), chance=random.Random(1))
    six = pairing.tables[0].entrants
    playing = replace(event, rounds=(replace(done, pending=pairing.tables[1:]),), free=six)
    assert ARENA.next_round(playing) is None
    assert seated(ARENA.next_round(replace(playing, rounds=(done,)))) == [set(six)]


def test_duos_sit_at_tables_of_three() -> None:
    pairing = ARENA.next_round(event_for(9, free=range(1, 10), entry="teams", sides=3))
    assert pairing is not None
    assert sorted(one for table in pairing.tables for one in table.entrants) == list(range(1, 10))
    assert all([len(side) for side in table.sides] == [1, 1, 1] for table in pairing.tables)


@pytest.mark.parametrize(("streak", "expected"), [(2, 10 + 10 + 20 + 20), (1, 10 + 20 + 20 + 20), (0, 40)])
def test_wins_in_a_row_count_double_from_the_set_number_on(streak: int, expected: int) -> None:
    rounds = [alone(number, [1, 2, 3, 4, 5, 6]) for number in range(1, 5)]
    event = event_for(6, rounds=rounds, sides=6, streak=streak)
    assert ARENA.standings(event)[0].values[RankingKey.MATCH_POINTS] == expected


def test_a_lost_table_ends_a_streak_and_itself_counts_double() -> None:
    orders = [[1, 2, 3, 4, 5, 6]] * 2 + [[2, 1, 3, 4, 5, 6]] + [[1, 2, 3, 4, 5, 6]]
    rounds = [alone(number, order) for number, order in enumerate(orders, start=1)]
    points = {
        line.entrant: line.values[RankingKey.MATCH_POINTS]
        for line in ARENA.standings(event_for(6, rounds=rounds, sides=6))
    }
    assert points[1] == 10 + 10 + 2 * 8 + 10


def test_who_has_left_is_not_seated() -> None:
    event = event_for(7, free=range(1, 8))
    gone: tuple[Entrant, ...] = (replace(event.entrants[0], leaves=1), *event.entrants[1:])
    assert seated(ARENA.next_round(replace(event, entrants=gone))) == [{2, 3, 4, 5, 6, 7}]
