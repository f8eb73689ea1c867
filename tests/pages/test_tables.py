"""Playing at once, sitting down, opening tables, the table's page."""

import itertools
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User, UserKind
from games.engine import registry
from games.forms import TableForm
from games.models import Table
from games.services import tables
from tests.games.seated import make_table, make_user, make_users, start_match

PLAY_NOW, NEW = reverse("games:play_now"), reverse("games:table_new")
GAME = registry.get("kqj")
RIGHT = {
    "option_teams": "2",
    "option_partners": "fixed",
    "option_contract": "take",
    "option_all_trumps_no_trump": "on",
    "option_goal": "1000",
    "option_rounds": "10",
    "seating": "chosen",
    "visibility": "public",
    "can_watch": "on",
    "bot_level": "easy",
    "pace": "natural",
    "rating": "people",
    "time": "normal",
}


def address(table: Table) -> str:
    return reverse("games:table", args=[table.pk])


def test_a_stranger_plays_at_once_as_a_guest(client: Client) -> None:
    answer = client.post(PLAY_NOW)
    table = Table.objects.get()
    assert answer.status_code == HTTPStatus.FOUND
    assert answer.headers["Location"] == address(table)
    guest = User.objects.get(kind=UserKind.GUEST)
    assert table.user_ids == [guest.pk]
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_guest_or_member_plays_under_their_own_name(client: Client, guest: User) -> None:
    client.post(PLAY_NOW)
    assert Table.objects.get().user_ids == [guest.pk]
    client.force_login(member := make_user())
    client.post(PLAY_NOW)
    assert Table.objects.get().user_ids == [guest.pk, member.pk]


def test_playing_at_once_twice_leads_to_the_same_table(client: Client, member: User) -> None:
    first, second = client.post(PLAY_NOW), client.post(PLAY_NOW)
    assert first.headers["Location"] == second.headers["Location"]
    assert Table.objects.count() == 1


def test_too_many_guests_of_one_network_are_told_to_wait(settings: Settings, collected_static_files: Any) -> None:
    settings.KQJ_GUEST_RATE = "1/h"
    assert Client().post(PLAY_NOW).status_code == HTTPStatus.FOUND
    answer = Client().post(PLAY_NOW)
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert int(answer.headers["Retry-After"]) > 0
    assert User.objects.filter(kind=UserKind.GUEST).count() == 1


def test_sitting_down(client: Client, member: User) -> None:
    table = make_table([make_user()])
    answer = client.post(reverse("games:table_sit", args=[table.pk]))
    assert answer.headers["Location"] == address(table)
    table.refresh_from_db()
    assert member.pk in table.user_ids


def test_sitting_down_makes_a_guest_of_a_stranger(client: Client) -> None:
    table = make_table([make_user()])
    client.post(reverse("games:table_sit", args=[table.pk]))
    table.refresh_from_db()
    assert User.objects.get(kind=UserKind.GUEST).pk in table.user_ids


def test_a_seat_that_is_gone_is_told(client: Client, member: User) -> None:
    table = start_match(make_users(6))
    answer = client.post(reverse("games:table_sit", args=[table.pk]), follow=True)
    assert answer.status_code == HTTPStatus.OK
    table.refresh_from_db()
    assert member.pk not in table.user_ids
    assert 'class="note warn"' in answer.content.decode()


def test_the_table_page_names_table_socket_and_viewer(client: Client, member: User) -> None:
    table = make_table([member])
    text = client.get(address(table)).content.decode()
    assert f'data-table-id="{table.pk}"' in text
    assert f'data-ws-url="/ws/tables/{table.pk}/"' in text
    assert '"name": "Nad\\u00e8ge"' in text
    assert "no-store" in client.get(address(table)).headers["Cache-Control"]


def test_a_private_table_is_as_if_it_were_not_there(client: Client, member: User) -> None:
    table = make_table([make_user()], is_private=True)
    missing = client.get(reverse("games:table", args=[table.pk + 1000]))
    for path in (address(table), f"{address(table)}?invite=", f"{address(table)}?invite=wrong"):
        answer = client.get(path)
        assert answer.status_code == missing.status_code == HTTPStatus.NOT_FOUND
        assert table.invite_code not in answer.content.decode()
    assert client.post(reverse("games:table_sit", args=[table.pk])).status_code == HTTPStatus.NOT_FOUND


