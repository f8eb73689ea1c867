"""Quick phrases: said by their key, read by everybody in their own language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: Mapping[str, Promise] = {
    "hello": _("Hello"),
    "good_luck": _("Good luck"),
    "well_played": _("Well played"),
    "thanks": _("Thank you"),
    "sorry": _("Sorry"),
    "one_moment": _("One moment"),
    "good_game": _("Good game"),
}
"""By key, of 16 characters at the most, as the column `ChatLine.phrase`."""
