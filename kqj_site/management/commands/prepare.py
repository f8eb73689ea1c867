"""Bring everything that the site stands on up to date; harmless when it is."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from kqj_site.static_files import collect


class Command(BaseCommand):
    """Migrate the database, make the cache's table, collect the static files."""

    help = "Migrates the database, makes the cache's table and collects the static files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Let static files be collected alone, as an image's build does."""
        parser.add_argument("--only-static", action="store_true", help="leave the database alone")

    def handle(self, *, only_static: bool, verbosity: int, **_options: Any) -> None:
        """Do it, quietly unless asked to speak."""
        quiet = max(verbosity - 1, 0)
        if not only_static:
            call_command("migrate", interactive=False, verbosity=quiet)
            if not settings.REDIS_URL:
                call_command("createcachetable", verbosity=quiet)
        collect(verbosity=quiet)
