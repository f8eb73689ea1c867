"""A table and the rows that say what happened at it.

A table is event-sourced: each change is one row of `table_event` that holds the command; every other column here is
what the fold of those rows gives, kept beside them so that lists and sweeps need not fold.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

COMMAND_ID_LENGTH = 36
"""The longest command id, by the protocol: a UUID in text form fits."""


class TableStatus(models.TextChoices):
    """Where a table stands."""

    OPEN = "open", _("Waiting for players")
    PLAYING = "playing", _("Playing")
    OVER = "over", _("Match over")
    CLOSED = "closed", _("Closed")


class Seating(models.TextChoices):
    """How players get their seats."""

    CHOSEN = "chosen", _("Everybody chooses a seat")
    DRAWN = "drawn", _("Seats are drawn at the start")


class Table(models.Model):
    """The live place with seats where a match is played.

    Attributes:
        options: canonical JSON of the game's options.
        version: number of the last row in `table_event`; 0 for a table that nothing happened at yet.
        match: the current match, made with the table so that its commitment is shown before anyone sits.
        invite_code: what opens a private table to its guests; empty for a public one.
        pace_ms: how long bots seem to think; None for the site's setting.
        time_control: JSON as `services.table_clocks.format_control` gives it; None for a table without clocks, where
            only silence counts.
        can_substitute: watchers may take the seat of somebody who left for good.
        can_undo: a misclick may be taken back within moments; never at a rated table.
        can_count: the page may show which cards of each suit have been played.
        is_quick: opened by "Play now": bots fill it at `fill_at`.
        fill_at: at an open table when bots fill it; at one that is over when the next match is set up.
        requirements: who may sit, as `selectors.admission` reads it; empty for anybody.
        is_rated: whether its matches change ratings; with bots seated from the start, only if `is_rated_with_bots` too.
        seats: by seat None or {user, name, kind, level, ready, bot_plays, left, avatar}.
        user_ids: everybody seated, bots too; people who left a running match are not in it.
        to_act: the seats that have to act.
        turn_at: when they had to from.
        due_at: when the sweep must look at the table next; None for never.
    """

    game = models.CharField(max_length=32)
    options = models.JSONField()
    status = models.CharField(max_length=8, choices=TableStatus, default=TableStatus.OPEN)
    version = models.PositiveIntegerField(default=0)
    match = models.OneToOneField("games.Match", models.PROTECT, null=True, blank=True, related_name="+")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    is_private = models.BooleanField(default=False)
    invite_code = models.CharField(max_length=32, blank=True, default="")
    can_watch = models.BooleanField(default=True)
    seating = models.CharField(max_length=8, choices=Seating, default=Seating.CHOSEN)
    bot_level = models.CharField(max_length=16)
    pace_ms = models.PositiveIntegerField(null=True, blank=True)
    time_control = models.JSONField(null=True, blank=True)
    can_substitute = models.BooleanField(default=False)
    can_undo = models.BooleanField(default=False)
    can_count = models.BooleanField(default=True)
    is_quick = models.BooleanField(default=False)
    requirements = models.JSONField(default=dict, blank=True)
    is_rated = models.BooleanField(default=True)
    is_rated_with_bots = models.BooleanField(default=False)
    seats = models.JSONField()
    user_ids = ArrayField(models.BigIntegerField(), default=list, blank=True)
    to_act = ArrayField(models.SmallIntegerField(), default=list, blank=True)
    turn_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    fill_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "play_table"
        indexes = (
            # None on due_at, which each move changes: the row is then written in place, and no index at all; the sweep
            # finds running tables by their status.
            models.Index(fields=["fill_at"], name="table_fill", condition=Q(fill_at__isnull=False)),
            models.Index(fields=["status", "-created_at"], name="table_lobby"),
            GinIndex(fields=["user_ids"], name="table_users"),
        )
        constraints = (
            models.CheckConstraint(condition=Q(status__in=TableStatus.values), name="table_status_known"),
            models.CheckConstraint(condition=Q(seating__in=Seating.values), name="table_seating_known"),
            models.CheckConstraint(condition=Q(is_private=False) | ~Q(invite_code=""), name="table_private_has_invite"),
            models.UniqueConstraint(fields=["invite_code"], name="table_invite_once", condition=~Q(invite_code="")),
        )

    def __str__(self) -> str:
        return f"table {self.pk} ({self.game}, {self.status})"


class TableEvent(models.Model):
    """One change of a table: the command that made it, as decided and committed.

    Attributes:
        kind: the command's kind, such as `sit` or `act`.
        seat: the seat it was about, None when it was about none.
        user: who sent it; None for the site itself (sweeps, bots that stand in for a person).
        command_id: the sender's own id for it, unique for that user at that table.
        payload: all else that the fold needs, so that it never looks anything up.

    The database does not check the match and the user: both were read from rows when the table was cached, and to look
    (and to lock the user's row) again at each move was a fifth of its cost there.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="events", db_index=False)
    version = models.PositiveIntegerField()
    match = models.ForeignKey("games.Match", models.CASCADE, related_name="events", db_index=False, db_constraint=False)
    kind = models.CharField(max_length=16)
    seat = models.SmallIntegerField(null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    command_id = models.CharField(max_length=COMMAND_ID_LENGTH)
    payload = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "table_event"
        ordering = ("table_id", "version")
        constraints = (
            models.UniqueConstraint(fields=["table", "version"], name="event_version_once"),
            models.UniqueConstraint(fields=["table", "user", "command_id"], name="event_command_once"),
            models.CheckConstraint(condition=Q(version__gt=0), name="event_version_from_one"),
        )

    def __str__(self) -> str:
        return f"table {self.table_id} v{self.version}: {self.kind}"
