"""How long matches take: told where enough have been played, and not otherwise."""

from datetime import timedelta
from typing import Any

import pytest

from games.engine import registry
from games.models import Match, Table
from games.selectors.durations import ENOUGH, Estimate, estimate_duration
from tests.games.seated import NOW, make_user

pytestmark = pytest.mark.django_db


def options(**changes: Any) -> dict[str, Any]:
    game = registry.get("kqj")
    return dict(game.format_options(game.parse_options(changes)))


def play(
    minutes: list[int],
    *,
    preset: str = "normal",
    ago: timedelta = timedelta(days=1),
    reason: str = "goal",
    **changes: Any,
) -> None:
    for number, minute in enumerate(minutes):
        table = Table.objects.create(
            game="kqj", options=options(**changes), bot_level="easy", seats=[], created_at=NOW, changed_at=NOW,
            host=make_user(), time_control={"preset": preset},
        )  # fmt: skip
        end = NOW - ago - timedelta(minutes=number)
        Match.objects.create(
            table=table, game="kqj", options=table.options, commitment="", server_secret=b"", created_at=NOW,
            started_at=end - timedelta(minutes=minute), finished_at=end, completed_at=end, reason=reason,
        )  # fmt: skip


def estimate(preset: str | None = "normal", **changes: Any) -> Estimate | None:
    return estimate_duration("kqj", options=options(**changes), preset=preset, now=NOW)


def test_half_of_the_matches_lie_between() -> None:
    play([10, 20, 30, 40, 50, 60, 70, 80, 90])
    found = estimate()
    assert found == Estimate(25 * 60, 75 * 60, 9)


def test_too_few_say_nothing() -> None:
    play([30] * (ENOUGH - 1))
    assert estimate() is None
    play([30])
    assert estimate() == Estimate(1800, 1800, ENOUGH)


def test_only_matches_like_it_count() -> None:
    play([30] * ENOUGH)
    play([5] * ENOUGH, preset="blitz")
    play([5] * ENOUGH, teams=3)
    play([5] * ENOUGH, ago=timedelta(days=91))
    play([5] * ENOUGH, reason="aborted")
    assert estimate() == Estimate(1800, 1800, ENOUGH)
    assert estimate("blitz") == Estimate(300, 300, ENOUGH)
    assert estimate(None) is None
    assert estimate(goal=500) is None
