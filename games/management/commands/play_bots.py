"""`manage.py play_bots`: whole matches among bots, through the tables and workers of the running site."""

import json
import random
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.bots import levels
from games.engine import registry
from games.engine.errors import OptionsError
from games.services.bot_matches import open_bot_match, parse_options, read_progress, read_record

LOOK_SECONDS = 0.2
AT_ONCE = 10
"""Tables that are open at a time: enough to keep every worker busy."""


class Command(BaseCommand):
    """Opens tables full of bots, waits until the site's workers have played them, and writes the records."""

    help = "Have bots play whole matches at real tables; the site must be running, as its workers play them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take how many, at what level, how fast and where to."""
        parser.add_argument("--matches", type=int, default=1, metavar="N")
        parser.add_argument("--game", default="kqj", choices=registry.keys())
        parser.add_argument("--level", default="easy")
        parser.add_argument("--options", default="", help="such as teams=3,contract=auction,goal=500; any: drawn")
        parser.add_argument("--seed", type=int, default=1, help="for drawing options; deals are never repeated")
        parser.add_argument("--pace", type=int, default=0, metavar="MS", help="how long a bot seems to think")
        parser.add_argument("--out", type=Path, metavar="FILE", help="records, one JSON object a line")
        parser.add_argument("--patience", type=float, default=30.0, metavar="SECONDS", help="without any move")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, and write the records in the order in which the tables were opened.

        Raises:
            CommandError: bad options, or no worker plays.
        """
        if options["level"] not in [level.key for level in levels(options["game"])]:
            raise CommandError(f"no level {options['level']!r}: {[level.key for level in levels(options['game'])]}")
        begin = time.monotonic()
        match_ids = self._play(self._draw_options(options), options=options)
        records = [read_record(match_id) for match_id in match_ids]
        if options["out"]:
            lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records]
            options["out"].write_text("".join(lines), encoding="utf-8")
        plays = sum(len(round_["plays"]) + len(round_["calls"]) for record in records for round_ in record["rounds"])
        seconds = time.monotonic() - begin
        self.stdout.write(
            f"{len(records)} matches, {plays} actions in {seconds:.1f} s ({plays / seconds:.0f} a second)"
        )

    def _draw_options(self, options: dict[str, Any]) -> list[dict[str, Any]]:
        rng = random.Random(options["seed"])  # noqa: S311 -- options to try, nothing secret
        try:
            return [
                parse_options(options["options"], game_key=options["game"], rng=rng) for _ in range(options["matches"])
            ]
        except (OptionsError, ValueError) as error:
            raise CommandError(f"--options {options['options']}: {error}") from error

    def _play(self, waiting: list[dict[str, Any]], *, options: dict[str, Any]) -> list[int]:
        """Keep some tables going until all matches are complete; return their ids in the order of opening."""
        match_ids: list[int] = []
        running: dict[int, int] = {}
        moved_at = time.monotonic()
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                match_id = open_bot_match(
                    game=options["game"], options=waiting.pop(0), level=options["level"], pace_ms=options["pace"]
                )
                match_ids.append(match_id)
                running[match_id] = 0
            time.sleep(LOOK_SECONDS)
            seen = read_progress(running)
            versions = {match_id: it.version for match_id, it in seen.items() if not it.is_complete}
            if versions != running:
                moved_at = time.monotonic()
            elif time.monotonic() - moved_at > options["patience"]:
                raise CommandError(f"nothing moves at {len(running)} tables: is the site running (make run)?")
            running = versions
        return match_ids
