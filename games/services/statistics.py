"""Statistics: what each finished match adds to the sums of its players and of the site, once.

Beside the game's own counts (its `tally`) there are:

- matches, wins, shared_wins, place:1 and so on, score; left, timed_out.
- think_ms, think_actions: time taken over one's own actions, the first of a deal left out.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import permutations
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from games import jobs
from games.models import Match, MatchPlayer, Statistic, TableEvent
from games.models.matches import PlayerKind
from games.models.periods import ALL_TIME, quarter_of
from games.selectors.match_records import replay_match
from games.selectors.ratings import speed_of

STATISTICS_LOCK = 0x6B716A03
"""The advisory lock of the sums: "kqj", then a number."""
BATCH = 200
GRACE = timedelta(seconds=5)
"""How long the task that the match's end sent has before the sweep sends another."""
THINK_MAX_MS = 10 * 60 * 1000
"""The most that one action counts for: who sleeps over a move does not think for eight hours."""
GIVEN_UP = ("abandoned", "aborted")
MILLISECOND = timedelta(milliseconds=1)
MEETING_COLUMNS = ("with_count", "with_wins", "against_count", "against_wins", "against_losses")
ADD_MEETING = """
insert into play_encounter (user_id, game, other_id, with_count, with_wins, against_count, against_wins, against_losses)
values (%s, %s, %s, %s, %s, %s, %s, %s)
on conflict (user_id, game, other_id) do update set
    with_count = play_encounter.with_count + excluded.with_count,
    with_wins = play_encounter.with_wins + excluded.with_wins,
    against_count = play_encounter.against_count + excluded.against_count,
    against_wins = play_encounter.against_wins + excluded.against_wins,
    against_losses = play_encounter.against_losses + excluded.against_losses
"""


class StatisticKey(NamedTuple):
    """Which row of sums; `user_id` None is the whole site."""

    user_id: int | None
    game: str
    speed: str
    variant: str
    period: str


class EncounterKey(NamedTuple):
    """Which row of meetings."""

    user_id: int
    game: str
    other_id: int


@dataclass(slots=True)
class Additions:
    """What matches add to the sums.

    Attributes:
        meetings: by pair, sums by column of `Encounter`.
    """

    statistics: dict[StatisticKey, Counter[str]] = field(default_factory=dict)
    meetings: dict[EncounterKey, Counter[str]] = field(default_factory=dict)

    def add(self, key: StatisticKey, counts: Mapping[str, int]) -> None:
        """Add to a row of sums."""
        self.statistics.setdefault(key, Counter()).update(counts)


def count_match(match_id: int, *, now: datetime | None = None) -> bool:
    """Add a match with results to the statistics; return whether this call did it.

    Does nothing for a match that has no results yet, or that was counted before.
    """
    due = Match.objects.filter(pk=match_id, completed_at__isnull=False, counted_at__isnull=True)
    match = due.select_related("table").first()
    if match is None:
        return False
    additions = Additions()
    variant, tags = add_match(additions, match=match)
    with transaction.atomic():
        lock_statistics()
        if not due.update(counted_at=now or timezone.now(), variant=variant, tags=list(tags)):
            return False  # done elsewhere while this waited for the lock
        _store_statistics(additions)
        _store_meetings(additions)
    return True


def send_due(now: datetime) -> int:
    """Send a task for each match with results that no task has counted; return how many."""
    due = Match.objects.filter(completed_at__lt=now - GRACE, counted_at__isnull=True).order_by("completed_at")
    match_ids = list(due.values_list("pk", flat=True)[:BATCH])
    for match_id in match_ids:
        jobs.count_match(match_id)
    return len(match_ids)


