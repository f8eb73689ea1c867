"""What people say at a table, and what others report of it."""

from django.conf import settings
from django.db import models

CHAT_LENGTH = 300
"""Characters in one line: enough for a sentence, short enough for the log."""


class ChatLine(models.Model):
    """One line said at a table.

    Attributes:
        seat: where the speaker sat; None for a watcher, whose lines players don't see while they play.
        text: as said; of a quick phrase its English.
        phrase: the key of a quick phrase, which every reader sees in their own language; empty for what was typed.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="chat_lines", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.SmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=CHAT_LENGTH)
    phrase = models.CharField(max_length=16, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        db_table = "play_chat"
        ordering = ("pk",)
        indexes = (models.Index(fields=["table", "id"], name="chat_of_table"),)

    def __str__(self) -> str:
        return f"table {self.table_id} at {self.at:%H:%M:%S}"


class ChatReport(models.Model):
    """A line that somebody reported, with what was said around it, for moderators.

    Attributes:
        user: who said it.
        reporter: who reports it.
        text, said_at: the line, as it was then.
        context: the lines around it, oldest first: {user, name, seat, text, at}.
        reason: what the reporter adds.
        is_settled: set by a moderator who has dealt with it.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="chat_reports")
    line = models.ForeignKey(ChatLine, models.SET_NULL, null=True, blank=True, related_name="reports")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_reports")
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=CHAT_LENGTH)
    said_at = models.DateTimeField()
    context = models.JSONField(default=list)
    reason = models.CharField(max_length=CHAT_LENGTH, blank=True, default="")
    at = models.DateTimeField()
    is_settled = models.BooleanField(default=False)

    class Meta:
        db_table = "play_chat_report"
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=["line", "reporter"], name="chat_report_once"),)

    def __str__(self) -> str:
        return f"report {self.pk} of a line at table {self.table_id}"
