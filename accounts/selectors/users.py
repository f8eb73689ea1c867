"""Finding users."""

from accounts.models import User
from accounts.names import fold_name


def user_named(name: str) -> User | None:
    """Return the user of this name, whatever its case, or None."""
    return User.objects.filter(name_key=fold_name(name)).first()
