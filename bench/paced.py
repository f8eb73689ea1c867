"""Measures how soon bots with a natural pace answer: all tables of bots, on the site as `make run` starts it.

python -m bench.paced [--tables 50] [--seconds 30] [--pace 400]

The time of an answer is from the row that gave the bot its turn to the bot's own row, both as the table tells them.
"""

import argparse
import os
import sys
import time
from statistics import quantiles
from typing import Any

from bench.live_site import BenchSite, children, cpu_seconds

WARM_UP_SECONDS = 5.0
ROUNDS = 30
"""The longest match there is, so that none ends while it is measured."""
# Every bot's action that follows another action of the same table: nothing else gives the next seat its turn.
ANSWERS = """
select extract(epoch from e.at - before.at)::float
from table_event e join table_event before on before.table_id = e.table_id and before.version = e.version - 1
where e.kind = 'act' and before.kind = 'act' and e.at > %s and e.at <= %s
"""
COMMITS = "select xact_commit from pg_stat_database where datname = current_database()"
FLUSHES = "select wal_write, wal_sync from pg_stat_wal"


def main() -> int:
    """Start a site, let bots play, and print how soon they answered."""
    parser = argparse.ArgumentParser(prog="python -m bench.paced", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pace", type=int, default=400, help="how long bots seem to think, in milliseconds")
    arguments = parser.parse_args()
    site = BenchSite(server="daphne")
    try:
        os.environ.update(site.environment | {"DJANGO_SETTINGS_MODULE": "kqj_site.settings"})
        _measure(site, tables=arguments.tables, seconds=arguments.seconds, pace_ms=arguments.pace)
    finally:
        site.stop()
    return 0


def _measure(site: BenchSite, *, tables: int, seconds: float, pace_ms: int) -> None:
    import django

    django.setup()
    from django.db import connection

    from games.services.bot_matches import open_bot_match

    for _ in range(tables):
        open_bot_match(game="kqj", options={"goal": None, "rounds": ROUNDS}, level="easy", pace_ms=pace_ms)
    time.sleep(WARM_UP_SECONDS)
    parents = [pid for name, pid in site.pids.items() if name != "web"]
    workers = [*parents, *(child for parent in parents for child in children(parent))]
    with connection.cursor() as cursor:
        start, cpu = _now(cursor), cpu_seconds(workers)
        time.sleep(seconds)
        end, cpu = _now(cursor), cpu_seconds(workers) - cpu
        cursor.execute(ANSWERS, [start, end])
        answers = [row[0] for row in cursor.fetchall()]
    connection.close()
    _report(answers, tables=tables, pace_ms=pace_ms, seconds=seconds, cpu=cpu)


def _now(cursor: Any) -> Any:
    cursor.execute("select clock_timestamp()")
    return cursor.fetchone()[0]


def _report(answers: list[float], *, tables: int, pace_ms: int, seconds: float, cpu: float) -> None:
    if len(answers) < 2:  # noqa: PLR2004 -- quantiles need two
        raise SystemExit(f"only {len(answers)} bots answered")
    cuts = quantiles(answers, n=100)
    late = sum(answer > 1 for answer in answers)
    print(f"{tables} tables of bots with {pace_ms} ms pace: {len(answers) / seconds:.1f} answers/s")
    median, most, nearly_all = (round(cuts[percent - 1] * 1000) for percent in (50, 95, 99))
    print(f"from turn to answer: p50 {median}, p95 {most}, p99 {nearly_all}, at most {max(answers) * 1000:.0f} ms")
    print(f"{late} of {len(answers)} took more than a second")
    print(f"load of the machine {os.getloadavg()[0]:.1f}; the site but for the web process {cpu / seconds:.2f} CPU")


if __name__ == "__main__":
    sys.exit(main())
