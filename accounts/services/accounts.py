"""One's own account: renamed, given a face, exported, deleted."""

import time
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction

from accounts.limits import consume, parse_rate
from accounts.models import (
    AVATAR_COLOURINGS,
    AVATAR_COURTS,
    ApiToken,
    Notification,
    NotificationSetting,
    PushSubscription,
    Relation,
    User,
)
from accounts.providers import registered_providers

AVATARS = tuple(f"{court}{colouring}" for court in AVATAR_COURTS for colouring in range(AVATAR_COLOURINGS))
ERASED_NAME = "gone {number}"
"""What an erased account is called; its row stays, as matches of others point to it."""


class NameTakenError(Exception):
    """Somebody else has the name."""


class AccountBusyError(Exception):
    """A match goes on that needs the account."""


def rename(*, user: User, name: str) -> None:
    """Give the user another name, which the form has checked; old results keep the old one.

    Raises:
        NameTakenError: somebody took it a moment ago.
        LimitedError: too many changes (setting KQJ_RENAME_RATE): names must mean somebody.
    """
    consume("rename", key=str(user.pk), rate=parse_rate(settings.KQJ_RENAME_RATE), now=time.time())
    user.username = name
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError as error:
        user.refresh_from_db()
        raise NameTakenError from error


def choose_avatar(*, user: User, avatar: str) -> None:
    """Give the user a face, one of AVATARS; seats taken before keep the old one."""
    if avatar not in AVATARS:
        raise ValueError(f"no avatar {avatar!r}")
    user.avatar = avatar
    user.save(update_fields=["avatar"])


def export_account(user: User) -> dict[str, Any]:
    """Return all that the site holds about the user, JSON-ready; secrets are named, never told."""
    setting = NotificationSetting.objects.filter(user=user).first()
    relations = Relation.objects.filter(owner=user).select_related("other").order_by("created_at")
    own = {
        "name": user.username,
        "kind": user.kind,
        "avatar": user.avatar_key,
        "joined": _text(user.date_joined),
        "last_sign_in": _text(user.last_login),
        "seen": _text(user.seen_at),
        "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "tokens": list(ApiToken.objects.filter(user=user).values_list("name", flat=True)),
        "relations": [{"kind": row.kind, "player": row.other.username} for row in relations],
        "notifications": setting and {"push": setting.push, "mail": setting.mail, "tab": setting.tab},
        "browsers": list(PushSubscription.objects.filter(user=user).values_list("user_agent", flat=True)),
    }
    return {"account": own, **{it.key: it.export(user.pk) for it in registered_providers()}}


def delete_account(user: User) -> None:
    """Erase the user: no name, address, word or way back is left; the row stays, nameless.

    Raises:
        AccountBusyError: a match goes on where the user sits or sat.
    """
    if any(provider.is_busy(user.pk) for provider in registered_providers()):
        raise AccountBusyError
    with transaction.atomic():
        for provider in registered_providers():
            provider.erase(user.pk)
        for rows in (EmailAddress, ApiToken, PushSubscription, Notification, NotificationSetting):
            rows.objects.filter(user=user).delete()
        Relation.objects.filter(owner=user).delete()
        Relation.objects.filter(other=user).delete()
        _make_nameless(user)  # which voids every session: they hang on the password


def _make_nameless(user: User) -> None:
    user.username = ERASED_NAME.format(number=user.pk)
    user.email = user.first_name = user.last_name = user.avatar = ""
    user.last_login = user.seen_at = None
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
