"""Verifying stored match records: `python -m games.engine verify FILE...`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.engine import registry
from games.engine.errors import RecordError
from games.engine.json_lines import read_lines
from games.engine.rules import Game


class Verdict(NamedTuple):
    """One record checked; `error` is None if it agrees with the rules."""

    line: int
    error: RecordError | None


def verify_lines(lines: Iterable[bytes]) -> Iterator[Verdict]:
    """Check the record on every line that is not blank."""
    for number, told in read_lines(lines):
        yield Verdict(number, told if isinstance(told, RecordError) else find_error(told))


def find_error(record: Mapping[str, Any]) -> RecordError | None:
    """Return where a record does not agree with the rules of its game, or None if it does."""
    try:
        find_game(record).from_record(record)
    except RecordError as error:
        return error
    return None


def find_game(record: Mapping[str, Any]) -> Game:
    """Return the game that a record names.

    Raises:
        RecordError: code `bad_format`: there is no such game.
    """
    key, known = record.get("game"), registry.keys()
    if key not in known:
        message = f"game is {key!r:.40}, known are: {', '.join(known)}"
        raise RecordError("bad_format", message, params={"field": "game"})
    return registry.get(str(key))
