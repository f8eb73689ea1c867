"""Inviting friends to a table."""

import time
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.limits import LimitedError, consume, parse_rate
from accounts.models import Occasion, User
from accounts.selectors.relations import friend_ids
from accounts.services.notifications import Call, notify, withdraw
from games.models import Invitation, Table, TableStatus
from games.services.play import Refused


def invite_friend(*, table_id: int, user: User, friend_id: int, now: datetime) -> bool:
    """Invite a friend to a table where the user sits, and have them called; return whether this is new.

    Raises:
        Refused: code `not_seated`; `illegal_action`: no friend; `match_over`: the table waits for nobody any more;
            `rate_limited`.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",), no_key=True).filter(pk=table_id).first()
        if table is None or user.pk not in table.user_ids:
            raise Refused("not_seated", _("Only who sits at a table invites others to it."))
        if table.status != TableStatus.OPEN:
            raise Refused("match_over", _("The match has begun: nobody can sit down any more."), version=table.version)
        if friend_id not in friend_ids(user.pk):
            raise Refused("illegal_action", _("You can invite friends alone."), version=table.version)
        if friend_id in table.user_ids or Invitation.objects.filter(table=table, invitee_id=friend_id).exists():
            return False
        _count_invitation(user)
        Invitation.objects.create(table=table, inviter=user, invitee_id=friend_id, at=now)
        notify([friend_id], call=_call(table, user=user), now=now)
    return True


def decline_invitation(*, table_id: int, user: User) -> bool:
    """Remove an invitation of the user's; return whether there was one."""
    withdraw(user_id=user.pk, key=_key(table_id))
    return bool(Invitation.objects.filter(table_id=table_id, invitee=user).delete()[0])


def _call(table: Table, *, user: User) -> Call:
    path = reverse("games:table", args=[table.pk])
    return Call(
        Occasion.INVITE,
        key=_key(table.pk),
        title=_("%(name)s invites you to a table") % {"name": user.username},
        body=_("%(taken)d of %(count)d seats are taken.") % {"taken": len(table.user_ids), "count": len(table.seats)},
        path=f"{path}?invite={table.invite_code}" if table.invite_code else path,
    )


def _key(table_id: int) -> str:
    return f"invite:{table_id}"


def _count_invitation(user: User) -> None:
    try:
        consume("invitations", key=str(user.pk), rate=parse_rate(settings.KQJ_INVITE_RATE), now=time.time())
    except LimitedError as error:
        raise Refused("rate_limited", _("You have invited many people lately: try again later.")) from error
