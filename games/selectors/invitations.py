"""Invitations to tables that still wait for players."""

from typing import NamedTuple

from accounts.models import User
from accounts.selectors.relations import friend_ids
from games.models import Invitation, Table, TableStatus
from games.selectors.lobby import LobbyTable, read_tables

SHOWN = 5


class Invited(NamedTuple):
    """An invitation of the user's.

    Attributes:
        inviter: the name of who invites.
        invite_code: opens a private table; empty for a public one.
    """

    table: LobbyTable
    inviter: str
    invite_code: str


class FriendToInvite(NamedTuple):
    """A friend, and whether they are invited to the table or sit there."""

    user: User
    is_invited: bool
    is_seated: bool


def invitations_of(user_id: int) -> list[Invited]:
    """Return the user's invitations to tables with a free seat where the user does not sit, the latest first."""
    rows = Invitation.objects.filter(invitee_id=user_id, table__status=TableStatus.OPEN, inviter__is_active=True)
    known = {row.table_id: row for row in rows.select_related("inviter", "table").order_by("-pk")[:SHOWN]}
    if not known:
        return []
    tables = {table.id: table for table in read_tables(Table.objects.filter(pk__in=known))}
    return [
        Invited(tables[table_id], row.inviter.username, row.table.invite_code)
        for table_id, row in known.items()
        if tables[table_id].free_count and user_id not in tables[table_id].user_ids
    ]


def friends_to_invite(*, table_id: int, user_id: int) -> list[FriendToInvite]:
    """Return the user's friends by name, with who is invited to the table already."""
    table = Table.objects.filter(pk=table_id).first()
    seated = set(table.user_ids) if table else set()
    invited = set(Invitation.objects.filter(table_id=table_id).values_list("invitee_id", flat=True))
    friends = User.objects.filter(pk__in=friend_ids(user_id), is_active=True).order_by("name_key")
    return [FriendToInvite(friend, friend.pk in invited, friend.pk in seated) for friend in friends]
