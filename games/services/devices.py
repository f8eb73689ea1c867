"""Tells a user's older tabs and devices at a table that a newer one has come; they stay in step."""

from django.utils import timezone

from games.broadcast.changes import encode, format_time
from games.broadcast.hub import Hub
from games.broadcast.notices import Notice
from games.broadcast.rooms import Outbox, Rooms


class Devices:
    """Knows who has come, here and in other processes."""

    def __init__(self, *, rooms: Rooms, hub: Hub) -> None:
        self._rooms = rooms
        self._hub = hub

    def welcome(self, newcomer: Outbox, *, table_id: int, user_id: int) -> None:
        """Tell the user's other sockets at the table that this one has come."""
        self._tell(table_id, user_id=user_id, newcomer=newcomer)
        self._hub.notify(Notice("d", table_id, user_id))

    def hear(self, *, table_id: int, user_id: int) -> None:
        """Tell the user's sockets here that one has come to another process."""
        self._tell(table_id, user_id=user_id, newcomer=None)

    def _tell(self, table_id: int, *, user_id: int, newcomer: Outbox | None) -> None:
        room = self._rooms.get(table_id)
        frame = encode({"type": "other_device", "at": format_time(timezone.now())})
        for outbox in tuple(room.outboxes) if room else ():
            if outbox is not newcomer:
                outbox.tell_device(frame, user_id=user_id)
