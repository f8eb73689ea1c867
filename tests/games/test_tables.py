"""Opening, joining and leaving tables, on real PostgreSQL."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from games.engine.errors import OptionsError
from games.engine.shuffle import commitment
from games.models import Match, Table
from games.services import seating, tables
from games.services.executors import load_state
from games.services.play import Kind, Refused, perform
from games.services.quick_play import play_now
from games.services.table_views import view
from tests.games.seated import NOW, make_table, make_user, make_users, send

pytestmark = pytest.mark.django_db


def test_a_table_shows_its_commitment_before_anyone_sits() -> None:
    table = tables.open_table(user=make_user(), options={"goal": 500}, is_sitting=False, now=NOW)
    shown = view(load_state(table.pk), audience=None, now=NOW)
    secret = bytes(Match.objects.only("server_secret").get(table=table).server_secret)
    assert shown["commitment"] == commitment(secret)
    assert shown["players"] == [None] * 6
    assert shown["options"]["goal"] == 500


def test_secrets_are_not_read_unless_asked_for() -> None:
    table = make_table([make_user()])
    assert "server_secret" in Match.objects.get(table=table).get_deferred_fields()


def test_wrong_options_are_refused() -> None:
    with pytest.raises(OptionsError):
        tables.open_table(user=make_user(), options={"goal": 7}, now=NOW)
    assert not Table.objects.exists()


def test_only_players_of_a_private_table_see_its_invitation() -> None:
    table = make_table([make_user()], is_private=True)
    state = load_state(table.pk)
    assert len(table.invite_code) >= 16
    assert view(state, audience=0, now=NOW)["table"]["invite_url"].endswith(table.invite_code)
    assert table.invite_code not in str(view(state, audience=None, now=NOW))


def test_the_last_person_to_leave_closes_the_table() -> None:
    users = make_users(2)
    table = make_table(users)
    send(table, users[0], Kind.LEAVE)
    assert load_state(table.pk).status == "open"
    send(table, users[1], Kind.LEAVE)
    table.refresh_from_db()
    assert (table.status, table.user_ids) == ("closed", [])
    assert table.closed_at == NOW
    with pytest.raises(Refused) as refusal:
        tables.sit_down(table_id=table.pk, user=users[0], now=NOW)
    assert refusal.value.code == "match_over"


def test_a_player_changes_seats() -> None:
    users = make_users(2)
    table = make_table(users)
    moved = send(table, users[0], Kind.SIT, seat=4, player={"user": users[0].pk})
    assert [sitter and sitter.user_id for sitter in moved.state.seats] == [
        None, users[1].pk, None, None, users[0].pk, None,
    ]  # fmt: skip


def test_play_now_gathers_people_at_one_table_and_fills_it() -> None:
    users = make_users(3)
    first = play_now(user=users[0], now=NOW)
    assert play_now(user=users[0], now=NOW).pk == first.pk
    assert play_now(user=users[1], now=NOW).pk == first.pk
    late = NOW + timedelta(minutes=1)
    assert play_now(user=users[2], now=late).pk != first.pk
    done = tables.fill_with_bots(table_id=first.pk, now=late)
    assert done is not None
    assert done.state.status == "playing"
    assert sum(sitter.is_bot for sitter in done.state.seats if sitter) == 4
    first.refresh_from_db()
    assert first.fill_at is None
    assert tables.fill_with_bots(table_id=first.pk, now=late) is None


def test_one_user_may_not_hold_any_number_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "TABLES_EACH", 2)
    user = make_user()
    for _ in range(2):
        tables.open_table(user=user, now=NOW)
    with pytest.raises(Refused) as refusal:
        tables.open_table(user=user, now=NOW)
    assert refusal.value.code == "rate_limited"
    assert tables.leave_all(user=user, now=NOW) == 2
    tables.open_table(user=user, now=NOW)


def test_one_user_may_not_take_a_seat_at_any_number_of_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "TABLES_EACH", 2)
    user = make_user()
    first, second, third = (make_table([make_user()]) for _ in range(3))
    for table in (first, second):
        tables.sit_down(table_id=table.pk, user=user, now=NOW)
    with pytest.raises(Refused) as refusal:
        tables.sit_down(table_id=third.pk, user=user, now=NOW)
    assert refusal.value.code == "rate_limited"
    assert tables.sit_down(table_id=second.pk, user=user, seat=4, now=NOW).version == 3, "changing seats is no new one"


def test_a_stranger_who_asks_for_bots_costs_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    stranger, state = make_user(), load_state(make_table([make_user()]).pk)
    for kind in (Kind.ADD_BOT, Kind.FILL_BOTS):
        with django_assert_num_queries(0):
            command = seating.bots_command(state, kind=kind, user_id=stranger.pk, command_id="stranger")
        with pytest.raises(Refused) as refusal:
            perform(table_id=state.setup.table_id, command=command, now=NOW)
        assert refusal.value.code == "not_seated"


def test_a_postponed_look_holds_for_one_version() -> None:
    table = make_table([make_user()])
    later = NOW + timedelta(seconds=40)
    assert tables.postpone(table_id=table.pk, version=1, due_at=later)
    table.refresh_from_db()
    assert table.due_at == later
    assert not tables.postpone(table_id=table.pk, version=2, due_at=later)
    assert tables.take_over(table_id=table.pk, version=1, seat=0, now=NOW) is None
    assert tables.close_table(table_id=table.pk, now=NOW)
    assert not tables.close_table(table_id=table.pk, now=NOW)
