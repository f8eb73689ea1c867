"""Calling people who are not at their table: when it is their turn with days to act, and when their match begins.

What is to be said is found in the rows, so that a lost task costs a moment and no call; each has a key, so that finding
it again changes nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Occasion
from accounts.services.notifications import Call, notify
from games.models import SleepHours, Table, TablePresence, TableStatus
from games.selectors.presence import PRESENT_SECONDS
from games.services.sleep import describe_hours
from games.services.table_sleep import awake_time, parse_sleep

TURN_AFTER = timedelta(minutes=1)
"""Who acts within it needs no call."""
TURN_WITHIN = timedelta(days=2)
"""A turn older than this was called for long ago, or its player wants no calls."""
START_WITHIN = timedelta(minutes=2)
MOMENT = timedelta(minutes=1)

Sitter = Mapping[str, Any]


def call_players(now: datetime) -> int:
    """Have those called who are to come and are not there; return how many are called anew."""
    return _call_turns(now) + _call_starts(now)


def _call_turns(now: datetime) -> int:
    tables = list(
        Table.objects.filter(
            status=TableStatus.PLAYING,
            time_control__sleeps=True,
            turn_at__range=(now - TURN_WITHIN, now - TURN_AFTER),
        )
    )
    present = _present(tables, now=now)
    waited = [(table, _awaited(table) - present[table.pk]) for table in tables]
    asleep = _asleep(set().union(*(user_ids for _table, user_ids in waited)), now=now)
    return sum(notify(user_ids - asleep, call=_turn(table), now=now) for table, user_ids in waited)


def _call_starts(now: datetime) -> int:
    rows = Table.objects.filter(status=TableStatus.PLAYING, match__started_at__range=(now - START_WITHIN, now))
    tables = list(rows.select_related("match"))
    present = _present(tables, now=now)
    return sum(notify(_people(table.seats) - present[table.pk], call=_start(table), now=now) for table in tables)


def _awaited(table: Table) -> set[int]:
    """Return the people who have to act; a bot that plays for somebody is not called, nor its person."""
    return _people(table.seats[seat] for seat in table.to_act)


def _people(seats: Iterable[Sitter | None]) -> set[int]:
    return {
        seat["user"]
        for seat in seats
        if seat is not None and seat["kind"] != "bot" and not seat.get("left") and not seat.get("bot_plays")
    }


def _present(tables: Iterable[Table], *, now: datetime) -> dict[int, set[int]]:
    """Return by table who has it open, for several tables at once."""
    rows = TablePresence.objects.filter(
        table__in=[table.pk for table in tables], is_open=True, seen_at__gt=now - timedelta(seconds=PRESENT_SECONDS)
    )
    present: dict[int, set[int]] = defaultdict(set)
    for table_id, user_id in rows.values_list("table_id", "user_id"):
        present[table_id].add(user_id)
    return present


def _asleep(user_ids: set[int], *, now: datetime) -> set[int]:
    """Return who sleeps now by their own hours: they are called in the morning, when this is looked for again."""
    asleep = set()
    for hours in SleepHours.objects.filter(user__in=user_ids):
        sleep = parse_sleep(describe_hours(hours))
        if sleep is not None and awake_time(now, now + MOMENT, sleep=sleep) < MOMENT:
            asleep.add(hours.pk)
    return asleep


def _turn(table: Table) -> Call:
    assert table.turn_at is not None
    return Call(
        Occasion.TURN,
        key=f"turn:{table.pk}:{table.turn_at.timestamp():.0f}",
        title=_("It is your turn"),
        body=_names(table),
        path=reverse("games:table", args=[table.pk]),
    )


def _start(table: Table) -> Call:
    return Call(
        Occasion.START,
        key=f"start:{table.match_id}",
        title=_("Your match begins"),
        body=_names(table),
        path=reverse("games:table", args=[table.pk]),
    )


def _names(table: Table) -> str:
    names = ", ".join(seat["name"] for seat in table.seats if seat is not None and seat["kind"] != "bot")
    return _("Table %(number)d: %(names)s") % {"number": table.pk, "names": names}
