"""Who may look at a table over its socket."""

from enum import IntEnum
from hmac import compare_digest

from games.services.table_values import TableState


class Close(IntEnum):
    """Close codes of the protocol; sent after accepting, so that browsers see them."""

    GOING_DOWN = 1001
    TRY_AGAIN = 1013
    BAD_MESSAGES = 4400
    NOT_ALLOWED = 4403
    NO_TABLE = 4404
    TOO_SLOW = 4408


def may_look(state: TableState, *, user_id: int, invite: str) -> bool:
    """Return whether the user may be at the table: seated, or as a watcher, or to take a seat.

    A private table needs its invite code; one without watchers lets others in only while seats are to be had.
    """
    setup = state.setup
    if user_id == setup.host_id or state.seat_of(user_id) is not None:
        return True
    if setup.is_private and not compare_digest(setup.invite_code.encode(), invite.encode()):
        return False
    return setup.can_watch or state.status == "open"
