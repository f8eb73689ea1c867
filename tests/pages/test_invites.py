"""Having others come to a table: link, QR code, friends."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notification, User
from accounts.services.notifications import choose
from accounts.services.relations import ask_friend, block
from games.models import Invitation, Table
from games.services.invitations import invite_friend
from games.services.play import Refused
from tests.games.seated import NOW, make_table, make_user, make_users, start_match


def befriend(one: User, other: User) -> None:
    ask_friend(user=one, other=other)
    ask_friend(user=other, other=one)


def page_of(
    client: Client, table: Table, *, status: int = HTTPStatus.OK, name: str = "invite", invite: str = ""
) -> str:
    answer = client.get(reverse(f"games:{name}", args=[table.pk]), {"invite": invite} if invite else {})
    assert answer.status_code == status
    return answer.content.decode()


def test_the_link_of_a_private_table_is_told_to_those_who_may_know_it(client: Client, member: User) -> None:
    table = make_table([member], is_private=True)
    link = f"http://testserver/tables/{table.pk}/?invite={table.invite_code}"
    assert f'value="{link}"' in page_of(client, table)
    client.force_login(make_user())
    for name in ("invite", "invite_code"):
        page_of(client, table, status=HTTPStatus.NOT_FOUND, name=name)
        page_of(client, table, status=HTTPStatus.NOT_FOUND, name=name, invite="wrong")
    assert link in page_of(client, table, invite=table.invite_code)


def test_the_qr_code_is_a_drawing_of_the_link(client: Client, member: User) -> None:
    table = make_table([member], is_private=True)
    answer = client.get(reverse("games:invite_code", args=[table.pk]))
    assert answer["Content-Type"] == "image/svg+xml"
    assert "private" in answer["Cache-Control"]
    text = answer.content.decode()
    assert text.startswith("<svg")
    assert "<script" not in text
    other = client.get(reverse("games:invite_code", args=[make_table([member], is_private=True).pk]))
    assert other.content != answer.content


def test_a_friend_is_invited_called_and_sits_down(client: Client, member: User) -> None:
    friend, table = make_user("Friend"), make_table([member], is_private=True)
    befriend(member, friend)
    assert "Friend" in page_of(client, table)
    for _ in range(2):
        client.post(reverse("games:invite_friend", args=[table.pk, friend.pk]))
    assert Invitation.objects.count() == 1
    assert "invited" in page_of(client, table)
    client.force_login(friend)
    text = client.get(reverse("games:lobby_tables")).content.decode()
    assert "Nadège invites you" in text
    client.post(f"{reverse('games:table_sit', args=[table.pk])}?invite={table.invite_code}")
    table.refresh_from_db()
    assert friend.pk in table.user_ids
    assert "invites you" not in client.get(reverse("games:lobby_tables")).content.decode()


def test_an_invitation_can_be_declined(client: Client, member: User) -> None:
    host = make_user()
    table = make_table([host])
    befriend(host, member)
    invite_friend(table_id=table.pk, user=host, friend_id=member.pk, now=NOW)
    client.post(reverse("games:invite_decline", args=[table.pk]))
    assert not Invitation.objects.exists()
    assert "invites you" not in client.get(reverse("games:lobby")).content.decode()


def test_only_friends_are_invited_and_only_by_those_who_sit_there() -> None:
    host, friend, stranger = make_user(), make_user(), make_user()
    befriend(host, friend)
    table, running = make_table([host]), start_match([host, *make_users(5)])
    cases = (
        (table, host, stranger, "illegal_action"),
        (table, friend, host, "not_seated"),
        (running, host, friend, "match_over"),
    )
    for where, user, other, code in cases:
        with pytest.raises(Refused) as caught:
            invite_friend(table_id=where.pk, user=user, friend_id=other.pk, now=NOW)
        assert caught.value.code == code
    block(user=friend, other=host)
    with pytest.raises(Refused):
        invite_friend(table_id=table.pk, user=host, friend_id=friend.pk, now=NOW)
    assert not Invitation.objects.exists()


def test_the_call_leads_to_the_table_and_names_no_card() -> None:
    host, friend = make_user("Host"), make_user()
    befriend(host, friend)
    choose(user=friend, push=[], mail=["invite"], tab=True)
    friend.emailaddress_set.create(email="f@example.org", verified=True, primary=True)  # type: ignore[attr-defined]
    table = make_table([host], is_private=True)
    invite_friend(table_id=table.pk, user=host, friend_id=friend.pk, now=NOW)
    row = Notification.objects.get()
    assert (row.title, row.body) == ("Host invites you to a table", "1 of 6 seats are taken.")
    assert row.path == f"/tables/{table.pk}/?invite={table.invite_code}"
