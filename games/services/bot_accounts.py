"""The accounts that bots play under: rows of users like everybody's, made when first needed."""

import secrets
from collections.abc import Collection, Iterable, Sequence

from django.contrib.auth.hashers import make_password

from accounts.models import AVATAR_COLOURINGS, User, UserKind
from accounts.names import fold_name

COURTS: dict[str, tuple[str, ...]] = {
    "novice": (
        "Ogier", "Lahire", "Gawain", "Percival", "Galahad", "Bedivere",
        "Gareth", "Ywain", "Lionel", "Kay", "Agravain", "Pelleas",
    ),
    "easy": (
        "Argine", "Pallas", "Melusine", "Guinevere", "Isolde", "Bradamante",
        "Marfisa", "Clorinda", "Morgana", "Enide", "Blanchefleur", "Lunete",
    ),
    "medium": (
        "Priam", "Gunther", "Agamemnon", "Cymbeline", "Minos", "Nestor",
        "Uther", "Latinus", "Etzel", "Menelaus", "Evander", "Hrothgar",
    ),
    "hard": (
        "Siegfried", "Achilles", "Beowulf", "Rostam", "Perseus", "Theseus",
        "Cuchulain", "Aeneas", "Bellerophon", "Wayland", "Orlando", "Hildebrand",
    ),
}  # fmt: skip
"""Names by level, jacks, queens, kings and heroes of old; a level without its own uses the easy ones with its key."""
FACES = {"novice": "J", "easy": "Q", "medium": "K", "hard": "H"}
"""The court of a level's faces; where there is none, the account's number draws one."""

HERALD = "The Herald"
DISTINCT_MAX = 9
"""Variants of one name that are tried (`Ogier`, `Ogier 2` …), since people may have taken some."""


def pick_bots(*, level: str, count: int, exclude_user_ids: Collection[int]) -> list[User]:
    """Return that many different bots of a level, drawn at random among those not excluded; makes accounts as needed.

    Safe when called twice at once, and inside a transaction.
    """
    taken = set(exclude_user_ids)
    chosen: list[User] = []
    for variant in range(1, DISTINCT_MAX + 1):
        free = [bot for bot in _bots_of(level, variant=variant) if bot.pk not in taken]
        wanted = min(count - len(chosen), len(free))
        chosen += secrets.SystemRandom().sample(free, wanted)
        if len(chosen) == count:
            return chosen
    raise RuntimeError(f"{count} bots of level {level} wanted, but only {len(chosen)} names are free")


def _bots_of(level: str, *, variant: int) -> list[User]:
    """Return the bots of a level under one variant of their names, made if they don't exist yet."""
    names = bot_names(level, variant=variant)
    found = _find_bots(names)
    if len(found) < len(names):
        _create_bots([name for name in names if name not in {bot.username for bot in found}], faces=_faces_of(level))
        found = _find_bots(names)
    return found


def bot_names(level: str, *, variant: int) -> list[str]:
    """Return a level's names; variant 1 is the plain one."""
    own = COURTS.get(level)
    names = own or tuple(f"{name} of {level}" for name in COURTS["easy"])
    return [name if variant == 1 else f"{name} {variant}" for name in names]


def _find_bots(names: Iterable[str]) -> list[User]:
    keys = [fold_name(name) for name in names]
    return list(User.objects.filter(kind=UserKind.BOT, name_key__in=keys).order_by("pk"))


def _faces_of(level: str) -> tuple[str, ...]:
    """Return the avatars of a level's bots, one for each colouring; none if the level has no court of its own."""
    court = FACES.get(level)
    return tuple(f"{court}{colouring}" for colouring in range(AVATAR_COLOURINGS)) if court else ()


def _create_bots(names: Iterable[str], *, faces: Sequence[str] = ()) -> None:
    """Insert bots under the names that nobody has; a name that a person took stays without one."""
    ordered = sorted(names)
    avatars = [faces[number % len(faces)] if faces else "" for number in range(len(ordered))]
    User.objects.bulk_create(
        [
            User(
                username=name, name_key=fold_name(name), kind=UserKind.BOT, avatar=avatar, password=make_password(None)
            )
            for name, avatar in zip(ordered, avatars, strict=True)
        ],
        ignore_conflicts=True,
    )


def get_herald() -> User:
    """Return the account that hosts tables which commands open; it never sits anywhere."""
    _create_bots([HERALD])
    return User.objects.get(kind=UserKind.BOT, name_key=fold_name(HERALD))
