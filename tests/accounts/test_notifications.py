"""Calling users: once each, by the ways they chose, and never twice."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from itertools import count
from smtplib import SMTPException

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from pytest_django import Settings

from accounts.models import Notification, Occasion, PushSubscription, User, UserKind
from accounts.services import notifications
from accounts.services.notifications import Call, TooManyBrowsersError, add_browser, choose, notify, send_due, withdraw
from accounts.services.relations import ask_friend, end_friendship
from tests.accounts.conftest import Member
from tests.accounts.test_web_push import Browser, PushService

pytestmark = pytest.mark.django_db
_numbers = count(1)
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
PAGE = "/accounts/notifications/"
TURN = Call(Occasion.TURN, key="turn:7:3", title="Your turn", body="At table 7", path="/tables/7/")


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    made = PushService()
    settings.KQJ_PUSH_ORIGINS = [made.origin]
    settings.KQJ_URL = "https://kqj.example"
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def browser(service: PushService) -> Callable[[User], Browser]:
    """Return a maker of browsers that let the site call them for a user."""

    def make(user: User) -> Browser:
        made = Browser(f"{service.origin}/{next(_numbers)}")
        add_browser(user=user, target=made.target, user_agent="Firefox", now=NOW)
        return made

    return make


def test_a_turn_is_pushed_and_mailed_once(
    service: PushService, browser: Callable[[User], Browser], member: Member
) -> None:
    user = member()
    known = browser(user)
    assert notify([user.pk], call=TURN, now=NOW) == 1
    assert notify([user.pk], call=TURN, now=NOW) == 0
    assert send_due(NOW) == 2
    assert send_due(NOW + timedelta(days=1)) == 0
    assert [known.read(body) for _headers, body in service.calls] == [
        {"title": "Your turn", "body": "At table 7", "path": "/tables/7/", "tag": "turn:7:3"}
    ]
    sent = mail.outbox[0]
    assert (len(mail.outbox), sent.to, sent.subject) == (1, ["nadege@example.org"], "KQJ: Your turn")
    assert "https://kqj.example/tables/7/" in sent.body
    assert "https://kqj.example/accounts/notifications/" in sent.body


def test_who_switched_it_off_is_left_alone(
    service: PushService, browser: Callable[[User], Browser], member: Member
) -> None:
    user = member()
    browser(user)
    choose(user=user, push=[Occasion.INVITE], mail=[], tab=True)
    assert notify([user.pk], call=TURN, now=NOW) == 0
    choose(user=user, push=[Occasion.TURN], mail=[], tab=True)
    assert notify([user.pk], call=TURN, now=NOW) == 1
    send_due(NOW)
    assert (len(service.calls), len(mail.outbox)) == (1, 0)


def test_an_unconfirmed_address_gets_no_mail(member: Member) -> None:
    user = member(verified=False)
    guest = User.objects.create_user("Guest Owl 112", kind=UserKind.GUEST)
    assert notify([user.pk, guest.pk], call=TURN, now=NOW) == 0


def test_a_mail_that_waits_can_be_withdrawn(member: Member) -> None:
    user = member()
    call = Call(Occasion.TURN, "turn:1:1", "Your turn", "", "/", mail_after=timedelta(minutes=5))
    notify([user.pk], call=call, now=NOW)
    assert send_due(NOW + timedelta(minutes=4)) == 0
    withdraw(user_id=user.pk, key=call.key)
    assert send_due(NOW + timedelta(minutes=6)) == 0


def test_a_mail_server_that_is_away_is_tried_again(member: Member, monkeypatch: pytest.MonkeyPatch) -> None:
    user = member()
    notify([user.pk], call=TURN, now=NOW)

    def fail(*_args: object) -> int:
        raise SMTPException("away")

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", fail)
        send_due(NOW)
    assert send_due(NOW + timedelta(minutes=4)) == 0
    assert send_due(NOW + timedelta(minutes=5)) == 1
    assert len(mail.outbox) == 1


def test_a_browser_that_is_gone_is_forgotten(
    service: PushService, browser: Callable[[User], Browser], member: Member
) -> None:
    user = member()
    browser(user)
    service.status = 500
    for number in range(notifications.FAILURES_MAX - 1):
        notify([user.pk], call=Call(Occasion.TURN, f"k{number}", "T", "", "/"), now=NOW)
        send_due(NOW)
    assert PushSubscription.objects.get().failures == notifications.FAILURES_MAX - 1
    service.status = 201
    notify([user.pk], call=Call(Occasion.TURN, "good", "T", "", "/"), now=NOW)
    send_due(NOW)
    assert PushSubscription.objects.get().failures == 0
    service.status = 410
    notify([user.pk], call=Call(Occasion.TURN, "last", "T", "", "/"), now=NOW)
    send_due(NOW)
    assert not PushSubscription.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_each_call_once(member: Member) -> None:
    user = member()
    for number in range(6):
        notify([user.pk], call=Call(Occasion.TURN, f"k{number}", f"Turn {number}", "", "/"), now=NOW)

    def work(_number: int) -> int:
        try:
            return send_due(NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(work, range(2))) == 6
    assert sorted(sent.subject for sent in mail.outbox) == [f"KQJ: Turn {number}" for number in range(6)]


def test_a_friend_request_calls_once_however_often_it_is_asked(member: Member) -> None:
    ann, bob = member("Ann", "a@example.org"), member("Bob", "b@example.org")
    choose(user=bob, push=[], mail=[Occasion.FRIEND], tab=True)
    ask_friend(user=ann, other=bob)
    end_friendship(user=ann, other=bob)
    ask_friend(user=ann, other=bob)
    row = Notification.objects.get()
    assert (row.user, row.title, row.path) == (bob, "Ann asks to be friends", "/accounts/people/")
    ask_friend(user=bob, other=ann)
    assert Notification.objects.count() == 1


def test_the_page_stores_what_is_chosen(client: Client, member: Member) -> None:
    user = member()
    client.force_login(user)
    text = client.get(PAGE).content.decode()
    assert text.count("checked") == len(Occasion) + 3  # all pushes, two mails, the tab
    answer = client.post(PAGE, {"push": ["turn"], "mail": ["friend"]})
    assert answer.status_code == HTTPStatus.FOUND
    row = user.notification_setting
    assert (row.push, row.mail, row.tab) == (["turn"], ["friend"], False)
    assert client.post(PAGE, {"mail": ["start"]}).status_code == HTTPStatus.OK
    row.refresh_from_db()
    assert row.mail == ["friend"]


def test_a_browser_is_added_tried_and_removed(service: PushService, client: Client, member: Member) -> None:
    user = member()
    client.force_login(user)
    known = Browser(service.origin)
    keys = {"p256dh": known.target.p256dh, "auth": known.target.auth}
    body = {"endpoint": known.target.endpoint, "expirationTime": None, "keys": keys}
    for _ in range(2):
        answer = client.post(f"{PAGE}browsers/", json.dumps(body), content_type="application/json")
        assert answer.status_code == HTTPStatus.CREATED
    row = PushSubscription.objects.get()
    client.post(f"{PAGE}try/")
    send_due(datetime.now(UTC))
    assert known.read(service.calls[0][1])["title"] == "It works"
    other = member("Bob", "b@example.org")
    client.force_login(other)
    client.post(f"{PAGE}browsers/{row.pk}/remove/")
    assert PushSubscription.objects.exists()
    client.force_login(user)
    client.post(f"{PAGE}browsers/{row.pk}/remove/")
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        "{}",
        "[]",
        "null",
        "x",
        '{"endpoint": 1, "keys": {"p256dh": "a", "auth": "b"}}',
        '{"endpoint": "https://evil.example/", "keys": {"p256dh": "a", "auth": "b"}}',
        '{"endpoint": "' + "x" * 5000 + '"}',
    ],
)
def test_a_subscription_that_is_none_is_refused(client: Client, member: Member, body: str) -> None:
    client.force_login(member())
    answer = client.post(f"{PAGE}browsers/", body, content_type="application/json")
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert not PushSubscription.objects.exists()


def test_one_user_adds_so_many_browsers(
    browser: Callable[[User], Browser], member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = member()
    monkeypatch.setattr(notifications, "BROWSERS_EACH", 1)
    browser(user)
    with pytest.raises(TooManyBrowsersError):
        browser(user)


def test_the_service_worker_stands_above_all_pages(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.status_code == HTTPStatus.OK
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert b"showNotification" in answer.content
