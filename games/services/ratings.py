"""Ratings: each finished match is applied once, one at a time in its pool, and the order is stored."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from games import jobs
from games.models import Match, MatchPlayer, Rating, RatingChange, Unrated
from games.models.matches import PlayerKind
from games.models.periods import ALL_TIME, quarter_of
from games.ratings.elo import START, Entrant, Reason, is_provisional, rate
from games.ratings.pools import Pool
from games.selectors.ratings import bot_rating, pool_of_match

RATING_LOCK = 0x6B716A02
"""The first half of a pool's advisory lock: "kqj", then a number; the second is drawn from the pool's key."""
BATCH = 200
GRACE = timedelta(seconds=5)
"""How long the task that the match's end sent has before the sweep sends another."""
GIVEN_UP = ("abandoned", "aborted")


def rate_match(match_id: int, *, now: datetime | None = None) -> bool:
    """Apply a match with results to the ratings, or note why it changes none; return whether this call did it.

    Does nothing for a match that has no results yet, or that was seen to before.
    """
    moment = now or timezone.now()
    due = Match.objects.filter(pk=match_id, completed_at__isnull=False, rated_at__isnull=True)
    match = due.select_related("table").first()
    if match is None:
        return False
    players = list(match.players.select_related("starter").order_by("seat"))
    why = find_unrated(match, players=players)
    if why is not None:
        return bool(due.update(rated_at=moment, unrated_why=why))
    pool = pool_of_match(match, players=players)
    with transaction.atomic():
        lock_pool(str(pool))
        seq = 1 + (Match.objects.filter(rating_pool=str(pool)).aggregate(last=Max("rating_seq"))["last"] or 0)
        if not due.update(rated_at=moment, rating_pool=str(pool), rating_seq=seq):
            return False  # done elsewhere while this waited for the lock
        _apply(match, players=players, pool=pool, seq=seq)
    return True


def send_due(now: datetime) -> int:
    """Send a task for each match with results that no task has looked at for its rating; return how many."""
    due = Match.objects.filter(completed_at__lt=now - GRACE, rated_at__isnull=True).order_by("completed_at")
    match_ids = list(due.values_list("pk", flat=True)[:BATCH])
    for match_id in match_ids:
        jobs.rate_match(match_id)
    return len(match_ids)


def find_unrated(match: Match, *, players: Sequence[MatchPlayer]) -> Unrated | None:
    """Return why a match changes no rating, or None if it does; docs/rating.md has the same list."""
    kinds = {_kind_of_starter(player) for player in players}
    checks = {
        Unrated.TABLE: not match.table.is_rated,
        Unrated.NO_RESULT: match.reason in GIVEN_UP,
        Unrated.ONE_SIDE: len({player.side for player in players}) == 1,
        Unrated.GUESTS: PlayerKind.GUEST in kinds,
        Unrated.NOBODY: kinds == {PlayerKind.BOT},
        Unrated.BOTS: PlayerKind.BOT in kinds and not match.table.is_rated_with_bots,
    }
    return next((why for why, holds in checks.items() if holds), None)


def lock_pool(pool: str) -> None:
    """Keep everybody else from applying matches to a pool until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", [RATING_LOCK, pool])


def advance_all(ratings: dict[tuple[int, str], Rating], *, change: RatingChange) -> None:
    """Bring the ratings of a change's user up to date with it, by (user, period): of all time, and of its quarter."""
    if change.user_id is None or change.reason == Reason.BOT:
        return
    for period in (ALL_TIME, quarter_of(change.at)):
        fresh = Rating(user_id=change.user_id, pool=change.pool, period=period)
        _advance(ratings.setdefault((change.user_id, period), fresh), change=change)


def _advance(rating: Rating, *, change: RatingChange) -> None:
    rating.value = change.after
    rating.match_count += 1
    rating.played_at = change.at
    if not is_provisional(rating.match_count):
        rating.best = max(rating.best or change.after, change.after)


def starter_id(player: MatchPlayer) -> int | None:
    """Return who is rated for a seat: who sat there when the match began; None if that account is gone."""
    return player.starter_id if player.is_substitute else player.starter_id or player.user_id


def _kind_of_starter(player: MatchPlayer) -> str:
    """Return the kind of who began on the seat; an account that is gone counts as a member's."""
    if not player.is_substitute:
        return player.kind
    return PlayerKind.GUEST if player.starter and player.starter.is_guest else PlayerKind.HUMAN


def _apply(match: Match, *, players: Sequence[MatchPlayer], pool: Pool, seq: int) -> None:
    """Write the changes and the new ratings. Caller holds the pool's lock."""
    user_ids = [user_id for player in players if (user_id := starter_id(player)) is not None]
    assert match.finished_at is not None
    periods = (ALL_TIME, quarter_of(match.finished_at))
    rows = Rating.objects.filter(pool=str(pool), period__in=periods, user_id__in=user_ids)
    ratings = {(row.user_id, row.period): row for row in rows}
    entrants = [
        _read_entrant(player, match=match, rating=ratings.get((starter_id(player) or 0, ALL_TIME)))
        for player in players
    ]
    changes = list(_make_changes(players, entrants=entrants, pool=str(pool), rating_seq=seq, at=match.finished_at))
    RatingChange.objects.bulk_create(changes)
    for change in changes:
        advance_all(ratings, change=change)
    Rating.objects.bulk_create(
        ratings.values(),
        update_conflicts=True,
        unique_fields=["user", "pool", "period"],
        update_fields=["value", "match_count", "best", "played_at"],
    )


def _read_entrant(player: MatchPlayer, *, match: Match, rating: Rating | None) -> Entrant:
    if player.kind == PlayerKind.BOT:
        return Entrant(player.side, bot_rating(match.game, level=player.level), is_bot=True)
    value, count = (START, 0) if rating is None else (rating.value, rating.match_count)
    level = player.stand_in_level or match.table.bot_level
    return Entrant(player.side, value, count, stand_in=bot_rating(match.game, level=level) if player.has_left else None)


def _make_changes(
    players: Sequence[MatchPlayer], *, entrants: Sequence[Entrant], **columns: Any
) -> Iterator[RatingChange]:
    scores = {player.side: player.score for player in players}
    changes = rate(entrants, scores=[scores[side] for side in sorted(scores)])
    for player, entrant, change in zip(players, entrants, changes, strict=True):
        yield RatingChange(
            match_id=player.match_id,
            seat=player.seat,
            user_id=starter_id(player),
            before=entrant.rating,
            after=entrant.rating + change.amount,
            match_count=entrant.match_count,
            k=change.k,
            stand_in=entrant.stand_in,
            reason=change.reason.value,
            **columns,
        )
