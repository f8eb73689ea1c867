"""The end of a match: its results are written once, whoever asks and however often."""

from dataclasses import asdict
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games import jobs
from games.models import Match, MatchPlayer
from games.services.executors import fold_state
from games.services.match_results import MatchResult, read_result
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
        write_result(match_id, result=read_result(fold_state(match.table_id)), now=now or timezone.now())
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
    ids = [player.user_id for player in result.players]
    known = set(get_user_model().objects.filter(pk__in=ids).values_list("pk", flat=True))
    MatchPlayer.objects.filter(match_id=match_id).delete()
    MatchPlayer.objects.bulk_create(
        MatchPlayer(
            match_id=match_id, **asdict(player) | {"user_id": player.user_id if player.user_id in known else None}
        )
        for player in result.players
    )


def _tell(match_id: int) -> None:
    match_finished.send_robust(sender=Match, match_id=match_id)
