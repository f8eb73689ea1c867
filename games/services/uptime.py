"""Whether people can reach the site, and what its clocks are given back after they could not.

Each web process says every second that it lives, and holds a lock of the database while it does. A process that gets
the lock alone is the first after an outage: before it serves anybody, it gives every running clock back the time
since the last sign of life. So no clock loses time, whether the site was restarted on purpose, was killed, or its
machine or database was away; and nothing has to be written while it goes down.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import Error, connection, transaction
from django.db.models import Max

from games.broadcast import announce
from games.models import Heartbeat, Table, TableStatus
from games.services.executors import run_road
from games.services.play_road import TableNotFound, road
from games.services.table_values import Command, Kind, Refused

logger = logging.getLogger(__name__)

WEB_LOCK = 0x6B716A02
"""Held shared by each web process that lives: "kqj", then a number."""
SETTLE_LOCK = 0x6B716A03
"""Held by the process that gives time back, so that others which start beside it wait for that."""
BEAT_SECONDS = 1.0
STALE = timedelta(seconds=5)
"""A sign of life older than this is none: the process hangs, or its machine is gone without closing its connection."""
FORGET = timedelta(hours=1)

IS_HELD = """
select exists (select from pg_locks l join pg_database d on d.oid = l.database
               where l.locktype = 'advisory' and l.classid = 0 and l.objid = %s and l.granted
                 and d.datname = current_database())
"""


def last_beat() -> datetime | None:
    """Return when any web process lived last; None where none ever did."""
    at: datetime | None = Heartbeat.objects.aggregate(at=Max("at"))["at"]
    return at


def is_site_up(now: datetime) -> bool:
    """Return whether a web process lives; where none has ever lived, nothing says that the site is down."""
    at = last_beat()
    if at is None:
        return True
    with connection.cursor() as cursor:
        cursor.execute(IS_HELD, [WEB_LOCK])
        is_held = bool(cursor.fetchone()[0])
    return is_held and now - at < STALE


def settle_outage(*, is_first: bool, now: datetime) -> int:
    """Give the clocks of all running matches the time back since the last sign of life, if there was an outage.

    `is_first` says that no other web process lives. Returns the number of tables whose clocks were given time.
    Processes that call it at once do it one after the other; the later ones find nothing left.
    """
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_lock(%s)", [SETTLE_LOCK])
        try:
            down_at = last_beat()
            if down_at is None or not (is_first or now - down_at >= STALE):
                return 0
            count = sum(_credit(table_id, down_at=down_at, now=now) for table_id in _waiting_table_ids())
            Heartbeat.objects.filter(at__lt=down_at - FORGET).delete()
        finally:
            cursor.execute("select pg_advisory_unlock(%s)", [SETTLE_LOCK])
    if count:
        logger.warning("The site was away since %s: the clocks of %s matches were given that time back", down_at, count)
    return count


def _waiting_table_ids() -> list[int]:
    """Return the tables where a person plays: among bots alone nobody's time is lost."""
    running = Table.objects.filter(status=TableStatus.PLAYING).order_by("pk").values_list("pk", "seats")
    return [table_id for table_id, seats in running if any(map(_is_person, seats))]


def _is_person(seat: dict[str, Any] | None) -> bool:
    return seat is not None and seat["kind"] != "bot" and not seat["bot_plays"]


def _credit(table_id: int, *, down_at: datetime, now: datetime) -> bool:
    command = Command(Kind.CREDIT, f"back-{down_at:%y%m%d%H%M%S.%f}", payload={"down_at": down_at.isoformat()})
    try:
        committed = run_road(road(table_id=table_id, command=command, now=now))
    except (Refused, TableNotFound):
        return False  # over or paused by now
    except Error:
        raise  # the database is away: the start fails, and is tried again
    except Exception:  # one broken table must not keep the site from all others
        logger.exception("Table %s can't be given its time back", table_id)
        return False
    transaction.on_commit(lambda: announce.notify_version(table_id=table_id, version=committed.version))
    return committed.is_new
