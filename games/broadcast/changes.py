"""One version of a table, as each audience is told of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from games.engine.rules import Event

Audience = int | None
"""A seat, or None for the watchers."""

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def encode(message: object) -> str:
    """Return the message, or a part of one, as it goes over the wire."""
    return _encode(message)


def format_time(moment: datetime) -> str:
    """Return the moment in ISO 8601, UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def format_event(event: Event) -> dict[str, Any]:
    """Return the event as it stands in a message."""
    return {"kind": event.kind, **event.data}


class Change:
    """What one version of a table brought, with its messages made once per audience.

    Attributes:
        version: the table's version after it.
        events: what happened, in order, hidden parts included.
        to_act: the seats that have to act after it.
        clocks: by seat (as text) the bank left, whether it runs, and its deadline.
        break_until: the end of the pause that began with it; None if none did.
    """

    __slots__ = (
        "_frames",
        "_has_hidden",
        "_is_visible",
        "_legal_texts",
        "break_until",
        "clocks",
        "events",
        "to_act",
        "version",
    )

    def __init__(  # noqa: PLR0913 -- each is one thing that a message tells
        self,
        version: int,
        *,
        events: Sequence[Event],
        to_act: tuple[int, ...],
        clocks: Mapping[str, Any],
        legal_texts: Callable[[int], list[str]],
        is_visible: Callable[[Event, Audience], bool],
        break_until: datetime | None = None,
    ) -> None:
        self.version = version
        self.events = tuple(events)
        self.to_act = to_act
        self.clocks = clocks
        self.break_until = break_until
        self._legal_texts = legal_texts
        self._is_visible = is_visible
        self._frames: dict[object, str] = {}
        self._has_hidden = any(event.only is not None for event in self.events)

    def message(self, audience: Audience, *, is_latest: bool = True) -> dict[str, Any]:
        """Return the `event` message for the audience.

        What may be done is told of the latest version alone: a program that acted on what is replayed of earlier ones
        would be refused, be sent the same again, and so on.
        """
        message = self._describe(audience)
        if is_latest and audience in self.to_act:
            message["legal_actions"] = self._legal_texts(audience)
        return message

    def frame(self, audience: Audience, *, is_latest: bool = True) -> str:
        """Return the encoded `event` message; audiences that are told the same share one text."""
        told = self._frame_of_all(audience)
        if not is_latest or audience not in self.to_act:
            return told
        key = ("to act", audience)
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = f'{told[:-1]},"legal_actions":{encode(self._legal_texts(audience))}}}'
        return frame

    def _describe(self, audience: Audience) -> dict[str, Any]:
        message: dict[str, Any] = {
            "type": "event",
            "v": self.version,
            "events": [format_event(event) for event in self.events if self._is_visible(event, audience)],
            "to_act": self.to_act,
            "clocks": self.clocks,
        }
        if self.break_until is not None:
            message["break"] = {"until": format_time(self.break_until)}
        return message

    def _frame_of_all(self, audience: Audience) -> str:
        """Return the message as all see it; as the audience does, where something is hidden from others."""
        key = audience if self._has_hidden else "all"
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = encode(self._describe(audience))
        return frame
