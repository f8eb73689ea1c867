"""What people's finished matches say of their conduct: counted anew from the matches, so twice is no more than once."""

from collections import Counter
from collections.abc import Iterable

from games.models import Conduct, Ending, MatchPlayer
from games.services.conduct_rules import Ended, score_conduct

NO_RESULT = ("aborted", "abandoned")
"""Reasons of matches that everybody agreed to end: nobody has finished those, but who left before has left."""
LATEST = 300
"""Matches that the score looks at; the counts take all."""


def judge(user_ids: Iterable[int]) -> int:
    """Write the conduct of these users by the matches they began that have results; return how many were written."""
    ids = sorted(set(user_ids))
    rows = [row for user_id in ids if (row := _read(user_id))]
    Conduct.objects.filter(user__in=set(ids) - {row.pk for row in rows}).delete()
    fields = ("finished", "left", "timed_out", "score")
    Conduct.objects.bulk_create(rows, update_conflicts=True, unique_fields=("user",), update_fields=fields)
    return len(rows)


def judge_all() -> int:
    """Write everybody's conduct anew; return how many were written."""
    ids = MatchPlayer.objects.exclude(ending="").exclude(starter=None).values_list("starter_id", flat=True).distinct()
    found = judge(ids)
    Conduct.objects.exclude(pk__in=ids).delete()
    return found


def _read(user_id: int) -> Conduct | None:
    began = MatchPlayer.objects.filter(starter_id=user_id, match__completed_at__isnull=False).exclude(ending="")
    counted = began.exclude(ending=Ending.FINISHED, match__reason__in=NO_RESULT)
    rows = counted.order_by("match__finished_at", "match_id").values_list("ending", "match__finished_at")
    matches = [Ended(ending, at) for ending, at in rows if at is not None]
    if not matches:
        return None
    counts = Counter(match.ending for match in matches)
    return Conduct(
        user_id=user_id,
        finished=counts[Ending.FINISHED],
        left=counts[Ending.LEFT],
        timed_out=counts[Ending.TIMED_OUT],
        score=score_conduct(matches[-LATEST:]),
    )
