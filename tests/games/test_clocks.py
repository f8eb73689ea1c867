"""Clocks as numbers and moments: no database, no waiting."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.services.table_clocks import (
    GRACE_MS,
    LAG_ACTION_MS,
    LAG_BUDGET_MS,
    PRESETS,
    SeatClock,
    TimeControl,
    charge,
    charge_time_out,
    deadline,
    expiry,
    format_control,
    give_back,
    lag_credit,
    new_clock,
    parse_control,
    read_control,
    start,
    stop,
)
from games.services.table_sleep import Sleep, awake_end, awake_time, format_sleep, parse_sleep

NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
NORMAL = PRESETS["normal"]
PARIS = Sleep("Europe/Paris", 23 * 60, 7 * 60)


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def running(seconds: float = 90) -> SeatClock:
    return SeatClock(int(seconds * 1000), since=NOW)


@pytest.mark.parametrize("key", PRESETS)
def test_a_control_survives_being_written(key: str) -> None:
    assert (
        parse_control(key)
        == parse_control({"preset": key})
        == read_control(format_control(PRESETS[key]))
        == PRESETS[key]
    )


def test_a_table_keeps_the_numbers_that_it_was_opened_with() -> None:
    stored = {"preset": "blitz", "bank": 77, "increment": 7, "sleeps": False}
    assert read_control(stored) == TimeControl("blitz", 77, 7)


def test_a_control_of_one_s_own_has_bounds() -> None:
    own = parse_control({"bank": 60, "increment": 5})
    assert own == TimeControl("custom", 60, 5)
    assert read_control(format_control(own)) == own
    assert parse_control(None) is None
    assert read_control(None) is None
    assert format_control(None) is None


@pytest.mark.parametrize(
    "value",
    ["fast", {"bank": 9, "increment": 5}, {"bank": 60, "increment": 0}, {"bank": 60}, {"preset": "fast"},
     {"bank": True, "increment": 5}, {"bank": 60.5, "increment": 5}, {"bank": 7201, "increment": 5}],
)  # fmt: skip
def test_no_other_control_is_taken(value: Any) -> None:
    with pytest.raises(ValueError, match=r"no time control|whole number"):
        parse_control(value)


@pytest.mark.parametrize(("seconds", "left"), [(0, 90), (10, 90), (25, 75), (90, 10), (200, 10)])
def test_an_action_takes_what_it_took_and_adds_the_increment_below_the_cap(seconds: float, left: float) -> None:
    acted = charge(running(), control=NORMAL, at=after(seconds))
    assert (acted.bank_ms, acted.since) == (left * 1000, None)


def test_a_clock_that_stands_loses_nothing() -> None:
    clock = stop(running(), at=after(30))
    assert stop(clock, at=after(1_000)) == clock
    assert deadline(clock) is None
    assert deadline(start(clock, at=after(500))) == after(560)


def test_a_clock_that_starts_later_does_not_run_before() -> None:
    clock = start(new_clock(NORMAL), at=after(10))
    assert stop(clock, at=after(5)).bank_ms == 90_000
    assert deadline(clock) == after(100)


@pytest.mark.parametrize(
    ("measured", "ran", "budget", "credit"),
    [(300, 5, 10_000, 300), (5_000, 5, 10_000, LAG_ACTION_MS), (300, 0.1, 10_000, 100), (300, 5, 40, 40), (0, 5, 1, 0)],
)
def test_lag_is_given_back_within_bounds(measured: int, ran: float, budget: int, credit: int) -> None:
    clock = running()._replace(lag_ms=budget)
    assert lag_credit(clock, measured_ms=measured, at=after(ran)) == credit


def test_the_budget_for_lag_is_used_up_and_refills_slowly() -> None:
    clock, given_back = running(), 0
    for _ in range(100):
        credit = lag_credit(clock, measured_ms=5_000, at=after(2))
        given_back += credit
        clock = start(charge(clock, control=NORMAL, at=after(2), lag_ms=credit), at=NOW)
    assert LAG_BUDGET_MS <= given_back <= LAG_BUDGET_MS + 100 * 100
    for _ in range(200):
        clock = start(charge(clock, control=NORMAL, at=after(2)), at=NOW)
    assert clock.lag_ms == LAG_BUDGET_MS


def test_an_action_on_its_way_is_waited_for() -> None:
    clock = running()
    assert expiry(clock) == after(91)
    assert expiry(clock._replace(lag_ms=200)) == after(90.2)


def test_a_time_out_leaves_time_for_the_next_action() -> None:
    assert charge_time_out(running(), control=NORMAL) == SeatClock(10_000, time_outs=1)
    scarce = TimeControl("custom", 60, 1)
    assert charge_time_out(running(60), control=scarce).bank_ms == GRACE_MS
    assert charge(charge_time_out(running(), control=NORMAL), control=NORMAL, at=NOW).time_outs == 0


def test_who_comes_back_has_time_to_look() -> None:
    assert give_back(SeatClock(0, time_outs=2), control=NORMAL) == SeatClock(10_000, time_outs=2)
    assert give_back(SeatClock(50_000), control=NORMAL).bank_ms == 50_000


def test_correspondence_gives_each_action_the_whole_time() -> None:
    day = PRESETS["day"]
    clock = start(new_clock(day), at=NOW)
    acted = charge(clock, control=day, at=after(20 * 3600))
    assert acted.bank_ms == 24 * 3600 * 1000


def test_sleeping_hours_do_not_count() -> None:
    noon = datetime(2026, 1, 2, 11, tzinfo=UTC)  # noon in Paris: 11 hours until 23:00, then 8 of sleep
    assert awake_end(noon, timedelta(hours=11), sleep=PARIS) == noon + timedelta(hours=11)
    assert awake_end(noon, timedelta(hours=12), sleep=PARIS) == noon + timedelta(hours=20)
    assert awake_time(noon, noon + timedelta(hours=24), sleep=PARIS) == timedelta(hours=16)
    clock = SeatClock(24 * 3600 * 1000, since=noon)
    assert deadline(clock, sleep=PARIS) == noon + timedelta(hours=32)
    assert stop(clock, at=noon + timedelta(hours=19), sleep=PARIS).bank_ms == 13 * 3600 * 1000


def test_a_turn_that_comes_at_night_begins_in_the_morning() -> None:
    night = datetime(2026, 1, 2, 1, tzinfo=UTC)  # two o'clock in Paris, five hours before seven
    assert awake_end(night, timedelta(minutes=1), sleep=PARIS) == night + timedelta(hours=5, minutes=1)


def test_a_night_follows_the_wall_clock_when_summer_time_begins() -> None:
    before = datetime(2026, 3, 28, 21, tzinfo=UTC)  # 22:00 in Paris; the night of the change lasts seven hours
    assert awake_end(before, timedelta(hours=2), sleep=PARIS) == before + timedelta(hours=9)


@pytest.mark.parametrize(
    "value",
    [{"zone": "Mars/Olympus", "starts": "23:00", "ends": "07:00"}, {"zone": "UTC", "starts": "23:00", "ends": "23:00"},
     {"zone": "UTC", "starts": "20:00", "ends": "08:01"}, {"zone": "UTC", "starts": "25:00", "ends": "07:00"},
     {"zone": "../UTC", "starts": "23:00", "ends": "07:00"}, {}],
)  # fmt: skip
def test_no_other_night_is_taken(value: Any) -> None:
    with pytest.raises(ValueError, match=r"zone|night|time of day"):
        parse_sleep(value)


def test_sleeping_hours_survive_being_written() -> None:
    assert parse_sleep(format_sleep(PARIS)) == PARIS
    assert parse_sleep(None) is None
    assert format_sleep(None) is None


@given(
    zone=st.sampled_from(["Europe/Paris", "America/New_York", "Asia/Kolkata", "Pacific/Chatham", "UTC"]),
    starts=st.integers(0, 1439),
    length=st.integers(1, 720),
    moment=st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    minutes=st.integers(0, 5_000),
)
def test_what_is_awake_until_the_end_is_what_was_asked(
    zone: str, starts: int, length: int, moment: datetime, minutes: int
) -> None:
    sleep = Sleep(zone, starts, (starts + length) % 1440)
    end = awake_end(moment, timedelta(minutes=minutes), sleep=sleep)
    assert awake_time(moment, end, sleep=sleep) == timedelta(minutes=minutes)
