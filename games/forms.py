"""Forms of the pages: opening a table, reporting a fault."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bots.levels import levels
from games.engine.errors import OptionsError
from games.engine.rules import Game, Json, OptionField, OptionKind
from games.models import Seating

PACES: dict[str, tuple[int | None, Promise]] = {
    "natural": (None, _("Natural")),
    "quick": (200, _("Quick")),
    "slow": (1800, _("Slow")),
}
"""How long bots seem to think: milliseconds (None: the site's setting) and label."""

RATINGS: dict[str, tuple[dict[str, bool], Promise]] = {
    "people": ({"is_rated": True, "is_rated_with_bots": False}, _("People only")),
    "bots": ({"is_rated": True, "is_rated_with_bots": True}, _("With bots, at half")),
    "none": ({"is_rated": False, "is_rated_with_bots": False}, _("Nothing")),
}
"""What a table's matches are rated for: settings and label."""

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


class TableForm(forms.Form):
    """What somebody chooses when opening a table; the options are those that the game names."""

    seating = forms.ChoiceField(
        label=_("Seats"), choices=Seating.choices, initial=Seating.CHOSEN, widget=forms.RadioSelect
    )
    visibility = forms.ChoiceField(
        label=_("Who may sit"),
        choices=(("public", _("Anyone")), ("private", _("By link only"))),
        initial="public",
        widget=forms.RadioSelect,
    )
    can_watch = forms.BooleanField(label=_("Others may watch"), required=False, initial=True)
    can_undo = forms.BooleanField(
        label=_("A misclick may be taken back"),
        help_text=_("Within two seconds and before the next player acts; not in rated matches."),
        required=False,
    )
    can_count = forms.BooleanField(label=_("Show which cards have been played"), required=False, initial=True)
    rating = forms.ChoiceField(
        label=_("Rated"),
        choices=[(key, label) for key, (_settings, label) in RATINGS.items()],
        initial="people",
        widget=forms.RadioSelect,
    )
    bot_level = forms.ChoiceField(label=_("Bots play"), widget=forms.RadioSelect)
    pace = forms.ChoiceField(
        label=_("Their pace"),
        choices=[(key, label) for key, (_milliseconds, label) in PACES.items()],
        initial="natural",
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game) -> None:
        super().__init__(data)
        self.game = game
        for option in game.option_fields:
            self.fields[_name(option)] = _form_field(option)
        level_field = self.fields["bot_level"]
        assert isinstance(level_field, forms.ChoiceField)
        ladder = levels(game.key)
        level_field.choices = [(level.key, gettext(level.label)) for level in ladder]
        level_field.initial = ladder[-1].key

    def option_rows(self) -> Iterator[OptionRow]:
        """Return the game's options in its order, each with its field."""
        for option in self.game.option_fields:
            templates = (f"games/{self.game.key}/option_{option.key}.html", f"games/tables/option_{option.kind}.html")
            yield OptionRow(option, self[_name(option)], _stands_in(option), templates)

    def clean(self) -> dict[str, Any]:
        """Bring the options together and let the game judge them: `options` holds their canonical form."""
        cleaned = super().clean() or {}
        raw = self._raw_options(cleaned)
        if not self.errors:
            try:
                cleaned["options"] = self.game.format_options(self.game.parse_options(raw))
            except OptionsError as error:
                self._add_options_error(error)
        return cleaned

    def settings(self) -> Json:
        """Return what `open_table` takes besides the options. Precondition: the form is valid."""
        cleaned = self.cleaned_data
        return {
            "seating": cleaned["seating"],
            "is_private": cleaned["visibility"] == "private",
            "can_watch": cleaned["can_watch"],
            "can_undo": cleaned["can_undo"],
            "can_count": cleaned["can_count"],
            **RATINGS[cleaned["rating"]][0],
            "bot_level": cleaned["bot_level"],
            "pace_ms": PACES[cleaned["pace"]][0],
        }

    def _raw_options(self, cleaned: Mapping[str, Any]) -> Json:
        """Return the options chosen.

        Where a choice is set, the number that would stand in for it is dropped, right or wrong: nobody saw it.
        """
        choices = [option for option in self.game.option_fields if _can_be_unset(option)]
        is_unset = any(cleaned.get(_name(choice), "") is None for choice in choices)
        raw: Json = {}
        for option in self.game.option_fields:
            name = _name(option)
            if _stands_in(option) and not is_unset:
                self.errors.pop(name, None)
                raw[option.key] = None
            elif _stands_in(option) and name in cleaned and cleaned[name] is None:
                params = {"minimum": option.minimum, "maximum": option.maximum}
                self.add_error(name, gettext("Give a number from %(minimum)s to %(maximum)s.") % params)
            else:
                raw[option.key] = cleaned.get(name)
        return raw

    def _add_options_error(self, error: OptionsError) -> None:
        key = error.params.get("key")
        name = f"option_{key}"
        self.add_error(name if name in self.fields else None, gettext("These options do not go together."))


class FaultForm(forms.Form):
    """What somebody reports."""

    text = forms.CharField(
        label=_("What happened, and what should have?"),
        max_length=4000,
        min_length=5,
        widget=forms.Textarea(attrs={"class": "inp", "rows": 7}),
    )
    url = forms.CharField(
        label=_("Address of the page"),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"class": "inp", "inputmode": "url"}),
    )


def _name(option: OptionField) -> str:
    return f"option_{option.key}"


def _can_be_unset(option: OptionField) -> bool:
    return option.kind is OptionKind.CHOICE and any(value is None for value, _label in option.choices)


def _stands_in(option: OptionField) -> bool:
    return option.kind is OptionKind.NUMBER and option.default is None


def _form_field(option: OptionField) -> forms.Field:
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
