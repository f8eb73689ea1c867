"""Knock-outs and double elimination."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.builders import SEED, entrants_of, play_on
from tournaments.rules.bracket import Part, lay_double_elimination, seed_positions
from tournaments.rules.contract import BOT, Event, Pairing, Round, Table, TableResult
from tournaments.rules.double_elimination import DoubleElimination
from tournaments.rules.elimination_threes import plan_round
from tournaments.rules.errors import SettingsError
from tournaments.rules.knock_out import KnockOut

KNOCK_OUT = KnockOut()
DOUBLE = DoubleElimination()
Kind = KnockOut | DoubleElimination


def event_for(kind: Kind, count: int, **settings_: object) -> Event:
    return Event(entrants_of(range(1, count + 1)), kind.parse_settings(settings_), SEED)


def win(table: Table, *, upsets: Iterable[int] = (), away: Iterable[int] = ()) -> TableResult:
    """The better seed wins, unless a team of the upsets is there."""
    strong = set(upsets)
    members = [side[0] for side in table.sides]
    order = sorted(members, key=lambda one: (one in set(away), one == BOT, one not in strong, one))
    places = tuple(order.index(one) + 1 for one in members)
    return TableResult(table, places, tuple(1000 - place for place in places), forfeits=frozenset(away) & set(members))


def play(kind: Kind, event: Event, *, rounds: int = 100, upsets: Iterable[int] = (), away: Iterable[int] = ()) -> Event:
    for _ in range(rounds):
        pairing = kind.next_round(event)
        if pairing is None:
            break
        results = tuple(win(table, upsets=upsets, away=away) for table in pairing.tables)
        event = replace(event, rounds=(*event.rounds, Round(pairing.number, results, pairing.byes)))
    return event


def tables_of(pairing: Pairing | None) -> list[tuple[int, ...]]:
    assert pairing is not None
    return [tuple(side[0] for side in table.sides) for table in pairing.tables]


def places(kind: Kind, event: Event) -> dict[int, int | None]:
    return {line.entrant: line.place for line in kind.standings(event)}


def test_the_best_seeds_meet_last() -> None:
    assert seed_positions(8) == [0, 7, 3, 4, 1, 6, 2, 5]


def test_a_knock_out_of_eight_when_the_better_seed_always_wins() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 8))
    paired = [[tuple(side[0] for side in result.table.sides) for result in past.results] for past in event.rounds]
    assert paired == [[(1, 8), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2)]]
    assert places(KNOCK_OUT, event) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 5, 8: 5}
    assert event.rounds[2].results[0].table.label == "Final"


def test_the_match_for_third_place_is_played_with_the_final() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 8, third_place=True), upsets=[4])
    labels = {result.table.label: result.table.entrants for result in event.rounds[2].results}
    assert labels == {"Final": (4, 2), "Third place": (1, 3)}
    assert [line.entrant for line in KNOCK_OUT.standings(event)][:4] == [4, 2, 1, 3]
    assert [line.place for line in KNOCK_OUT.standings(event)] == [1, 2, 3, 4, 5, 5, 5, 5]


def test_byes_go_to_the_best_seeds() -> None:
    pairing = KNOCK_OUT.next_round(event_for(KNOCK_OUT, 5))
    assert pairing is not None
    assert (tables_of(pairing), sorted(pairing.byes)) == ([(4, 5)], [1, 2, 3])


def test_the_organisers_seeding_comes_before_ratings() -> None:
    event = event_for(KNOCK_OUT, 4)
    first = replace(event.entrants[3], seed=1)
    event = replace(event, entrants=(*event.entrants[:3], first))
    assert tables_of(KNOCK_OUT.next_round(event)) == [(4, 3), (1, 2)]


def test_equal_places_go_to_the_better_seed() -> None:
    event = event_for(KNOCK_OUT, 2)
    draw = TableResult(Table(1, ((1,), (2,))), places=(1, 1), scores=(1000, 1000))
    assert places(KNOCK_OUT, replace(event, rounds=(Round(1, (draw,)),))) == {1: 1, 2: 2}


def test_when_both_sides_are_away_the_next_opponent_goes_on() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 8), rounds=1, away=[4, 5])
    pairing = KNOCK_OUT.next_round(event)
    assert pairing is not None
    assert (tables_of(pairing), pairing.byes) == ([(2, 3)], (1,))
    event = play(KNOCK_OUT, event)
    assert (len(event.rounds), places(KNOCK_OUT, event)[1]) == (3, 1)


def test_when_both_finalists_are_away_nobody_has_won() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 4), rounds=1)
    event = play(KNOCK_OUT, event, away=[1, 2])
    assert KNOCK_OUT.next_round(event) is None
    assert places(KNOCK_OUT, event) == {1: 1, 2: 1, 3: 3, 4: 3}


def test_when_all_are_away_from_the_start_the_event_closes() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 8), away=range(1, 9))
    assert len(event.rounds) == 1


def test_who_leaves_after_winning_gives_the_next_opponent_a_bye() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 8), rounds=1)
    gone = (replace(event.entrants[0], leaves=2), *event.entrants[1:])
    pairing = KNOCK_OUT.next_round(replace(event, entrants=gone))
    assert pairing is not None
    assert (tables_of(pairing), pairing.byes) == ([(2, 3)], (4,))


@pytest.mark.parametrize("count", range(2, 18))
def test_a_knock_out_takes_as_many_rounds_as_it_says(count: int) -> None:
    event = play_on(event_for(KNOCK_OUT, count), next_round=KNOCK_OUT.next_round)
    assert len(event.rounds) == KNOCK_OUT.round_count(event) == (count - 1).bit_length()
    assert sum(len(past.results) for past in event.rounds) == count - 1
    assert list(places(KNOCK_OUT, event).values()).count(1) == 1


def losses(event: Event) -> Counter[int]:
    lost = Counter[int]()
    for past in event.rounds:
        for result in past.results:
            lost[max(result.table.entrants, key=lambda one: places_of(result)[one])] += 1
    return lost


def places_of(result: TableResult) -> dict[int, tuple[int, int]]:
    """By team its place, then its seed, which settles equal places."""
    return {side[0]: (place, side[0]) for side, place in zip(result.table.sides, result.places, strict=True)}


@settings(max_examples=25)
@given(count=st.integers(2, 17), number=st.integers(0, 10_000))
def test_in_double_elimination_who_loses_twice_is_out(count: int, number: int) -> None:
    event = event_for(DOUBLE, count)
    event = play_on(event, next_round=DOUBLE.next_round, chance=random.Random(number))
    lost = losses(event)
    champion = DOUBLE.standings(event)[0].entrant
    assert lost[champion] <= 1
    assert all(lost[one] == 2 for one in range(1, count + 1) if one != champion)
    assert [line.place for line in DOUBLE.standings(event)][:3] == [1, 2, 3][:count]


def test_double_elimination_of_eight_by_the_book() -> None:
    event = play(DOUBLE, event_for(DOUBLE, 8))
    paired = [[tuple(side[0] for side in result.table.sides) for result in past.results] for past in event.rounds]
    assert paired == [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3), (8, 5), (7, 6)],
        [(1, 2), (5, 3), (6, 4)],
        [(3, 4)],
        [(3, 2)],
        [(1, 2)],
    ]
    assert len(paired) == DOUBLE.round_count(event)
    assert places(DOUBLE, event) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}


def test_a_second_final_is_played_when_the_unbeaten_team_loses_the_first() -> None:
    event = play(DOUBLE, event_for(DOUBLE, 4), rounds=3)
    final = DOUBLE.next_round(event)
    assert tables_of(final) == [(1, 2)]
    event = play(DOUBLE, event, rounds=1, upsets=[2])
    second = DOUBLE.next_round(event)
    assert second is not None
    assert (tables_of(second), second.tables[0].label) == ([(2, 1)], "Second final")
    assert DOUBLE.next_round(play(DOUBLE, event, rounds=1)) is None
    assert places(DOUBLE, play(DOUBLE, event))[1] == 1
    assert places(DOUBLE, play(DOUBLE, event, upsets=[2]))[2] == 1


def test_losers_drop_in_where_they_do_not_meet_again_at_once() -> None:
    event = play(DOUBLE, event_for(DOUBLE, 16), rounds=4)
    tables = Counter(frozenset(result.table.entrants) for past in event.rounds for result in past.results)
    assert max(tables.values()) == 1


def test_the_bracket_can_be_drawn_at_any_time() -> None:
    event = play(DOUBLE, event_for(DOUBLE, 4), rounds=1)
    drawn = DOUBLE.draw(event)
    assert [one.part for one in drawn] == [match.part for match in lay_double_elimination(4)]
    first, later, final = drawn[0], drawn[2], next(one for one in drawn if one.part is Part.FINAL)
    assert (first.sides, first.winner, first.is_played, first.feeds) == ((1, 4), 1, True, (None, None))
    assert (later.sides, later.winner, later.feeds, later.is_open) == ((1, 2), None, (0, 1), (False, False))
    assert (final.sides, final.is_open) == ((None, None), (True, True))


def test_double_elimination_has_two_sides() -> None:
    with pytest.raises(SettingsError):
        DOUBLE.parse_settings({"sides": 3})


@pytest.mark.parametrize(
    ("count", "advance", "planned"),
    [
        (3, 1, (0, 1, 0)),
        (2, 1, (0, 1, 1)),
        (9, 1, (0, 3, 0)),
        (4, 1, (2, 1, 1)),
        (5, 1, (2, 1, 0)),
        (6, 1, (1, 2, 1)),
        (10, 1, (8, 1, 1)),
        (27, 1, (0, 9, 0)),
        (4, 2, (1, 1, 0)),
        (8, 2, (2, 2, 0)),
    ],
)
def test_rounds_of_threes_are_planned(count: int, advance: int, planned: tuple[int, int, int]) -> None:
    assert plan_round(count, advance=advance) == planned


@pytest.mark.parametrize("advance", [1, 2])
@pytest.mark.parametrize("count", range(2, 29))
def test_tables_of_three_end_in_a_final(count: int, advance: int) -> None:
    event = play_on(event_for(KNOCK_OUT, count, sides=3, advance=advance), next_round=KNOCK_OUT.next_round)
    assert len(event.rounds) == KNOCK_OUT.round_count(event)
    tables = [result.table for past in event.rounds for result in past.results]
    assert [table.label for table in tables].count("Final") == 1
    assert all(len(table.sides) == 3 for table in tables)
    bots = [sum(side == (BOT,) for side in table.sides) for table in tables]
    assert sum(bots) <= 1
    assert list(places(KNOCK_OUT, event).values())[: min(count, 3)] == [1, 2, 3][:count]


def test_nine_teams_at_three_tables_send_their_best_to_the_final() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 9, sides=3))
    paired = [[tuple(sorted(result.table.entrants)) for result in past.results] for past in event.rounds]
    assert paired == [[(1, 6, 7), (2, 5, 8), (3, 4, 9)], [(1, 2, 3)]]
    assert places(KNOCK_OUT, event) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 4, 7: 7, 8: 7, 9: 7}


def test_of_a_table_of_three_nobody_goes_on_when_all_are_away() -> None:
    event = play(KNOCK_OUT, event_for(KNOCK_OUT, 9, sides=3), rounds=1, away=[1, 6, 7])
    pairing = KNOCK_OUT.next_round(event)
    assert [sorted(members) for members in tables_of(pairing)] == [[BOT, 2, 3]]


def test_when_all_withdraw_the_event_closes() -> None:
    for kind in (KNOCK_OUT, DOUBLE):
        event = play(kind, event_for(kind, 8), rounds=1)
        left = tuple(replace(entrant, leaves=2) for entrant in event.entrants)
        assert kind.next_round(replace(event, entrants=left)) is None
