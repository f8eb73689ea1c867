"""Reading the meters before and after, and what follows from them."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

import psycopg

from bench.live_players import Scene
from bench.live_site import cpu_seconds

if TYPE_CHECKING:
    from bench.live import Settings

THOUSAND = 1000
_READ = """
select d.xact_commit, (select coalesce(max(wal_fsyncs), 0) from (select sum(fsyncs) as wal_fsyncs from pg_stat_io
where object = 'wal') w) from pg_stat_database d where d.datname = current_database()
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """The meters at one moment.

    Attributes:
        transactions: of the database so far, reading ones and those of workers included.
        flushes: of the database's log to the disk: durable commits, some of them shared.
    """

    at: float
    web: float
    workers: float
    database: float
    transactions: int
    flushes: int


@dataclass(slots=True)
class Meter:
    """Reads what processes and the database have used."""

    database: psycopg.AsyncConnection[Any]
    web: list[int]
    workers: list[int]
    postgres: list[int] = field(default_factory=list)

    async def read(self) -> Reading:
        """Return the meters now."""
        cursor = await self.database.execute(_READ)
        row = await cursor.fetchone()
        assert row is not None
        return Reading(
            perf_counter(),
            cpu_seconds(self.web),
            cpu_seconds(self.workers),
            cpu_seconds(self.postgres),
            int(row[0]),
            int(row[1]),
        )


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run showed."""

    seconds: float
    moves: int
    web_seconds: float
    worker_seconds: float
    database_seconds: float
    transactions: int
    flushes: int
    scene: Scene

    @classmethod
    def between(cls, start: Reading, end: Reading, *, scene: Scene) -> "Figures":
        """Return the figures of what happened between two readings."""
        return cls(
            seconds=end.at - start.at,
            moves=len(scene.acks),
            web_seconds=end.web - start.web,
            worker_seconds=end.workers - start.workers,
            database_seconds=end.database - start.database,
            transactions=end.transactions - start.transactions,
            flushes=end.flushes - start.flushes,
            scene=scene,
        )

    def per_move(self, amount: float) -> float:
        """Return the amount a move."""
        return amount / max(self.moves, 1)


def print_report(figures: Figures, *, settings: "Settings", per_socket: float) -> None:
    """Print the figures."""
    counts, cost = figures.scene.counts, figures.web_seconds + figures.database_seconds
    think = (
        f"mean thinking time {settings.think_seconds * THOUSAND:.0f} ms" if settings.think_seconds else "no thinking"
    )
    print(f"{settings.tables} tables x 6 sockets, {think}, {settings.server}, {figures.seconds:.1f} s")
    print(f"  moves/s                     {figures.moves / figures.seconds:8.0f}")
    print(f"  moves per CPU-second        {figures.moves / max(cost, 0.01):8.0f}   (server and database)")
    print(f"  CPU-s per 1,000 moves       {figures.per_move(figures.web_seconds) * THOUSAND:8.3f}   server")
    print(f"                              {figures.per_move(figures.database_seconds) * THOUSAND:8.3f}   database")
    print(f"  workers and clock           {figures.worker_seconds / figures.seconds:8.3f}   CPU-s a second")
    print(f"  command to own ack      ms  {_percentiles(figures.scene.acks)}")
    print(f"  command to sixth event  ms  {_percentiles(figures.scene.sixths)}")
    print(f"  transactions a move         {figures.per_move(figures.transactions):8.3f}   all processes', with reads")
    print(f"  flushes to disk a move      {figures.per_move(figures.flushes):8.3f}")
    print(f"  event messages a move       {figures.per_move(counts.get('event', 0)):8.2f}")
    print(f"  acks a move                 {figures.per_move(counts.get('ack', 0)):8.2f}")
    print(f"  bytes an event              {counts.get('event_bytes', 0) / max(counts.get('event', 1), 1):8.0f}")
    print(f"  bytes a move                {figures.per_move(counts.get('bytes', 0)):8.0f}   all messages, all clients")
    print(f"  memory a socket             {per_socket / 1024:8.1f}   KiB of the server")


def _percentiles(values: list[float]) -> str:
    ordered = sorted(values)
    if not ordered:
        return "none"
    picks = [ordered[min(int(len(ordered) * share), len(ordered) - 1)] for share in (0.5, 0.95, 0.99)]
    return "  ".join(f"p{name} {value * THOUSAND:6.1f}" for name, value in zip((50, 95, 99), picks, strict=True))
