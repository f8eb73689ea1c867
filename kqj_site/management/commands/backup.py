"""Write the database to a file, and take it back from one."""

import shutil
import subprocess
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kqj_site import environment
from kqj_site.database import address
from kqj_site.embedded.places import binaries


class Command(BaseCommand):
    """Run pg_dump or pg_restore: the embedded server's own, or the ones installed beside another server."""

    help = "Writes the database to FILE (pg_dump's custom format), or with --restore takes it back from there."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the file and the direction."""
        parser.add_argument("file", help="the file to write or read")
        parser.add_argument(
            "--restore", action="store_true", help="replace what the database holds by the file's content"
        )

    def handle(self, *, file: str, restore: bool, **_options: Any) -> None:
        """Do it.

        Raises:
            CommandError: the program is missing or failed; it said why.
        """
        if restore:
            words = ["pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction"]
            words += ["--dbname", address(), file]
        else:
            words = ["pg_dump", "--format", "custom", "--no-owner", "--file", file, address()]
        path = shutil.which(words[0]) if environment.text("DATABASE_URL") else str(binaries() / words[0])
        if path is None:
            raise CommandError(f"{words[0]} is not installed; it comes with PostgreSQL's client programs")
        if subprocess.run([path, *words[1:]], check=False).returncode != 0:
            raise CommandError(f"{words[0]} failed")
