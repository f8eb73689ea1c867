"""`manage.py rebuild_statistics`: counts all matches anew, and compares."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.statistics_rebuild import rebuild_statistics


class Command(BaseCommand):
    """Counts all matches anew from their actions, and reports where the stored sums differ."""

    help = "Count all matches anew for the statistics and report differences; exit 1 if there are any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take `--fix`."""
        parser.add_argument("--fix", action="store_true", help="write what the matches give where it differs")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Count.

        Raises:
            CommandError: something differed, and was not put right.
        """
        rebuilt = rebuild_statistics(is_fixing=options["fix"])
        for line in rebuilt.differences:
            self.stdout.write(line)
        self.stdout.write(f"{rebuilt.match_count} matches counted, {len(rebuilt.differences)} differences")
        if rebuilt.differences and not options["fix"]:
            raise CommandError("what is stored is not what the matches give; --fix writes that")
