"""Which web processes live, and which sockets are open at which table, told by the processes themselves."""

from django.conf import settings
from django.db import models


class Heartbeat(models.Model):
    """A web process, and when it last said that it lives: the time that no clock may lose is measured from here.

    Attributes:
        process: its name in presence rows too.
    """

    process = models.UUIDField(primary_key=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "play_heartbeat"

    def __str__(self) -> str:
        return f"process {self.process}"


class TablePresence(models.Model):
    """One socket, open or lately closed; a row not refreshed for 30 s counts as gone.

    Attributes:
        process: the process that holds the socket.
        socket: the socket's number in that process.
        seat: where its user sits; None for a watcher.
        is_open: False once it closed: people see its user as here for some time yet, since a page being read anew
            closes one socket and opens another; the game's clock does not.
    """

    process = models.UUIDField()
    socket = models.PositiveIntegerField()
    table = models.ForeignKey("games.Table", models.CASCADE, related_name="presences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    seat = models.SmallIntegerField(null=True, blank=True)
    is_open = models.BooleanField(default=True)
    seen_at = models.DateTimeField()

    class Meta:
        db_table = "play_presence"
        indexes = (models.Index(fields=["seen_at"], name="presence_seen"),)
        constraints = (models.UniqueConstraint(fields=["process", "socket"], name="presence_once"),)

    def __str__(self) -> str:
        return f"socket {self.socket} at table {self.table_id}"
