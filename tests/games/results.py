"""Finished matches as rows alone, for tests of what is reckoned from results."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Match, MatchPlayer
from games.services.bot_accounts import get_herald
from games.services.tables import open_table
from tests.games.seated import NOW

TEAMS_OF_THREE = (0, 1, 0, 1, 0, 1)
EACH_ALONE = (0, 1, 2, 3, 4, 5)


def store_match(
    users: Sequence[User],
    *,
    scores: Sequence[int] = (1000, 640),
    sides: Sequence[int] = TEAMS_OF_THREE,
    reason: str = "goal",
    now: datetime = NOW,
    **table: Any,
) -> Match:
    """Store a match between six users, by seat, with its results and no actions."""
    match = open_table(user=get_herald(), is_sitting=False, now=now, **table).match
    assert match is not None
    Match.objects.filter(pk=match.pk).update(
        started_at=now, finished_at=now, completed_at=now, reason=reason, round_count=5, final={"scores": list(scores)}
    )
    MatchPlayer.objects.bulk_create(
        MatchPlayer(
            match=match,
            seat=seat,
            user=user,
            name=user.username,
            kind="human" if user.kind == "member" else user.kind,
            level="easy" if user.kind == "bot" else "",
            side=side,
            score=scores[side],
            place=1 + sum(score > scores[side] for score in scores),
            is_winner=scores[side] == max(scores),
        )
        for seat, (user, side) in enumerate(zip(users, sides, strict=True))
    )
    match.refresh_from_db()
    return match
