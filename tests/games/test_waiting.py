"""A quick table's wait for people: longer, or over at once."""

from datetime import timedelta

import pytest

from games.models import Table
from games.services.executors import fold_state, load_state
from games.services.play import Kind, Refused
from games.services.quick_play import play_now
from games.services.sweeps import sweep_fills
from games.services.table_views import view
from games.services.tables import fill_with_bots, sit_down
from tests.games.seated import NOW, make_table, make_user, send

pytestmark = pytest.mark.django_db
FILL = timedelta(seconds=8)


def fill_at_of(table: Table) -> timedelta:
    table.refresh_from_db()
    assert table.fill_at is not None
    assert load_state(table.pk).setup.fill_at == fold_state(table.pk).setup.fill_at == table.fill_at
    return table.fill_at - NOW


def test_waiting_longer_puts_the_bots_off() -> None:
    user = make_user()
    table = play_now(user=user, now=NOW)
    told = send(table, user, Kind.WAIT, seconds=30).change
    assert told is not None
    assert told.events[0].kind == "wait_changed"
    assert fill_at_of(table) == FILL + timedelta(seconds=30)
    assert sweep_fills(NOW + FILL) == 0
    shown = view(load_state(table.pk), audience=0, now=NOW)["table"]["fill_at"]
    assert shown == told.events[0].data["fill_at"]
    assert sweep_fills(NOW + timedelta(seconds=39)) == 1
    assert load_state(table.pk).status == "playing"


def test_the_wait_has_an_end() -> None:
    user = make_user()
    table = play_now(user=user, now=NOW)
    for _ in range(6):
        send(table, user, Kind.WAIT, seconds=30)
    assert fill_at_of(table) == timedelta(seconds=90)


def test_one_person_alone_begins_at_once() -> None:
    user = make_user()
    table = play_now(user=user, now=NOW)
    send(table, user, Kind.WAIT, seconds=0, now=NOW + timedelta(seconds=1))
    assert fill_at_of(table) == timedelta(seconds=1)
    assert sweep_fills(NOW + timedelta(seconds=1)) == 1
    state = load_state(table.pk)
    assert state.status == "playing"
    assert sum(sitter.is_bot for sitter in state.seats if sitter) == 5


def test_others_are_left_a_moment_and_may_ask_for_more() -> None:
    one, two = make_user(), make_user()
    table = play_now(user=one, now=NOW)
    sit_down(table_id=table.pk, user=two, now=NOW)
    send(table, one, Kind.WAIT, seconds=0)
    assert fill_at_of(table) == timedelta(seconds=5)
    send(table, two, Kind.WAIT, seconds=30)
    assert fill_at_of(table) == timedelta(seconds=35)


def test_a_filling_that_races_a_wait_leaves_the_table_alone() -> None:
    user = make_user()
    table = play_now(user=user, now=NOW)
    send(table, user, Kind.WAIT, seconds=30)
    assert fill_with_bots(table_id=table.pk, now=NOW + FILL) is None
    assert load_state(table.pk).status == "open"


def test_only_players_of_a_quick_table_decide() -> None:
    user = make_user()
    quick, plain = play_now(user=user, now=NOW), make_table([user])
    for table, who, code in ((quick, make_user(), "not_seated"), (plain, user, "illegal_action")):
        with pytest.raises(Refused) as caught:
            send(table, who, Kind.WAIT, seconds=0)
        assert caught.value.code == code
