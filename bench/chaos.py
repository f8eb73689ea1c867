"""Kills the web process and the bots' worker of a real site again and again during a match, and checks what is left.

python -m bench.chaos [--kills 50] [--rounds 30] [--seed 1]
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter


def main() -> None:
    """Run one match and say how it went."""
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kqj-chaos-") as folder:
        os.environ |= {"KQJ_VAR_DIR": str(Path(folder) / "var"), "DJANGO_SETTINGS_MODULE": "kqj_site.settings"}
        _run(kills=arguments.kills, rounds=arguments.rounds, seed=arguments.seed)


def _run(*, kills: int, rounds: int, seed: int) -> None:
    from tests.running_site import RunningSite

    patient = {"KQJ_AWAY_SECONDS": "120", "KQJ_SILENT_SECONDS": "120", "KQJ_BOT_PACE_MS": "0"}
    site = RunningSite(env={**patient, "KQJ_VAR_DIR": os.environ["KQJ_VAR_DIR"]}).wait_until_ready()
    try:
        import django

        django.setup()
        from django.db import connection

        from tests.live.chaos import check_match, open_table_with_bots, play_through

        table, start = open_table_with_bots(rounds), perf_counter()
        player, killer = asyncio.run(play_through(site, table=table, kills=kills, seed=seed))
        check_match(player)
        connection.close()
    finally:
        site.stop()
    seconds = perf_counter() - start
    print(f"{kills} kills in {seconds:.0f} s: all {len(player.acked)} acked moves are there, none doubled, match over")
    for victim in ("web", "live"):
        pauses = sorted(pause for name, pause in killer.pauses if name == victim)
        print(f"{victim}: {len(pauses)} kills; play stood still for {_spread(pauses)}")


def _spread(seconds: list[float]) -> str:
    return f"{median(seconds):.1f} s (median), {seconds[-1]:.1f} s at most" if seconds else "no time"


if __name__ == "__main__":
    main()
