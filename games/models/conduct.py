"""How people keep to the matches that they begin."""

from django.conf import settings
from django.db import models
from django.db.models import Q

SCORE_MAX = 100


class Conduct(models.Model):
    """What a user's finished matches say of their conduct, kept beside them; `rebuild_conduct` writes it anew.

    Attributes:
        finished, left, timed_out: matches by how they ended for the user (`Ending`).
        score: 0 to 100, public; `services.conduct_rules` says how it moves.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="conduct")
    finished = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(default=0)
    timed_out = models.PositiveIntegerField(default=0)
    score = models.PositiveSmallIntegerField(default=SCORE_MAX)

    class Meta:
        db_table = "play_conduct"
        constraints = (models.CheckConstraint(condition=Q(score__lte=SCORE_MAX), name="conduct_score_bounded"),)

    def __str__(self) -> str:
        return f"conduct of user {self.pk}: {self.score}"


class SleepHours(models.Model):
    """The hours in which a user's correspondence clocks stand still.

    Attributes:
        zone: a name of the time zone database.
        starts, ends: by the clock on the user's wall.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="sleep_hours")
    zone = models.CharField(max_length=64)
    starts = models.TimeField()
    ends = models.TimeField()

    class Meta:
        db_table = "play_sleep_hours"
        verbose_name_plural = "sleep hours"

    def __str__(self) -> str:
        return f"sleep of user {self.pk}: {self.starts:%H:%M} to {self.ends:%H:%M} ({self.zone})"
