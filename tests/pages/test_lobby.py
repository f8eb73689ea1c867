"""The lobby and its lists."""

from datetime import timedelta
from http import HTTPStatus
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.services.relations import ask_friend
from accounts.services.seen import note_seen
from games.models import Rating, TablePresence
from games.services.play import Kind
from games.services.tables import sit_down
from tests.games.seated import NOW, make_table, make_user, make_users, send, start_match

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
        start_match(make_users(6))
        make_table([make_user()], requirements={"rating_min": 1400})
    with django_assert_max_num_queries(12):
        read(client, LOBBY)
    with django_assert_max_num_queries(11):  # that the user was here is noted once a minute
        read(client)


def test_a_stranger_costs_fewer_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    make_table(make_users(2))
    with django_assert_max_num_queries(2):
        read(client, LISTS)
    start_match(make_users(6))
    with django_assert_max_num_queries(3):
        read(client, LISTS)


def test_who_left_a_running_match_is_not_named(client: Client) -> None:
    gone, there, *others = make_user("Gone"), make_user("There"), *make_users(4)
    table = start_match([gone, there, *others])
    send(table, gone, Kind.LEAVE, confirm=True)
    row = read(client).split(f'id="watch-{table.pk}"')[1].split("</li>")[0]
    assert "There" in row
    assert "Gone" not in row
    assert "with 1 bot" in row


def row_of(text: str, name: str) -> str:
    return text.split(f'id="{name}"')[1].split("</li>", maxsplit=1)[0]


def test_a_table_says_what_it_requires_and_why_one_cant_sit(client: Client, guest: User) -> None:
    wants = make_table([make_user()], requirements={"rating_min": 1600, "no_guests": True})
    for user, reason in ((guest, "Guests can&#x27;t sit"), (make_user(), "yours is 1500")):
        client.force_login(user)
        row = row_of(read(client), f"open-{wants.pk}")
        assert "rating from 1600" in row
        assert "no guests" in row
        assert reason in row
        assert "Sit down" not in row
        assert f'id="open-{wants.pk}"' not in read(client, f"{LISTS}?fits=1")
    client.force_login(wants.host or guest)
    assert f'id="open-{wants.pk}"' not in read(client)  # the host sits there


def test_open_tables_are_narrowed_down_by_speed(client: Client) -> None:
    tables = {
        speed: make_table([make_user()], time_control=preset)
        for speed, preset in (("blitz", "blitz"), ("days", "three_days"), ("none", None))
    }
    for speed in tables:
        text = read(client, f"{LISTS}?speed={speed}")
        shown = [other for other, table in tables.items() if f'id="open-{table.pk}"' in text]
        assert shown == [speed]
    text = read(client, f"{LOBBY}?speed=bullet")
    assert all(f'id="open-{table.pk}"' in text for table in tables.values())
    assert 'data-lobby="/lobby/tables?speed=blitz&amp;fits=1"' in read(client, f"{LOBBY}?speed=blitz&fits=1")


def test_the_highest_rated_match_stands_first(client: Client) -> None:
    weak, strong = make_users(6), make_users(6)
    for users, value in ((weak, 1300), (strong, 1800)):
        for user in users:
            Rating.objects.create(user=user, pool="kqj-live-fixed", value=value, match_count=9, played_at=NOW)
    first, second = start_match(strong), start_match(weak)
    text = read(client)
    assert text.index(f'id="watch-{first.pk}"') < text.index(f'id="watch-{second.pk}"')
    assert "rating 1800" in row_of(text, f"watch-{first.pk}")


def test_friends_who_are_here_are_shown_with_where_they_are(client: Client, member: User) -> None:
    here, away, playing, secret = (make_user(name) for name in ("Here", "Away", "Playing", "Secret"))
    for friend in (here, away, playing, secret):
        ask_friend(user=friend, other=member)
        ask_friend(user=member, other=friend)
    note_seen(here, now=timezone.now())
    note_seen(away, now=timezone.now() - timedelta(minutes=4))
    for friend, is_private in ((playing, False), (secret, True)):
        table = start_match([friend, *make_users(5)], is_private=is_private)
        TablePresence.objects.create(
            process=uuid4(), socket=1, table=table, user=friend, seat=0, seen_at=timezone.now()
        )
    text = read(client)
    assert "Away" not in text
    assert "table" not in row_of(text, f"friend-{here.pk}")
    assert "Watch" in row_of(text, f"friend-{playing.pk}")
    assert "/tables/" not in row_of(text, f"friend-{secret.pk}")
    client.force_login(make_user())
    assert "Playing</a>" not in read(client).split('data-part="friends"')[1].split("</section>")[0]


def test_a_row_is_drawn_anew_when_what_it_shows_has_changed(client: Client) -> None:
    one, two = make_users(2)
    table = make_table([one])
    assert two.username not in row_of(read(client), f"open-{table.pk}")
    sit_down(table_id=table.pk, user=two, now=NOW)
    row = row_of(read(client), f"open-{table.pk}")
    assert f"{one.username}, {two.username}" in row
    assert "4 seats free" in row
    send(table, two, Kind.LEAVE)
    assert two.username not in row_of(read(client), f"open-{table.pk}")
