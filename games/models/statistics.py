"""What players did, summed up: kept by a task per match, rebuilt by a command."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.periods import ALL_TIME, PERIOD_LENGTH

VARIANT_LENGTH = 32


class Statistic(models.Model):
    """Sums of one player's matches of one variant at one speed in one period.

    Attributes:
        user: None for the whole site.
        variant: the game's own key for it, such as `take-2`.
        period: a quarter such as `2026Q4`, or ALL_TIME.
        counts: by key a sum; see the game's tally and `services.statistics` for the keys.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="statistics")
    game = models.CharField(max_length=32)
    speed = models.CharField(max_length=16)
    variant = models.CharField(max_length=VARIANT_LENGTH)
    period = models.CharField(max_length=PERIOD_LENGTH, blank=True, default=ALL_TIME)
    counts = models.JSONField()

    class Meta:
        db_table = "play_statistic"
        verbose_name = _("statistic")
        constraints = (
            models.UniqueConstraint(
                fields=["user", "game", "period", "speed", "variant"], name="statistic_once", nulls_distinct=False
            ),
        )

    def __str__(self) -> str:
        return f"user {self.user_id}, {self.game} {self.variant} {self.period or 'all time'}"


class Encounter(models.Model):
    """How often a player met another, as partner and as opponent, and how that went for the player.

    Attributes:
        with_count, with_wins: matches on one side; won.
        against_count, against_wins, against_losses: matches on different sides; placed before, placed behind.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="encounters", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=32)
    with_count = models.PositiveIntegerField(default=0)
    with_wins = models.PositiveIntegerField(default=0)
    against_count = models.PositiveIntegerField(default=0)
    against_wins = models.PositiveIntegerField(default=0)
    against_losses = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "play_encounter"
        verbose_name = _("encounter")
        constraints = (models.UniqueConstraint(fields=["user", "game", "other"], name="encounter_once"),)

    def __str__(self) -> str:
        return f"user {self.user_id} met {self.other_id}"
