"""Swiss for individuals: who sits with whom."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from games.engine.shuffle import Stream
from tests.tournaments.builders import SEED, entrants_of, play_on, play_round
from tests.tournaments.conftest import FULL_PATIENCE
from tournaments.rules import grouping
from tournaments.rules.contract import BOT, Event, Round
from tournaments.rules.errors import PairingError, SettingsError
from tournaments.rules.registry import get
from tournaments.rules.standings import open_book

SWISS = get("swiss_individuals")


def event_for(count: int, **settings: object) -> Event:
    return Event(entrants_of(range(1, count + 1)), SWISS.parse_settings({"rounds": 6, **settings}), SEED)


def meetings(event: Event) -> Counter[tuple[int, int]]:
    return Counter(
        pair
        for past in event.rounds
        for result in past.results
        for pair in combinations(sorted(result.table.entrants), 2)
    )


def partnerships(event: Event) -> Counter[tuple[int, int]]:
    sides = [side for past in event.rounds for result in past.results for side in result.table.sides]
    return Counter(
        pair for side in sides for pair in combinations(sorted(member for member in side if member != BOT), 2)
    )


def repeats(counts: Counter[tuple[int, int]]) -> int:
    return sum(times - 1 for times in counts.values())


@pytest.mark.parametrize(("count", "allowed"), [(36, 40), (60, 4), (96, 0)])
def test_six_rounds_repeat_as_few_meetings_as_was_seen_to_work(
    count: int, allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grouping, "PATIENCE", FULL_PATIENCE)
    played = play_on(event_for(count), next_round=SWISS.next_round)
    assert len(played.rounds) == 6
    assert repeats(meetings(played)) <= allowed
    assert repeats(partnerships(played)) == 0


def test_thirty_six_people_play_three_rounds_without_meeting_again() -> None:
    assert repeats(meetings(play_on(event_for(36), next_round=SWISS.next_round, rounds=3))) == 0


@pytest.mark.parametrize(("count", "sides", "rounds"), [(12, 2, 4), (18, 2, 5), (12, 3, 5)])
def test_nobody_has_a_partner_twice_though_all_have_met(count: int, sides: int, rounds: int) -> None:
    played = play_on(event_for(count, sides=sides), next_round=SWISS.next_round, rounds=rounds)
    assert repeats(meetings(played)) > 0
    assert repeats(partnerships(played)) == 0


def test_everybody_alone_means_six_sides() -> None:
    pairing = SWISS.next_round(event_for(12, sides=6))
    assert pairing is not None
    assert all(len(table.sides) == 6 for table in pairing.tables)


def test_without_weight_on_meeting_again_the_standings_are_sliced() -> None:
    event = play_on(
        event_for(36, weight_opponent=0, weight_partner=0),
        next_round=SWISS.next_round,
        rounds=4,
        chance=random.Random(5),
    )
    scores = open_book(event).scores
    pairing = SWISS.next_round(event)
    assert pairing is not None
    order = sorted(scores.values(), reverse=True)
    at_tables = [sorted((scores[one] for one in table.entrants), reverse=True) for table in pairing.tables]
    assert sorted(at_tables, reverse=True) == [order[start : start + 6] for start in range(0, 36, 6)]


def test_the_first_round_goes_by_rating_if_asked() -> None:
    pairing = SWISS.next_round(event_for(18, first_round="rating"))
    assert pairing is not None
    assert [sorted(table.entrants) for table in pairing.tables] == [
        list(range(first, first + 6)) for first in (1, 7, 13)
    ]


def test_sides_are_about_equally_strong() -> None:
    pairing = SWISS.next_round(event_for(6))
    assert pairing is not None
    strength = {number: 2500 - 10 * (number - 1) for number in range(1, 7)}
    first, second = (sum(strength[one] for one in side) for side in pairing.tables[0].sides)
    assert abs(first - second) == 10


@pytest.mark.parametrize(("count", "sizes"), [(29, [5, 6, 6, 6, 6]), (28, [5, 5, 6, 6, 6]), (11, [5, 6]), (7, [3, 4])])
def test_bots_fill_tables_evenly(count: int, sizes: list[int]) -> None:
    event = event_for(count)
    for _ in range(3):
        pairing = SWISS.next_round(event)
        assert pairing is not None
        assert sorted(len(table.entrants) for table in pairing.tables) == sizes
        assert all(sum(map(len, table.sides)) == 6 for table in pairing.tables)
        event = replace(event, rounds=(*event.rounds, play_round(pairing, chance=random.Random(1))))


def test_byes_go_to_the_lowest_who_had_none() -> None:
    event = play_on(event_for(15, missing="bye"), next_round=SWISS.next_round, rounds=5)
    assert [len(past.byes) for past in event.rounds] == [3] * 5
    assert Counter(number for past in event.rounds for number in past.byes) == dict.fromkeys(range(1, 16), 1)
    before = replace(event, rounds=event.rounds[:1])
    lowest = sorted(open_book(before).scores.items(), key=lambda item: item[1])
    had_none = [score for number, score in lowest if number not in event.rounds[0].byes]
    assert [open_book(before).scores[number] for number in event.rounds[1].byes] == had_none[:3]


def test_with_too_few_for_a_table_bots_play_rather_than_everybody_has_a_bye() -> None:
    pairing = SWISS.next_round(event_for(4, missing="bye"))
    assert pairing is not None
    assert (sorted(pairing.tables[0].entrants), pairing.byes) == ([1, 2, 3, 4], ())


def test_reserves_fill_missing_seats_in_turn() -> None:
    event = event_for(13, missing="reserve")
    reserves = tuple(replace(entrant, is_reserve=True) for entrant in event.entrants[10:])
    event = play_on(replace(event, entrants=(*event.entrants[:10], *reserves)), next_round=SWISS.next_round, rounds=3)
    came = [{one for result in past.results for one in result.table.entrants} & {11, 12, 13} for past in event.rounds]
    assert came == [{11, 12}, {11, 13}, {12, 13}]


def test_late_entries_and_withdrawals_count_from_their_round() -> None:
    event = event_for(12)
    changed = (replace(event.entrants[0], leaves=2), replace(event.entrants[1], enters=2), *event.entrants[2:])
    event = play_on(replace(event, entrants=changed), next_round=SWISS.next_round, rounds=2)
    seated = [{one for result in past.results for one in result.table.entrants} for past in event.rounds]
    assert [1 in came for came in seated] == [True, False]
    assert [2 in came for came in seated] == [False, True]


@pytest.mark.parametrize("stay", [0, 1])
def test_when_all_but_one_withdraw_the_event_is_over(stay: int) -> None:
    event = play_on(event_for(12), next_round=SWISS.next_round, rounds=2)
    left = tuple(replace(one, leaves=3) if one.number > stay else one for one in event.entrants)
    assert SWISS.next_round(replace(event, entrants=left)) is None


def test_a_table_still_being_played_holds_the_next_round() -> None:
    event = event_for(12)
    pairing = SWISS.next_round(event)
    assert pairing is not None
    waiting = replace(event, rounds=(Round(1, pending=pairing.tables),))
    with pytest.raises(PairingError) as caught:
        SWISS.next_round(waiting)
    assert (caught.value.code, caught.value.params) == ("round_unfinished", {"round": 1})


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ({"entry": "teams"}, "entry"),
        ({"sides": 4}, "sides"),
        ({"sides": True}, "sides"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": "5"}, "rounds"),
        ({"double": True}, "double"),
        ({"ranking": []}, "ranking"),
        ({"ranking": ["match_points", "match_points"]}, "ranking"),
        ({"ranking": ["luck"]}, "ranking"),
        ({"points_by_place": [1, 2]}, "points_by_place"),
        ({"points_by_place": [3, 2, 1]}, "points_by_place"),
    ],
)
def test_settings_that_do_not_fit_are_refused(raw: dict[str, object], key: str) -> None:
    with pytest.raises(SettingsError) as caught:
        SWISS.parse_settings(raw)
    assert (caught.value.code, caught.value.params["key"]) == ("bad_settings", key)


def test_the_search_leaves_slices_that_nobody_met_in() -> None:
    chance = Stream(SEED, label="test")
    apart: list[dict[int, int]] = [{} for _ in range(12)]
    tables = grouping.group(6, apart=apart, values=[12.0 - one for one in range(12)], weight=1, chance=chance)
    assert tables == [list(range(6)), list(range(6, 12))]


def test_what_a_swap_changes_is_what_the_total_changes() -> None:
    chance = random.Random(3)
    apart: list[dict[int, int]] = [{} for _ in range(18)]
    for one, other in chance.sample(list(combinations(range(18), 2)), 60):
        apart[one][other] = apart[other][one] = chance.randrange(1, 50)
    values = [chance.random() * 9 for _ in range(18)]
    seating = grouping.Seating([range(start, start + 6) for start in (0, 6, 12)], apart=apart, values=values, weight=7)

    def total() -> float:
        cost = 0.0
        for members in seating.tables:
            cost += sum(apart[one].get(other, 0) for one, other in combinations(members, 2))
            mean = sum(values[one] for one in members) / 6
            cost += 7 * sum((values[one] - mean) ** 2 for one in members)
        return cost

    for _ in range(50):
        one, other = chance.sample(range(18), 2)
        if seating.table_of[one] != seating.table_of[other]:
            before, change = total(), seating.change(one, other)
            seating.swap(one, other)
            assert total() == pytest.approx(before + change)
