"""What every registered format promises, whatever the settings, and whoever leaves."""

import copy
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.rules import OptionField, OptionKind
from tests.tournaments.builders import entrants_of, play_round
from tournaments.rules import registry
from tournaments.rules.contract import BOT, Event, Format, Pairing, Standing
from tournaments.rules.errors import PairingError, SettingsError
from tournaments.rules.settings import RankingKey, Settings, format_fields

MOST_ROUNDS = 40
KEYS = registry.keys()
ALL = [registry.get(key) for key in KEYS]
FULL = {"swiss_individuals", "swiss_teams"}
"""In these everybody plays, or has a bye, in every round."""


def draw_value(field: OptionField, chance: random.Random) -> Any:
    if field.kind is OptionKind.SWITCH:
        return chance.random() < 0.5
    if field.kind is OptionKind.CHOICE:
        return chance.choice(field.choices)[0]
    assert field.minimum is not None
    assert field.maximum is not None
    return chance.randint(field.minimum, min(field.maximum, field.minimum + 4))


def draw_settings(one: Format, chance: random.Random) -> Settings:
    """Settings drawn until they fit together."""
    while True:
        try:
            return one.parse_settings({field.key: draw_value(field, chance) for field in one.fields})
        except SettingsError:
            continue


def draw_event(one: Format, chance: random.Random) -> Event:
    """Entrants, some late, some leaving, some in reserve."""
    entrants = [
        replace(
            entrant,
            rating=chance.choice([1200.0, 1500.0, 1800.0]),
            enters=chance.choice([1] * 6 + [2]),
            leaves=chance.choice([None] * 6 + [2, 3, 4]),
            is_reserve=chance.random() < 0.1,
        )
        for entrant in entrants_of(range(1, chance.randint(2, 14)))
    ]
    return Event(tuple(entrants), draw_settings(one, chance), chance.randbytes(32))


def deal_count(one: Format) -> int:
    return 2 if one.key == "duplicate" else 0


def steps(one: Format, chance: random.Random) -> Iterator[tuple[Event, Pairing]]:
    """An event of drawn results, with each pairing as it is made."""
    event = draw_event(one, chance)
    for _ in range(MOST_ROUNDS):
        if one.key == "arena":
            free = [entrant.number for entrant in event.entrants]
            chance.shuffle(free)
            event = replace(event, free=tuple(free))
            if len(event.rounds) == 6:
                return
        pairing = one.next_round(event)
        if pairing is None:
            return
        yield event, pairing
        event = replace(event, rounds=(*event.rounds, play_round(pairing, chance=chance, deals=deal_count(one))))
    raise AssertionError("the event does not end")


def check_tables(one: Format, event: Event, pairing: Pairing) -> None:
    """Everybody sits at one table at most, and tables have the shape that was set."""
    seated = [number for table in pairing.tables for number in table.entrants] + list(pairing.byes)
    assert max(Counter(seated).values(), default=1) == 1
    here = {entrant.number: entrant for entrant in event.entrants if entrant.is_in(pairing.number)}
    assert set(seated) <= set(here)
    assert all(event.settings.missing == "reserve" for number in seated if here[number].is_reserve)
    assert [table.number for table in pairing.tables] == list(range(1, len(pairing.tables) + 1))
    for table in pairing.tables:
        people = sum(map(len, table.sides))
        assert people == event.settings.table_size
        assert len(table.sides) == event.settings.sides
        assert len({len(side) for side in table.sides}) == 1
        assert table.entrants
    if one.key in FULL:
        assert {number for number in here if not here[number].is_reserve} <= set(seated)


def check_byes(event: Event, pairing: Pairing) -> None:
    """Nobody has another bye while somebody had fewer and has none now."""
    before = Counter(number for past in event.rounds for number in past.byes)
    here = [entrant.number for entrant in event.entrants if entrant.is_in(pairing.number) and not entrant.is_reserve]
    for number in pairing.byes:
        fewer = [other for other in here if before[other] < before[number]]
        assert set(fewer) <= set(pairing.byes)


def expected_points(event: Event, *, streak: int, is_full: bool) -> dict[int, Fraction]:
    """Match points counted anew: 2 for each side beaten and 1 for each equal, byes, late entries, streaks."""
    best = 2 * (event.settings.sides - 1)
    points = {entrant.number: Fraction(0) for entrant in event.entrants}
    wins: Counter[int] = Counter()
    for past in event.rounds:
        seen = set(past.byes)
        for number in past.byes:
            points[number] += Fraction(best * event.settings.bye_percent, 100)
        for result in past.results:
            for side, place in zip(result.table.sides, result.places, strict=True):
                gained = 2 * sum(place < other for other in result.places) + result.places.count(place) - 1
                for number in set(side) - {BOT}:
                    seen.add(number)
                    points[number] += gained * (2 if streak and wins[number] >= streak else 1)
                    alone = gained == best and set(result.table.entrants) - set(side)
                    wins[number] = wins[number] + 1 if alone else 0
        for entrant in event.entrants:
            if is_full and entrant.number not in seen and past.number < entrant.enters and not entrant.is_reserve:
                points[entrant.number] += Fraction(best * event.settings.late_percent, 100)
    return points


