"""Tables: opened, joined, filled, left and closed. Everything after the opening is a command of `services.play`."""

import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.limits import consume, parse_rate
from accounts.models import User, UserKind
from games.bots.levels import default_level
from games.engine import registry
from games.engine.shuffle import SEED_BYTES, commitment
from games.models import Match, Seating, Table, TableStatus
from games.services.executors import load_state
from games.services.play import Command, Committed, Kind, Refused, TableNotFound, perform
from games.services.seating import bots_command, leave_command, require_room, sit_command
from games.services.table_clocks import CUSTOM, format_control, parse_control

QUICK_GAME = "kqj"
"""What "Play now" plays; its options are the game's defaults."""
INVITE_BYTES = 12
# Every bot's turn costs one of these beside its move. Lost in a crash, it only has the sweep look sooner, so the commit
# does not wait for the disk: 2 ms instead of 9.
_POSTPONE = """
with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
update play_table set due_at = %s from unflushed where id = %s and version = %s
"""


def open_table(
    *,
    user: User,
    options: Mapping[str, Any] | None = None,
    game: str = QUICK_GAME,
    is_sitting: bool = True,
    now: datetime | None = None,
    **setup: Any,
) -> Table:
    """Open a table, with its match and the match's commitment, and seat the user there.

    Args:
        user: the host.
        options: the game's options in JSON form; what is missing has its default.
        game: the game's key.
        is_sitting: whether the host takes a seat at once.
        now: the moment; for tests.
        setup: `seating` (chosen, drawn), `is_private`, `can_watch`, `bot_level`, `pace_ms`, `can_undo`,
            `can_count`, `is_quick`, `fill_at`, `time_control` (as `parse_control` takes it), `can_substitute`; all may
            be left out.

    Raises:
        OptionsError: options that the game refuses.
        Refused: code `rate_limited`: the user sits at too many tables; `bad_message`: no such time control.
        LimitedError: the user opened too many tables (setting KQJ_TABLE_RATE).
    """
    moment = now or timezone.now()
    require_room(user)
    _count_opening(user)
    with transaction.atomic():
        table = _create(user=user, game_key=game, options=options or {}, setup=setup, now=moment)
        if is_sitting:
            sit_down(table_id=table.pk, user=user, now=moment)
    table.refresh_from_db()
    return table


def sit_down(*, table_id: int, user: User, seat: int | None = None, now: datetime | None = None) -> Committed:
    """Seat the user, on the first free seat if none is named; the caller has checked who may come in.

    Raises:
        Refused: code `seat_taken`, `match_over`, `illegal_action` or `rate_limited`.
        TableNotFound: there is no such table.
    """
    command = sit_command(user=user, table_id=table_id, command_id=f"sit-{uuid4().hex[:24]}", seat=seat)
    return perform(table_id=table_id, command=command, now=now)


def fill_with_bots(*, table_id: int, now: datetime | None = None) -> Committed | None:
    """Fill the free seats of a table as the site does it when its time has come; None when there was nothing to fill.

    At a quick table everybody counts as ready then, so the match starts.
    """
    state = load_state(table_id)
    fill_at = state.setup.fill_at
    if state.status != TableStatus.OPEN or (now and fill_at and now < fill_at):  # somebody asked to wait meanwhile
        return None
    version = state.version
    command = bots_command(state, kind=Kind.FILL_BOTS, user_id=None, command_id=f"fill-{version}")
    with suppress(Refused):
        return perform(table_id=table_id, command=command, now=now)
    return None


def take_over(*, table_id: int, version: int, seat: int, now: datetime | None = None) -> Committed | None:
    """Let a bot play for a silent person; None when the table has moved on from the version."""
    command = Command(Kind.TAKE_OVER, f"silent-{version}-{seat}", seat=seat, version=version)
    with suppress(Refused, TableNotFound):
        return perform(table_id=table_id, command=command, now=now)
    return None


def end_pause(*, table_id: int, version: int, now: datetime | None = None) -> Committed | None:
    """Go on after a pause that lasted as long as it may; None when the table has moved on from the version."""
    command = Command(Kind.RESUME, f"resume-{version}", version=version)
    with suppress(Refused, TableNotFound):
        return perform(table_id=table_id, command=command, now=now)
    return None


def postpone(*, table_id: int, version: int, due_at: datetime) -> bool:
    """Have the sweep look at the table again then, if it still stands at the version; return whether it does.

    Must not be called in a transaction whose other writes are to last: the commit does not wait for the disk.
    """
    with connection.cursor() as cursor:
        cursor.execute(_POSTPONE, [due_at, table_id, version])
        return bool(cursor.rowcount)


def close_table(*, table_id: int, now: datetime | None = None) -> bool:
    """Close a table for good; return whether this call did it."""
    with suppress(Refused, TableNotFound):
        return perform(table_id=table_id, command=Command(Kind.CLOSE, f"close-{uuid4().hex[:24]}"), now=now).is_new
    return False


def leave_all(*, user: User, now: datetime | None = None) -> int:
    """Have the user leave every table that is not over; return how many."""
    tables = Table.objects.filter(user_ids__contains=[user.pk], status__in=(TableStatus.OPEN, TableStatus.PLAYING))
    count = 0
    for table_id in list(tables.values_list("pk", flat=True)):
        with suppress(Refused):
            state, command_id = load_state(table_id), f"leave-{uuid4().hex[:24]}"
            leave = leave_command(user=user, state=state, command_id=command_id, is_confirmed=True)
            perform(table_id=table_id, command=leave, now=now)
            count += 1
    return count


def _create(*, user: User, game_key: str, options: Mapping[str, Any], setup: dict[str, Any], now: datetime) -> Table:
    game = registry.get(game_key)
    canonical = game.format_options(game.parse_options(options))
    control = _parse_control(setup)
    table = Table.objects.create(
        game=game_key,
        options=canonical,
        host=user,
        seats=[None] * game.seat_count,
        created_at=now,
        changed_at=now,
        invite_code=secrets.token_urlsafe(INVITE_BYTES) if setup.get("is_private") else "",
        **{"seating": Seating.CHOSEN, "bot_level": default_level(game_key), **setup, "time_control": control},
    )
    secret = secrets.token_bytes(SEED_BYTES)
    table.match = Match.objects.create(
        table=table,
        game=game_key,
        options=canonical,
        commitment=commitment(secret),
        server_secret=secret,
        created_at=now,
    )
    table.save(update_fields=["match"])
    return table


def _parse_control(setup: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the canonical JSON of the time control asked for; one of the host's own is for friends.

    Raises:
        Refused: code `bad_message`.
    """
    try:
        control = parse_control(setup.get("time_control"))
    except ValueError as error:
        raise Refused("bad_message", str(error)) from None
    if control is not None and control.preset == CUSTOM and not setup.get("is_private"):
        raise Refused("bad_message", _("A time control of one's own is for private tables: choose a preset."))
    return format_control(control)


def _count_opening(user: User) -> None:
    """Count a table that a person opens, by whatever door: each is a row for good, also when it is left at once."""
    if user.kind != UserKind.BOT:
        consume("tables", key=str(user.pk), rate=parse_rate(settings.KQJ_TABLE_RATE), now=time.time())
