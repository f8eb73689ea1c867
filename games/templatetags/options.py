"""A table's options in a few words, for games that have no page of their own for them."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext

from games.engine import registry
from games.engine.rules import OptionField, OptionKind

register = template.Library()


@register.simple_tag
def option_words(game: str, options: Mapping[str, Any]) -> list[str]:
    """Return what the options say, one short text each, in the game's order; what is off or not set is left out."""
    texts = (_word(option, value=options.get(option.key)) for option in registry.get(game).option_fields)
    return [text for text in texts if text]


@register.simple_tag
def game_templates(game: str, name: str) -> tuple[str, str]:
    """Return where a piece of a page is looked for: the game's own template, else the one for all games."""
    return f"games/{game}/{name}.html", f"games/any/{name}.html"


def _word(option: OptionField, *, value: object) -> str:
    if value is None or value is False:
        return ""
    if option.kind is OptionKind.CHOICE:
        return next((gettext(text) for choice, text in option.choices if choice == value), str(value))
    if option.kind is OptionKind.SWITCH:
        return gettext(option.label)
    return gettext("%(option)s: %(value)s") % {"option": gettext(option.label), "value": value}
