"""Calling users: what is to be said is a row, made once and sent when it is due."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.template.loader import render_to_string
from django.urls import reverse

from accounts import jobs
from accounts.models import Notification, NotificationSetting, Occasion, PushSubscription, User
from accounts.selectors.notifications import DEFAULTS, Wishes, wishes_of
from accounts.services.web_push import Answer, BadTargetError, Target, check_target, send

logger = logging.getLogger(__name__)

BATCH = 50
SHOWN_SECONDS = 6 * 3600
"""How long a push service keeps a message for a browser that is off: later it would be stale."""
MAIL_RETRY = timedelta(minutes=5)
MAIL_TRIES_FOR = timedelta(hours=6)
FAILURES_MAX = 8
"""Failures in a row after which a browser is forgotten: it can be added again with one click."""
BROWSERS_EACH = 10
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Call:
    """What is to be said to some users; see `Notification`.

    Attributes:
        mail_after: how long the mail waits.
    """

    occasion: Occasion
    key: str
    title: str
    body: str
    path: str
    mail_after: timedelta = timedelta(0)


class TooManyBrowsersError(Exception):
    """The user lets as many browsers be called as one may."""


def notify(user_ids: Collection[int], *, call: Call, now: datetime) -> int:
    """Have users called who want to be; who was called under this key already is not called again.

    Returns:
        How many users will be called who would not have been without this.
    """
    wishes = wishes_of(user_ids, occasion=call.occasion)
    rows = [_row(user_id, wish=wish, call=call, now=now) for user_id, wish in wishes.items() if wish.push or wish.mail]
    old = set(Notification.objects.filter(user_id__in=wishes, key=call.key).values_list("user_id", flat=True))
    fresh = [row for row in rows if row.user_id not in old]
    Notification.objects.bulk_create(fresh, ignore_conflicts=True)
    if fresh:
        transaction.on_commit(jobs.send_notifications)
    return len(fresh)


def send_due(now: datetime) -> int:
    """Send what is due; return how much that was."""
    return _send_all("due_at", now=now) + _send_all("mail_due_at", now=now)


def withdraw(*, user_id: int, key: str) -> None:
    """Send no more of a call: the user has come."""
    Notification.objects.filter(user_id=user_id, key=key).update(due_at=None, mail_due_at=None)


def choose(*, user: User, push: Collection[str], mail: Collection[str], tab: bool) -> None:
    """Store for what the user is called, and how."""
    NotificationSetting.objects.update_or_create(
        user=user,
        defaults={
            "push": [it for it in Occasion.values if it in push],
            "mail": [it for it in DEFAULTS.mailable if it in mail],
            "tab": tab,
        },
    )


def add_browser(*, user: User, target: Target, user_agent: str, now: datetime) -> PushSubscription:
    """Let a browser be called for the user; the same browser, signed in as somebody else, goes over to them.

    Whoever names an endpoint can take it over; but only its own browser knows it, as no page or list tells it.

    Raises:
        BadTargetError: from `web_push`.
        TooManyBrowsersError: the user has as many as one may.
    """
    check_target(target)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        others = user.push_subscriptions.exclude(endpoint=target.endpoint)
        if others.count() >= BROWSERS_EACH:
            raise TooManyBrowsersError
        row, _is_new = PushSubscription.objects.update_or_create(
            endpoint=target.endpoint,
            defaults={
                "user": user,
                "p256dh": target.p256dh,
                "auth": target.auth,
                "user_agent": user_agent[:300],
                "created_at": now,
                "failures": 0,
            },
        )
    return row


def call_browsers(*, user: User, call: Call, now: datetime) -> None:
    """Have the user's browsers called, whatever was chosen: to try it. Once for a key."""
    row = _row(user.pk, wish=Wishes(push=True, mail=False), call=call, now=now)
    Notification.objects.bulk_create([row], ignore_conflicts=True)
    transaction.on_commit(jobs.send_notifications)


def remove_browser(*, user: User, subscription_id: int) -> bool:
    """Call one of the user's browsers no more; return whether there was such a one."""
    return bool(user.push_subscriptions.filter(pk=subscription_id).delete()[0])


def forget_old(now: datetime) -> int:
    """Forget calls of long ago; return how many. Their keys name moments that don't come again."""
    return Notification.objects.filter(created_at__lt=now - KEPT).delete()[0]


def _row(user_id: int, *, wish: Wishes, call: Call, now: datetime) -> Notification:
    return Notification(
        user_id=user_id,
        occasion=call.occasion,
        key=call.key,
        title=call.title[:120],
        body=call.body[:200],
        path=call.path,
        created_at=now,
        due_at=now if wish.push else None,
        mail_due_at=now + call.mail_after if wish.mail else None,
    )


def _send_all(column: str, *, now: datetime) -> int:
    """Send what is due by one way. Each row is taken off the list before it goes out, so that none goes out twice."""
    sent = 0
    while taken := _take(column, now=now):
        for notification in taken:
            (_push if column == "due_at" else _mail)(notification, now=now)
        sent += len(taken)
    return sent


def _take(column: str, *, now: datetime) -> list[Notification]:
    with transaction.atomic():
        due = Notification.objects.filter(**{f"{column}__lte": now}).order_by(column)
        taken = list(due.select_related("user").select_for_update(skip_locked=True, of=("self",))[:BATCH])
        Notification.objects.filter(pk__in=[it.pk for it in taken]).update(**{column: None})
    return taken


def _push(notification: Notification, *, now: datetime) -> None:
    message = {
        "title": notification.title,
        "body": notification.body,
        "path": notification.path,
        "tag": notification.key,
    }
    for row in notification.user.push_subscriptions.all():
        target = Target(row.endpoint, row.p256dh, row.auth)
        try:
            answer = send(target, message=message, now=now, seconds=SHOWN_SECONDS, topic=f"n{notification.pk}")
        except BadTargetError:  # the site calls its push service no more
            answer = Answer.GONE
        _note(row, answer=answer)


def _note(row: PushSubscription, *, answer: Answer) -> None:
    if answer is Answer.GONE or (answer is Answer.FAILED and row.failures + 1 >= FAILURES_MAX):
        row.delete()
    elif answer is Answer.FAILED:
        PushSubscription.objects.filter(pk=row.pk).update(failures=F("failures") + 1)
    elif row.failures:
        PushSubscription.objects.filter(pk=row.pk).update(failures=0)


def _mail(notification: Notification, *, now: datetime) -> None:
    address = EmailAddress.objects.filter(user_id=notification.user_id, verified=True).order_by("-primary").first()
    if address is None or not notification.user.is_active:
        return
    try:
        _compose(notification, address=address.email).send()
    except (SMTPException, OSError):
        logger.exception("A notification could not be mailed")
        if now < notification.created_at + MAIL_TRIES_FOR:
            Notification.objects.filter(pk=notification.pk).update(mail_due_at=now + MAIL_RETRY)


def _compose(notification: Notification, *, address: str) -> EmailMessage:
    settings_url = settings.KQJ_URL + reverse("accounts:notifications")
    context = {"notification": notification, "url": settings.KQJ_URL + notification.path, "settings_url": settings_url}
    subject = settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + " ".join(notification.title.split())
    body = render_to_string("accounts/notification.txt", context)
    return EmailMessage(subject, body, to=[address], headers={"List-Unsubscribe": f"<{settings_url}>"})
