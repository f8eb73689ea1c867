"""From what services and selectors give to what the API answers."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from games.bots.levels import levels
from games.broadcast.changes import format_time
from games.engine import registry
from games.engine.rules import OptionField
from games.selectors.lobby import LobbyTable

Json = dict[str, Any]


def describe_games() -> list[Json]:
    """Return all games with their options and bots."""
    return list(map(_describe_game, registry.keys()))


def describe_table(table: LobbyTable) -> Json:
    """Return a table as lists show it."""
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "host": table.host,
        "is_private": table.is_private,
        "can_watch": table.can_watch,
        "is_quick": table.is_quick,
        "is_rated": table.is_rated,
        "time": table.time_control,
        "requirements": table.requirements,
        "seats": [seat and _describe_sitter(seat) for seat in table.seats],
        "to_act": list(table.to_act),
        "created_at": format_time(table.created_at),
    }


def _describe_sitter(seat: Mapping[str, Any]) -> Json:
    return {name: seat[name] for name in ("name", "kind", "level", "ready", "bot_plays")}


def _describe_game(key: str) -> Json:
    game = registry.get(key)
    return {
        "key": key,
        "name": game.name,
        "seat_count": game.seat_count,
        "options": [_describe_option(option) for option in game.option_fields],
        "bot_levels": [{"key": level.key, "label": gettext(level.label)} for level in levels(key)],
    }


def _describe_option(option: OptionField) -> Json:
    return {
        "key": option.key,
        "label": gettext(option.label),
        "kind": option.kind.value,
        "default": option.default,
        "choices": [{"value": value, "label": gettext(label)} for value, label in option.choices],
        "minimum": option.minimum,
        "maximum": option.maximum,
        "help": gettext(option.help) if option.help else "",
    }
