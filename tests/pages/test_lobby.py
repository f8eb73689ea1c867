"""The lobby and its lists."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.services.play import Kind
from tests.games.seated import make_table, make_user, make_users, send, start_match

LOBBY, LISTS = reverse("games:lobby"), reverse("games:lobby_tables")


def read(client: Client, path: str = LISTS) -> str:
    answer = client.get(path)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


def test_an_empty_lobby_says_so(client: Client) -> None:
    text = read(client, LOBBY)
    assert "No table is waiting" in text
    assert "No match is being played" in text
    assert "New to KQJ?" in text


def test_open_tables_show_people_options_and_free_seats(client: Client) -> None:
    make_table([make_user("Léa"), make_user("Борис")], options={"contract": "auction", "teams": 3, "goal": 500})
    text = read(client)
    assert "Léa, Борис" in text
    for word in ("Auction", "3 teams", "to 500", "4 seats free", "2 of 6 seats taken"):
        assert word in text


def test_every_option_has_its_word(client: Client) -> None:
    options = {"partners": "random", "all_trumps_no_trump": False, "goal": None, "rounds": 7}
    make_table([make_user()], options=options)
    text = read(client)
    for word in ("random partners", "suits only", "7 rounds"):
        assert word in text


def test_full_private_and_finished_tables_are_not_offered(client: Client) -> None:
    full = make_table(make_users(6))
    private = make_table([make_user("Hidden")], is_private=True)
    closed = make_table([make_user("Gone")])
    send(closed, None, Kind.CLOSE)
    text = read(client)
    for table in (full, private, closed):
        assert f"/tables/{table.pk}/" not in text


def test_running_tables_can_be_watched_unless_closed_to_watchers(client: Client) -> None:
    watched = start_match(make_users(6))
    others = [start_match(make_users(6), can_watch=False), start_match(make_users(6), is_private=True)]
    text = read(client)
    assert f'id="watch-{watched.pk}"' in text
    for table in others:
        assert f"/tables/{table.pk}/" not in text


def test_own_tables_come_first_and_say_whose_turn_it_is(client: Client, member: User) -> None:
    table = start_match([member, *make_users(5)])
    waits = [seat["user"] for seat in (table.seats[number] for number in table.to_act)]
    other = User.objects.get(pk=waits[0])
    client.force_login(other)
    text = read(client, LOBBY)
    assert "your turn" in text
    assert "<title>Your turn" in text
    assert f'id="watch-{table.pk}"' not in text
    client.force_login(next(user for user in User.objects.filter(pk__in=table.user_ids) if user != other))
    text = read(client, LOBBY)
    assert f'id="mine-{table.pk}"' in text
    assert "your turn" not in text


def test_own_open_tables_are_not_offered_twice(client: Client, member: User) -> None:
    table = make_table([member])
    text = read(client)
    assert f'id="mine-{table.pk}"' in text
    assert f'id="open-{table.pk}"' not in text


def test_names_are_escaped(client: Client) -> None:
    make_table([User.objects.create_user('<b onclick="x">', password=None)])
    text = read(client, LOBBY)
    assert "<b onclick" not in text
    assert "&lt;b onclick=&quot;x&quot;&gt;" in text


def test_the_lists_are_sent_again_only_when_they_changed(client: Client) -> None:
    make_table([make_user()])
    first = client.get(LISTS)
    again = client.get(LISTS, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    make_table([make_user()])
    assert client.get(LISTS, headers={"If-None-Match": first.headers["ETag"]}).status_code == HTTPStatus.OK
    assert "no-cache" in first.headers["Cache-Control"]


def test_the_lists_hold_no_token_and_no_whole_page(client: Client, member: User) -> None:
    make_table([make_user()])
    text = read(client)
    assert "csrfmiddlewaretoken" not in text
    assert "<html" not in text
    assert 'form="sit"' in text


@pytest.mark.parametrize("count", [1, 8])
def test_queries_do_not_grow_with_tables(
    client: Client, member: User, django_assert_max_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for _ in range(count):
        make_table(make_users(2))
        make_table([member])
    with django_assert_max_num_queries(5):
        read(client, LOBBY)


def test_a_stranger_costs_fewer_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    make_table(make_users(2))
    with django_assert_max_num_queries(2):
        read(client, LISTS)


def test_who_left_a_running_match_is_not_named(client: Client) -> None:
    gone, there, *others = make_user("Gone"), make_user("There"), *make_users(4)
    table = start_match([gone, there, *others])
    send(table, gone, Kind.LEAVE, confirm=True)
    row = read(client).split(f'id="watch-{table.pk}"')[1].split("</li>")[0]
    assert "There" in row
    assert "Gone" not in row
    assert "with 1 bot" in row
