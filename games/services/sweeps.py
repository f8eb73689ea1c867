"""What is due at tables by the clock: bots' turns, clocks that ran out, silent seats, seats that bots are to fill.

Tasks only wake, so a lost one must cost a moment and no more: whatever waits is a row with a time, and this finds it.
One process sweeps at a time; the lock is the database's.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Table, TablePresence, TableStatus
from games.selectors.presence import PRESENT_SECONDS, connected_user_ids, is_anyone_connected
from games.services.executors import load_state
from games.services.next_matches import prepare_next_match
from games.services.play import wake_bot
from games.services.table_state import BrokenRowError
from games.services.table_timing import clock_start, due_at_seat
from games.services.table_undo import bot_pace
from games.services.table_values import TableState
from games.services.tables import close_table, end_pause, fill_with_bots, postpone, take_over
from games.services.uptime import is_site_up

logger = logging.getLogger(__name__)

SWEEP_LOCK = 0x6B716A01
"""The advisory lock of the sweep: "kqj", then a number."""
HAND_OVER_SECONDS = 0.5
"""How long a sweep waits for the one before: they overlap a little, and giving up would leave a second unswept."""
LOCK_SECONDS = 0.02
STEP_SECONDS = 0.1
BATCH = 200
"""Tables that one step looks at."""
RESEND = timedelta(seconds=1)
"""When a bot that was woken is woken again if its turn is still open; later the pauses double."""
RESEND_MAX = timedelta(seconds=30)
LOOK_AGAIN = timedelta(seconds=5)
"""When a silent person who is still connected is looked at again, or a table that could not be filled."""
IDLE = timedelta(minutes=15)
"""How long nothing happens at a table that never started, with nobody there, until it counts as dead."""


def sweep_for(seconds: float) -> int:
    """Sweep in short steps for a while, unless another process does; return how much was found due."""
    found, end = 0, time.monotonic() + seconds
    with _sole_sweeper(patience_seconds=min(seconds, HAND_OVER_SECONDS)) as is_sole:
        while is_sole and time.monotonic() < end:
            found += sweep_once(timezone.now())
            time.sleep(STEP_SECONDS)
    return found


def sweep_once(now: datetime) -> int:
    """Do what is due now; return how many tables that concerned."""
    return sweep_turns(now) + sweep_fills(now) + sweep_next_matches(now)


def sweep_turns(now: datetime) -> int:
    """Wake bots whose turn it is, and let bots act for people who ran out of time or are silent too long."""
    due = Table.objects.filter(status=TableStatus.PLAYING, due_at__lte=now).order_by("due_at")
    return _for_each(due, lambda table_id: _look_at(load_state(table_id), now=now), column="due_at", now=now)


def sweep_fills(now: datetime) -> int:
    """Let bots fill the free seats of quick tables that waited long enough."""
    due = Table.objects.filter(status=TableStatus.OPEN, fill_at__lte=now).order_by("fill_at")
    return _for_each(due, lambda table_id: _fill(table_id, now=now), column="fill_at", now=now)


def sweep_next_matches(now: datetime) -> int:
    """Set up the next match where the people of a table agreed on one."""
    due = Table.objects.filter(status=TableStatus.OVER, fill_at__lte=now).order_by("fill_at")
    return _for_each(due, lambda table_id: _prepare(table_id, now=now), column="fill_at", now=now)


def close_dead_tables(now: datetime) -> int:
    """Close open tables where nothing has happened for long and nobody is; return how many.

    A match that began ends by itself: bots play for people who are gone. A table that bots will fill waits for that.
    """
    still = Table.objects.filter(~is_anyone_connected(now), status=TableStatus.OPEN, changed_at__lt=now - IDLE)
    still = still.exclude(fill_at__gt=now)
    dead = list(still.order_by("pk").values_list("pk", flat=True)[:BATCH])
    return sum(_close(table_id, now=now) for table_id in dead)


def forget_stale_presence(now: datetime) -> int:
    """Forget the sockets of processes that are gone; return how many."""
    stale = TablePresence.objects.filter(seen_at__lt=now - timedelta(seconds=2 * PRESENT_SECONDS))
    return stale.delete()[0]


def _for_each(due: "QuerySet[Table]", work: Callable[[int], None], *, column: str, now: datetime) -> int:
    """Do the work for each table that is due; put off by a while those where it fails; return how many were due."""
    table_ids = list(due.values_list("pk", flat=True)[:BATCH])
    for table_id in table_ids:
        try:
            work(table_id)
        except Exception:  # the top of a long-lived loop: one broken table must not hold up the others
            logger.exception("Table %s can't be swept", table_id)
            Table.objects.filter(pk=table_id).update(**{column: now + RESEND_MAX})
    return len(table_ids)


def _look_at(state: TableState, *, now: datetime) -> None:
    """Do what each seat that has to act needs, and note when to look at the table again."""
    if state.is_paused:
        end_pause(table_id=state.setup.table_id, version=state.version, now=now)
        return
    looks = [moment for seat in state.to_act if (moment := _look_at_seat(state, seat=seat, now=now))]
    if looks:
        postpone(table_id=state.setup.table_id, version=state.version, due_at=min(looks))


def _look_at_seat(state: TableState, *, seat: int, now: datetime) -> datetime | None:
    """Return when the seat must be looked at again; None when the table has moved on."""
    start, sitter = clock_start(state), state.seats[seat]
    if start is None or sitter is None:
        return None
    if sitter.is_played_by_bot:
        return _wake_bot(state, seat=seat, due=start + timedelta(seconds=bot_pace(state)), now=now)
    if state.setup.control is not None:
        return _look_at_clock(state, seat=seat, now=now)
    return _look_at_silence(state, seat=seat, user_id=sitter.user_id, start=start, now=now)


def _look_at_silence(state: TableState, *, seat: int, user_id: int, start: datetime, now: datetime) -> datetime | None:
    """Have a bot take the seat of somebody who is silent too long, where there are no clocks."""
    timing, table_id = state.setup.timing, state.setup.table_id
    silent_at, away_at = (start + timedelta(seconds=wait) for wait in (timing.silent_seconds, timing.away_seconds))
    if now < min(silent_at, away_at):
        return min(silent_at, away_at)
    if now < silent_at and user_id in connected_user_ids(table_id=table_id, now=now):
        return min(silent_at, now + LOOK_AGAIN)
    if not is_site_up(now):
        return now + RESEND
    take_over(table_id=table_id, version=state.version, seat=seat, now=now)
    return None


def _look_at_clock(state: TableState, *, seat: int, now: datetime) -> datetime | None:
    """Have one action played for a person whose time ran out; a bot takes the seat of who was warned by that."""
    due = due_at_seat(state, seat=seat)
    if due is None or now < due:
        return due
    if not is_site_up(now):  # nobody can act: the time is given back once people can
        return now + RESEND
    if not state.clocks[seat].time_outs:
        return _wake_bot(state, seat=seat, due=due, now=now)
    take_over(table_id=state.setup.table_id, version=state.version, seat=seat, now=now)
    return None


def _wake_bot(state: TableState, *, seat: int, due: datetime, now: datetime) -> datetime:
    """Wake the bot if it is time; the longer its turn has been open, the longer until the next time."""
    if now < due:
        return due
    wake_bot(state, seat=seat)
    return now + min(max(RESEND, now - due), RESEND_MAX)


def _fill(table_id: int, *, now: datetime) -> None:
    if fill_with_bots(table_id=table_id, now=now) is None:
        Table.objects.filter(pk=table_id, fill_at__lte=now).update(fill_at=now + LOOK_AGAIN)


def _prepare(table_id: int, *, now: datetime) -> None:
    prepare_next_match(table_id, now=now)


def _close(table_id: int, *, now: datetime) -> bool:
    try:
        return close_table(table_id=table_id, now=now)
    except BrokenRowError:
        # Looked at again after the same time as others: it must not stand before them at each sweep.
        logger.exception("Table %s can't be closed", table_id)
        Table.objects.filter(pk=table_id).update(changed_at=now)
        return False


@contextmanager
def _sole_sweeper(*, patience_seconds: float) -> Iterator[bool]:
    """Hold the sweep's lock if it gets free in time; yields whether it is held."""
    with connection.cursor() as cursor:
        is_held = _take_lock(cursor, patience_seconds=patience_seconds)
        try:
            yield is_held
        finally:
            if is_held:
                cursor.execute("select pg_advisory_unlock(%s)", [SWEEP_LOCK])


def _take_lock(cursor: CursorWrapper, *, patience_seconds: float) -> bool:
    """Return whether the sweep's lock could be taken in time."""
    end = time.monotonic() + patience_seconds
    while True:
        cursor.execute("select pg_try_advisory_lock(%s)", [SWEEP_LOCK])
        if cursor.fetchone()[0]:
            return True
        if time.monotonic() >= end:
            return False
        time.sleep(LOCK_SECONDS)
