"""Who waits for events over HTTP counts as being at the table, as with a socket, from one call to the next."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from weakref import WeakKeyDictionary

from games.services.live_path import LivePath
from games.services.presence import Here

GRACE_SECONDS = 12.0
"""How long somebody still counts as here after a call ended: programs think, and then ask on."""

_numbers = count(1 << 30)
"""Above all numbers of sockets that one process ever has."""


class Poller:
    """One user who waits at one table, with as many calls as they like."""

    def __init__(self, path: LivePath, *, key: tuple[int, int]) -> None:
        self._path = path
        self._key = key
        self._here = Here(next(_numbers), *key, seat=None, is_open=False)
        self._waiting = 0
        self._ending: asyncio.TimerHandle | None = None

    def begin(self, seat: int | None) -> None:
        """Note that a call waits; told only if it changes who is here."""
        self._waiting += 1
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None
        self._show(replace(self._here, seat=seat, is_open=True))

    def end(self) -> None:
        """Note that a call waits no more; the last one leaves some grace for the next."""
        self._waiting -= 1
        if not self._waiting:
            self._ending = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._go)

    def _go(self) -> None:
        _pollers[self._path].pop(self._key, None)
        self._show(replace(self._here, is_open=False))

    def _show(self, here: Here) -> None:
        if here != self._here:
            self._here = here
            self._path.presence.note(here)


_pollers: WeakKeyDictionary[LivePath, dict[tuple[int, int], Poller]] = WeakKeyDictionary()


@contextmanager
def counted_as_here(path: LivePath, *, table_id: int, user_id: int, seat: int | None) -> Iterator[None]:
    """Count the user as being at the table while the block runs, and for some grace after it."""
    known = _pollers.setdefault(path, {})
    key = (table_id, user_id)
    poller = known.get(key) or known.setdefault(key, Poller(path, key=key))
    poller.begin(seat)
    try:
        yield
    finally:
        poller.end()
