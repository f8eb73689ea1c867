"""Swiss for teams: no rematch and no second bye that could be avoided."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.builders import SEED, entrants_of, event_of, pair, play_on, play_round
from tournaments.rules import matching
from tournaments.rules.contract import BOT, Event, Pairing, Round
from tournaments.rules.registry import get
from tournaments.rules.standings import open_book

SWISS = get("swiss_teams")


def event_for(count: int, **settings_: object) -> Event:
    return Event(entrants_of(range(1, count + 1)), SWISS.parse_settings({"rounds": 9, **settings_}), SEED)


def pairs_of(pairing: Pairing | None) -> set[frozenset[int]]:
    assert pairing is not None
    return {frozenset(one for side in table.sides for one in side) for table in pairing.tables}


def met_in(event: Event) -> Counter[frozenset[int]]:
    return Counter(frozenset(result.table.entrants) for past in event.rounds for result in past.results)


@pytest.mark.parametrize("winners", [(1, 3, 1, 2), (1, 3, 1, 4), (2, 4, 3, 2)])
def test_four_teams_complete_their_round_robin(winners: tuple[int, ...]) -> None:
    """A-B, C-D, then A-C, B-D: round 3 is A-D, B-C, whoever won."""
    tables = [(1, 2), (3, 4), (1, 3), (2, 4)]
    results = [pair(a, b, 1 if a == winner else 0) for (a, b), winner in zip(tables, winners, strict=True)]
    rounds = [Round(1, tuple(results[:2])), Round(2, tuple(results[2:]))]
    event = event_of(rounds, numbers=range(1, 5), settings=SWISS.parse_settings({}))
    assert pairs_of(SWISS.next_round(event)) == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_bye_to_the_lowest_that_forces_a_rematch_is_not_given() -> None:
    """F leaves after three rounds. E, with no point, is the only one whom A has not met."""
    a, b, c, d, e, f = range(1, 7)
    rounds = [
        Round(1, (pair(a, b, 1), pair(c, d, 1), pair(e, f, 0))),
        Round(2, (pair(a, c, 1), pair(b, f, 1), pair(d, e, 1))),
        Round(3, (pair(a, d, 1), pair(c, f, 1), pair(b, e, 1))),
    ]
    event = event_of(rounds, numbers=range(1, 7), settings=SWISS.parse_settings({"missing": "bye"}))
    event = replace(event, entrants=(*event.entrants[:5], replace(event.entrants[5], leaves=4)))
    pairing = SWISS.next_round(event)
    assert pairing is not None
    assert pairing.byes == (d,)
    assert pairs_of(pairing) == {frozenset({a, e}), frozenset({b, c})}


def test_teams_meet_teams_of_their_score() -> None:
    first = Round(1, tuple(pair(number, number + 8, 1) for number in range(1, 9)))
    event = replace(event_for(16), rounds=(first,))
    scores = open_book(event).scores
    pairing = SWISS.next_round(event)
    assert pairing is not None
    assert all(scores[table.sides[0][0]] == scores[table.sides[1][0]] for table in pairing.tables)


def test_by_rating_the_upper_half_meets_the_lower() -> None:
    pairing = SWISS.next_round(event_for(8, first_round="rating"))
    assert pairs_of(pairing) == {frozenset({1, 5}), frozenset({2, 6}), frozenset({3, 7}), frozenset({4, 8})}


def test_a_large_field_has_no_rematch() -> None:
    event = play_on(event_for(60), next_round=SWISS.next_round, rounds=6)
    assert max(met_in(event).values()) == 1


def test_where_near_teams_have_all_met_those_farther_away_are_looked_at() -> None:
    met = {frozenset({one, other}) for one, other in combinations(range(40), 2) if other - one <= 30}
    pairs = matching.match_pairs(
        40, cost=lambda one, other: (1000 if frozenset({one, other}) in met else 0) + other - one, bad=1000
    )
    assert sum(frozenset(two) in met for two in pairs) == 11
    assert sorted(one for two in pairs for one in two) == list(range(40))


@pytest.mark.parametrize(("missing", "byes", "bots"), [("bye", 1, 0), ("bot", 0, 1), ("reserve", 0, 1)])
def test_an_odd_team_has_a_bye_or_meets_bots_and_never_twice(missing: str, byes: int, bots: int) -> None:
    event = play_on(event_for(7, missing=missing), next_round=SWISS.next_round, rounds=7)
    idle = [number for past in event.rounds for number in past.byes]
    with_bots = [
        result.table.entrants[0]
        for past in event.rounds
        for result in past.results
        if BOT in {one for side in result.table.sides for one in side}
    ]
    assert (len(idle), len(with_bots)) == (7 * byes, 7 * bots)
    assert sorted(idle + with_bots) == list(range(1, 8))
    assert max(met_in(event).values()) == 1


def test_three_teams_of_two_share_a_table() -> None:
    event = play_on(event_for(9, sides=3), next_round=SWISS.next_round, rounds=4)
    meetings = Counter(
        two
        for past in event.rounds
        for result in past.results
        for two in combinations(sorted(result.table.entrants), 2)
    )
    assert all(len(result.table.sides) == 3 for past in event.rounds for result in past.results)
    assert set(meetings.values()) == {1}
    assert len(meetings) == 36


def all_pairings(teams: Sequence[int]) -> Iterator[list[frozenset[int]]]:
    """Every way to pair teams up; with an odd number a set of one has the bye."""
    if not teams:
        yield []
        return
    for other in teams[1:]:
        for rest in all_pairings([team for team in teams[1:] if team != other]):
            yield [frozenset({teams[0], other}), *rest]
    if len(teams) % 2:
        for rest in all_pairings(teams[1:]):
            yield [frozenset({teams[0]}), *rest]


def badness(pairs: Sequence[frozenset[int]], *, event: Event) -> tuple[int, int]:
    """How many second byes and how many rematches."""
    met = met_in(event)
    byes = Counter(number for past in event.rounds for number in past.byes)
    return (
        sum(byes[next(iter(one))] for one in pairs if len(one) == 1),
        sum(met[two] for two in pairs if len(two) == 2),
    )


@settings(max_examples=25)
@given(
    count=st.integers(3, 8), seed=st.binary(min_size=32, max_size=32), leaving=st.lists(st.integers(1, 8), max_size=2)
)
def test_no_pairing_avoids_more_second_byes_and_rematches(count: int, seed: bytes, leaving: list[int]) -> None:
    event = replace(event_for(count, missing="bye"), seed=seed)
    chance = random.Random(seed)
    while (pairing := SWISS.next_round(event)) is not None and pairing.number <= 5:
        active = [entrant.number for entrant in event.entrants if entrant.is_in(pairing.number)]
        chosen = [*pairs_of(pairing), *(frozenset({number}) for number in pairing.byes)]
        assert sorted(number for two in chosen for number in two) == active
        assert badness(chosen, event=event) == min(badness(pairs, event=event) for pairs in all_pairings(active))
        event = replace(event, rounds=(*event.rounds, play_round(pairing, chance=chance)))
        if pairing.number == 2:
            gone = {entrant: replace(entrant, leaves=3) for entrant in event.entrants if entrant.number in leaving}
            event = replace(event, entrants=tuple(gone.get(entrant, entrant) for entrant in event.entrants))


def test_when_all_withdraw_the_event_closes() -> None:
    event = play_on(event_for(6), next_round=SWISS.next_round, rounds=2)
    left = tuple(replace(entrant, leaves=3) for entrant in event.entrants)
    assert SWISS.next_round(replace(event, entrants=left)) is None
