"""The page of sleeping hours."""

from datetime import time

import pytest
from django.test import Client

from accounts.models import User
from games.models import SleepHours
from tests.games.seated import make_user

pytestmark = pytest.mark.django_db
URL = "/sleeping-hours"
HOURS = {"zone": "Europe/Paris", "starts": "23:30", "ends": "07:15"}


@pytest.fixture
def user(client: Client) -> User:
    user = make_user()
    client.force_login(user)
    return user


def test_hours_are_kept_shown_and_forgotten(client: Client, user: User) -> None:
    assert "23:00" in client.get(URL).content.decode()
    assert client.post(URL, HOURS).status_code == 302
    hours = SleepHours.objects.get(user=user)
    assert (hours.zone, hours.starts, hours.ends) == ("Europe/Paris", time(23, 30), time(7, 15))
    page = client.get(URL).content.decode()
    assert 'value="23:30"' in page
    assert '<option value="Europe/Paris" selected>' in page
    client.post(URL, {"forget": "1"})
    assert not SleepHours.objects.exists()


@pytest.mark.parametrize("change", [{"zone": "Nowhere"}, {"ends": "23:30"}, {"starts": "late"}, {"ends": "12:00"}])
def test_what_is_no_night_is_refused(client: Client, user: User, change: dict[str, str]) -> None:
    answer = client.post(URL, HOURS | change)
    assert answer.status_code == 400
    assert not SleepHours.objects.filter(user=user).exists()


def test_strangers_sign_in_first(client: Client) -> None:
    assert client.get(URL).status_code == 302