def test_a_private_table_opens_with_its_link(client: Client, member: User) -> None:
    table = make_table([make_user()], is_private=True)
    link = f"{address(table)}?invite={table.invite_code}"
    assert client.get(link).status_code == HTTPStatus.OK
    answer = client.post(reverse("games:table_sit", args=[table.pk]), {"invite": table.invite_code})
    assert answer.headers["Location"] == link
    assert client.get(address(table)).status_code == HTTPStatus.OK


def test_a_stranger_sits_down_at_a_private_table_by_its_link(client: Client) -> None:
    table = make_table([make_user()], is_private=True)
    text = client.get(f"{address(table)}?invite={table.invite_code}").content.decode()
    door = text.split('data-sit="')[1].split('"')[0]  # where the page's "Sit down as a guest" leads
    client.post(door)
    table.refresh_from_db()
    assert table.seats[1]["kind"] == "guest"


def test_a_public_table_gives_no_invite(client: Client) -> None:
    table = make_table([make_user()])
    assert 'data-invite=""' in client.get(f"{address(table)}?invite=x").content.decode()


def test_a_match_closed_to_watchers_is_for_those_who_play(client: Client, member: User) -> None:
    waiting = make_table([make_user()], can_watch=False)
    assert client.get(address(waiting)).status_code == HTTPStatus.OK
    others = make_users(5)
    running = start_match([make_user(), *others], can_watch=False)
    answer = client.get(address(running))
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert "closed to watchers" in answer.content.decode()
    client.force_login(others[0])
    assert client.get(address(running)).status_code == HTTPStatus.OK


ALL_OPTIONS = list(
    itertools.product(("2", "3"), ("fixed", "random"), ("take", "auction"), ("on", ""), ("500", "1000", "2000", "none"))
)


@pytest.mark.parametrize(("teams", "partners", "contract", "suits", "goal"), ALL_OPTIONS)
def test_every_combination_of_options(teams: str, partners: str, contract: str, suits: str, goal: str) -> None:
    data = RIGHT | {
        "option_teams": teams,
        "option_partners": partners,
        "option_contract": contract,
        "option_all_trumps_no_trump": suits,
        "option_goal": goal,
        "option_rounds": "30",
    }
    if not suits:
        del data["option_all_trumps_no_trump"]
    form = TableForm(data, game=GAME)
    assert form.is_valid(), form.errors
    expected = {
        "teams": int(teams),
        "partners": partners,
        "contract": contract,
        "all_trumps_no_trump": bool(suits),
        "goal": None if goal == "none" else int(goal),
    }
    assert form.cleaned_data["options"] == (expected | {"rounds": 30} if goal == "none" else expected)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"option_teams": "4"}, "option_teams"),
        ({"option_teams": ""}, "option_teams"),
        ({"option_partners": "<script>"}, "option_partners"),
        ({"option_contract": "bridge"}, "option_contract"),
        ({"option_goal": "750"}, "option_goal"),
        ({"option_goal": "none", "option_rounds": "0"}, "option_rounds"),
        ({"option_goal": "none", "option_rounds": "31"}, "option_rounds"),
        ({"option_goal": "none", "option_rounds": ""}, "option_rounds"),
        ({"option_goal": "none", "option_rounds": "many"}, "option_rounds"),
        ({"seating": "sofa"}, "seating"),
        ({"visibility": "secret"}, "visibility"),
        ({"bot_level": "oracle"}, "bot_level"),
        ({"pace": "-1"}, "pace"),
        ({"rating": "all"}, "rating"),
        ({"time": "bullet"}, "time"),
        ({"time": "custom", "bank": "60", "increment": "5"}, "time"),
        ({"time": "custom", "visibility": "private", "bank": "", "increment": "5"}, "bank"),
        ({"time": "custom", "visibility": "private", "bank": "60", "increment": "0"}, "increment"),
        ({"rating_min": "-1"}, "rating_min"),
        ({"rating_min": "1600", "rating_max": "1500"}, "rating_min"),
        ({"conduct_min": "101"}, "conduct_min"),
    ],
)
def test_a_wrong_choice_is_named(client: Client, member: User, changes: dict[str, str], field: str) -> None:
    form = TableForm(RIGHT | changes, game=GAME)
    assert not form.is_valid()
    assert list(form.errors) == [field]
    answer = client.post(NEW, RIGHT | changes)
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert "Something is not right yet" in answer.content.decode()
    assert "<script>" not in answer.content.decode().replace("<script src", "")
    assert not Table.objects.exists()


