"""Calling people who are not at their table: once a turn, never one who is there, never at night."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from pytest_django import Settings

from accounts.models import Notification, Occasion, User
from accounts.services.notifications import choose, send_due
from games.models import Table, TablePresence
from games.services.calling import START_WITHIN, TURN_AFTER, call_players
from games.services.play import Kind
from games.services.sleep import set_sleep_hours
from tests.games.seated import NOW, make_users, send, start_match

pytestmark = pytest.mark.django_db
LATER = NOW + START_WITHIN + TURN_AFTER  # the start is no news any more


def start(preset: str = "day") -> tuple[Table, list[User]]:
    users = make_users(6)
    for number, user in enumerate(users):
        EmailAddress.objects.create(user=user, email=f"p{number}@example.org", verified=True, primary=True)
    return start_match(users, time_control=preset), users


def turn_of(table: Table) -> User:
    table.refresh_from_db()
    return User.objects.get(pk=table.seats[table.to_act[0]]["user"])


def called(occasion: Occasion = Occasion.TURN) -> list[int]:
    return sorted(Notification.objects.filter(occasion=occasion).values_list("user_id", flat=True))


def stay(user: User, table: Table, *, seen_at: datetime) -> None:
    TablePresence.objects.create(process=uuid4(), socket=1, table=table, user=user, seat=0, seen_at=seen_at)


def test_a_turn_is_called_once_and_the_next_one_again(settings: Settings) -> None:
    settings.KQJ_URL = "https://kqj.example"
    table, _users = start()
    first = turn_of(table)
    assert call_players(NOW + timedelta(seconds=59)) == 0
    assert call_players(LATER) == 1
    assert call_players(LATER) == call_players(LATER + timedelta(hours=3)) == 0
    assert called() == [first.pk]
    send_due(LATER)
    sent = mail.outbox[0]
    assert sent.subject == "KQJ: It is your turn"
    assert f"https://kqj.example/tables/{table.pk}/" in sent.body
    table.refresh_from_db()
    send(table, first, Kind.ACT, version=table.version, action="pass", now=LATER)
    assert call_players(LATER + TURN_AFTER) == 1
    assert called() == sorted([first.pk, turn_of(table).pk])


def test_who_is_there_is_not_called() -> None:
    table, _users = start()
    stay(turn_of(table), table, seen_at=LATER)
    assert call_players(LATER) == 0
    assert call_players(LATER + timedelta(seconds=31)) == 1  # the socket's process has gone


def test_turns_by_the_clock_are_the_pages_own() -> None:
    start("normal")
    assert call_players(LATER) == 0


def test_who_sleeps_is_called_in_the_morning() -> None:
    table, _users = start()
    user = turn_of(table)
    night = LATER.replace(hour=3, minute=0, second=0)
    set_sleep_hours(user, zone="UTC", starts="23:00", ends="07:00")
    late = night + timedelta(hours=3, minutes=59)
    assert call_players(max(late, LATER)) == 0
    assert call_players(night + timedelta(hours=4)) == 1


def test_a_start_is_called_to_those_who_are_away() -> None:
    table, users = start("normal")
    stay(users[0], table, seen_at=NOW)
    for user in users:
        choose(user=user, push=[], mail=[], tab=True)
    assert call_players(NOW) == 0  # no way is left by which they want to be called
    Notification.objects.all().delete()
    for user in users[1:3]:
        user.push_subscriptions.create(endpoint=f"https://x.example/{user.pk}", p256dh="", auth="", created_at=NOW)
        choose(user=user, push=[Occasion.START], mail=[], tab=True)
    assert call_players(NOW) == 2
    assert call_players(NOW) == 0
    assert called(Occasion.START) == sorted(user.pk for user in users[1:3])


def test_what_is_said_names_people_alone() -> None:
    table, _users = start()
    call_players(LATER)
    row = Notification.objects.get()
    assert row.body == f"Table {table.pk}: {', '.join(seat['name'] for seat in table.seats)}"
    assert row.path == f"/tables/{table.pk}/"
