"""Friends, follows and blocks: asked for, accepted, ended. Each call may come twice and does no more then."""

import time
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.limits import LimitedError, consume, parse_rate
from accounts.models import Occasion, Relation, RelationKind, User, UserKind
from accounts.services.notifications import Call, notify

RELATIONS_EACH = 500
"""Rows of one kind that a user may own: more than anybody knows, a bound on what one account can store."""


class RelationRefusedError(Exception):
    """What was wished can't be.

    Attributes:
        code: `self`, `not_member`, `not_open`, `too_many` or `rate_limited`.
        message: a sentence for people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def ask_friend(*, user: User, other: User, now: datetime | None = None) -> bool:
    """Ask the other to be friends, or accept what the other asked; return whether they are friends now.

    Raises:
        RelationRefusedError: one of the two is no member, one blocks the other, or the user asks too much.
    """
    _require_members(user, other)
    with transaction.atomic():
        _lock(user, other)
        _require_no_block(user, other)
        is_new = _add(user, other, kind=RelationKind.FRIEND, now=now)
        is_friend = Relation.objects.filter(owner=other, other=user, kind=RelationKind.FRIEND).exists()
        if is_new:
            _count_asking(user)
        if is_new and not is_friend:
            _call(user, other, now=now or timezone.now())
        return is_friend


def end_friendship(*, user: User, other: User) -> bool:
    """End a friendship, withdraw a request or decline one; return whether there was anything to end."""
    pair = Q(owner=user, other=other) | Q(owner=other, other=user)
    return bool(Relation.objects.filter(pair, kind=RelationKind.FRIEND).delete()[0])


def follow(*, user: User, other: User, now: datetime | None = None) -> bool:
    """Follow the other; return whether this is new.

    Raises:
        RelationRefusedError: one of the two is no member, one blocks the other, or the user follows too many.
    """
    _require_members(user, other)
    with transaction.atomic():
        _lock(user, other)
        _require_no_block(user, other)
        return _add(user, other, kind=RelationKind.FOLLOW, now=now)


def unfollow(*, user: User, other: User) -> bool:
    """Follow the other no more; return whether the user did."""
    return bool(Relation.objects.filter(owner=user, other=other, kind=RelationKind.FOLLOW).delete()[0])


def block(*, user: User, other: User, now: datetime | None = None) -> bool:
    """Block the other, which ends all else between the two; return whether this is new. Guests may block too.

    Raises:
        RelationRefusedError: it is oneself or a bot, or the user blocks too many.
    """
    _require_other(user, other)
    if other.kind == UserKind.BOT:
        raise RelationRefusedError("not_member", _("Bots need not be blocked: they neither chat nor follow anybody."))
    with transaction.atomic():
        _lock(user, other)
        pair = Q(owner=user, other=other) | Q(owner=other, other=user)
        Relation.objects.filter(pair).exclude(kind=RelationKind.BLOCK).delete()
        return _add(user, other, kind=RelationKind.BLOCK, now=now)


def unblock(*, user: User, other: User) -> bool:
    """Block the other no more; return whether the user did."""
    return bool(Relation.objects.filter(owner=user, other=other, kind=RelationKind.BLOCK).delete()[0])


def _require_other(user: User, other: User) -> None:
    if user.pk == other.pk:
        raise RelationRefusedError("self", _("That is you yourself."))


def _require_members(user: User, other: User) -> None:
    """Check that both have accounts that last: a guest's is gone in days."""
    _require_other(user, other)
    if user.kind != UserKind.MEMBER:
        raise RelationRefusedError("not_member", _("Make this account yours first: guests have no friends here."))
    if other.kind != UserKind.MEMBER or not other.is_active:
        raise RelationRefusedError("not_member", _("Only members can be friends or followed."))


def _require_no_block(user: User, other: User) -> None:
    """Check that neither blocks the other; who is blocked is not told so in so many words.

    Precondition: the two are locked, so that no block comes in between.
    """
    if Relation.objects.filter(owner=user, other=other, kind=RelationKind.BLOCK).exists():
        raise RelationRefusedError("not_open", _("You block this player: end that first."))
    if Relation.objects.filter(owner=other, other=user, kind=RelationKind.BLOCK).exists():
        raise RelationRefusedError("not_open", _("This player takes no requests."))


def _lock(user: User, other: User) -> None:
    """Lock both users, always in the same order: a block and a request can't pass each other."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=(user.pk, other.pk)).order_by("pk").only("pk"))


def _add(user: User, other: User, *, kind: RelationKind, now: datetime | None) -> bool:
    own = Relation.objects.filter(owner=user, kind=kind)
    if own.filter(other=other).exists():
        return False
    if own.count() >= RELATIONS_EACH:
        raise RelationRefusedError("too_many", _("You have as many of these as one may have: end some first."))
    Relation.objects.create(owner=user, other=other, kind=kind, created_at=now or timezone.now())
    return True


def _call(user: User, other: User, *, now: datetime) -> None:
    """Tell the other that the user asks; once, however often it is asked, withdrawn and asked again."""
    title = _("%(name)s asks to be friends") % {"name": user.username}
    path = reverse("accounts:people")
    call = Call(Occasion.FRIEND, key=f"friend:{user.pk}", title=title, body="", path=path)
    notify([other.pk], call=call, now=now)


def _count_asking(user: User) -> None:
    """Count a request, answered or not: who declines one must not be asked all day."""
    try:
        consume("friends", key=str(user.pk), rate=parse_rate(settings.KQJ_FRIEND_RATE), now=time.time())
    except LimitedError as error:
        message = _("You have asked many people lately: try again later.")
        raise RelationRefusedError("rate_limited", message) from error