@pytest.mark.parametrize("rounds", ["", "0", "many", "99"])
def test_rounds_do_not_matter_beside_a_goal(rounds: str) -> None:
    form = TableForm(RIGHT | {"option_rounds": rounds}, game=GAME)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["options"]["goal"] == 1000


def test_opening_a_table(client: Client, member: User) -> None:
    changes = {"seating": "drawn", "visibility": "private", "bot_level": "novice", "pace": "quick"}
    data = RIGHT | changes
    del data["can_watch"]
    answer = client.post(NEW, data)
    table = Table.objects.get()
    assert answer.headers["Location"] == address(table)
    assert (table.host, table.user_ids, table.seating) == (member, [member.pk], "drawn")
    assert (table.is_private, table.can_watch, table.bot_level, table.pace_ms) == (True, False, "novice", 200)
    assert table.invite_code


def test_the_time_and_what_is_required_are_stored(client: Client, member: User) -> None:
    own = {"time": "custom", "bank": "45", "increment": "6", "visibility": "private"}
    needs = {"rating_min": "1200", "rating_max": "", "conduct_min": "80", "no_guests": "on", "people_only": "on"}
    client.post(NEW, RIGHT | own | needs | {"can_substitute": "on"})
    table = Table.objects.get()
    assert table.time_control == {"preset": "custom", "bank": 45, "increment": 6, "sleeps": False}
    assert table.requirements == {"rating_min": 1200, "conduct_min": 80, "no_guests": True, "people_only": True}
    assert table.can_substitute
    client.post(NEW, RIGHT | {"time": "none", "bank": "many"})
    table = Table.objects.latest("pk")
    assert (table.time_control, table.requirements, table.can_substitute) == (None, {}, False)


def test_the_form_tells_how_long_a_match_takes(client: Client) -> None:
    answer = client.get(reverse("games:table_estimate"), RIGHT)
    assert answer.json() == {"text": "Too few matches like this lately to tell how long it takes."}
    assert client.get(reverse("games:table_estimate"), RIGHT | {"option_teams": "9"}).json() == {"text": ""}
    assert client.get(reverse("games:table_estimate"), {"game": "whist"}).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("rating", "expected"), [("people", (True, False)), ("bots", (True, True)), ("none", (False, False))]
)
def test_what_a_table_is_rated_for(client: Client, member: User, rating: str, expected: tuple[bool, bool]) -> None:
    client.post(NEW, RIGHT | {"rating": rating})
    table = Table.objects.get()
    assert (table.is_rated, table.is_rated_with_bots) == expected


def test_a_stranger_who_opens_a_table_becomes_a_guest(client: Client) -> None:
    client.post(NEW, RIGHT)
    assert Table.objects.get().host == User.objects.get(kind=UserKind.GUEST)


def test_a_wrong_form_makes_no_guest(client: Client) -> None:
    client.post(NEW, RIGHT | {"option_teams": "9"})
    assert not User.objects.exists()


def test_what_was_chosen_stands_in_the_form_again(client: Client) -> None:
    text = client.post(NEW, RIGHT | {"option_teams": "3", "pace": "never"}).content.decode()
    assert 'value="3" id="id_option_teams_1" required checked' in text


def test_no_such_game(client: Client) -> None:
    assert client.get(f"{NEW}?game=whist").status_code == HTTPStatus.NOT_FOUND


def test_one_user_does_not_open_tables_without_end(client: Client, member: User) -> None:
    for _ in range(20):
        assert client.post(NEW, RIGHT).status_code == HTTPStatus.FOUND
    answer = client.post(NEW, RIGHT)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "too many tables" in answer.content.decode()


@pytest.mark.parametrize(("url", "fields"), [(NEW, RIGHT), (PLAY_NOW, {})])
def test_tables_left_at_once_count_too(
    client: Client, member: User, settings: Settings, url: str, fields: dict[str, str]
) -> None:
    settings.KQJ_TABLE_RATE = "2/h"
    for _ in range(2):
        assert client.post(url, fields).status_code == HTTPStatus.FOUND
        tables.leave_all(user=member)
    answer = client.post(url, fields)
    assert answer.status_code == HTTPStatus.TOO_MANY_REQUESTS
    assert int(answer.headers["Retry-After"]) > 0
    assert Table.objects.count() == 2
