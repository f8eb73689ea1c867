"""Carries out commands: decide, commit in one statement, then tell everybody.

`perform` runs on Django's connection, `perform_async` on the live path of a web process; both take the same road.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games import jobs
from games.broadcast import announce
from games.services.bot_pace import is_correspondence
from games.services.executors import run_road
from games.services.live_path import live_path
from games.services.notes import keep_refusal
from games.services.play_road import Committed, TableNotFound, road
from games.services.table_undo import bot_pace
from games.services.table_values import Command, Kind, Refused, TableState

__all__ = ["Command", "Committed", "Kind", "Refused", "TableNotFound", "perform", "perform_async"]


def perform(*, table_id: int, command: Command, now: datetime | None = None, wake: bool = True) -> Committed:
    """Carry out a command on Django's connection; sockets are told once it is committed.

    `wake` False leaves out the task for the next bot: for a bot's own task, which plays on by itself.

    Raises:
        Refused: it can't be carried out, and why.
        TableNotFound: there is no such table.
    """
    moment = now or timezone.now()
    try:
        committed = run_road(road(table_id=table_id, command=command, now=moment))
    except Refused as refused:
        keep_refusal(table_id, command=command, refused=refused, now=moment)
        raise
    transaction.on_commit(lambda: announce.notify_version(table_id=table_id, version=committed.state.version))
    if wake:
        transaction.on_commit(lambda: send_jobs(committed.state))
    return committed


async def perform_async(*, table_id: int, command: Command, now: datetime | None = None) -> Committed:
    """Carry out a command on the live path of this process, which must have been started; sockets are told.

    Raises:
        Refused: it can't be carried out, and why.
        TableNotFound: there is no such table.
        psycopg.OperationalError: the database stayed away; the command may be sent again under its id.
    """
    path = live_path()
    committed = await path.run_road(table_id, road(table_id=table_id, command=command, now=now or timezone.now()))
    if needs_jobs(committed.state):
        path.in_background(send_jobs, committed.state)
    return committed


def needs_jobs(state: TableState) -> bool:
    """Return whether something follows from this state that a task does."""
    return state.status == "over" or _bot_to_wake(state) is not None


def send_jobs(state: TableState) -> None:
    """Wake the bot that is to act at once, or have the results of a finished match written."""
    seat = _bot_to_wake(state)
    if seat is not None:
        wake_bot(state, seat=seat)
    if state.status == "over":
        jobs.finish_match(state.setup.match_id)


def wake_bot(state: TableState, *, seat: int) -> None:
    """Have a bot act on this seat: at live tables at once, elsewhere when the workers for later have time."""
    is_live = not is_correspondence(state)
    jobs.wake_bot(table_id=state.setup.table_id, version=state.version, seat=seat, is_live=is_live)


def _bot_to_wake(state: TableState) -> int | None:
    """Return the seat of a bot without pace that is to act now; the sweep wakes those with one."""
    if bot_pace(state) > 0 or state.break_until is not None or state.is_paused:
        return None
    for seat in state.to_act:
        sitter = state.seats[seat]
        if sitter is not None and sitter.is_played_by_bot:
            return seat
    return None
