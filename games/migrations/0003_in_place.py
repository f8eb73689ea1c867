"""Rows of tables are written in place at each move: no index on what it changes, and room in each page."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0002_presence_open")]

    operations = [
        migrations.RemoveIndex(model_name="table", name="table_due"),
        migrations.RunSQL(
            "alter table play_table set (fillfactor = 60)",
            "alter table play_table reset (fillfactor)",
        ),
    ]
