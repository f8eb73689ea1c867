"""One's own account: name and face, export, deletion."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import ApiToken, Relation, User
from accounts.services.accounts import AVATARS, AccountBusyError, delete_account, export_account
from accounts.services.relations import ask_friend, block
from accounts.services.tokens import make_token
from games.models import MatchPlayer
from games.services.matches import finish_match
from games.services.play import Kind
from games.services.tables import fill_with_bots
from tests.accounts.conftest import PASSWORD, Member, mailed_path, sign_in, sign_up_data
from tests.games.seated import NOW, make_table, make_users, send, start_match

pytestmark = pytest.mark.django_db
FACE, EXPORT, DELETE = "/accounts/face/", "/accounts/export/", "/accounts/delete/"


def signed_in(client: Client, member: Member) -> User:
    user = member()
    sign_in(client, user.username)
    return user


def confirmed(client: Client, path: str, **data: str) -> Any:
    """Send a form, and the password when it is asked for."""
    answer: Any = client.post(path, data)
    if answer.status_code == HTTPStatus.FOUND and answer["Location"].startswith("/accounts/reauthenticate/"):
        return client.post(answer["Location"], {"password": PASSWORD})
    return answer


def test_deleting_wants_the_password(client: Client, member: Member) -> None:
    user = member()
    client.force_login(user)
    asked = client.post(DELETE, {"name": "Nadège"})
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    client.post(asked["Location"], {"password": "wrong"})
    user.refresh_from_db()
    assert user.is_active


def test_name_and_avatar_are_changed(client: Client, member: Member) -> None:
    user = signed_in(client, member)
    assert client.get(FACE).content.decode().count('name="avatar"') == len(AVATARS) == 32
    client.post(FACE, {"username": " Nadia ", "avatar": "H7"})
    user.refresh_from_db()
    assert (user.username, user.name_key, user.avatar_key) == ("Nadia", "nadia", "H7")
    client.post(FACE, {"username": "NADIA", "avatar": "K0"})
    user.refresh_from_db()
    assert (user.username, user.avatar_key) == ("NADIA", "K0")


@pytest.mark.parametrize("name", ["", "x", "admin", "Bob", "bOB", "Ann\u202eBob", "Пaypal", "A" * 25])
def test_a_name_that_one_cant_have_is_refused(client: Client, member: Member, name: str) -> None:
    user = signed_in(client, member)
    member("Bob", "b@example.org")
    assert client.post(FACE, {"username": name, "avatar": "H7"}).status_code == HTTPStatus.OK
    user.refresh_from_db()
    assert user.username == "Nadège"


def test_names_are_changed_so_often(client: Client, member: Member, settings: Settings) -> None:
    settings.KQJ_RENAME_RATE = "1/30d"
    user = signed_in(client, member)
    client.post(FACE, {"username": "One", "avatar": "H7"})
    text = client.post(FACE, {"username": "Two", "avatar": "H7"}).content.decode()
    assert "You have changed your name lately" in text
    user.refresh_from_db()
    assert user.username == "One"


def test_a_guest_chooses_a_face_and_no_name(client: Client, guest: User) -> None:
    assert 'name="username"' not in client.get(FACE).content.decode()
    name = guest.username
    client.post(FACE, {"username": "Nadia", "avatar": "Q3"})
    guest.refresh_from_db()
    assert (guest.username, guest.avatar) == (name, "Q3")
    client.post(FACE, {"avatar": "Z9"})
    guest.refresh_from_db()
    assert guest.avatar == "Q3"


def test_the_export_holds_what_is_known_and_no_secret(client: Client, member: Member) -> None:
    user, other = signed_in(client, member), member("Bob", "b@example.org")
    _row, token = make_token(user=user, name="my bot", scopes=["read"])
    ask_friend(user=user, other=other)
    answer = confirmed(client, EXPORT)
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    told = json.loads(answer.content)
    assert told["account"]["emails"] == [{"email": "nadege@example.org", "verified": True, "primary": True}]
    assert told["account"]["relations"] == [{"kind": "friend", "player": "Bob"}]
    assert told["account"]["tokens"] == ["my bot"]
    assert "matches" in told["games"]
    assert token not in answer.content.decode()
    assert user.password not in answer.content.decode()


def test_a_deleted_account_leaves_no_name_and_no_way_back(client: Client, member: Member) -> None:
    user, other = signed_in(client, member), member("Bob", "b@example.org")
    make_token(user=user, name="my bot", scopes=["read"])
    block(user=other, other=user)
    waiting = make_table([user], now=None)
    confirmed(client, DELETE, name="Nadia")
    assert User.objects.get(pk=user.pk).is_active
    confirmed(client, DELETE, name="nadège")
    user.refresh_from_db()
    assert (user.username, user.email, user.is_active) == (f"gone {user.pk}", "", False)
    assert not ApiToken.objects.exists()
    assert not Relation.objects.exists()
    waiting.refresh_from_db()
    assert waiting.status == "closed"
    assert client.get(FACE).status_code == HTTPStatus.FOUND
    sign_in(client, "Nadège", PASSWORD)
    assert client.get(FACE).status_code == HTTPStatus.FOUND
    client.post("/accounts/signup/", sign_up_data(username="Nadège", email="nadege@example.org"))
    assert mailed_path()
    assert User.objects.filter(username="Nadège").exists()  # the name is free again


def test_a_running_match_keeps_the_account_until_it_is_over(member: Member) -> None:
    user = member()
    table = start_match([user, *make_users(5)])
    with pytest.raises(AccountBusyError):
        delete_account(user)
    send(table, user, Kind.LEAVE, confirm=True)
    with pytest.raises(AccountBusyError):  # the result will name who left
        delete_account(user)
    user.refresh_from_db()
    assert user.is_active


def test_results_are_nameless_afterwards(member: Member) -> None:
    user = member()
    table = make_table([user])
    fill_with_bots(table_id=table.pk, now=NOW)
    send(table, user, Kind.READY)
    send(table, user, Kind.PROPOSE, vote="abandon")  # one person alone decides
    table.refresh_from_db()
    assert finish_match(table.match_id or 0)
    delete_account(user)
    player = MatchPlayer.objects.get(match=table.match_id, seat=0)
    assert (player.user, player.name) == (None, "—")
    assert "Nadège" not in json.dumps(export_account(user), default=str)
