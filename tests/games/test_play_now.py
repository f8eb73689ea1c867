"""Quick play: pressed twice, by speed, and by rating."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections

from accounts.models import User
from games.models import Rating, Table
from games.services.play import Refused
from games.services.quick_play import CORRESPONDENCE_WAIT, play_now
from games.services.sweeps import close_dead_tables
from games.services.tables import fill_with_bots, open_table
from tests.games.seated import NOW, make_user


@pytest.mark.django_db(transaction=True)
def test_pressed_twice_at_once_it_leads_to_one_table() -> None:
    user, barrier = make_user(), Barrier(3)

    def press(_: int) -> int:
        try:
            connections["default"].ensure_connection()
            barrier.wait(30)
            return play_now(user=user).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(3) as threads:
        tables = list(threads.map(press, range(3)))
    assert len(set(tables)) == 1
    assert Table.objects.filter(user_ids__contains=[user.pk]).count() == 1


def open_quick(value: float, *, preset: str = "normal") -> Table:
    """Return a quick table that waits, with one person of this rating there."""
    fill_at = NOW + timedelta(seconds=8)
    return open_table(user=rated(value), is_quick=True, fill_at=fill_at, time_control=preset, now=NOW)


def rated(value: float) -> User:
    user = make_user()
    Rating.objects.create(user=user, pool="kqj-live-fixed", value=value, match_count=30, played_at=NOW)
    return user


@pytest.mark.django_db
def test_people_near_in_rating_come_together() -> None:
    weak, strong = open_quick(1300), open_quick(1900)
    assert play_now(user=rated(1750), now=NOW).pk == strong.pk
    assert play_now(user=rated(1450), now=NOW).pk == weak.pk
    assert play_now(user=make_user(), now=NOW).pk == weak.pk  # a beginner counts as 1500; the means are 1375 and 1825


@pytest.mark.django_db
def test_each_speed_has_its_tables() -> None:
    normal, blitz = open_quick(1500), open_quick(1500, preset="blitz")
    assert play_now(user=make_user(), preset="blitz", now=NOW).pk == blitz.pk
    assert play_now(user=make_user(), now=NOW).pk == normal.pk
    relaxed = play_now(user=make_user(), preset="relaxed", now=NOW)
    assert relaxed.pk not in {normal.pk, blitz.pk}
    assert relaxed.time_control is not None
    assert relaxed.time_control["preset"] == "relaxed"
    assert (relaxed.is_rated, relaxed.is_rated_with_bots) == (True, True)
    with pytest.raises(Refused) as caught:
        play_now(user=make_user(), preset="bullet", now=NOW)
    assert caught.value.code == "bad_message"


@pytest.mark.django_db
def test_another_speed_gives_the_waiting_seat_back() -> None:
    user = make_user()
    first = play_now(user=user, now=NOW)
    second = play_now(user=user, preset="blitz", now=NOW)
    first.refresh_from_db()
    assert (first.status, first.user_ids, second.user_ids) == ("closed", [], [user.pk])


@pytest.mark.django_db
def test_by_the_clock_one_match_at_a_time_and_with_days_as_many_as_one_likes() -> None:
    user = make_user()
    running = play_now(user=user, now=NOW)
    fill_with_bots(table_id=running.pk, now=NOW + timedelta(seconds=8))
    assert play_now(user=user, preset="blitz", now=NOW).pk == running.pk
    first = play_now(user=user, preset="day", now=NOW)
    assert play_now(user=user, preset="day", now=NOW).pk == first.pk
    assert first.fill_at == NOW + CORRESPONDENCE_WAIT
    fill_with_bots(table_id=first.pk, now=NOW + CORRESPONDENCE_WAIT)
    assert play_now(user=user, preset="day", now=NOW).pk not in {running.pk, first.pk}


@pytest.mark.django_db
def test_a_table_that_waits_half_a_day_is_not_dead() -> None:
    table = play_now(user=make_user(), preset="day", now=NOW)
    assert close_dead_tables(NOW + timedelta(hours=11)) == 0
    assert close_dead_tables(NOW + timedelta(hours=13)) == 1
    table.refresh_from_db()
    assert table.status == "closed"
