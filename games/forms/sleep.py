"""When somebody sleeps, for correspondence."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.services.table_sleep import HOURS_MAX, parse_sleep

_TIME = {"type": "time", "class": "inp"}


def _zones() -> list[tuple[str, str]]:
    """Return the zones that people live in: those named by place."""
    places = sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))
    return [(zone, zone.replace("_", " ")) for zone in ("UTC", *places)]


class SleepForm(forms.Form):
    """The hours of each night, or none."""

    zone = forms.ChoiceField(
        label=_("Time zone"), choices=lazy(_zones, list), initial="UTC", widget=forms.Select(attrs={"class": "inp"})
    )
    starts = forms.TimeField(
        label=_("I go to sleep at"), initial="23:00", widget=forms.TimeInput(format="%H:%M", attrs=_TIME)
    )
    ends = forms.TimeField(
        label=_("I am up again at"), initial="07:00", widget=forms.TimeInput(format="%H:%M", attrs=_TIME)
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a night that is none, or too long."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            parse_sleep({**cleaned, "starts": f"{cleaned['starts']:%H:%M}", "ends": f"{cleaned['ends']:%H:%M}"})
        except ValueError:
            params = {"hours": HOURS_MAX}
            self.add_error("ends", forms.ValidationError(_("A night lasts up to %(hours)s hours."), params=params))
        return cleaned
