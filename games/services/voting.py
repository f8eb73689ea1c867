"""What a command says of a vote: the question or answer, and what only the site can tell of it."""

from datetime import datetime
from typing import Any

from games.selectors.presence import seen_user_ids
from games.services.table_values import Command, Kind, TableState

ABOUT_AWAY = "replace"
"""The vote that is about somebody who is away."""


def vote_command(
    state: TableState, *, kind: Kind, user_id: int, command_id: str, payload: dict[str, Any], now: datetime
) -> Command:
    """Return `propose` or `vote`; where it is about somebody away, with the seats whose people are.

    Args:
        state: of the table.
        kind: PROPOSE or VOTE.
        user_id: who asks or answers.
        command_id: their id for it.
        payload: `vote`, `agree`, `seat` as they came.
        now: the moment.
    """
    seat = payload.pop("seat", None)
    if payload["vote"] == ABOUT_AWAY:
        here = seen_user_ids(table_id=state.setup.table_id, now=now)
        payload["away"] = [seat for seat, it in enumerate(state.seats) if it and it.user_id not in here]
    return Command(kind, command_id, user_id, seat=seat, payload=payload)
