"""Says goodbye to all sockets before the server goes down.

Servers tell sockets late or not at all (daphne's own end fails when a page's connection is kept alive beside them), so
the signal that ends the process is taken first: `closing` goes out, and a moment later the server's own handler has it.
"""

import asyncio
import signal
import threading
from types import FrameType
from weakref import WeakSet

from games.live.socket import TableSocket
from games.services.live_path import LivePath

FAREWELL_SECONDS = 0.2
"""How long the last messages have to leave the process."""
RETRY_SECONDS = 2
"""When a client should come back: a restart takes about that long."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)

_prepared: WeakSet[asyncio.AbstractEventLoop] = WeakSet()


def prepare_farewell(path: LivePath) -> None:
    """Take the signals that end this process, once a loop; the server has set its own handlers by now."""
    loop = asyncio.get_running_loop()
    if loop in _prepared or threading.current_thread() is not threading.main_thread():
        return
    _prepared.add(loop)
    for number in SIGNALS:
        _chain(number, loop=loop, path=path)


def say_farewell(path: LivePath) -> None:
    """Tell all sockets that the server goes down, and close them."""
    for outbox in path.rooms.outboxes():
        if isinstance(outbox, TableSocket):  # those who wait over HTTP are in the rooms too, and are simply cut off
            outbox.dismiss("shutdown", retry_seconds=RETRY_SECONDS)


def _chain(number: signal.Signals, *, loop: asyncio.AbstractEventLoop, path: LivePath) -> None:
    before = signal.getsignal(number)
    if not callable(before):
        return

    def hand_over(frame: FrameType | None) -> None:
        before(number, frame)

    def handle(_number: int, frame: FrameType | None) -> None:
        signal.signal(number, before)  # a second one ends the process at once
        loop.call_soon_threadsafe(say_farewell, path)
        loop.call_soon_threadsafe(loop.call_later, FAREWELL_SECONDS, hand_over, frame)

    signal.signal(number, handle)
