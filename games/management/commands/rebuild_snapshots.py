"""`manage.py rebuild_snapshots`: checks all that is derived from the event rows against them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.snapshots import ROWS, Difference, rebuild_table, table_ids


class Command(BaseCommand):
    """Rebuilds what the rows of events give, and reports where what is stored differs."""

    help = "Rebuild all that is derived from the event rows and report differences; exit 1 if there are any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take `--fix` and the tables to look at."""
        parser.add_argument("tables", nargs="*", type=int, metavar="TABLE", help="numbers of tables; default: all")
        parser.add_argument("--fix", action="store_true", help="write what the rows give where it differs")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Look at each table.

        Raises:
            CommandError: something differed, and was not put right.
        """
        ids = table_ids(only=options["tables"])
        found = [it for table_id in ids for it in self._rebuild(table_id, is_fixing=options["fix"])]
        left = [it for it in found if it.field == ROWS or not options["fix"]]
        self.stdout.write(f"{len(ids)} tables rebuilt, {len(found)} differences, {len(left)} left")
        if left:
            raise CommandError("what is stored is not what the rows give; --fix writes that where it can")

    def _rebuild(self, table_id: int, *, is_fixing: bool) -> list[Difference]:
        differences = rebuild_table(table_id, is_fixing=is_fixing)
        for it in differences:
            self.stdout.write(f"{it.place}: {it.field} is {it.stored}, the rows give {it.rebuilt}")
        return differences
