"""Ratings, and how each match changed them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.matches import POOL_LENGTH
from games.models.periods import ALL_TIME, PERIOD_LENGTH
from games.ratings.elo import Reason


class Rating(models.Model):
    """A player's rating in a pool: what the changes add up to, kept beside them for lists.

    Attributes:
        pool: such as `kqj-live-fixed`.
        period: ALL_TIME, or a quarter such as `2026Q4`: then the rating as it last was in it.
        match_count: rated matches in the pool and the period.
        best: the highest value reached once it was no longer provisional; None before.
        played_at: when the latest of its matches ended.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=POOL_LENGTH)
    period = models.CharField(max_length=PERIOD_LENGTH, blank=True, default=ALL_TIME)
    value = models.FloatField()
    match_count = models.PositiveIntegerField(default=0)
    best = models.FloatField(null=True, blank=True)
    played_at = models.DateTimeField()

    class Meta:
        db_table = "play_rating"
        indexes = (models.Index(fields=["pool", "period", "-value", "user"], name="rating_ladder"),)
        constraints = (models.UniqueConstraint(fields=["user", "pool", "period"], name="rating_once"),)

    def __str__(self) -> str:
        return f"user {self.user_id} in {self.pool}: {self.value:.0f}"


class RatingChange(models.Model):
    """What a rated match did to one seat's rating; with the match's own columns, all that a recomputation needs.

    Attributes:
        user: who sat there; the number stays when the account goes, as later changes were reckoned from this one.
        pool, rating_seq: the match's.
        before, after: the rating; the same for a bot.
        match_count: rated matches of the user in the pool before this one.
        stand_in: the rating of the bot that finished for someone who left.
        at: when the match ended.
    """

    match = models.ForeignKey("games.Match", models.CASCADE, related_name="rating_changes", db_index=False)
    seat = models.SmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        related_name="+",
        db_index=False,
        db_constraint=False,
    )
    pool = models.CharField(max_length=POOL_LENGTH)
    rating_seq = models.PositiveIntegerField()
    before = models.FloatField()
    after = models.FloatField()
    match_count = models.PositiveIntegerField(default=0)
    k = models.FloatField()
    stand_in = models.FloatField(null=True, blank=True)
    reason = models.CharField(max_length=12, choices=[(reason.value, reason.value) for reason in Reason])
    at = models.DateTimeField()

    class Meta:
        db_table = "play_rating_change"
        ordering = ("pool", "rating_seq", "seat")
        verbose_name = _("rating change")
        indexes = (
            models.Index(
                fields=["user", "pool", "rating_seq"], name="rating_history", condition=~Q(reason=Reason.BOT.value)
            ),
            models.Index(fields=["pool", "rating_seq", "seat"], name="rating_replay"),
        )
        constraints = (models.UniqueConstraint(fields=["match", "seat"], name="rating_change_once"),)

    def __str__(self) -> str:
        return f"match {self.match_id} seat {self.seat}: {self.before:.1f} to {self.after:.1f}"
