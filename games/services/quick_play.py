"""Quick play: a seat by one click, among people near in rating where any wait, and bots after a short wait."""

from contextlib import suppress
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.bots.levels import default_level
from games.engine import registry
from games.models import Table, TableStatus
from games.selectors.admission import Visitor, rating_for, visitor_of, why_not_admitted
from games.selectors.quick_tables import own_quick_tables, waiting_quick_tables
from games.selectors.ratings import bot_level_near
from games.services.play import Command, Kind, Refused, perform
from games.services.table_clocks import DEFAULT_PRESET, PRESETS, TimeControl
from games.services.tables import QUICK_GAME, open_table, sit_down

CORRESPONDENCE_WAIT = timedelta(hours=12)
"""How long a table with days to act waits for people: nobody sits before it meanwhile."""


def play_now(*, user: User, preset: str = DEFAULT_PRESET, now: datetime | None = None) -> Table:
    """Return a table where the user sits and will soon play: their own running one, one that waits, or a new one.

    Of those that wait the one whose people are nearest in rating is taken; whom a block parts are never put together.

    Raises:
        Refused: code `bad_message`: no such preset; `rate_limited`: the user sits at too many tables.
        LimitedError: the user opened too many tables.
    """
    control = PRESETS.get(preset)
    if control is None:
        raise Refused("bad_message", f"no preset {preset!r}: there are {', '.join(PRESETS)}")
    with transaction.atomic():
        # Pressed twice, the second finds what the first opened: else it would leave a table that waits for its guest.
        User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        return _find_table(user, control=control, now=now or timezone.now())


def _find_table(user: User, *, control: TimeControl, now: datetime) -> Table:
    own = _own_table(user, control=control, now=now)
    if own is not None:
        return own
    for table in _nearest_first(visitor_of(user), preset=control.preset, now=now):
        with suppress(Refused):
            sit_down(table_id=table.pk, user=user, now=now)
            return table
    wait = CORRESPONDENCE_WAIT if control.has_sleep else timedelta(seconds=settings.KQJ_FILL_SECONDS)
    return open_table(
        user=user,
        is_quick=True,
        is_rated_with_bots=True,
        bot_level=bot_level_near(game_key=QUICK_GAME, user_id=user.pk) or default_level(QUICK_GAME),
        fill_at=now + wait,
        time_control=control.preset,
        now=now,
    )


def _own_table(user: User, *, control: TimeControl, now: datetime) -> Table | None:
    """Return the quick table where the user is to go on: at the clock one match at a time.

    Where the user waits for another speed, that seat is given back.
    """
    for table in own_quick_tables(user.pk, is_correspondence=control.has_sleep):
        preset = (table.time_control or {}).get("preset")
        if table.status == TableStatus.OPEN and preset == control.preset:
            return table
        if control.has_sleep:
            continue
        if table.status == TableStatus.PLAYING:
            return table
        with suppress(Refused):
            perform(table_id=table.pk, command=Command(Kind.LEAVE, f"leave-{uuid4().hex[:24]}", user.pk), now=now)
    return None


def _nearest_first(visitor: Visitor, *, preset: str, now: datetime) -> list[Table]:
    """Return the tables that wait and let the visitor in: those nearest in rating first, then who waits longest."""
    seat_count = registry.get(QUICK_GAME).seat_count
    waiting = waiting_quick_tables(preset=preset, seat_count=seat_count, now=now)
    open_to = [it for it in waiting if not why_not_admitted(visitor, it.table)]
    # The sort is stable, and those that wait longest come first already.
    nearest = sorted(open_to, key=lambda it: abs(it.rating - rating_for(visitor, it.table)))
    return [it.table for it in nearest]
