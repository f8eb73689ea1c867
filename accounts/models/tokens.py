"""API tokens."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class TokenScope(models.TextChoices):
    """What a token may do."""

    READ = "read", _("Read")
    PLAY = "play", _("Play")


class ApiToken(models.Model):
    """A secret with which a program acts for a user; only its digest is stored.

    Attributes:
        prefix: its first characters, so that its owner can tell which one it is.
        digest: SHA-256 of the token, in hex.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(models.CharField(max_length=8, choices=TokenScope.choices))
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Guards of the table of tokens."""

        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(scopes__len__gt=0), name="token_has_scopes"),
        ]

    def __str__(self) -> str:
        """Return the token's name and beginning, never more of it."""
        return f"{self.name} ({self.prefix}…)"
