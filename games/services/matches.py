"""The end of a match: its results are written once, whoever asks and however often."""

from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from games import jobs
from games.models import Match, MatchPlayer, TableEvent
from games.services.conduct import judge
from games.services.executors import fold_match
from games.services.match_results import ActionCount, MatchResult, PlayerResult, read_result
from games.services.table_values import Kind
from games.signals import match_finished

BATCH = 100
"""Matches that one sweep sends on: a second or two of work."""
GRACE = timedelta(seconds=5)
"""How long the task that the mover sent has before the sweep sends another."""


def finish_match(match_id: int, *, now: datetime | None = None) -> bool:
    """Write the results of a match that is over; return whether this call did it.

    Does nothing for a match that goes on, or whose results are written or being written. Sends `match_finished` after
    the commit.
    """
    with transaction.atomic():
        due = Match.objects.filter(pk=match_id, finished_at__isnull=False, completed_at__isnull=True)
        match = due.select_for_update(of=("self",)).only("pk", "table_id").first()
        if match is None:
            return False
        # Read anew: what is cached may have been decided elsewhere and not committed here.
        result = read_result(fold_match(match_id), counts=count_actions(match_id))
        write_result(match_id, result=result, now=now or timezone.now())
        judge(player.starter_id for player in result.players if player.ending)
        transaction.on_commit(lambda: _tell(match_id))
    return True


def send_due(now: datetime) -> int:
    """Send a task for each match that was over a while ago and whose results nobody wrote; return how many.

    One task each, so that a match whose results can't be written keeps no other from its own.
    """
    due = Match.objects.filter(finished_at__lt=now - GRACE, completed_at__isnull=True).order_by("finished_at")
    match_ids = list(due.values_list("pk", flat=True)[:BATCH])
    for match_id in match_ids:
        jobs.finish_match(match_id)
    return len(match_ids)


def write_result(match_id: int, *, result: MatchResult, now: datetime) -> None:
    """Write the match's columns and players in place of those that may be there.

    Caller holds the match's row lock.
    """
    Match.objects.filter(pk=match_id).update(
        seed=result.seed,
        nonces=list(result.nonces),
        final=result.final,
        reason=result.reason,
        round_count=result.round_count,
        completed_at=now,
    )
    ids = {user_id for player in result.players for user_id in (player.user_id, player.starter_id)}
    known = set(get_user_model().objects.filter(pk__in=ids).values_list("pk", flat=True))
    MatchPlayer.objects.filter(match_id=match_id).delete()
    MatchPlayer.objects.bulk_create(_make_player(player, match_id=match_id, known=known) for player in result.players)


def count_actions(match_id: int) -> dict[int, ActionCount]:
    """Return how many actions each seat made by the match's rows, and how many a bot made in a person's place."""
    is_by_bot = Q(kind=Kind.TIME_OUT) | Q(payload__stand_in=True)
    table_id = Match.objects.filter(pk=match_id).values("table_id")
    rows = TableEvent.objects.filter(
        table_id__in=table_id, match_id=match_id, kind__in=(Kind.ACT, Kind.TIME_OUT, Kind.CLAIM)
    )
    by_seat = rows.order_by().values("seat").annotate(count=Count("pk"), by_bots=Count("pk", filter=is_by_bot))
    counts = by_seat.values_list("seat", "count", "by_bots")
    return {seat: ActionCount(count, by_bots) for seat, count, by_bots in counts if seat is not None}


def _make_player(player: PlayerResult, *, match_id: int, known: Collection[int]) -> MatchPlayer:
    """Return the row; of accounts that are gone no id is kept."""
    columns = asdict(player)
    gone = {name: None for name in ("user_id", "starter_id") if columns[name] not in known}
    return MatchPlayer(match_id=match_id, **columns | gone)


def _tell(match_id: int) -> None:
    match_finished.send_robust(sender=Match, match_id=match_id)
