"""Guests: made up, claimed in mid-match, swept when they played nothing."""

from collections.abc import Collection
from datetime import timedelta
from itertools import repeat

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import providers
from accounts.guest_names import ANIMALS, make_guest_name
from accounts.models import User, UserKind
from accounts.names import validate_name
from accounts.services import guests
from accounts.services.guests import create_guest, sweep_guests, sweep_unconfirmed
from accounts.tasks import sweep_guests_task
from tests.accounts.conftest import PASSWORD, Member, mailed_path, sign_in, sign_up_data, signed_in_id

pytestmark = pytest.mark.django_db


def claim(client: Client, **changes: str) -> User:
    """Claim the account of the guest whose browser this is."""
    client.post("/accounts/guest/claim/", sign_up_data(**changes))
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_a_guest_is_in_at_once(client: Client) -> None:
    assert client.post("/accounts/guest/", {"next": "/rules/"})["Location"] == "/rules/"
    user = User.objects.get()
    assert user.kind == UserKind.GUEST
    assert not user.has_usable_password()
    validate_name(user.username)
    assert signed_in_id(client) == user.pk
    client.post("/accounts/guest/")
    assert User.objects.count() == 1, "who is somebody already stays so"


def test_made_up_names_fit() -> None:
    longest = max(ANIMALS, key=len)
    assert len(f"Guest {longest} 12345") <= 24
    for digits in (3, 4, 5):
        validate_name(make_guest_name(digits=digits))


def test_a_taken_name_is_made_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["Guest Lynx 482", "Guest Lynx 482", "Guest Owl 100"])
    monkeypatch.setattr(guests, "make_guest_name", lambda **_kwargs: next(names))
    assert [create_guest().username, create_guest().username] == ["Guest Lynx 482", "Guest Owl 100"]


def test_no_free_name_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    names = repeat("Guest Lynx 482")
    monkeypatch.setattr(guests, "make_guest_name", lambda **_kwargs: next(names))
    create_guest()
    with pytest.raises(RuntimeError, match="no free guest name"):
        create_guest()


