"""Celery's messages as files, for one machine without Redis.

kombu's own filesystem transport writes a message in place, so that a reader can take half of it: in a trial 8 of
3,000 were lost, and an empty file ended the worker. This one writes beside and renames, and takes by renaming too.
A taken message is gone: what a killed worker held is lost, so whatever must happen is a row that a sweep finds.
"""

import os
import uuid
from pathlib import Path
from queue import Empty
from time import time_ns
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):
    """Hands each message over whole, and to one reader."""

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


def _made(parent: str | os.PathLike[str], name: str) -> Path:
    """Return the folder, made if it was missing."""
    folder = Path(parent) / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
