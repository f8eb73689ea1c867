"""Finding users."""

from accounts.models import User, UserKind
from accounts.names import fold_name


def user_named(name: str) -> User | None:
    """Return the user of this name, whatever its case, or None."""
    return User.objects.filter(name_key=fold_name(name)).first()


def active_user(user_id: int) -> User | None:
    """Return the user of this number, or None where there is none or the account is closed."""
    return User.objects.filter(pk=user_id, is_active=True).first()


def users_beginning(text: str, *, limit: int) -> list[User]:
    """Return members and bots whose names begin so, whatever the case, the exact name first."""
    key = fold_name(text)
    if not key:
        return []
    found = User.objects.filter(name_key__startswith=key, is_active=True).exclude(kind=UserKind.GUEST)
    return list(found.order_by("name_key")[:limit])
