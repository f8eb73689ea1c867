"""A socket in its table's room: what it is told, and where its user sits."""

import asyncio
from collections.abc import Collection
from itertools import count
from typing import cast

from django.utils import timezone

from accounts.services.credentials import Credential
from games.broadcast.changes import Change, encode
from games.broadcast.rooms import Said, Told
from games.live.access import Close
from games.live.guard import guard
from games.live.identity import Identity
from games.live.limits import allowance_of
from games.live.outbox import Send, SlowOutbox
from games.services.live_path import LivePath
from games.services.notes import Note, NoteKind
from games.services.presence import Here
from games.services.table_cache import cache
from games.services.table_state import changes_since
from games.services.table_values import TableState
from games.services.table_views import view_message

DISMISSED_SECONDS = 1
"""When a client may come back with what its user has now: a guest who claims the account gets a new session."""

_numbers = count(1)


class TableSocket:
    """The outbox of one socket, in the room of its table (`broadcast.rooms.Outbox`).

    Attributes:
        identity: whose socket it is.
        allowance: what its user may still do.
        table_id: the table; 0 before `enter`.
        seat: where the user sits; None for a watcher.
    """

    def __init__(self, *, path: LivePath, identity: Identity, send: Send) -> None:
        self._path = path
        self._number = next(_numbers)
        self._outbox = SlowOutbox(send, on_overflow=self._give_up)
        self._ending: asyncio.Task[None] | None = None
        self._is_in = False
        self.identity = identity
        self.allowance = allowance_of(identity.user.pk)
        self.table_id = 0
        self.seat: int | None = None

    def enter(self, state: TableState, *, version: int | None) -> None:
        """Go into the room, and tell what came after the version seen last, or else the whole view."""
        self.table_id = state.setup.table_id
        self.seat = state.seat_of(self.identity.user.pk)
        if not version or version == state.version or not self.tell_since(state, version=version):
            self.push_view(state)
        room = self._path.rooms.enter(self, table_id=self.table_id, version=state.version)
        self._is_in = True
        self.allowance.sockets += 1
        guard().add(self)
        if room.presence_frame:
            self.push(room.presence_frame)
        self._note_presence()
        self._path.devices.welcome(self, table_id=self.table_id, user_id=self.identity.user.pk)
        self._note(NoteKind.CONNECTED)

    def leave(self) -> None:
        """Go out of the room; harmless when done already."""
        if not self._is_in:
            return
        self._is_in = False
        self.allowance.sockets -= 1
        guard().remove(self)
        self._path.rooms.leave(self, table_id=self.table_id)
        self._note_presence(is_open=False)
        self._note(NoteKind.DISCONNECTED)

    def abandon(self) -> None:
        """Forget a socket that is gone."""
        self.leave()
        self._outbox.abandon()

    async def close(self, code: int) -> None:
        """Close the socket after what waits has been sent."""
        await self._outbox.close(code, is_flushed=True)

    def push(self, frame: str) -> None:
        """Queue an encoded message."""
        self._outbox.push(frame)

    def push_view(self, state: TableState) -> None:
        """Queue the whole view."""
        self.push(encode(view_message(state, audience=self.seat, now=timezone.now())))

    def tell_since(self, state: TableState, *, version: int) -> bool:
        """Queue the changes after the version; return False when too many are missing."""
        changes = changes_since(state, version)
        self._push_changes(changes or (), state=state)
        return changes is not None

    def tell(self, state: Told, changes: tuple[Change, ...] | None) -> None:
        """Queue what led to the state; the whole view too when the user's seat has changed by it."""
        table = cast("TableState", state)
        seat = table.seat_of(self.identity.user.pk)
        is_moved, self.seat = seat != self.seat, seat
        is_told = self._push_changes(changes or (), state=state)
        if not is_told and (is_moved or changes is None):
            self.push_view(table)
        if is_moved:
            self._note_presence()
        if seat is None and table.status == "playing" and not table.setup.can_watch:
            self._end(Close.NOT_ALLOWED)

    @property
    def credential(self) -> Credential:
        """What the socket was opened with."""
        return self.identity.credential

    @property
    def is_ended(self) -> bool:
        """Whether the server closes it: nothing that its client sends counts any more."""
        return self._ending is not None

    def dismiss(self, reason: str = "signed_out", *, retry_seconds: float = DISMISSED_SECONDS) -> None:
        """Tell the client why, and close; by default because its credential is void, and it may have another."""
        self.push(encode({"type": "closing", "reason": reason, "retry_after": retry_seconds}))
        self._end(Close.GOING_DOWN)

    def tell_presence(self, frame: str) -> None:
        """Queue who is here."""
        self.push(frame)

    def tell_device(self, frame: str, *, user_id: int) -> None:
        """Queue that the user has come from another device too."""
        if user_id == self.identity.user.pk:
            self.push(frame)

    def tell_chat(self, said: Said, *, blocker_ids: Collection[int]) -> None:
        """Queue a chat line that the user may hear."""
        if self.identity.user.pk in blocker_ids or (said.is_from_watcher and not self.hears_watchers):
            return
        self.push(said.frame(self.identity.language))

    @property
    def hears_watchers(self) -> bool:
        """Whether the user may know what watchers say: not while playing."""
        state = cache.get(self.table_id)
        return self.seat is None or (state is not None and state.status != "playing")

    def _push_changes(self, changes: tuple[Change, ...], *, state: Told) -> bool:
        """Queue changes, each as the user's seat then may know it; the whole view after one that resets.

        Return whether that was needed.
        """
        user_id = self.identity.user.pk
        for change in changes:
            self.push(change.frame(change.seat_of(user_id), is_latest=change.version == state.version))
        is_reset = any(change.is_reset for change in changes)
        if is_reset:
            self.push_view(cast("TableState", state))
        return is_reset

    def _note_presence(self, *, is_open: bool = True) -> None:
        here = Here(self._number, self.table_id, self.identity.user.pk, self.seat, is_open=is_open)
        self._path.presence.note(here)

    def _note(self, kind: NoteKind) -> None:
        """Have it written down for the table's audit trail; watchers come and go unnoticed."""
        if self.seat is None:
            return
        state = cache.get(self.table_id)
        version = state.version if state is not None else 0
        self._path.notes.add(Note(self.table_id, version, self.identity.user.pk, self.seat, kind))

    def _give_up(self) -> None:
        self._end(Close.TOO_SLOW)

    def _end(self, code: Close) -> None:
        self.leave()
        if self._ending is None:
            is_flushed = code is not Close.TOO_SLOW
            self._ending = asyncio.create_task(self._outbox.close(code, is_flushed=is_flushed))
