"""Finding users."""

from accounts.models import User
from accounts.names import fold_name


def user_named(name: str) -> User | None:
    """Return the user of this name, whatever its case, or None."""
    return User.objects.filter(name_key=fold_name(name)).first()


def active_user(user_id: int) -> User | None:
    """Return the user of this number, or None where there is none or the account is closed."""
    return User.objects.filter(pk=user_id, is_active=True).first()
