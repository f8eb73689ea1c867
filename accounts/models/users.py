"""Users."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import NAME_LENGTH_MAX, fold_name, normalize_name, validate_name

AVATAR_COURTS = "KQJH"
AVATAR_COLOURINGS = 8


class UserKind(models.TextChoices):
    """What sort of player an account is."""

    MEMBER = "member", _("Member")
    GUEST = "guest", _("Guest")
    BOT = "bot", _("Bot")


class PlayerManager(UserManager["User"]):
    """Finds users by name whatever its case."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user of this name, case ignored."""
        return self.get(name_key=fold_name(username or ""))

    async def aget_by_natural_key(self, username: str | None) -> "User":
        """Return the user of this name, case ignored."""
        return await self.aget(name_key=fold_name(username or ""))

    def create_superuser(self, username: str, *args: Any, **fields: Any) -> "User":
        """Create an administrator; whoever can do that is believed about the e-mail address too."""
        from allauth.account.models import EmailAddress  # its models need ours first

        user = super().create_superuser(username, *args, **fields)
        if user.email:
            EmailAddress.objects.create(user=user, email=user.email.lower(), primary=True, verified=True)
        return user


class User(AbstractUser):
    """A player: a member, a guest under a made-up name, or a bot.

    Attributes:
        username: the player's name as shown.
        name_key: the folded name, which makes names unique whatever their case. Filled by `save`, in Python, because
            what PostgreSQL's `lower` does to letters beyond ASCII depends on how the database was made.
        avatar: court and colouring, such as `Q1`; blank until chosen, so show `avatar_key`.
        seen_at: when a page of theirs last asked for something, to the minute; for friends alone.
    """

    username = models.CharField(
        _("player name"),
        max_length=NAME_LENGTH_MAX,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken.")},
    )
    name_key = models.CharField(max_length=3 * NAME_LENGTH_MAX, unique=True, editable=False)
    kind = models.CharField(_("kind"), max_length=8, choices=UserKind.choices, default=UserKind.MEMBER)
    avatar = models.CharField(_("avatar"), max_length=4, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta(AbstractUser.Meta):
        """Names and guards of the table of users."""

        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(name_key=""), name="user_has_name_key"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["date_joined"], condition=models.Q(kind="guest"), name="user_guests_by_age"),
        ]

    @property
    def is_guest(self) -> bool:
        """Whether this is a guest who has not claimed the account."""
        return self.kind == UserKind.GUEST

    @property
    def avatar_key(self) -> str:
        """The avatar chosen, or else the one that the id draws."""
        return self.avatar or draw_avatar(self.pk or 0)

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Return the name as it is stored; a form whose name was refused gives None."""
        return normalize_name(username or "")

    def clean(self) -> None:
        """Check what forms of the administration would only learn from the database.

        Raises:
            ValidationError: the name is taken in another case.
        """
        super().clean()
        if User.objects.filter(name_key=fold_name(self.username)).exclude(pk=self.pk).exists():
            raise ValidationError({"username": _("This name is taken.")})

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Store the user, with the folded name brought up to date."""
        self.name_key = fold_name(self.username)
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "name_key"}
        super().save(*args, update_fields=update_fields, **kwargs)


def draw_avatar(number: int) -> str:
    """Return the avatar key that a number draws, neighbours looking different."""
    colouring, court = divmod(number, len(AVATAR_COURTS))
    return f"{AVATAR_COURTS[court]}{(colouring + 3 * court) % AVATAR_COLOURINGS}"
