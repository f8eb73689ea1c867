"""Play now, pressed twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from games.models import Table
from games.services.tables import play_now
from tests.games.seated import make_user


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
