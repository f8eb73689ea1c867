"""Statistics: sums by player, encounters, and what each match adds to them."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_requirements"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Encounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=32)),
                ("with_count", models.PositiveIntegerField(default=0)),
                ("with_wins", models.PositiveIntegerField(default=0)),
                ("against_count", models.PositiveIntegerField(default=0)),
                ("against_wins", models.PositiveIntegerField(default=0)),
                ("against_losses", models.PositiveIntegerField(default=0)),
            ],
            options={
                "verbose_name": "encounter",
                "db_table": "play_encounter",
            },
        ),
        migrations.CreateModel(
            name="Statistic",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=32)),
                ("speed", models.CharField(max_length=16)),
                ("variant", models.CharField(max_length=32)),
                ("period", models.CharField(blank=True, default="", max_length=8)),
                ("counts", models.JSONField()),
            ],
            options={
                "verbose_name": "statistic",
                "db_table": "play_statistic",
            },
        ),
        migrations.AddField(
            model_name="match",
            name="counted_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="tags",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=32), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="variant",
            field=models.CharField(blank=True, default="", max_length=32),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("completed_at__isnull", False), ("counted_at__isnull", True)),
                fields=["completed_at"],
                name="match_to_count",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=django.contrib.postgres.indexes.GinIndex(fields=["tags"], name="match_tags"),
        ),
        migrations.AddField(
            model_name="encounter",
            name="other",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="encounter",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="encounters",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="statistic",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="statistics",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.UniqueConstraint(fields=("user", "game", "other"), name="encounter_once"),
        ),
        migrations.AddConstraint(
            model_name="statistic",
            constraint=models.UniqueConstraint(
                fields=("user", "game", "period", "speed", "variant"), name="statistic_once", nulls_distinct=False
            ),
        ),
    ]
