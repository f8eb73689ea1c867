"""Ratings: rows, the order in which they were applied, and which tables rate. Tables that exist stay unrated."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_event_checks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=64)),
                ("value", models.FloatField()),
                ("match_count", models.PositiveIntegerField(default=0)),
                ("best", models.FloatField(blank=True, null=True)),
                ("played_at", models.DateTimeField()),
            ],
            options={
                "db_table": "play_rating",
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.SmallIntegerField()),
                ("pool", models.CharField(max_length=64)),
                ("rating_seq", models.PositiveIntegerField()),
                ("before", models.FloatField()),
                ("after", models.FloatField()),
                ("match_count", models.PositiveIntegerField(default=0)),
                ("k", models.FloatField()),
                ("stand_in", models.FloatField(blank=True, null=True)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("result", "result"),
                            ("left", "left"),
                            ("partner_left", "partner_left"),
                            ("bot", "bot"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "rating change",
                "db_table": "play_rating_change",
                "ordering": ("pool", "rating_seq", "seat"),
            },
        ),
        migrations.AddField(
            model_name="match",
            name="rated_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="rating_pool",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="match",
            name="rating_seq",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="unrated_why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("table", "The table was opened for unrated play."),
                    ("no_result", "The match was given up."),
                    ("guests", "A guest played, and guests have no rating."),
                    ("bots", "Bots had seats of their own, and this table rates matches of people only."),
                    ("nobody", "Nobody who has a rating played."),
                    ("one_side", "All players were on one side."),
                ],
                default="",
                max_length=12,
            ),
        ),
        # Nobody was told that these tables' matches would count.
        migrations.AddField(
            model_name="table",
            name="is_rated",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="table",
            name="is_rated",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="table",
            name="is_rated_with_bots",
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("completed_at__isnull", False), ("rated_at__isnull", True)),
                fields=["completed_at"],
                name="match_to_rate",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("rating_pool", "rating_seq"), name="match_rated_in_order"),
        ),
        migrations.AddField(
            model_name="rating",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="ratings", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rating_changes",
                to="games.match",
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="user",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["pool", "-value", "user"], name="rating_ladder"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("user", "pool"), name="rating_once"),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("reason", "bot"), _negated=True),
                fields=["user", "pool", "rating_seq"],
                name="rating_history",
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["pool", "rating_seq", "seat"], name="rating_replay"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("match", "seat"), name="rating_change_once"),
        ),
    ]
