"""Whatever a client sends, it is understood or refused, and nothing else happens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.live.messages import MESSAGE_BYTES, SHAPES, BadMessage, Incoming, parse_message

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["id", "v", "action", "seat", "nonce", "level", "text"])


def parse_or_refuse(text: str) -> Incoming | str:
    """Return the message, or why it is refused."""
    try:
        return parse_message(text)
    except BadMessage as bad:
        return str(bad)


@given(st.text())
def test_any_text_is_understood_or_refused(text: str) -> None:
    assert parse_or_refuse(text)


@given(st.sampled_from(sorted(SHAPES)), st.dictionaries(FIELDS, VALUES | st.just("a"), max_size=7))
def test_any_fields_are_understood_or_refused(kind: str, fields: dict[str, object]) -> None:
    message = parse_or_refuse(json.dumps({"type": kind, **fields}))
    if isinstance(message, str):
        return
    assert message.type == kind
    if SHAPES[kind].is_command:
        assert message.id
        assert message.id.isprintable()
    assert "\x00" not in "".join(str(value) for name, value in message.fields.items() if name != "text")


def test_a_message_may_have_four_kibibytes() -> None:
    frame = json.dumps({"type": "ping", "pad": ""})
    pad = "x" * (MESSAGE_BYTES - len(frame))
    assert parse_message(json.dumps({"type": "ping", "pad": pad})).type == "ping"
    for text in (json.dumps({"type": "ping", "pad": pad + "x"}), '{"type":"ping","pad":"' + "é" * 2040 + '"}'):
        with pytest.raises(BadMessage, match="4 KiB"):
            parse_message(text)
