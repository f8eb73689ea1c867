"""Ratings by quarter too. What quarters there were before, `recompute_ratings --fix` fills in."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_statistics"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="rating",
            name="rating_once",
        ),
        migrations.RemoveIndex(
            model_name="rating",
            name="rating_ladder",
        ),
        migrations.AddField(
            model_name="rating",
            name="period",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["pool", "period", "-value", "user"], name="rating_ladder"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("user", "pool", "period"), name="rating_once"),
        ),
    ]
