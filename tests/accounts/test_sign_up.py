"""Signing up, confirming the e-mail address, and what strangers can find out by it."""

from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.adapter import AccountAdapter
from accounts.models import User, UserKind
from tests.accounts.conftest import PASSWORD, Member, mailed_path, sign_in, sign_up_data, signed_in_id

pytestmark = pytest.mark.django_db


def test_sign_up_confirm_and_come_in(client: Client) -> None:
    sent = client.post("/accounts/signup/", sign_up_data())
    assert sent["Location"] == "/accounts/confirm-email/"
    assert "mail" in client.get(sent["Location"]).content.decode()
    assert signed_in_id(client) is None
    path = mailed_path()
    assert "Léa" in client.get(path).content.decode()
    assert not EmailAddress.objects.get().verified, "a link that is only looked at confirms nothing"
    client.post(path)
    user = User.objects.get()
    assert (user.username, user.kind, user.email) == ("Léa", UserKind.MEMBER, "lea@example.org")
    assert EmailAddress.objects.get().verified
    assert signed_in_id(client) == user.pk, "the browser that signed up is signed in"


def test_a_link_opened_elsewhere_confirms_without_signing_in(client: Client) -> None:
    client.post("/accounts/signup/", sign_up_data())
    other = Client()
    other.post(mailed_path())
    assert signed_in_id(other) is None
    sign_in(other, "léa")
    assert signed_in_id(other) == User.objects.get().pk


def test_nobody_comes_in_unconfirmed_and_a_fresh_link_is_mailed(client: Client, member: Member) -> None:
    member(verified=False)
    sign_in(client, "Nadège")
    assert signed_in_id(client) is None
    assert len(mail.outbox) == 1
    client.post(mailed_path())
    sign_in(client, "Nadège")
    assert signed_in_id(client) is not None


def test_a_bad_or_used_link_says_so(client: Client) -> None:
    assert "used before" in client.get("/accounts/confirm-email/nonsense/").content.decode()


@pytest.mark.parametrize("name", ["NADÈGE", "nade\u0300ge", " Nadège "])
def test_a_name_is_taken_whatever_its_case(client: Client, member: Member, name: str) -> None:
    member()
    page = client.post("/accounts/signup/", sign_up_data(username=name)).content.decode()
    assert "This name is taken." in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["admin", "Guest Lynx 12", "KQJ", "bot", "Moderator Max"])
def test_the_names_of_the_site_are_kept(client: Client, name: str) -> None:
    page = client.post("/accounts/signup/", sign_up_data(username=name)).content.decode()
    assert "kept for the site" in page


def test_two_who_take_a_name_at_once(client: Client, member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second passes the check before the first is stored: the constraint decides, and the page says so."""
    member()
    monkeypatch.setattr(AccountAdapter, "clean_username", lambda _self, name, **_kwargs: name)
    page = client.post("/accounts/signup/", sign_up_data(username="nadège")).content.decode()
    assert "This name is taken." in page
    assert User.objects.count() == 1


def test_weak_passwords_are_refused(client: Client) -> None:
    assert client.post("/accounts/signup/", sign_up_data(password1="12345678")).status_code == 200
    assert client.post("/accounts/signup/", sign_up_data(password1="short")).status_code == 200
    assert not User.objects.exists()


def test_a_taken_email_looks_like_a_free_one(client: Client, member: Member) -> None:
    owner = member()
    taken = client.post("/accounts/signup/", sign_up_data(email="Nadege@Example.org"))
    free = Client().post("/accounts/signup/", sign_up_data(username="Marc", email="marc@example.org"))
    assert (taken.status_code, taken["Location"]) == (free.status_code, free["Location"])
    assert User.objects.filter(username="Léa").exists(), "else the name, still free, would tell"
    assert [message.to for message in mail.outbox] == [["nadege@example.org"], ["marc@example.org"]]
    assert "exists already" in mail.outbox[0].body
    assert "/password/reset/" in mail.outbox[0].body
    sign_in(client, "nadege@example.org")
    assert signed_in_id(client) == owner.pk, "the owner signs in as before"


def test_a_taken_email_cannot_be_confirmed_twice(client: Client, member: Member) -> None:
    client.post("/accounts/signup/", sign_up_data(email="nadege@example.org"))
    path = mailed_path()
    member()
    assert "belongs to another account" in client.get(path).content.decode()
    client.post(path)
    assert EmailAddress.objects.filter(verified=True).count() == 1
    assert signed_in_id(client) is None


def test_a_dead_mail_server_is_said(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise SMTPServerDisconnected

    monkeypatch.setattr(mail.EmailMessage, "send", fail)
    page = client.post("/accounts/signup/", sign_up_data(), follow=True).content.decode()
    assert "mail server does not answer" in page


def test_sign_up_wants_the_csrf_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/accounts/signup/", sign_up_data()).status_code == 403
    assert not User.objects.exists()


def test_members_are_sent_on(client: Client, member: Member) -> None:
    client.force_login(member())
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/guest/claim/"):
        assert client.get(path)["Location"] == "/"
        assert client.get(f"{path}?next=/rules/")["Location"] == "/rules/"
        assert client.get(f"{path}?next=//evil.example/")["Location"] == "/"


def test_the_password_is_never_shown_again(client: Client) -> None:
    page = client.post("/accounts/signup/", sign_up_data(email="no address")).content.decode()
    assert PASSWORD not in page
