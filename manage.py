#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

# Commands and options that need no database; all others find the embedded one running.
WITHOUT_DATABASE = {"help", "version", "--help", "--version", "collectstatic", "makemessages", "--only-static"}


def main() -> None:
    """Run a management command, with the embedded database started where none is set."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kqj_site.settings")
    from django.core.management import execute_from_command_line

    from kqj_site.database import use_embedded_if_unset

    if len(sys.argv) > 1 and WITHOUT_DATABASE.isdisjoint(sys.argv[1:]):
        use_embedded_if_unset()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
