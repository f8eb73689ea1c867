"""Replays the stored order of rated matches, and compares what is stored with what that gives."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models import MatchPlayer, Rating, RatingChange
from games.models.periods import ALL_TIME
from games.ratings.elo import START, Change, Entrant, Reason, rate
from games.services.ratings import advance_all, lock_pool

CHUNK = 500
"""Matches read at a time."""
RATING_COLUMNS = ("value", "match_count", "best", "played_at")


@dataclass(frozen=True, slots=True)
class Difference:
    """A number that is not what the replay gives.

    Attributes:
        place: such as `match 7 seat 3` or `user 12`.
        stored, replayed: None where there is none.
    """

    place: str
    field: str
    stored: object
    replayed: object


@dataclass(slots=True)
class Replay:
    """A pool as far as it was replayed.

    Attributes:
        ratings: by (user, period); also of accounts that are gone, as others' numbers follow from theirs.
    """

    pool: str
    match_count: int = 0
    ratings: dict[tuple[int, str], Rating] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)


def pools() -> list[str]:
    """Return the pools in which a match was rated."""
    return list(RatingChange.objects.order_by("pool").values_list("pool", flat=True).distinct())


def replay_pool(pool: str, *, is_fixing: bool) -> Replay:
    """Replay a pool; with `is_fixing`, what the replay gives is written where it differs.

    No match is rated in the pool meanwhile.
    """
    with transaction.atomic():
        lock_pool(pool)
        replay = Replay(pool)
        for changes in _rated_matches(pool):
            _replay_match(replay, changes=changes, is_fixing=is_fixing)
        _compare_ratings(replay, is_fixing=is_fixing)
        return replay


def _rated_matches(pool: str) -> Iterator[list[RatingChange]]:
    """Yield the changes of each rated match by seat, in the order in which they were applied."""
    rows = RatingChange.objects.filter(pool=pool).order_by("rating_seq", "seat").iterator(chunk_size=6 * CHUNK)
    for _, changes in groupby(rows, key=lambda row: row.rating_seq):
        yield list(changes)


def _replay_match(replay: Replay, *, changes: Sequence[RatingChange], is_fixing: bool) -> None:
    players = {player.seat: player for player in MatchPlayer.objects.filter(match_id=changes[0].match_id)}
    entrants = [_entrant(replay, change=change, side=players[change.seat].side) for change in changes]
    scores = {player.side: player.score for player in players.values()}
    results = rate(entrants, scores=[scores[side] for side in sorted(scores)])
    replay.match_count += 1
    for change, entrant, result in zip(changes, entrants, results, strict=True):
        _replay_change(replay, change=change, columns=_columns(entrant, result), is_fixing=is_fixing)


def _columns(entrant: Entrant, result: Change) -> dict[str, object]:
    return {
        "before": entrant.rating,
        "after": entrant.rating + result.amount,
        "match_count": entrant.match_count,
        "k": result.k,
        "reason": result.reason.value,
    }


def _replay_change(replay: Replay, *, change: RatingChange, columns: Mapping[str, object], is_fixing: bool) -> None:
    found = list(_compare(f"match {change.match_id} seat {change.seat}", change, columns))
    replay.differences += found
    for name, value in columns.items():
        setattr(change, name, value)
    if found and is_fixing:
        change.save(update_fields=list(columns))
    advance_all(replay.ratings, change=change)


def _entrant(replay: Replay, *, change: RatingChange, side: int) -> Entrant:
    """Return who sat there: bots as they were rated then, people as the replay has them so far."""
    if change.reason == Reason.BOT:
        return Entrant(side, change.before, is_bot=True)
    rating = replay.ratings.get((change.user_id or 0, ALL_TIME))
    value, count = (START, 0) if rating is None else (rating.value, rating.match_count)
    return Entrant(side, value, count, stand_in=change.stand_in)


def _compare_ratings(replay: Replay, *, is_fixing: bool) -> None:
    """Compare the rows of ratings with what the changes add up to; accounts that are gone have none."""
    user_ids = {user_id for user_id, _period in replay.ratings}
    people = set(get_user_model().objects.filter(pk__in=user_ids).values_list("pk", flat=True))
    stored = {(row.user_id, row.period): row for row in Rating.objects.filter(pool=replay.pool)}
    for key in sorted(stored.keys() | {key for key in replay.ratings if key[0] in people}):
        row, replayed = stored.get(key), replay.ratings.get(key)
        found = list(_compare_rating(key, row=row, replayed=replayed))
        replay.differences += found
        if found and is_fixing:
            Rating.objects.filter(user_id=key[0], period=key[1], pool=replay.pool).delete()
            if replayed is not None:
                replayed.save()


def _compare_rating(key: tuple[int, str], *, row: Rating | None, replayed: Rating | None) -> Iterator[Difference]:
    place = f"user {key[0]} {key[1]}".strip()
    if row is None or replayed is None:
        yield Difference(place, "row", row and "there", replayed and "there")
        return
    yield from _compare(place, row, {name: getattr(replayed, name) for name in RATING_COLUMNS})


def _compare(place: str, row: object, columns: Mapping[str, object]) -> Iterator[Difference]:
    for name, replayed in columns.items():
        stored = getattr(row, name)
        if stored != replayed:
            yield Difference(place, name, stored, replayed)
