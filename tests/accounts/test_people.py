"""The page of friends, and the buttons about a player."""

from http import HTTPStatus

import pytest
from django.template import Context, Template
from django.test import Client, RequestFactory

from accounts.models import Relation, User, UserKind
from accounts.selectors.relations import friend_ids
from accounts.services.relations import ask_friend, block
from tests.accounts.conftest import Member

pytestmark = pytest.mark.django_db
PAGE = "/accounts/people/"


def relate(client: Client, player: User, action: str, **more: str) -> str:
    answer = client.post(f"{PAGE}relate/", {"player": player.pk, "action": action, **more}, follow=True)
    assert answer.status_code == HTTPStatus.OK
    return answer.content.decode()


def buttons(viewer: User, player: User) -> str:
    request = RequestFactory().get("/players/x/")
    request.user = viewer
    return Template("{% load relations %}{% relation_buttons player %}").render(
        Context({"request": request, "player": player})
    )


def test_two_members_become_friends_through_the_pages(client: Client, member: Member) -> None:
    ann, bob = member("Ann", "a@example.org"), member("Bob", "b@example.org")
    client.force_login(ann)
    client.post(f"{PAGE}ask/", {"name": "bOB"})
    client.force_login(bob)
    text = client.get(PAGE).content.decode()
    assert "They ask you" in text
    assert "Ann" in text
    assert "Ann and you are friends now." in relate(client, ann, "befriend")
    assert friend_ids(bob.pk) == {ann.pk}
    assert "They ask you" not in client.get(PAGE).content.decode()


def test_an_unknown_name_is_told_and_kept(client: Client, member: Member) -> None:
    client.force_login(member())
    answer = client.post(f"{PAGE}ask/", {"name": "Nobody<"})
    assert answer.status_code == HTTPStatus.NOT_FOUND
    text = answer.content.decode()
    assert "There is no player of this name." in text
    assert 'value="Nobody&lt;"' in text


def test_a_refusal_is_said_and_changes_nothing(client: Client, member: Member) -> None:
    ann, bob = member("Ann", "a@example.org"), member("Bob", "b@example.org")
    block(user=ann, other=bob)
    client.force_login(bob)
    text = relate(client, ann, "befriend")
    assert "This player takes no requests." in text
    assert "block" not in text.lower()
    assert Relation.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"player": "1", "action": "marry"}, 400),
        ({"player": "x", "action": "block"}, 400),
        ({"player": "9" * 30, "action": "block"}, 400),
        ({"player": "99999999", "action": "block"}, 404),
    ],
)
def test_nonsense_is_refused(client: Client, member: Member, data: dict[str, str], status: int) -> None:
    client.force_login(member())
    assert client.post(f"{PAGE}relate/", data).status_code == status


def test_the_way_back_stays_on_the_site(client: Client, member: Member) -> None:
    ann, bob = member("Ann", "a@example.org"), member("Bob", "b@example.org")
    client.force_login(ann)
    for target, expected in (("/rules/", "/rules/"), ("https://evil.example/", PAGE)):
        answer = client.post(f"{PAGE}relate/", {"player": bob.pk, "action": "follow", "next": target})
        assert answer["Location"] == expected


def test_strangers_are_sent_to_sign_in(client: Client) -> None:
    for path in ("relate/", "ask/"):
        assert client.post(PAGE + path)["Location"].startswith("/accounts/login/")
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")


def test_buttons_say_what_can_be_done(member: Member) -> None:
    ann, bob = member("Ann", "a@example.org"), member("Bob", "b@example.org")
    guest = User.objects.create_user("Guest Owl 111", kind=UserKind.GUEST)
    bot = User.objects.create_user("Bot", kind=UserKind.BOT)
    assert 'value="befriend"' in buttons(ann, bob)
    assert buttons(ann, ann).strip() == buttons(ann, bot).strip() == ""
    assert 'value="block"' in buttons(guest, ann)
    assert 'value="befriend"' not in buttons(guest, ann)
    ask_friend(user=ann, other=bob)
    assert "Withdraw" in buttons(ann, bob)
    assert "Accept as a friend" in buttons(bob, ann)
    block(user=ann, other=bob)
    assert "End the block" in buttons(ann, bob)
    assert "Ask to be friends" in buttons(bob, ann)
