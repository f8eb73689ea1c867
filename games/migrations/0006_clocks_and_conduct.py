"""Time controls of tables, how matches end for those who began them, conduct, and signs of life of web processes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_relations"),
        ("games", "0005_ratings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("process", models.UUIDField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "play_heartbeat",
            },
        ),
        migrations.CreateModel(
            name="SleepHours",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="sleep_hours",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("zone", models.CharField(max_length=64)),
                ("starts", models.TimeField()),
                ("ends", models.TimeField()),
            ],
            options={
                "verbose_name_plural": "sleep hours",
                "db_table": "play_sleep_hours",
            },
        ),
        migrations.AddField(
            model_name="matchplayer",
            name="actions",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="matchplayer",
            name="bot_actions",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="matchplayer",
            name="ending",
            field=models.CharField(
                blank=True,
                choices=[("finished", "Finished"), ("left", "Left"), ("timed_out", "Ran out of time")],
                default="",
                max_length=9,
            ),
        ),
        migrations.AddField(
            model_name="matchplayer",
            name="is_substitute",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="matchplayer",
            name="left_at_version",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="matchplayer",
            name="stand_in_level",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
        migrations.AddField(
            model_name="matchplayer",
            name="starter",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="matches_begun",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="can_substitute",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="time_control",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Conduct",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="conduct",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("finished", models.PositiveIntegerField(default=0)),
                ("left", models.PositiveIntegerField(default=0)),
                ("timed_out", models.PositiveIntegerField(default=0)),
                ("score", models.PositiveSmallIntegerField(default=100)),
            ],
            options={
                "db_table": "play_conduct",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("score__lte", 100)), name="conduct_score_bounded")
                ],
            },
        ),
        # Matches from before had no leavers on record: everybody counts as having finished.
        migrations.RunSQL(
            "update play_match_player set starter_id = user_id,"
            " ending = case kind when 'bot' then '' else 'finished' end",
            migrations.RunSQL.noop,
        ),
    ]