@pytest.mark.brokers
def test_guests_of_one_address_are_limited(settings: Settings) -> None:
    settings.KQJ_GUEST_RATE = "2/h"
    answers = [Client().post("/accounts/guest/") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 3600
    assert Client(REMOTE_ADDR="192.0.2.9").post("/accounts/guest/").status_code == 302


def test_guests_are_made_by_post_with_a_csrf_token() -> None:
    assert Client().get("/accounts/guest/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/accounts/guest/").status_code == 403
    assert not User.objects.exists()


def test_a_claim_keeps_the_row_and_the_session(client: Client, guest: User) -> None:
    client.session["seat"] = 3
    session = client.session
    session["what the table page keeps"] = 3
    session.save()
    answer = client.post("/accounts/guest/claim/?next=/tables/7/", sign_up_data(next="/tables/7/"))
    assert answer["Location"] == "/tables/7/", "back to the table"
    user = User.objects.get()
    assert (user.pk, user.username, user.kind) == (guest.pk, "Léa", UserKind.MEMBER)
    assert user.date_joined == guest.date_joined
    assert signed_in_id(client) == guest.pk, "unconfirmed, but in: the match goes on"
    assert client.session["what the table page keeps"] == 3
    assert client.session.session_key != session.session_key, "a planted session is worth nothing after the claim"


def test_a_claimed_account_is_confirmed_and_signed_in_to_elsewhere(client: Client, guest: User) -> None:
    user = claim(client)
    other = Client()
    sign_in(other, "Léa")
    assert signed_in_id(other) is None, "not before the e-mail is confirmed"
    other.post(mailed_path())
    sign_in(other, "lea@example.org")
    assert signed_in_id(other) == user.pk == guest.pk
    assert signed_in_id(client) == user.pk, "the browser at the table is still in"


def test_a_claim_with_a_taken_email_looks_the_same(client: Client, member: Member, guest: User) -> None:
    member()
    user = claim(client, email="nadege@example.org")
    assert (user.pk, user.username, user.kind) == (guest.pk, "Léa", UserKind.MEMBER)
    assert "nadege@example.org" in client.get("/accounts/profile/").content.decode()
    assert "exists already" in mail.outbox[-1].body
    assert EmailAddress.objects.filter(verified=True).count() == 1


def test_a_claim_under_a_taken_name_leaves_the_guest(client: Client, member: Member, guest: User) -> None:
    member()
    page = client.post("/accounts/guest/claim/", sign_up_data(username="NADÈGE")).content.decode()
    assert "This name is taken." in page
    guest.refresh_from_db()
    assert guest.is_guest
    assert signed_in_id(client) == guest.pk


def test_only_one_of_two_tabs_claims(client: Client, guest: User) -> None:
    second = Client()
    second.cookies["sessionid"] = client.cookies["sessionid"].value
    claim(client)
    second.post("/accounts/guest/claim/", sign_up_data(username="Marc"))
    guest.refresh_from_db()
    assert guest.username == "Léa"


def test_a_guest_may_sign_in_to_an_account_and_nothing_is_merged(client: Client, member: Member, guest: User) -> None:
    user = member()
    page = client.get("/accounts/login/").content.decode()
    assert "stay behind" in page
    sign_in(client, "Nadège")
    assert signed_in_id(client) == user.pk
    guest.refresh_from_db()
    assert guest.is_guest


def test_confirming_another_account_leaves_a_guest_in(client: Client) -> None:
    client.post("/accounts/signup/", sign_up_data())
    client.post("/accounts/guest/")
    playing = signed_in_id(client)
    client.get(mailed_path())
    client.post(mailed_path())
    assert EmailAddress.objects.get().verified
    assert signed_in_id(client) == playing


@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/password/change/", "/accounts/password/set/"])
def test_guests_have_no_password_or_email_to_manage(client: Client, guest: User, path: str) -> None:
    assert guest.is_guest
    assert client.get(path)["Location"] == "/accounts/guest/claim/"
    assert client.post(path, {"password1": PASSWORD, "password2": PASSWORD})["Location"] == "/accounts/guest/claim/"
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def test_signing_out_warns_a_guest(client: Client, guest: User) -> None:
    page = client.get("/accounts/logout/").content.decode()
    assert guest.username in page
    assert "nobody can come back" in page


class Played:
    """A provider that holds something of some users."""

    key = "tests"

    def __init__(self, *user_ids: int) -> None:
        self.user_ids = set(user_ids)

    def is_busy(self, user_id: int) -> bool:  # noqa: ARG002  # the protocol's signature
        return False

    def users_with_data(self, user_ids: Collection[int]) -> set[int]:
        """Return those that it was made with."""
        return self.user_ids & set(user_ids)

    def export(self, user_id: int) -> dict[str, int]:
        """Return the user's number."""
        return {"id": user_id}

    def erase(self, user_id: int) -> None:
        """Forget the user."""
        self.user_ids.discard(user_id)


def test_only_old_guests_who_played_nothing_are_swept(member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "SWEEP_BATCH", 2)
    monkeypatch.setattr(providers, "_providers", {})
    idle, player, fresh = [create_guest() for _ in range(4)], create_guest(), create_guest()
    kept = member()
    User.objects.exclude(pk=fresh.pk).update(date_joined=timezone.now() - timedelta(days=3))
    providers.register_provider(Played(player.pk))
    assert sweep_guests(timezone.now()) == len(idle)
    assert set(User.objects.all()) == {player, fresh, kept}


def test_sign_ups_that_never_came_in_are_swept(client: Client, member: Member, guest: User) -> None:
    stranger = member("Stranger", "stranger@example.org", verified=False)
    confirmed = member()
    claimed = claim(client)
    User.objects.update(date_joined=timezone.now() - timedelta(days=31))
    assert sweep_unconfirmed(timezone.now()) == 1
    assert set(User.objects.all()) == {confirmed, claimed}
    assert claimed.pk == guest.pk
    assert stranger.pk is not None


def test_the_task_sweeps_all() -> None:
    create_guest()
    User.objects.update(date_joined=timezone.now() - timedelta(days=3))
    assert sweep_guests_task() == {"guests": 1, "unconfirmed": 0, "notifications": 0}
