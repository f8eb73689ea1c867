"""Ends sockets whose user has signed out, whose token was revoked, or whose account is closed."""

import asyncio
import logging
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from accounts.services.credentials import Credential, find_void

logger = logging.getLogger(__name__)


class Guarded(Protocol):
    """A socket, as the guard sees it."""

    @property
    def credential(self) -> Credential:
        """What it was opened with."""

    def dismiss(self) -> None:
        """Tell the client and close."""


class Guard:
    """The sockets of one loop, and the task that looks after them while there are any."""

    def __init__(self) -> None:
        self._sockets: dict[Guarded, None] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, socket: Guarded) -> None:
        """Look after a socket."""
        self._sockets[socket] = None
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def remove(self, socket: Guarded) -> None:
        """Forget a socket; harmless when that was done already."""
        self._sockets.pop(socket, None)

    async def check(self) -> None:
        """Dismiss the sockets whose credential is void."""
        credentials = {socket.credential for socket in self._sockets}
        void = await database_sync_to_async(find_void)(credentials, now=timezone.now())
        for socket in [socket for socket in self._sockets if socket.credential in void]:
            self.remove(socket)
            socket.dismiss()

    async def _run(self) -> None:
        while self._sockets:
            await asyncio.sleep(settings.KQJ_GUARD_SECONDS)
            try:
                await self.check()
            except Exception:  # the top of a long-lived loop: the next look may succeed
                logger.exception("Open sockets could not be looked up")
        self._task = None


_guards: WeakKeyDictionary[asyncio.AbstractEventLoop, Guard] = WeakKeyDictionary()


def guard() -> Guard:
    """Return the guard of this loop."""
    return _guards.setdefault(asyncio.get_running_loop(), Guard())
