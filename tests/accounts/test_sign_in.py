"""Signing in and out, passwords, e-mail addresses."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Member, mailed_path, sign_in, signed_in_id

pytestmark = pytest.mark.django_db
NEW_PASSWORD = "plane-tree-48"


@pytest.mark.parametrize("login", ["Nadège", "NADÈGE", "nadege@example.org", "NADEGE@example.org"])
def test_sign_in_by_name_or_email(client: Client, member: Member, login: str) -> None:
    user = member()
    sign_in(client, login)
    assert signed_in_id(client) == user.pk


def test_cyrillic_names_sign_in_whatever_their_case(client: Client, member: Member) -> None:
    user = member("Борис", "boris@example.org")
    sign_in(client, "БОРИС")
    assert signed_in_id(client) == user.pk


@pytest.mark.parametrize(("login", "password"), [("Nadège", "wrong"), ("nobody", PASSWORD), ("", PASSWORD)])
def test_wrong_words_are_refused(client: Client, member: Member, login: str, password: str) -> None:
    member()
    page = client.post("/accounts/login/", {"login": login, "password": password})
    assert page.status_code == 200
    assert signed_in_id(client) is None


def test_a_closed_account_does_not_come_in(client: Client, member: Member) -> None:
    user = member()
    user.is_active = False
    user.save()
    page = client.post("/accounts/login/", {"login": "Nadège", "password": PASSWORD}, follow=True)
    assert "closed" in page.content.decode()
    assert signed_in_id(client) is None


def test_stay_signed_in_is_a_choice(client: Client, member: Member) -> None:
    member()
    sign_in(client, "Nadège")
    assert client.session.get_expire_at_browser_close()
    client.post("/accounts/logout/")
    client.post("/accounts/login/", {"login": "Nadège", "password": PASSWORD, "remember": "on"})
    assert not client.session.get_expire_at_browser_close()


@pytest.mark.parametrize(
    ("target", "reached"),
    [("/rules/", "/rules/"), ("https://evil.example/", "/"), ("//evil.example", "/"), ("javascript:alert(1)", "/")],
)
def test_next_leads_nowhere_else(client: Client, member: Member, target: str, reached: str) -> None:
    member()
    data = {"login": "Nadège", "password": PASSWORD, "next": target}
    assert client.post("/accounts/login/", data)["Location"] == reached
    assert Client().post("/accounts/guest/", {"next": target})["Location"] == reached


def test_sign_out(client: Client, member: Member) -> None:
    client.force_login(member())
    assert client.get("/accounts/logout/").status_code == 200
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert signed_in_id(client) is None


@pytest.mark.brokers
def test_too_many_wrong_passwords(client: Client, member: Member) -> None:
    member()
    for _ in range(5):
        sign_in(client, "Nadège", "wrong")
    sign_in(client, "Nadège")
    assert signed_in_id(client) is None, "five failures close the door for a while, right password or not"


@pytest.mark.parametrize("email", ["Boss@example.org", ""])
def test_an_administrator_signs_in_at_once(client: Client, email: str) -> None:
    boss = User.objects.create_superuser("Boss", email, PASSWORD)
    sign_in(client, "boss")
    assert signed_in_id(client) == boss.pk
    assert not mail.outbox
    assert client.get("/admin/accounts/user/").status_code == 200
    assert client.get("/admin/accounts/apitoken/").status_code == 200


def test_an_administrator_makes_accounts(client: Client, member: Member) -> None:
    member()
    client.force_login(User.objects.create_superuser("Boss", "boss@example.org", PASSWORD))
    data = {"usable_password": "true", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    taken = client.post("/admin/accounts/user/add/", data | {"username": "NADÈGE"})
    assert "This name is taken." in taken.content.decode()
    assert client.post("/admin/accounts/user/add/", data | {"username": "Marc"}).status_code == 302
    assert client.get(f"/admin/accounts/user/{User.objects.get(username='Marc').pk}/change/").status_code == 200


@pytest.mark.brokers
def test_the_administration_is_not_tried_for_ever(client: Client) -> None:
    User.objects.create_superuser("Boss", "boss@example.org", PASSWORD)
    wrong, right = {"username": "Boss", "password": "wrong"}, {"username": "Boss", "password": PASSWORD}
    assert Client().post("/admin/login/", right).status_code == 302
    assert [client.post("/admin/login/", wrong).status_code for _ in range(9)] == [200] * 9
    refused = client.post("/admin/login/", right)
    assert (refused.status_code, "Retry-After" in refused) == (429, True)


def test_reset_a_forgotten_password(client: Client, member: Member) -> None:
    user = member()
    client.post("/accounts/password/reset/", {"email": "nadege@example.org"})
    form = client.get(mailed_path(), follow=True)
    path = form.request["PATH_INFO"]
    assert path.endswith("set-password/"), "the key leaves the address before the page is shown"
    client.post(path, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    sign_in(client, "Nadège", NEW_PASSWORD)
    assert signed_in_id(client) == user.pk
    assert "works no more" in Client().get(mailed_path(0), follow=True).content.decode()


def test_reset_tells_nobody_whether_an_address_is_known(client: Client, member: Member) -> None:
    member()
    known = client.post("/accounts/password/reset/", {"email": "nadege@example.org"})
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert client.get(known["Location"]).status_code == 200


@pytest.mark.brokers
def test_reset_requests_are_limited(client: Client, member: Member) -> None:
    member()
    answers = [client.post("/accounts/password/reset/", {"email": "nadege@example.org"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert "too often" in answers[-1].content.decode()


def test_change_the_password_and_stay_in(client: Client, member: Member) -> None:
    user = member()
    sign_in(client, "Nadège")
    data = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert client.get("/accounts/password/change/").status_code == 200
    client.post("/accounts/password/change/", data)
    assert signed_in_id(client) == user.pk
    user.refresh_from_db()
    assert user.check_password(NEW_PASSWORD)
    assert mail.outbox[-1].to == ["nadege@example.org"], "the owner is told"


def test_emails_are_managed_behind_the_password(client: Client, member: Member) -> None:
    user = member()
    sign_in(client, "Nadège")
    assert client.get("/accounts/email/").status_code == 200
    data = {"action_add": "", "email": "second@example.org"}
    asked = client.post("/accounts/email/", data)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert client.get(asked["Location"]).status_code == 200
    client.post(asked["Location"], {"password": PASSWORD})
    assert set(EmailAddress.objects.values_list("email", "verified")) == {
        ("nadege@example.org", True),
        ("second@example.org", False),
    }
    client.post(mailed_path())
    client.post("/accounts/email/", {"action_primary": "", "email": "second@example.org"})
    client.post("/accounts/email/", {"action_remove": "", "email": "nadege@example.org"})
    user.refresh_from_db()
    assert user.email == "second@example.org"
    assert EmailAddress.objects.get().verified


def test_adding_a_taken_email_looks_like_adding_a_free_one(client: Client, member: Member) -> None:
    member("Marc", "marc@example.org")
    member()
    sign_in(client, "Nadège")
    asked = client.post("/accounts/email/", {"action_add": "", "email": "marc@example.org"})
    page = client.post(asked["Location"], {"password": PASSWORD}, follow=True).content.decode()
    assert "marc@example.org" in page
    assert "exists already" in mail.outbox[-1].body
    assert User.objects.get(username="Marc").email == "marc@example.org"
