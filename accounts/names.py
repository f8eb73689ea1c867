"""What a player's name may be, and when two names are too much alike."""

import re
import unicodedata
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME_LENGTH_MIN = 2
NAME_LENGTH_MAX = 24
"""A seat at the table on a phone shows about this many letters in two lines."""

JOINERS = frozenset("_-.' ")
"""What may stand between letters and digits, one at a time."""

RESERVED_WORDS = frozenset(
    {"admin", "administrator", "bot", "guest", "kqj", "mod", "moderator", "root", "staff", "support", "system"}
)
"""First words that a member's name may not have: they are the site's, its guests' and its bots'."""

UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that show nothing (Unicode's default-ignorable ones): names that differ by them look the same."""

MARKS_MAX = 3
"""Marks in a row on one letter: every living script makes do with that; more of them cover the lines around."""

FREE_SCRIPTS = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"})
"""Scripts that a name may mix, with each other and with one alphabet: none of their letters look like another's. Two
alphabets may not be mixed, since many have letters that look the same (Latin, Cyrillic, Greek, Cherokee, Lisu)."""
LOOKALIKE = re.compile("SMALL CAPITAL|^MODIFIER LETTER (SMALL|CAPITAL)")
"""In a letter's Unicode name: phonetic signs that no language's names need, and that pass for plain letters."""


def normalize_name(name: str) -> str:
    """Return the name as it is stored: composed, compatibility forms replaced (NFKC), without outer spaces."""
    return unicodedata.normalize("NFKC", name).strip()


def fold_name(name: str) -> str:
    """Return what two names have in common when they count as the same: case is ignored, in every script."""
    return unicodedata.normalize("NFKC", normalize_name(name).casefold())


def validate_name(name: str) -> None:
    """Check that the name can be a player's name.

    Raises:
        ValidationError: codes `name_length`, `name_character`, `name_joiner`, `name_letter`, `name_marks`,
            `name_scripts`.
    """
    if not NAME_LENGTH_MIN <= len(name) <= NAME_LENGTH_MAX:
        message = _("A name has %(least)d to %(most)d characters.")
        params = {"least": NAME_LENGTH_MIN, "most": NAME_LENGTH_MAX}
        raise ValidationError(message, code="name_length", params=params)
    _check_characters(name)
    _check_joiners(name)
    _check_marks(name)
    _check_scripts(name)


def _check_characters(name: str) -> None:
    for character in name:
        if not _is_allowed(character):
            message = _("A name can't hold “%(character)s”: use letters, digits, spaces and _ - . '")
            is_shown = character.isprintable() and not UNSEEN.match(character)
            shown = character if is_shown else f"U+{ord(character):04X}"
            raise ValidationError(message, code="name_character", params={"character": shown})
    if not any(character.isalpha() for character in name):
        raise ValidationError(_("A name holds at least one letter."), code="name_letter")


def _is_allowed(character: str) -> bool:
    if character in JOINERS or character.isdecimal():
        return True
    is_letter = unicodedata.category(character)[0] in "LM"
    return is_letter and not UNSEEN.match(character) and not LOOKALIKE.search(unicodedata.name(character, ""))


def _check_marks(name: str) -> None:
    kinds = "".join(unicodedata.category(character)[0] for character in unicodedata.normalize("NFD", name))
    if "M" * (MARKS_MAX + 1) in kinds:
        raise ValidationError(_("A name has too many marks on one letter."), code="name_marks")


def _check_joiners(name: str) -> None:
    edges = name[0] in JOINERS or name[-1] in JOINERS or unicodedata.category(name[0])[0] == "M"
    doubled = any(left in JOINERS and right in JOINERS for left, right in pairwise(name))
    if edges or doubled:
        message = _("A name begins and ends with a letter or digit, and has one sign or space at a time between them.")
        raise ValidationError(message, code="name_joiner")


def _check_scripts(name: str) -> None:
    scripts = {unicodedata.name(character, "").split(" ")[0] for character in name if character.isalpha()}
    if len(scripts - FREE_SCRIPTS) > 1:
        message = _("A name doesn't mix alphabets, since letters of some look alike (Latin, Cyrillic, Greek).")
        raise ValidationError(message, code="name_scripts")
