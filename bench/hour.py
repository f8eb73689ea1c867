"""A simulated hour: scripted people drop, come back, double-click, leave, dawdle and vote; what holds after it?

python -m bench.hour [--tables 60] [--rounds 3] [--kills 0] [--seed 1]

With kills, children of the site (web, live, later, beat) and the database are killed with -9 at random moments.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bench.crowd import Person
    from tests.running_site import RunningSite

CLOCK = {"bank": 15, "increment": 2}
PATIENCE_SECONDS = 3000.0
PEOPLE = 4
"""At a table; bots take the other seats."""
ENVIRONMENT = {"KQJ_BOT_PACE_MS": "150", "KQJ_BREAK_SECONDS": "2", "KQJ_NO_RATE_LIMITS": "1", "KQJ_LOG_LEVEL": "ERROR"}
VICTIMS = ("web", "live", "later", "beat", "database")
TELL_SECONDS = 30.0
RESULT_SECONDS = 60.0
"""How long the later worker may take to write the last results."""
KILL_SECONDS = (2.0, 12.0)


def main() -> None:
    """Run the hour and say what was found; exits 1 if anything does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.hour", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    settings = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kqj-hour-") as folder:
        os.environ |= {"KQJ_VAR_DIR": str(Path(folder) / "var"), "DJANGO_SETTINGS_MODULE": "kqj_site.settings"}
        sys.exit(_run(settings))


def _run(settings: argparse.Namespace) -> int:
    from tests.running_site import RunningSite

    site = RunningSite(env={**ENVIRONMENT, "KQJ_VAR_DIR": os.environ["KQJ_VAR_DIR"]}).wait_until_ready()
    try:
        import django

        django.setup()
        from django.db import connection

        start = perf_counter()
        tables = [
            _seat_people(site.ws_url, rounds=settings.rounds, seed=settings.seed + i) for i in range(settings.tables)
        ]
        connection.close()
        kills = asyncio.run(_play(site, people=[person for table in tables for person in table], settings=settings))
        print(f"{len(tables)} tables, {kills} kills, {perf_counter() - start:.0f} s")
        return _report(tables)
    finally:
        site.stop()


def _seat_people(url: str, *, rounds: int, seed: int) -> "list[Person]":
    """Open a private table with a clock, seat its people and bots, all ready."""
    from accounts.services.tokens import make_token
    from bench.crowd import Person
    from games.services.executors import load_state
    from games.services.play import Command, Kind, perform
    from games.services.seating import bots_command
    from games.services.tables import open_table, sit_down
    from tests.games.seated import make_user

    draw = random.Random(seed)
    users = [make_user(f"Hour{seed}x{seat}") for seat in range(PEOPLE)]
    rules = {"can_undo": True, "is_rated": False, "can_substitute": True}
    setup: dict[str, Any] = {"is_private": True, "time_control": CLOCK, **rules}
    options = {"goal": None, "rounds": rounds, "contract": draw.choice(("take", "auction"))}
    table = open_table(user=users[0], options=options, **setup)
    for user in users[1:]:
        sit_down(table_id=table.pk, user=user)
    for user in users:
        perform(table_id=table.pk, command=Command(Kind.READY, f"ready{user.pk}", user.pk))
    fill = bots_command(load_state(table.pk), kind=Kind.FILL_BOTS, user_id=users[0].pk, command_id="bots")
    perform(table_id=table.pk, command=fill)
    tokens = [make_token(user=user, name="hour", scopes=["play"])[1] for user in users]
    return [
        Person(url, table.pk, user.pk, token, random.Random(f"{seed}:{user.pk}"))
        for user, token in zip(users, tokens, strict=True)
    ]


async def _play(site: "RunningSite", *, people: "list[Person]", settings: argparse.Namespace) -> int:
    killer = asyncio.create_task(_kill_some(site, count=settings.kills, draw=random.Random(settings.seed)))
    async with asyncio.timeout(PATIENCE_SECONDS):
        telling = asyncio.create_task(_tell(people))
        await asyncio.gather(*(person.play() for person in people))
        telling.cancel()
    killer.cancel()
    (kills,) = await asyncio.gather(killer, return_exceptions=True)
    return kills if isinstance(kills, int) else settings.kills


async def _tell(people: "list[Person]") -> None:
    """Say now and then which tables still play."""
    while True:
        await asyncio.sleep(TELL_SECONDS)
        running = sorted({(person.table_id, person.latest) for person in people if not person.is_over})
        print(f"{len({table for table, _ in running})} tables play: {running[:5]}", flush=True)


async def _kill_some(site: "RunningSite", *, count: int, draw: random.Random) -> int:
    done = 0
    try:
        while done < count:
            await asyncio.sleep(draw.uniform(*KILL_SECONDS))
            victim = draw.choice(VICTIMS)
            await asyncio.to_thread(_kill, site, victim)
            done += 1
    except asyncio.CancelledError:
        pass
    return done


def _kill(site: "RunningSite", victim: str) -> None:
    if victim == "database":
        _kill_database()
    else:
        site.kill_child(victim)


def _kill_database() -> None:
    """Kill the PostgreSQL server, unless it is down already; whoever keeps it starts it again."""
    pid_file = Path(os.environ["KQJ_VAR_DIR"]) / "postgres" / "data" / "postmaster.pid"
    with suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)


def _wait_for_results(table_ids: list[int]) -> None:
    from games.models import Match

    end = perf_counter() + RESULT_SECONDS
    while perf_counter() < end and Match.objects.filter(table_id__in=table_ids, completed_at=None).exists():
        sleep(0.5)


def _report(tables: "list[list[Person]]") -> int:
    from bench.crowd_checks import Found, check_table

    found, deeds, refusals = Found(), dict[str, int](), dict[str, int]()
    _wait_for_results([people[0].table_id for people in tables])
    for people in tables:
        check_table(people[0].table_id, people, found=found)
        for person in people:
            for total, own in ((deeds, person.deeds), (refusals, person.refusals)):
                for key, count in own.items():
                    total[key] = total.get(key, 0) + count
    acked = sum(len(person.acked) for people in tables for person in people)
    print("did:", ", ".join(f"{key} {count}" for key, count in sorted(deeds.items())))
    print("refused:", ", ".join(f"{key} {count}" for key, count in sorted(refusals.items())))
    print("matches ended:", ", ".join(f"{key} {count}" for key, count in sorted(found.endings.items())))
    print(f"{acked} acked commands, {found.actions} actions, {found.clocks} clocks reckoned anew")
    for fault in found.faults[:50]:
        print("FAULT", fault)
    print(f"{len(found.faults)} faults")
    return 1 if found.faults else 0


if __name__ == "__main__":
    main()
