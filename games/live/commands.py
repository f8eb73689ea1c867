"""From a message to the command that a service carries out."""

from typing import Any

from channels.db import database_sync_to_async

from accounts.models import User
from games.live.messages import Incoming
from games.services.seating import bots_command, sit_command
from games.services.table_values import Command, Kind, TableState

_PAYLOAD = ("action", "nonce", "seconds", "vote", "agree")
_WITH_BOTS = frozenset({Kind.ADD_BOT, Kind.FILL_BOTS})


async def make_command(message: Incoming, *, user: User, state: TableState) -> Command:
    """Return the command of a message.

    Raises:
        Refused: code `bad_message`: an unknown level of bots; `rate_limited`: the user sits at too many tables.
    """
    kind, fields = Kind(message.type), message.fields
    id_ = str(message.id)
    if kind is Kind.SIT:
        seated = database_sync_to_async(sit_command)
        return await seated(user=user, table_id=state.setup.table_id, command_id=id_, seat=fields.get("seat"))
    if kind in _WITH_BOTS:
        return await _bots_command(message, kind=kind, user=user, state=state)
    payload: dict[str, Any] = {name: fields[name] for name in _PAYLOAD if fields.get(name) is not None}
    return Command(kind, id_, user.pk, seat=fields.get("seat"), version=fields.get("v"), payload=payload)


async def _bots_command(message: Incoming, *, kind: Kind, user: User, state: TableState) -> Command:
    return await database_sync_to_async(bots_command)(
        state,
        kind=kind,
        user_id=user.pk,
        command_id=str(message.id),
        level=message.fields.get("level") or "",
        seat=message.fields.get("seat"),
    )
