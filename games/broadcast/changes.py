"""One version of a table, as each audience is told of it."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from games.engine.rules import Event

Audience = int | None
"""A seat, or None for the watchers."""

RESETTING = frozenset({"undone", "match_prepared"})
"""Kinds of events after which nothing told before holds: who is told of one gets the whole view too."""

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
        user_ids: by seat who sat there after it; None for a free seat.
        own_seats: the seats that are told something of their own, such as what they may do.
        at: when it was decided.
        is_reset: what was told before no longer holds.
        break_until: the end of the pause that began with it; None if none did.
    """

    __slots__ = (
        "_frames",
        "_has_hidden",
        "_is_visible",
        "_own_part",
        "at",
        "break_until",
        "clocks",
        "events",
        "is_reset",
        "own_seats",
        "to_act",
        "user_ids",
        "version",
    )

    def __init__(  # noqa: PLR0913 -- each is one thing that a message tells
        self,
        version: int,
        *,
        events: Sequence[Event],
        to_act: tuple[int, ...],
        clocks: Mapping[str, Any],
        user_ids: tuple[int | None, ...],
        own_seats: tuple[int, ...],
        own_part: Callable[[int], Mapping[str, Any]],
        is_visible: Callable[[Event, Audience], bool],
        at: datetime,
        break_until: datetime | None = None,
    ) -> None:
        self.version = version
        self.events = tuple(events)
        self.to_act = to_act
        self.clocks = clocks
        self.break_until = break_until
        self.at = at
        self.user_ids = user_ids
        self.own_seats = own_seats
        self._own_part = own_part
        self._is_visible = is_visible
        self._frames: dict[object, str] = {}
        self._has_hidden = any(event.only is not None for event in self.events)
        self.is_reset = any(event.kind in RESETTING for event in self.events)

    def seat_of(self, user_id: int) -> int | None:
        """Return where the user sat after it: of what was hidden then, they may know what that seat did."""
        return self.user_ids.index(user_id) if user_id in self.user_ids else None

    def message(self, audience: Audience, *, is_latest: bool = True) -> dict[str, Any]:
        """Return the `event` message for the audience.

        What may be done is told of the latest version alone: a program that acted on what is replayed of earlier ones
        would be refused, be sent the same again, and so on.
        """
        message = self._describe(audience)
        if is_latest and audience is not None and audience in self.own_seats:
            message |= self._own_part(audience)
        return message

    def frame(self, audience: Audience, *, is_latest: bool = True) -> str:
        """Return the encoded `event` message; audiences that are told the same share one text."""
        told = self._frame_of_all(audience)
        if not is_latest or audience is None or audience not in self.own_seats:
            return told
        key = ("own", audience)
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = f"{told[:-1]},{encode(self._own_part(audience))[1:]}"
        return frame

    def _describe(self, audience: Audience) -> dict[str, Any]:
        message: dict[str, Any] = {
            "type": "event",
            "v": self.version,
            "events": [format_event(event) for event in self.events if self._is_visible(event, audience)],
            "to_act": self.to_act,
            "clocks": self.clocks,
            "at": format_time(self.at),
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
