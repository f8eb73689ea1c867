"""`manage.py recompute_ratings`: replays all rated matches in the stored order, and compares."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.rating_replay import Replay, pools, replay_pool


class Command(BaseCommand):
    """Replays pools of ratings, and reports where what is stored differs."""

    help = "Replay the rated matches of each pool in the stored order and report differences; exit 1 if there are any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take `--fix` and the pools to look at."""
        parser.add_argument("pools", nargs="*", metavar="POOL", help="such as kqj-live-fixed; default: all")
        parser.add_argument("--fix", action="store_true", help="write what the replay gives where it differs")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Replay each pool.

        Raises:
            CommandError: something differed, and was not put right, or there is no such pool.
        """
        known = pools()
        unknown = set(options["pools"]) - set(known)
        if unknown:
            raise CommandError(f"no match was rated in {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        replays = [self._replay(pool, is_fixing=options["fix"]) for pool in options["pools"] or known]
        matches = sum(replay.match_count for replay in replays)
        found = sum(len(replay.differences) for replay in replays)
        self.stdout.write(f"{matches} matches in {len(replays)} pools replayed, {found} differences")
        if found and not options["fix"]:
            raise CommandError("what is stored is not what the replay gives; --fix writes that")

    def _replay(self, pool: str, *, is_fixing: bool) -> Replay:
        replay = replay_pool(pool, is_fixing=is_fixing)
        for it in replay.differences:
            self.stdout.write(f"{pool}, {it.place}: {it.field} is {it.stored}, the replay gives {it.replayed}")
        return replay
