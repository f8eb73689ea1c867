"""What clients send, checked at the door: docs/api.md describes each message."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.services.chat_phrases import PHRASES

MESSAGE_BYTES = 4 * 1024
"""The longest message, by the protocol."""
ID_LENGTH = 36
TEXT_LENGTH = 1_000
"""Of any text in a message before it is looked at; chat is cut shorter."""
VERSION_MAX = 2**31 - 1


class BadMessage(ValueError):  # noqa: N818 -- the protocol's word
    """A message that can't be understood.

    Attributes:
        id: the command id, if it had a good one.
    """

    def __init__(self, message: str, *, id_: str | None = None) -> None:
        super().__init__(message)
        self.id = id_


@dataclass(frozen=True, slots=True)
class Incoming:
    """A message whose fields are of the right kind.

    Attributes:
        id: of a command; None for the others.
        fields: the other fields that its type has; those left out are absent.
    """

    type: str
    id: str | None
    fields: Mapping[str, Any]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= VERSION_MAX


def _is_seat(value: object) -> bool:
    return value is None or _is_whole(value)


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _is_line(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= TEXT_LENGTH and value.isprintable()


def _is_id(value: str) -> bool:
    return 0 < len(value) <= ID_LENGTH and value.isprintable()


def _is_optional_line(value: object) -> bool:
    return value is None or _is_line(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= TEXT_LENGTH


def _is_optional_text(value: object) -> bool:
    return value is None or (isinstance(value, str) and len(value) <= TEXT_LENGTH)


def _is_phrase(value: object) -> bool:
    return value is None or (isinstance(value, str) and value in PHRASES)


@dataclass(frozen=True, slots=True)
class _Shape:
    """The fields of a type of message.

    Attributes:
        needed, optional: checks by field.
        is_command: whether it carries an id and is acked.
    """

    is_command: bool
    needed: Mapping[str, Callable[[object], bool]]
    optional: Mapping[str, Callable[[object], bool]]


def _command(
    needed: Mapping[str, Callable[[object], bool]] | None = None, **optional: Callable[[object], bool]
) -> _Shape:
    return _Shape(is_command=True, needed=needed or {}, optional=optional)


SHAPES: Mapping[str, _Shape] = {
    "act": _command({"v": _is_whole, "action": _is_line}),
    "sit": _command(seat=_is_seat),
    "leave": _command(confirm=_is_switch),
    "substitute": _command({"seat": _is_whole}),
    "ready": _command(nonce=_is_optional_line),
    "unready": _command(),
    "add_bot": _command(seat=_is_seat, level=_is_optional_line),
    "fill_bots": _command(level=_is_optional_line),
    "remove_bot": _command({"seat": _is_whole}),
    "wait": _command({"seconds": _is_whole}),
    "come_back": _command(),
    "continue": _command(),
    "propose": _command({"vote": _is_line}, seat=_is_seat),
    "vote": _command({"vote": _is_line, "agree": _is_switch}),
    "claim": _command({"v": _is_whole}),
    "undo": _command({"v": _is_whole}),
    "sync": _Shape(is_command=False, needed={"v": _is_whole}, optional={}),
    "chat": _Shape(is_command=False, needed={}, optional={"text": _is_text, "phrase": _is_phrase}),
    "report": _command({"line": _is_whole}, reason=_is_optional_text),
    "echo": _Shape(is_command=False, needed={"n": _is_whole}, optional={}),
    "ping": _Shape(is_command=False, needed={}, optional={}),
}


def parse_message(text: str | None) -> Incoming:
    """Return the message of a text frame; None stands for a binary one.

    Raises:
        BadMessage: it is too long, no JSON object, of an unknown type, or a field is missing or wrong.
    """
    message = _load(text)
    kind, id_ = message.get("type"), message.get("id")
    known_id = id_ if isinstance(id_, str) and _is_id(id_) else None
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise BadMessage(_("type must be one of: %(types)s.") % {"types": ", ".join(SHAPES)}, id_=known_id)
    if shape.is_command and known_id is None:
        raise BadMessage(_("id must be a text of 1 to 36 printable characters."))
    return Incoming(str(kind), known_id, _check_fields(message, shape=shape, id_=known_id))


def _load(text: str | None) -> dict[str, Any]:
    if text is None:
        raise BadMessage(_("Messages are JSON in text frames, not binary."))
    if len(text) > MESSAGE_BYTES or len(text.encode(errors="surrogatepass")) > MESSAGE_BYTES:
        raise BadMessage(_("A message has 4 KiB at the most."))
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage(_("A message is one JSON object.")) from None
    if not isinstance(message, dict):
        raise BadMessage(_("A message is one JSON object."))
    return message


def _check_fields(message: Mapping[str, Any], *, shape: _Shape, id_: str | None) -> dict[str, Any]:
    fields = {}
    for name, is_right in (*shape.needed.items(), *shape.optional.items()):
        if name not in message:
            if name in shape.needed:
                raise BadMessage(_("%(field)s is missing.") % {"field": name}, id_=id_)
            continue
        if not is_right(message[name]):
            raise BadMessage(_("%(field)s has a wrong value.") % {"field": name}, id_=id_)
        fields[name] = message[name]
    return fields
