"""Whole matches among bots at real tables, opened by commands and played by the site's workers."""

import json
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine import registry
from games.engine.rules import Game, OptionKind
from games.models import Match
from games.selectors.match_records import write_match_record
from games.services.bot_accounts import get_herald
from games.services.executors import load_state
from games.services.play import perform
from games.services.seating import bots_command
from games.services.table_values import Kind
from games.services.tables import open_table

ANY = "any"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a match has come.

    Attributes:
        version: of its table.
        is_complete: whether its results are written.
    """

    version: int
    is_complete: bool


def open_bot_match(*, game: str, options: dict[str, Any], level: str, pace_ms: int) -> int:
    """Open a table, fill it with bots of a level, which starts the match; return the match's id.

    The table is private, so that it does not crowd the lobby. The site's workers play it.

    Raises:
        OptionsError: options that the game refuses.
    """
    table = open_table(
        user=get_herald(),
        options=options,
        game=game,
        is_sitting=False,
        is_private=True,
        bot_level=level,
        pace_ms=pace_ms,
    )
    state = load_state(table.pk)
    command = bots_command(state, kind=Kind.FILL_BOTS, user_id=None, command_id="fill")
    perform(table_id=table.pk, command=command)
    return state.setup.match_id


def read_progress(match_ids: Iterable[int]) -> dict[int, Progress]:
    """Return how far each of the matches has come."""
    rows = Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "table__version", "completed_at")
    return {match_id: Progress(version, completed_at is not None) for match_id, version, completed_at in rows}


def read_record(match_id: int) -> dict[str, Any]:
    """Return the record of a match with results, whoever may see it."""
    return write_match_record(Match.objects.prefetch_related("players").get(pk=match_id))


def parse_options(words: str, *, game_key: str, rng: random.Random) -> dict[str, Any]:
    """Return options from text such as `teams=3,goal=500`; `any` draws them, with the words after it kept.

    Raises:
        OptionsError: the game refuses them.
        ValueError: a word is not `key=value`.
    """
    game = registry.get(game_key)
    raw: dict[str, Any] = {}
    for word in filter(None, words.split(",")):
        if word == ANY:
            raw |= _draw_options(game, rng=rng)
            continue
        key, value = word.split("=")
        raw[key] = _parse_value(value)
    return game.format_options(game.parse_options(raw))


def _parse_value(text: str) -> object:
    """Return the JSON value that the text is, or else the text."""
    try:
        return json.loads({"none": "null"}.get(text, text))
    except ValueError:
        return text


def _draw_options(game: Game, *, rng: random.Random) -> dict[str, Any]:
    drawn: dict[str, Any] = {}
    for field in game.option_fields:
        if field.kind is OptionKind.CHOICE:
            drawn[field.key] = rng.choice([value for value, _ in field.choices if value is not None])
        elif field.kind is OptionKind.SWITCH:
            drawn[field.key] = rng.random() < 1 / 2
    return drawn