def lock_statistics() -> None:
    """Keep everybody else from changing the sums until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s)", [STATISTICS_LOCK])


def add_match(additions: Additions, *, match: Match) -> tuple[str, tuple[str, ...]]:
    """Add what a match with results counts for; return its variant and its tags.

    Who did not play to the end is counted as having left and nothing more, a substitute not at all: what happened on
    that seat was not one player's doing.
    """
    players = list(match.players.order_by("seat"))
    game, state = replay_match(match, seed=bytes(match.seed or b""))
    tally = game.tally(state)
    think = _think_times(match)
    assert match.finished_at is not None
    quarter = quarter_of(match.finished_at)
    for player in players:
        counts = Counter(_result_counts(player, match=match))
        if not player.has_left:
            counts.update(tally.seats[player.seat])
            counts.update(think.get(player.seat, {}))
        for user_id in _counted_users(player):
            for period in (ALL_TIME, quarter):
                speed = speed_of(match.table.time_control)
                additions.add(StatisticKey(user_id, match.game, speed, tally.variant, period), counts)
    if match.reason not in GIVEN_UP:
        _add_meetings(additions, players=[player for player in players if not player.has_left], game=match.game)
    return tally.variant, tally.tags


def _counted_users(player: MatchPlayer) -> Iterator[int | None]:
    """Yield whose sums a seat adds to: the site's, and those of who began on it."""
    yield None
    user_id = player.starter_id if player.is_substitute else player.starter_id or player.user_id
    if user_id is not None:
        yield user_id


def _result_counts(player: MatchPlayer, *, match: Match) -> dict[str, int]:
    if match.reason in GIVEN_UP:
        return {"given_up": 1}
    if player.has_left:
        return {"matches": 1, player.ending: 1}
    shared = player.is_winner and match.final is not None and len(match.final.get("winners", ())) > 1
    return {
        "matches": 1,
        "wins": int(player.is_winner),
        "shared_wins": int(shared),
        "score": player.score,
        f"place:{player.place}": 1,
    }


def _think_times(match: Match) -> dict[int, Counter[str]]:
    """Return by seat how long its actions took, each from the row before it, and how many those were."""
    found: dict[int, Counter[str]] = {}
    before: datetime | None = None
    rows = TableEvent.objects.filter(table_id=match.table_id, match_id=match.pk).order_by("version")
    for kind, seat, at, payload in rows.values_list("kind", "seat", "at", "payload").iterator():
        if kind == "act" and seat is not None and before is not None and "stand_in" not in payload:
            milliseconds = min((at - before) // MILLISECOND, THINK_MAX_MS)
            found.setdefault(seat, Counter()).update(think_ms=milliseconds, think_actions=1)
        before = at
    return found


def _add_meetings(additions: Additions, *, players: Sequence[MatchPlayer], game: str) -> None:
    """Add how the people of a match met everybody else there."""
    for own, other in permutations(players, 2):
        if own.kind == PlayerKind.BOT or own.is_substitute or own.user_id is None or other.user_id is None:
            continue
        counts = additions.meetings.setdefault(EncounterKey(own.user_id, game, other.user_id), Counter())
        if own.side == other.side:
            counts.update(with_count=1, with_wins=int(own.is_winner))
        else:
            wins, losses = int(own.place < other.place), int(own.place > other.place)
            counts.update(against_count=1, against_wins=wins, against_losses=losses)


def _store_statistics(additions: Additions) -> None:
    """Add to the rows of sums. Caller holds the lock."""
    keys = set(additions.statistics)
    rows = {key: row for row in _rows_of(keys) if (key := key_of(row)) in keys}
    for key, counts in additions.statistics.items():
        row = rows.setdefault(key, Statistic(**key._asdict(), counts={}))
        sums = Counter[str](row.counts)
        sums.update(counts)
        row.counts = {name: count for name, count in sums.items() if count}
    Statistic.objects.bulk_update([row for row in rows.values() if row.pk], ["counts"])
    Statistic.objects.bulk_create([row for row in rows.values() if not row.pk])


def _rows_of(keys: Collection[StatisticKey]) -> Iterable[Statistic]:
    user_ids = [key.user_id for key in keys if key.user_id is not None]
    games, periods = {key.game for key in keys}, {key.period for key in keys}
    return Statistic.objects.filter(Q(user_id__in=user_ids) | Q(user_id=None), game__in=games, period__in=periods)


def key_of(row: Statistic) -> StatisticKey:
    """Return the key of a row of sums."""
    return StatisticKey(row.user_id, row.game, row.speed, row.variant, row.period)


def _store_meetings(additions: Additions) -> None:
    """Add to the rows of meetings, each in one statement, since any pair may meet for the first time."""
    with connection.cursor() as cursor:
        for key, counts in sorted(additions.meetings.items()):
            cursor.execute(ADD_MEETING, _meeting_values(key, counts))


def _meeting_values(key: EncounterKey, counts: Mapping[str, int]) -> list[int | str]:
    return [*key, *(counts.get(column, 0) for column in MEETING_COLUMNS)]
