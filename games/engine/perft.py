"""Recounting stored numbers of legal card sequences: `python -m games.engine perft FILE...`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.engine.errors import RecordError
from games.engine.json_lines import read_lines
from games.engine.verify import find_game


class Recount(NamedTuple):
    """One line recounted; `fault` is None if all its counts agree."""

    line: int
    fault: str | None


def recount_lines(lines: Iterable[bytes]) -> Iterator[Recount]:
    """Recount every line that is not blank."""
    for number, told in read_lines(lines):
        try:
            if isinstance(told, RecordError):
                raise told
            fault = _find_fault(told)
        except RecordError as error:
            fault = error.message
        yield Recount(number, fault)


def _find_fault(told: Mapping[str, Any]) -> str | None:
    game = find_game(told)
    counts = told.get("counts")
    if not isinstance(counts, list) or not counts:
        raise RecordError("bad_format", "counts is not a list of numbers")
    for depth, count in enumerate(counts, start=1):
        counted = game.count_sequences(told, depth)
        if counted != count:
            return f"{depth} cards: {count!r:.40} told, {counted} counted"
    return None
