"""Faults that people report from the page they saw them on."""

from django.conf import settings
from django.db import models


class FaultReport(models.Model):
    """What somebody wrote when something went wrong.

    Attributes:
        table: where it happened, if it happened at a table.
        url: the page's address.
        user_agent: the browser, as it names itself.
    """

    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, blank=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    url = models.CharField(max_length=500, blank=True, default="")
    text = models.TextField(max_length=4000)
    user_agent = models.CharField(max_length=300, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        db_table = "play_fault"
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"fault {self.pk}"
