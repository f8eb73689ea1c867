"""What happens at a table and changes nothing there: comings, goings and refusals, for its audit trail."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class NoteKind(models.TextChoices):
    """What a note tells."""

    CONNECTED = "connected", _("Connected")
    DISCONNECTED = "disconnected", _("Disconnected")
    REFUSED = "refused", _("Refused")


class TableNote(models.Model):
    """One line of the audit trail that no event row tells; only ever added.

    Attributes:
        version: the table's version when it happened, as the process knew it.
        seat: where the user sat; None for a watcher.
        command: what was refused, such as `act`; else empty.
        code: the refusal's code; else empty.
        count: how often in a row, within the second.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="notes", db_index=False)
    version = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    seat = models.SmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=12, choices=NoteKind)
    command = models.CharField(max_length=16, blank=True, default="")
    code = models.CharField(max_length=32, blank=True, default="")
    count = models.PositiveIntegerField(default=1)
    at = models.DateTimeField()

    class Meta:
        db_table = "play_note"
        ordering = ("pk",)
        indexes = (models.Index(fields=["table", "at"], name="note_of_table"),)

    def __str__(self) -> str:
        return f"table {self.table_id} v{self.version}: {self.kind}"
