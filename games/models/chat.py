"""What people say at a table."""

from django.conf import settings
from django.db import models

CHAT_LENGTH = 300
"""Characters in one line: enough for a sentence, short enough for the log."""


class ChatLine(models.Model):
    """One line said at a table.

    Attributes:
        seat: where the speaker sat; None for a watcher, whose lines only watchers see.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="chat_lines", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.SmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=CHAT_LENGTH)
    at = models.DateTimeField()

    class Meta:
        db_table = "play_chat"
        ordering = ("pk",)
        indexes = (models.Index(fields=["table", "id"], name="chat_of_table"),)

    def __str__(self) -> str:
        return f"table {self.table_id} at {self.at:%H:%M:%S}"
