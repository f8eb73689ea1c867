"""Invitations of friends to tables."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Invitation(models.Model):
    """That one user invites another to a table; shown as long as the table waits for players.

    Attributes:
        inviter: who sits there.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    invitee = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    at = models.DateTimeField()

    class Meta:
        db_table = "play_invitation"
        constraints = (
            models.UniqueConstraint(fields=["table", "invitee"], name="invitation_once"),
            models.CheckConstraint(condition=~Q(inviter=F("invitee")), name="invitation_of_another"),
        )

    def __str__(self) -> str:
        return f"user {self.invitee_id} to table {self.table_id}"
