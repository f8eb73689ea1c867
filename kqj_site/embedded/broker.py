"""Celery's messages as files, for one machine without Redis.

kombu's own filesystem transport writes a message in place, so that a reader can take half of it: in a trial 8 of
3,000 were lost, and an empty file ended the worker. This one writes beside and renames, and takes by renaming too.
A taken message is gone: what a killed worker held is lost, so whatever must happen is a row that a sweep finds.

kombu looks for a message, and sleeps when it may not take one yet because the worker is busy. As a worker holds
little in advance, that sleep came between any two messages: nine bots a second moved where fifty waited. Here the
end of a task wakes it.
"""

import os
import threading
import uuid
from pathlib import Path
from queue import Empty
from time import monotonic, time_ns
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):
    """Hands each message over whole, and to one reader."""

    connection: "Transport"

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:  # noqa: FBT001, FBT002 -- kombu's signature
        """Note that a task is done, and that there is room for another."""
        super().basic_ack(delivery_tag, multiple=multiple)
        self.connection.has_room.set()

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002 -- kombu's signature
        """Note that a task was not done, and that there is room for another."""
        super().basic_reject(delivery_tag, requeue=requeue)
        self.connection.has_room.set()

    def _put(self, queue: str, payload: Any, **_options: Any) -> None:  # type: ignore[override]  # kombu contradicts itself
        """Store a message under a name that readers look for only once all of it is there."""
        name = f"{time_ns():020d}_{uuid.uuid4()}"
        draft = _made(self.data_folder_out, "drafts") / name
        draft.write_text(dumps(payload), encoding="utf-8")
        draft.rename(_made(self.data_folder_out, queue) / name)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Take the oldest message that no other reader is quicker to take; never wait.

        Raises:
            Empty: there is none.
        """
        del timeout
        taken = _made(self.data_folder_in, "taken")
        for path in self._waiting(queue):
            mine = taken / path.name
            try:
                path.rename(mine)
            except FileNotFoundError:
                continue
            payload = mine.read_text(encoding="utf-8")
            mine.unlink()
            return loads(payload)
        raise Empty

    def _size(self, queue: str) -> int:
        """Return how many messages wait."""
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        """Remove the messages that wait; return how many there were."""
        waiting = self._waiting(queue)
        for path in waiting:
            path.unlink(missing_ok=True)
        return len(waiting)

    def _waiting(self, queue: str) -> list[Path]:
        """Return the files of the messages that wait, oldest first."""
        folder = _made(self.data_folder_in, queue)
        return sorted(folder.iterdir())

    def _queue_bind(self, exchange: str, routing_key: str | None, pattern: str | None, queue: str) -> None:
        """Store that the exchange feeds the queue, in a table that is always whole."""
        control = _made(self.control_folder, ".")
        table = self.get_table(exchange)
        entry = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        if entry not in table:
            draft = control / f"{uuid.uuid4()}.draft"
            draft.write_text(dumps([entry, *table]), encoding="utf-8")
            draft.rename(control / f"{exchange}.exchange")


class Transport(filesystem.Transport):
    """kombu's filesystem transport over the careful channel."""

    Channel = Channel

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        self.has_room = threading.Event()

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:  # type: ignore[override]
        """Wait for a message and hand it on; look again as soon as a task is done.

        Raises:
            TimeoutError: none came in time.
        """
        del connection
        assert self.cycle is not None
        end = None if timeout is None else monotonic() + timeout
        while True:
            try:
                self.cycle.get(self._deliver, timeout=timeout)
            except Empty:
                if end is not None and monotonic() >= end:
                    raise TimeoutError from None
                self.has_room.wait(self.polling_interval)
                self.has_room.clear()
            else:
                return


def _made(parent: str | os.PathLike[str], name: str) -> Path:
    """Return the folder, made if it was missing."""
    folder = Path(parent) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
