"""A match and who played it."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

POOL_LENGTH = 64
"""Room for a game's key, a speed and a kind of sides."""


class Unrated(models.TextChoices):
    """Why a finished match changes no rating."""

    TABLE = "table", _("The table was opened for unrated play.")
    NO_RESULT = "no_result", _("The match was given up.")
    GUESTS = "guests", _("A guest played, and guests have no rating.")
    BOTS = "bots", _("Bots had seats of their own, and this table rates matches of people only.")
    NOBODY = "nobody", _("Nobody who has a rating played.")
    ONE_SIDE = "one_side", _("All players were on one side.")


class MatchManager(models.Manager["Match"]):
    """Finds matches without reading what must stay hidden while they run."""

    def get_queryset(self) -> models.QuerySet["Match"]:
        """Leave out the secret: who needs it asks for it by `only` or by name."""
        return super().get_queryset().defer("server_secret")


class Match(models.Model):
    """One contest from the first deal to the final scores.

    Attributes:
        number: 1 for the first match of its table.
        first_version: the table's version that its rows begin with.
        commitment: SHA-256 of the secret, hex; shown from the start (rules R31).
        server_secret: 32 bytes that stay in the server until the match is over; deferred by the default manager.
        started_at: when the first deal was made.
        finished_at: set by the statement of the last action.
        completed_at: set once results were written (`finish_match`), which also fills everything below.
        final: as in the record: scores, winners, reason, rounds.
        rated_at: when ratings took it into account, or found that they don't.
        rating_pool: the pool that it was rated in; empty for an unrated match.
        rating_seq: which match of its pool it was, from 1, in the order in which ratings were changed.
        unrated_why: why it is unrated, a value of `Unrated`; empty for a rated one.
        counted_at: when statistics took it into account.
        variant: the game's own key for its options, such as `take-2`; empty until it is counted.
        tags: what happened in it, to find it by, such as `capot`; empty until it is counted.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField(default=1)
    first_version = models.PositiveIntegerField(default=1)
    game = models.CharField(max_length=32)
    options = models.JSONField()
    commitment = models.CharField(max_length=64)
    server_secret = models.BinaryField(max_length=32)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    seed = models.BinaryField(max_length=32, null=True, blank=True)
    nonces = models.JSONField(null=True, blank=True)
    final = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=16, blank=True, default="")
    round_count = models.PositiveIntegerField(null=True, blank=True)
    rated_at = models.DateTimeField(null=True, blank=True)
    rating_pool = models.CharField(max_length=POOL_LENGTH, blank=True, default="")
    rating_seq = models.PositiveIntegerField(null=True, blank=True)
    unrated_why = models.CharField(max_length=12, blank=True, default="", choices=Unrated)
    counted_at = models.DateTimeField(null=True, blank=True)
    variant = models.CharField(max_length=32, blank=True, default="")
    tags = ArrayField(models.CharField(max_length=32), default=list, blank=True)

    objects = MatchManager()

    class Meta:
        db_table = "play_match"
        verbose_name_plural = _("matches")
        indexes = (
            models.Index(
                fields=["finished_at"],
                name="match_to_complete",
                condition=Q(finished_at__isnull=False, completed_at__isnull=True),
            ),
            models.Index(fields=["-finished_at"], name="match_latest"),
            models.Index(
                fields=["completed_at"],
                name="match_to_rate",
                condition=Q(completed_at__isnull=False, rated_at__isnull=True),
            ),
            models.Index(
                fields=["completed_at"],
                name="match_to_count",
                condition=Q(completed_at__isnull=False, counted_at__isnull=True),
            ),
            GinIndex(fields=["tags"], name="match_tags"),
        )
        constraints = (
            models.UniqueConstraint(fields=["table", "number"], name="match_number_once"),
            models.UniqueConstraint(fields=["rating_pool", "rating_seq"], name="match_rated_in_order"),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(finished_at__gte=F("started_at")),
                name="match_ends_after_start",
            ),
        )

    def __str__(self) -> str:
        return f"match {self.pk} ({self.game})"


class PlayerKind(models.TextChoices):
    """What sat on a seat."""

    HUMAN = "human", _("Member")
    GUEST = "guest", _("Guest")
    BOT = "bot", _("Bot")


class Ending(models.TextChoices):
    """How a match ended for the person who began it on a seat; see docs/leaving.md."""

    FINISHED = "finished", _("Finished")
    LEFT = "left", _("Left")
    TIMED_OUT = "timed_out", _("Ran out of time")


class MatchPlayer(models.Model):
    """Who held a seat in a finished match, and how it ended for them.

    Attributes:
        name: as it was then.
        ending: for the starter; empty for a bot that began on the seat.
        starter: who began the match on the seat: the user, unless that one is a substitute. Ratings and conduct are
            the starter's.
        is_substitute: the user took the seat in mid-match, after the starter left.
        left_at_version: when a bot or a substitute took the seat for good; None for who finished.
        stand_in_level: of the bot that played for the person at the end; empty if none did.
        actions: of the seat, `bot_actions` of them made by a bot in a person's place.
        level: of a bot; empty for people.
        side: number of the side that the seat scored for.
        place: the side's place from 1.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="players")
    seat = models.SmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="match_seats"
    )
    name = models.CharField(max_length=150)
    kind = models.CharField(max_length=8, choices=PlayerKind)
    level = models.CharField(max_length=16, blank=True, default="")
    side = models.SmallIntegerField()
    score = models.IntegerField()
    place = models.SmallIntegerField()
    is_winner = models.BooleanField(default=False)
    ending = models.CharField(max_length=9, choices=Ending, blank=True, default="")
    starter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="matches_begun"
    )
    is_substitute = models.BooleanField(default=False)
    left_at_version = models.PositiveIntegerField(null=True, blank=True)
    stand_in_level = models.CharField(max_length=16, blank=True, default="")
    actions = models.PositiveIntegerField(default=0)
    bot_actions = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "play_match_player"
        ordering = ("match_id", "seat")
        constraints = (
            models.UniqueConstraint(fields=["match", "seat"], name="match_seat_once"),
            models.CheckConstraint(condition=Q(seat__gte=0), name="match_seat_from_zero"),
            models.CheckConstraint(condition=Q(place__gte=1), name="match_place_from_one"),
            models.CheckConstraint(condition=Q(kind__in=PlayerKind.values), name="match_player_kind_known"),
        )

    def __str__(self) -> str:
        return f"match {self.match_id} seat {self.seat}: {self.name}"

    @property
    def has_left(self) -> bool:
        """Whether the starter did not play to the end."""
        return self.ending in {Ending.LEFT, Ending.TIMED_OUT}
