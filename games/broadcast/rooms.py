"""The sockets of this process by table, and handing out to them."""

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from games.broadcast.changes import Change


class Told(Protocol):
    """What a room needs of a table's state."""

    @property
    def version(self) -> int:
        """Its version."""

    @property
    def recent(self) -> tuple[Change, ...]:
        """Its latest changes, oldest first."""


class Said(Protocol):
    """What an outbox needs of a chat line."""

    @property
    def is_from_watcher(self) -> bool:
        """Whether the speaker did not sit at the table."""

    def frame(self, language: str) -> str:
        """Return the encoded message for a reader of this language."""


class Outbox(Protocol):
    """A socket, as a room sees it. No method waits."""

    def tell(self, state: Told, changes: tuple[Change, ...] | None) -> None:
        """Send the changes that led to the state; None when too many are missing: send the whole view."""

    def tell_presence(self, frame: str) -> None:
        """Send who is here."""

    def tell_device(self, frame: str, *, user_id: int) -> None:
        """Send that the user has come from another device too, if it is this socket's."""

    def tell_chat(self, said: Said, *, blocker_ids: Collection[int]) -> None:
        """Send a chat line, if its user may see it and has not blocked the speaker."""


class Room:
    """The sockets of one table.

    Attributes:
        version: what they have been told up to.
        presence_frame: the last message of who is here; empty before the first.
    """

    __slots__ = ("outboxes", "presence_frame", "version")

    def __init__(self, version: int) -> None:
        self.version = version
        self.outboxes: dict[Outbox, None] = {}
        self.presence_frame = ""

    def deliver(self, state: Told) -> None:
        """Tell all sockets what they don't know yet."""
        missing = state.version - self.version
        if missing <= 0:
            return
        changes = state.recent[-missing:] if missing <= len(state.recent) else None
        self.version = state.version
        for outbox in tuple(self.outboxes):
            outbox.tell(state, changes)


class Rooms:
    """All rooms of this process; used from the event loop alone."""

    def __init__(self) -> None:
        self._rooms: dict[int, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def enter(self, outbox: Outbox, *, table_id: int, version: int) -> Room:
        """Add a socket that has been told up to the version; the caller has just delivered that version to the room."""
        room = self._rooms.get(table_id)
        if room is None:
            room = self._rooms[table_id] = Room(version)
        room.outboxes[outbox] = None
        return room

    def leave(self, outbox: Outbox, *, table_id: int) -> None:
        """Remove a socket; harmless when it is gone already."""
        room = self._rooms.get(table_id)
        if room is None:
            return
        room.outboxes.pop(outbox, None)
        if not room.outboxes:
            del self._rooms[table_id]

    def get(self, table_id: int) -> Room | None:
        """Return the table's room; None when no socket of this process is at it."""
        return self._rooms.get(table_id)

    def deliver(self, table_id: int, state: Told) -> None:
        """Tell the table's sockets what they don't know yet."""
        room = self._rooms.get(table_id)
        if room is not None:
            room.deliver(state)

    def table_ids(self) -> Iterable[int]:
        """Return the tables that have sockets here."""
        return tuple(self._rooms)

    def outboxes(self) -> Iterator[Outbox]:
        """Yield all sockets."""
        for room in tuple(self._rooms.values()):
            yield from tuple(room.outboxes)
