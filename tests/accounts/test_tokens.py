"""The account page and API tokens."""

import re
from datetime import timedelta

import pytest
from django.db import DataError, IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import ApiToken, User, draw_avatar
from accounts.services import tokens
from accounts.services.tokens import TooManyTokensError, make_token, revoke_token, user_of_token
from tests.accounts.conftest import PASSWORD, Member, sign_in

pytestmark = pytest.mark.django_db
WANTED = {"name": "my bot", "scopes": ["play", "read"]}


def make_in_page(client: Client) -> str:
    """Make a token on the page, giving the password when asked, and return it."""
    answer = client.post("/accounts/profile/tokens/", WANTED)
    if answer.status_code == 302:
        assert answer["Location"].startswith("/accounts/reauthenticate/")
        answer = client.post(answer["Location"], {"password": PASSWORD})
    found = re.search(r"<output>(kqj_[\w-]+)</output>", answer.content.decode())
    assert found
    assert "no-store" in answer["Cache-Control"]
    return found.group(1)


def test_a_token_is_shown_once_and_stored_hashed(client: Client, member: Member) -> None:
    user = member()
    sign_in(client, "Nadège")
    token = make_in_page(client)
    row = ApiToken.objects.get()
    stored = repr(ApiToken.objects.values().get()) + repr(dict(client.session.items()))
    assert token not in stored
    assert (row.user, row.prefix, row.scopes) == (user, token[:10], ["read", "play"])
    page = client.get("/accounts/profile/").content.decode()
    assert row.prefix in page
    assert token not in page


def test_making_a_token_wants_the_password(client: Client, member: Member) -> None:
    member()
    sign_in(client, "Nadège")
    asked = client.post("/accounts/profile/tokens/", WANTED)
    client.post(asked["Location"], {"password": "wrong"})
    assert not ApiToken.objects.exists()


def test_a_guest_makes_tokens_too(client: Client, guest: User) -> None:
    assert user_of_token(make_in_page(client), scope="play") == guest


def test_a_token_acts_only_within_its_scopes(member: Member) -> None:
    user = member()
    _row, token = make_token(user=user, name="reader", scopes=["read"])
    assert user_of_token(token, scope="read") == user
    assert user_of_token(token, scope="play") is None
    assert user_of_token("kqj_" + "x" * 43, scope="read") is None
    assert user_of_token("", scope="read") is None
    User.objects.update(is_active=False)
    assert user_of_token(token, scope="read") is None


def test_the_last_use_is_noted_now_and_then(member: Member) -> None:
    row, token = make_token(user=member(), name="reader", scopes=["read"])
    user_of_token(token, scope="read")
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    user_of_token(token, scope="read")
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.filter(pk=row.pk).update(last_used_at=timezone.now() - timedelta(hours=1))
    user_of_token(token, scope="read")
    last = ApiToken.objects.get().last_used_at
    assert last is not None
    assert last > timezone.now() - timedelta(minutes=1)


def test_a_revoked_token_is_dead_at_once(client: Client, member: Member) -> None:
    user = member()
    sign_in(client, "Nadège")
    row, token = make_token(user=user, name="bot", scopes=["play"])
    answer = client.post(f"/accounts/profile/tokens/{row.pk}/revoke/", follow=True)
    assert "revoked" in answer.content.decode()
    assert user_of_token(token, scope="play") is None
    assert not revoke_token(user=user, token_id=row.pk, now=timezone.now())


def test_nobody_revokes_or_sees_the_tokens_of_others(client: Client, member: Member) -> None:
    row, token = make_token(user=member("Marc", "marc@example.org"), name="marc's bot", scopes=["play"])
    member()
    sign_in(client, "Nadège")
    client.post(f"/accounts/profile/tokens/{row.pk}/revoke/")
    assert user_of_token(token, scope="play") is not None
    assert row.prefix not in client.get("/accounts/profile/").content.decode()


def test_tokens_are_bounded(client: Client, member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "LIVE_TOKENS_MAX", 1)
    user = member()
    make_token(user=user, name="one", scopes=["play"])
    with pytest.raises(TooManyTokensError):
        make_token(user=user, name="two", scopes=["play"])
    client.force_login(user)
    asked = client.post("/accounts/profile/tokens/", WANTED)
    page = client.post(asked["Location"], {"password": PASSWORD}).content.decode()
    assert "as many tokens as one may have" in page


@pytest.mark.parametrize("wrong", [{"name": ""}, {"scopes": []}, {"scopes": ["all"]}])
def test_a_bad_form_makes_nothing(client: Client, guest: User, wrong: dict[str, object]) -> None:
    assert client.post("/accounts/profile/tokens/", WANTED | wrong).status_code == 200
    assert not ApiToken.objects.exists()
    assert guest.is_guest


def test_tokens_want_the_csrf_token(member: Member) -> None:
    user = member()
    row, _token = make_token(user=user, name="bot", scopes=["play"])
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(user)
    assert strict.post("/accounts/profile/tokens/", WANTED).status_code == 403
    assert strict.post(f"/accounts/profile/tokens/{row.pk}/revoke/").status_code == 403


def test_the_pages_are_for_those_who_are_in(client: Client) -> None:
    for path in ("/accounts/profile/", "/accounts/email/", "/accounts/password/change/"):
        assert client.get(path)["Location"].startswith("/accounts/login/?next=")
    assert client.post("/accounts/profile/tokens/", WANTED).status_code == 302


def test_pages_ask_little_of_the_database(
    client: Client, member: Member, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    user = member()
    client.force_login(user)
    for number in range(5):
        make_token(user=user, name=f"bot {number}", scopes=["play"])
    with django_assert_max_num_queries(4):
        client.get("/accounts/profile/")
    with django_assert_max_num_queries(1):
        Client().get("/accounts/login/")


def test_the_database_guards_names_and_scopes(member: Member) -> None:
    user = member()
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=user.pk).update(name_key="")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.bulk_create([User(username="Marc", name_key=user.name_key)])
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        ApiToken.objects.create(user=user, name="x", prefix="x", digest="x", scopes=[])


def test_every_user_has_an_avatar() -> None:
    drawn = {draw_avatar(number) for number in range(32)}
    assert len(drawn) == 32
    assert User(pk=5).avatar_key == draw_avatar(5)
    assert User(pk=5, avatar="Q1").avatar_key == "Q1"
