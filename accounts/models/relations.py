"""What one user is to another: friend, followed, blocked."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class RelationKind(models.TextChoices):
    """What the owner of a relation wants of the other."""

    FRIEND = "friend", _("Friend")
    FOLLOW = "follow", _("Follows")
    BLOCK = "block", _("Blocks")


class Relation(models.Model):
    """One user's wish about another.

    Two users are friends when each has a `friend` row about the other; one such row alone is a request. So asking,
    accepting, and two who ask each other at once are the same insert.
    """

    owner = models.ForeignKey(User, models.CASCADE, related_name="relations", db_index=False)
    other = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=RelationKind)
    created_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["other", "kind"], name="relation_of_other"),)
        constraints = (
            models.UniqueConstraint(fields=["owner", "kind", "other"], name="relation_once"),
            models.CheckConstraint(condition=~models.Q(owner=models.F("other")), name="relation_not_to_self"),
            models.CheckConstraint(condition=models.Q(kind__in=RelationKind.values), name="relation_kind_known"),
        )

    def __str__(self) -> str:
        return f"{self.owner_id} {self.kind} {self.other_id}"
