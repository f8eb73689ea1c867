"""Measures the live path: N tables of six real socket clients in a process of its own, against the site as it runs.

python -m bench.live [--tables 50] [--seconds 10] [--think MILLISECONDS] [--rate MOVES_A_SECOND] [--server daphne]
"""

import argparse
import asyncio
import gc
import os
from dataclasses import dataclass

import psycopg

from bench.live_figures import Figures, Meter, print_report
from bench.live_players import Player, Scene, play_for
from bench.live_site import BenchSite, database_pids, memory_bytes

WARM_UP_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Settings:
    """What is asked for.

    Attributes:
        think_seconds: mean time that a client thinks; 0 for none.
    """

    tables: int
    seconds: float
    think_seconds: float
    server: str


def main() -> None:
    """Start a site, seat the clients, measure, and print the figures."""
    settings = _parse()
    site = BenchSite(server=settings.server)
    try:
        os.environ.update(site.environment)
        seats = _make_tables(settings.tables)
        gc.freeze()
        asyncio.run(_run(site, settings=settings, seats=seats))
    finally:
        site.stop()


def _parse() -> Settings:
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--think", type=float, default=0.0, help="mean thinking time in milliseconds")
    parser.add_argument("--rate", type=float, default=0.0, help="moves a second offered by all tables together")
    parser.add_argument("--server", choices=("daphne", "uvicorn"), default="daphne")
    arguments = parser.parse_args()
    think = arguments.think / 1000
    if arguments.rate:
        think = arguments.tables / arguments.rate
    return Settings(arguments.tables, arguments.seconds, think, arguments.server)


def _make_tables(count: int) -> list[list[tuple[int, str]]]:
    """Seat six guests at each table, straight through the services; return (table id, token) by table and seat."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kqj_site.settings")
    import django

    django.setup()
    from django.db import connection

    from bench.live_tables import make_table

    tables = [make_table() for _ in range(count)]
    connection.close()
    return tables


async def _run(site: BenchSite, *, settings: Settings, seats: list[list[tuple[int, str]]]) -> None:
    from kqj_site.database import address

    web = site.pids["web"]
    before = memory_bytes(web)
    scene = Scene(think_seconds=settings.think_seconds)
    players = [await Player.join(scene, url=site.ws_url, seat=seat) for table in seats for seat in table]
    await scene.wait_until_seated(players)
    per_socket = (memory_bytes(web) - before) / len(players)
    for player in players:
        player.get_ready()
    await asyncio.sleep(WARM_UP_SECONDS)
    async with await psycopg.AsyncConnection.connect(address(), autocommit=True) as database:
        meter = Meter(database, web=[web], workers=[pid for name, pid in site.pids.items() if name != "web"])
        meter.postgres = database_pids(database.info.backend_pid)
        start = await meter.read()
        await play_for(scene, seconds=settings.seconds)
        end = await meter.read()
    figures = Figures.between(start, end, scene=scene)
    print_report(figures, settings=settings, per_socket=per_socket)
    for player in players:
        player.leave()


if __name__ == "__main__":
    main()
