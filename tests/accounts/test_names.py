"""What a player's name may be."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import fold_name, normalize_name, validate_name


@pytest.mark.parametrize(
    "name",
    [
        "Léa",
        "as_de_coeur",
        "Guest Lynx 482",
        "Борис",
        "d'Artagnan",
        "Jean-Luc B",
        "田中",
        "Kenji健ケンじ",
        "Əli",
        "Kɔfi",
        "नमस्ते",
        "Nguyễn",
        "שָׁלוֹם",
        "ปู่",
        "1a",
        "a" * 24,
    ],
)
def test_names_of_any_script_are_allowed(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("x", "name_length"),
        ("a" * 25, "name_length"),
        ("<b>x</b>", "name_character"),
        ("a@b", "name_character"),
        ("line\nbreak", "name_character"),
        ("zero\u200bwidth", "name_character"),
        ("right\u202eleft", "name_character"),
        ("two  spaces", "name_joiner"),
        ("a_-b", "name_joiner"),
        ("-dash", "name_joiner"),
        ("dot.", "name_joiner"),
        ("\u0301combining", "name_joiner"),
        ("\u3164\u3164", "name_character"),  # Hangul fillers, which are letters that show nothing
        ("\u1160a", "name_character"),
        ("Ada\ufe0f", "name_character"),  # a variation selector
        ("A\u034fda", "name_character"),
        ("a" + "\u0489" * 4 + "b", "name_marks"),
        ("1234", "name_letter"),
        ("p\u0430ypal", "name_scripts"),  # a Cyrillic a among Latin letters
        ("\u03bfmega", "name_scripts"),  # a Greek o
        ("\ua4eedmin", "name_scripts"),  # a Lisu A
        ("\u1d00dmin", "name_character"),  # a small capital a
    ],
)
def test_names_that_mislead_are_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as caught:
        validate_name(name)
    assert caught.value.code == code
    assert caught.value.messages[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Léa", "LÉA"),
        ("Léa", "Le\u0301a"),
        ("БОРИС", "борис"),
        ("Straße", "STRASSE"),
        ("\uff41bc", "abc"),
        (" a b ", "A B"),
    ],
)
def test_names_alike_but_for_case_and_form_count_as_the_same(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@given(st.text(max_size=30))
def test_folding_is_stable(name: str) -> None:
    assert fold_name(fold_name(name)) == fold_name(name)
    assert normalize_name(normalize_name(name)) == normalize_name(name)
