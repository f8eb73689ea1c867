"""The names that guests are given."""

import secrets

from django.utils.translation import gettext, gettext_noop

ANIMALS = (
    gettext_noop("Badger"),
    gettext_noop("Beaver"),
    gettext_noop("Bison"),
    gettext_noop("Chamois"),
    gettext_noop("Crane"),
    gettext_noop("Curlew"),
    gettext_noop("Dolphin"),
    gettext_noop("Falcon"),
    gettext_noop("Finch"),
    gettext_noop("Fox"),
    gettext_noop("Gecko"),
    gettext_noop("Hare"),
    gettext_noop("Hedgehog"),
    gettext_noop("Heron"),
    gettext_noop("Hoopoe"),
    gettext_noop("Ibex"),
    gettext_noop("Jackdaw"),
    gettext_noop("Jay"),
    gettext_noop("Kestrel"),
    gettext_noop("Kingfisher"),
    gettext_noop("Lynx"),
    gettext_noop("Magpie"),
    gettext_noop("Marmot"),
    gettext_noop("Marten"),
    gettext_noop("Newt"),
    gettext_noop("Osprey"),
    gettext_noop("Otter"),
    gettext_noop("Owl"),
    gettext_noop("Petrel"),
    gettext_noop("Puffin"),
    gettext_noop("Raven"),
    gettext_noop("Robin"),
    gettext_noop("Salmon"),
    gettext_noop("Seal"),
    gettext_noop("Sparrow"),
    gettext_noop("Squirrel"),
    gettext_noop("Stork"),
    gettext_noop("Swift"),
    gettext_noop("Tern"),
    gettext_noop("Thrush"),
    gettext_noop("Wagtail"),
    gettext_noop("Wren"),
)


def make_guest_name(*, digits: int) -> str:
    """Return a made-up name with a number of so many digits, such as `Guest Lynx 482`."""
    number = 10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))
    animal = gettext(secrets.choice(ANIMALS))
    return gettext("Guest %(animal)s %(number)d") % {"animal": animal, "number": number}
