"""The form that opens a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bots.levels import default_level, levels
from games.engine.errors import OptionsError
from games.engine.rules import Game, Json
from games.forms.options import OptionRow, can_be_unset, option_field, option_name, stands_in_for
from games.models import Seating
from games.selectors.admission import CONDUCT_MAX, RATING_BOUNDS, Requirements, write_requirements
from games.services.table_clocks import (
    BANK_BOUNDS,
    CUSTOM,
    DEFAULT_PRESET,
    INCREMENT_BOUNDS,
    PRESETS,
    format_control,
)
from games.templatetags.clocks import preset_name, time_numbers

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

NO_CLOCK = "none"
SUGGESTED_TIME = (60, 10)
"""Bank and increment in seconds to start from where a host names them."""


def _time_choices() -> list[tuple[str, str]]:
    presets = [(key, preset_name(key)) for key in PRESETS]
    return [*presets, (NO_CLOCK, gettext("No clock")), (CUSTOM, preset_name(CUSTOM))]


def _bounded(label: Any, *, bounds: tuple[int, int], initial: int | None = None) -> forms.IntegerField:
    """Return a field for a whole number that may be left out."""
    widget = forms.NumberInput(attrs={"class": "inp num-in", "inputmode": "numeric"})
    least, most = bounds
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, initial=initial, widget=widget
    )


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
    time = forms.ChoiceField(label=_("Time"), choices=_time_choices, initial=DEFAULT_PRESET, widget=forms.RadioSelect)
    bank = _bounded(_("Seconds to begin with"), bounds=BANK_BOUNDS, initial=SUGGESTED_TIME[0])
    increment = _bounded(_("Seconds more for each action"), bounds=INCREMENT_BOUNDS, initial=SUGGESTED_TIME[1])
    rating_min = _bounded(_("Rating from"), bounds=RATING_BOUNDS)
    rating_max = _bounded(_("Rating up to"), bounds=RATING_BOUNDS)
    conduct_min = _bounded(_("Conduct from"), bounds=(0, CONDUCT_MAX))
    no_guests = forms.BooleanField(label=_("No guests"), required=False)
    people_only = forms.BooleanField(
        label=_("People only"),
        help_text=_("No bot sits down; one still plays on for somebody who leaves."),
        required=False,
    )
    can_substitute = forms.BooleanField(
        label=_("Substitutes"),
        help_text=_("Whoever watches may take the seat of somebody who left for good."),
        required=False,
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
            self.fields[option_name(option)] = option_field(option)
        level_field = self.fields["bot_level"]
        assert isinstance(level_field, forms.ChoiceField)
        level_field.choices = [(level.key, gettext(level.label)) for level in levels(game.key)]
        level_field.initial = default_level(game.key)

    def option_rows(self) -> Iterator[OptionRow]:
        """Return the game's options in its order, each with its field."""
        for option in self.game.option_fields:
            templates = (f"games/{self.game.key}/option_{option.key}.html", f"games/tables/option_{option.kind}.html")
            yield OptionRow(option, self[option_name(option)], stands_in_for(option), templates)

    def clean(self) -> dict[str, Any]:
        """Bring the options together and let the game judge them: `options` holds their canonical form."""
        cleaned = super().clean() or {}
        self._clean_time(cleaned)
        self._clean_requirements(cleaned)
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
            "time_control": cleaned["time_control"],
            "requirements": cleaned["requirements"],
            "can_substitute": cleaned["can_substitute"],
            "can_watch": cleaned["can_watch"],
            "can_undo": cleaned["can_undo"],
            "can_count": cleaned["can_count"],
            **RATINGS[cleaned["rating"]][0],
            "bot_level": cleaned["bot_level"],
            "pace_ms": PACES[cleaned["pace"]][0],
        }

    @property
    def time_numbers(self) -> dict[str, str]:
        """The numbers of each preset, by key, as the form's template writes them below its name."""
        return {key: time_numbers(format_control(control)) for key, control in PRESETS.items()}

    def _clean_time(self, cleaned: dict[str, Any]) -> None:
        """Bring the time together as `time_control`; numbers that nobody saw are dropped, right or wrong."""
        key = cleaned.get("time", NO_CLOCK)
        if key != CUSTOM:
            self.errors.pop("bank", None)
            self.errors.pop("increment", None)
            cleaned["time_control"] = None if key == NO_CLOCK else key
            return
        if cleaned.get("visibility") != "private":
            self.add_error("time", gettext("A time of your own is for tables by link only: choose another."))
        for name in ("bank", "increment"):
            if name in cleaned and cleaned[name] is None:
                self.add_error(name, gettext("Give a number."))
        cleaned["time_control"] = {"bank": cleaned.get("bank"), "increment": cleaned.get("increment")}

    def _clean_requirements(self, cleaned: dict[str, Any]) -> None:
        wanted = Requirements(
            rating_min=cleaned.get("rating_min"),
            rating_max=cleaned.get("rating_max"),
            conduct_min=cleaned.get("conduct_min"),
            no_guests=bool(cleaned.get("no_guests")),
            people_only=bool(cleaned.get("people_only")),
        )
        try:
            cleaned["requirements"] = write_requirements(wanted)
        except ValueError as error:
            self.add_error("rating_min", str(error))

    def _raw_options(self, cleaned: Mapping[str, Any]) -> Json:
        """Return the options chosen.

        Where a choice is set, the number that would stand in for it is dropped, right or wrong: nobody saw it.
        """
        choices = [option for option in self.game.option_fields if can_be_unset(option)]
        is_unset = any(cleaned.get(option_name(choice), "") is None for choice in choices)
        raw: Json = {}
        for option in self.game.option_fields:
            name = option_name(option)
            if stands_in_for(option) and not is_unset:
                self.errors.pop(name, None)
                raw[option.key] = None
            elif stands_in_for(option) and name in cleaned and cleaned[name] is None:
                params = {"minimum": option.minimum, "maximum": option.maximum}
                self.add_error(name, gettext("Give a number from %(minimum)s to %(maximum)s.") % params)
            else:
                raw[option.key] = cleaned.get(name)
        return raw

    def _add_options_error(self, error: OptionsError) -> None:
        key = error.params.get("key")
        name = f"option_{key}"
        self.add_error(name if name in self.fields else None, gettext("These options do not go together."))
