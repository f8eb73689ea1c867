"""Who may look at a table, over its socket or the API."""

from hmac import compare_digest

from games.services.table_values import TableState


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