def check_standings(one: Format, event: Event) -> None:
    """Everybody has one line, in order, and match points are what a plain count gives."""
    lines = one.standings(event)
    assert lines == one.standings(copy.deepcopy(event))
    numbers = [line.entrant for line in lines]
    assert len(set(numbers)) == len(numbers)
    assert {entrant.number for entrant in event.entrants if not entrant.is_reserve} <= set(numbers)
    for before, after in pairwise(lines):
        is_equal = list(before.values.values()) == list(after.values.values())
        assert list(before.values.values()) >= list(after.values.values())
        assert (before.place == after.place) == is_equal
    check_places(lines)
    streak = event.settings.streak if one.key == "arena" else 0
    is_full = one.key not in {"arena", "knock_out", "double_elimination", "groups"}
    expected = expected_points(event, streak=streak, is_full=is_full)
    if RankingKey.MATCH_POINTS in event.settings.ranking:
        assert {line.entrant: line.values[RankingKey.MATCH_POINTS] for line in lines} == {
            number: expected[number] for number in numbers
        }


def check_places(lines: tuple[Standing, ...]) -> None:
    """A place is one more than the number of those ahead."""
    assert [line.place for line in lines] == [
        1 + next(index for index, other in enumerate(lines) if other.place == line.place) for line in lines
    ]


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.key)
@settings(max_examples=8)
@given(number=st.integers(0, 1_000_000))
def test_events_are_paired_and_ranked_as_promised(one: Format, number: int) -> None:
    chance = random.Random(number)
    event = None
    for event, pairing in steps(one, chance):
        assert pairing == one.next_round(copy.deepcopy(event))
        assert pairing.number == len(event.rounds) + 1
        check_tables(one, event, pairing)
        if one.key in FULL:
            check_byes(event, pairing)
    if event is not None:
        check_standings(one, event)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.key)
def test_the_last_round_is_the_one_announced(one: Format) -> None:
    event = Event(entrants_of(range(1, 13)), one.parse_settings({}), bytes(32))
    announced = one.round_count(event)
    if announced is None:
        assert one.key == "arena"
        return
    chance = random.Random(1)
    while (pairing := one.next_round(event)) is not None:
        event = replace(event, rounds=(*event.rounds, play_round(pairing, chance=chance, deals=deal_count(one))))
    assert len(event.rounds) in {announced, announced + (one.key == "double_elimination")}


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.key)
def test_settings_go_to_json_and_back(one: Format) -> None:
    for number in range(20):
        drawn = draw_settings(one, random.Random(number))
        assert one.parse_settings(format_fields(drawn, fields=one.fields)) == drawn


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.key)
def test_defaults_are_those_of_the_fields(one: Format) -> None:
    assert one.parse_settings({field.key: field.default for field in one.fields}) == one.parse_settings({})
    assert one.parse_settings({}).entry in one.entries


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.key)
def test_unknown_settings_are_refused(one: Format) -> None:
    with pytest.raises(SettingsError, match="no setting"):
        one.parse_settings({"colour": "red"})


@pytest.mark.parametrize("one", [one for one in ALL if one.key not in {"arena", "league"}], ids=lambda one: one.key)
def test_no_round_is_paired_while_a_table_plays(one: Format) -> None:
    event = Event(entrants_of(range(1, 13)), one.parse_settings({}), bytes(32))
    pairing = one.next_round(event)
    assert pairing is not None
    done = play_round(pairing, chance=random.Random(1), deals=deal_count(one))
    waiting = replace(done, results=done.results[1:], pending=pairing.tables[:1])
    with pytest.raises(PairingError):
        one.next_round(replace(event, rounds=(waiting,)))
    one.standings(replace(event, rounds=(waiting,)))


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.key)
def test_without_entrants_there_is_no_round_and_no_line(one: Format) -> None:
    empty = Event((), one.parse_settings({}), bytes(32))
    assert one.next_round(empty) is None
    assert one.standings(empty) == ()


def test_keys_are_known_to_the_registry() -> None:
    assert [one.key for one in ALL] == list(KEYS)
    with pytest.raises(KeyError):
        registry.get("no such format")
