"""Files with one JSON object a line."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from games.engine.errors import RecordError
from games.engine.rules import Json


def read_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, Json | RecordError]]:
    """Yield number and object of every line that is not blank, or the error (code `bad_json`) if it holds none."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, parse_line(line)
            except RecordError as error:
                yield number, error


def parse_line(line: bytes) -> Json:
    """Return the JSON object of a line.

    Raises:
        RecordError: code `bad_json`: no JSON, no object, a key twice, or nested too deeply.
    """
    try:
        value = json.loads(line.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise RecordError("bad_json", f"not JSON: {str(error) or type(error).__name__:.100}") from error
    if not isinstance(value, dict):
        raise RecordError("bad_json", f"not a JSON object: {line[:40]!r}")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    """Return the object of these pairs; a key told twice could be read in two ways."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return value


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no JSON")
