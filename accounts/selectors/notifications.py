"""How users want to be called, and which of their browsers let the site."""

from collections.abc import Collection
from typing import NamedTuple

from allauth.account.models import EmailAddress

from accounts.models import NotificationSetting, Occasion, PushSubscription


class Wishes(NamedTuple):
    """By which ways a user is called for one occasion: those that are wished and there."""

    push: bool
    mail: bool


class _Defaults(NamedTuple):
    """What holds for who chose nothing.

    Attributes:
        mailable: for what there are mails at all: nobody reads one in the seconds before a match begins.
    """

    push: tuple[str, ...] = tuple(Occasion.values)
    mail: tuple[str, ...] = (Occasion.TURN, Occasion.INVITE)
    mailable: tuple[str, ...] = (Occasion.TURN, Occasion.INVITE, Occasion.FRIEND)


DEFAULTS = _Defaults()


class NotificationPage(NamedTuple):
    """What the page of notifications shows.

    Attributes:
        push, mail: occasions that are on.
        browsers: the user's, the latest first.
        has_mail: whether there is an address that mails go to.
    """

    push: list[str]
    mail: list[str]
    tab: bool
    browsers: list[PushSubscription]
    has_mail: bool


def wishes_of(user_ids: Collection[int], *, occasion: Occasion) -> dict[int, Wishes]:
    """Return how users are called for an occasion."""
    ids = set(user_ids)
    chosen = {row.pk: row for row in NotificationSetting.objects.filter(pk__in=ids)}
    pushed = set(PushSubscription.objects.filter(user_id__in=ids).values_list("user_id", flat=True))
    mailed = set(EmailAddress.objects.filter(user_id__in=ids, verified=True).values_list("user_id", flat=True))
    return {
        user_id: Wishes(
            push=user_id in pushed and occasion in (chosen[user_id].push if user_id in chosen else DEFAULTS.push),
            mail=user_id in mailed and occasion in (chosen[user_id].mail if user_id in chosen else DEFAULTS.mail),
        )
        for user_id in ids
    }


def notification_page(user_id: int) -> NotificationPage:
    """Return what the user's page of notifications shows."""
    row = NotificationSetting.objects.filter(pk=user_id).first()
    return NotificationPage(
        push=list(DEFAULTS.push if row is None else row.push),
        mail=list(DEFAULTS.mail if row is None else row.mail),
        tab=row is None or row.tab,
        browsers=list(PushSubscription.objects.filter(user_id=user_id).order_by("-created_at")),
        has_mail=EmailAddress.objects.filter(user_id=user_id, verified=True).exists(),
    )


def wants_tab_notices(user_id: int) -> bool:
    """Return whether pages of the site that are out of sight may show the user a notice."""
    return not NotificationSetting.objects.filter(pk=user_id, tab=False).exists()
