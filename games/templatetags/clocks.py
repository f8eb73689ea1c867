"""Time controls in words."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

register = template.Library()

PRESET_NAMES: dict[str, Promise] = {
    "blitz": gettext_lazy("Blitz"),
    "normal": gettext_lazy("Normal"),
    "relaxed": gettext_lazy("Relaxed"),
    "day": gettext_lazy("A day"),
    "three_days": gettext_lazy("Three days"),
    "custom": gettext_lazy("Own time"),
}
DAY = 24 * 3600
MINUTE = 60


@register.filter
def preset_name(key: str) -> str:
    """Return the name of a time preset."""
    return str(PRESET_NAMES.get(key, key))


@register.filter
def time_numbers(control: Mapping[str, Any] | None) -> str:
    """Return a control's bank and increment, such as `90 s + 10`; with days to act, the days an action."""
    if control is None:
        return gettext("no clock")
    bank, increment = control["bank"], control["increment"]
    if control["sleeps"]:
        days = bank // DAY
        return ngettext("%(days)d day an action", "%(days)d days an action", days) % {"days": days}
    if bank % MINUTE == 0:
        return gettext("%(minutes)d min + %(increment)d s") % {"minutes": bank // MINUTE, "increment": increment}
    return gettext("%(bank)d s + %(increment)d s") % {"bank": bank, "increment": increment}


@register.filter
def time_words(control: Mapping[str, Any] | None) -> str:
    """Return a control's name and numbers, such as `Blitz, 30 s + 4 s`; the numbers alone where they say it all."""
    numbers = time_numbers(control)
    if control is None or control["sleeps"] or control["preset"] == "custom":
        return numbers
    return gettext("%(name)s, %(numbers)s") % {"name": preset_name(control["preset"]), "numbers": numbers}
