"""`manage.py rebuild_conduct`: counts everybody's conduct anew from the matches."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.conduct import judge_all


class Command(BaseCommand):
    """Writes all rows of conduct anew."""

    help = "Counts how people's matches ended, and their conduct scores, anew from the results of matches."

    def handle(self, **options: Any) -> None:  # noqa: ARG002 -- Django's signature
        """Do so and say for how many."""
        self.stdout.write(f"{judge_all()} users have finished a match, or not")
