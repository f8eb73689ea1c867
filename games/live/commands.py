"""From a message to the command that a service carries out."""

from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.models import User
from games.live.messages import Incoming
from games.services.seating import bots_command, leave_command, sit_command, substitute_command
from games.services.table_values import Command, Kind, TableState
from games.services.voting import vote_command

_PAYLOAD = ("action", "nonce", "seconds")
_WITH_BOTS = frozenset({Kind.ADD_BOT, Kind.FILL_BOTS})
_VOTES = frozenset({Kind.PROPOSE, Kind.VOTE})


async def make_command(message: Incoming, *, user: User, state: TableState, lag_ms: int = 0) -> Command:
    """Return the command of a message; `lag_ms` is the round trip measured on its socket.

    Raises:
        Refused: code `bad_message`: an unknown level of bots; `rate_limited`: the user sits at too many tables.
    """
    kind, fields = Kind(message.type), message.fields
    id_ = str(message.id)
    if kind is Kind.SIT:
        seated = database_sync_to_async(sit_command)
        return await seated(user=user, table_id=state.setup.table_id, command_id=id_, seat=fields.get("seat"))
    if kind is Kind.SUBSTITUTE:
        substituted = database_sync_to_async(substitute_command)
        return await substituted(user=user, state=state, command_id=id_, seat=fields["seat"])
    if kind is Kind.LEAVE:
        left = database_sync_to_async(leave_command)
        return await left(user=user, state=state, command_id=id_, is_confirmed=fields.get("confirm", False))
    if kind in _WITH_BOTS:
        return await _bots_command(message, kind=kind, user=user, state=state)
    if kind in _VOTES:
        return await _vote_command(message, kind=kind, user=user, state=state)
    payload: dict[str, Any] = {name: fields[name] for name in _PAYLOAD if fields.get(name) is not None}
    return Command(kind, id_, user.pk, seat=fields.get("seat"), version=fields.get("v"), payload=payload, lag_ms=lag_ms)


async def _vote_command(message: Incoming, *, kind: Kind, user: User, state: TableState) -> Command:
    return await database_sync_to_async(vote_command)(
        state, kind=kind, user_id=user.pk, command_id=str(message.id), payload=dict(message.fields), now=timezone.now()
    )


async def _bots_command(message: Incoming, *, kind: Kind, user: User, state: TableState) -> Command:
    return await database_sync_to_async(bots_command)(
        state,
        kind=kind,
        user_id=user.pk,
        command_id=str(message.id),
        level=message.fields.get("level") or "",
        seat=message.fields.get("seat"),
    )
