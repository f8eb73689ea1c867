"""The options of a game as fields of a form."""

from typing import NamedTuple

from django import forms
from django.utils.translation import gettext

from games.engine.rules import OptionField, OptionKind

SUGGESTED_ROUNDS = 10


class OptionRow(NamedTuple):
    """An option of a game as the form's template draws it.

    Attributes:
        stands_in: whether it counts only when a choice beside it is left unset, as rounds do without a goal.
        templates: where its drawing is looked for: the game's own first.
    """

    option: OptionField
    field: forms.BoundField
    stands_in: bool
    templates: tuple[str, str]


def option_name(option: OptionField) -> str:
    """Return the name of an option's field."""
    return f"option_{option.key}"


def can_be_unset(option: OptionField) -> bool:
    """Return whether one of an option's choices is to leave it unset."""
    return option.kind is OptionKind.CHOICE and any(value is None for value, _label in option.choices)


def stands_in_for(option: OptionField) -> bool:
    """Return whether an option counts only when a choice beside it is left unset."""
    return option.kind is OptionKind.NUMBER and option.default is None


def option_field(option: OptionField) -> forms.Field:
    """Return the field of an option."""
    label, help_text = gettext(option.label), gettext(option.help) if option.help else ""
    if option.kind is OptionKind.SWITCH:
        return forms.BooleanField(label=label, help_text=help_text, required=False, initial=option.default)
    if option.kind is OptionKind.NUMBER:
        return forms.IntegerField(
            label=label,
            help_text=help_text,
            required=False,
            min_value=option.minimum,
            max_value=option.maximum,
            initial=_suggest(option) if option.default is None else option.default,
            widget=forms.NumberInput(attrs={"class": "inp num-in", "inputmode": "numeric"}),
        )
    return _choice_field(option, label=label, help_text=help_text)


def _choice_field(option: OptionField, *, label: str, help_text: str) -> forms.Field:
    values = {_format_value(value): value for value, _label in option.choices}
    return forms.TypedChoiceField(
        label=label,
        help_text=help_text,
        choices=[(_format_value(value), gettext(text)) for value, text in option.choices],
        coerce=values.__getitem__,
        initial=_format_value(option.default),
        widget=forms.RadioSelect,
    )


def _suggest(option: OptionField) -> int | None:
    """Return a number to start from where the game names none."""
    return SUGGESTED_ROUNDS if option.maximum is None else min(SUGGESTED_ROUNDS, option.maximum)


def _format_value(value: object) -> str:
    """Return the text that stands for an option's JSON value in the form; `none` for null."""
    return "none" if value is None else str(value)
