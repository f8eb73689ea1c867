"""The commands of the games app, without workers."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import models

from games.models import Match, MatchPlayer, Table, TableEvent
from games.services.matches import finish_match
from tests.games.seated import make_table, make_users, start_match
from tests.games.test_matches import pass_out

pytestmark = pytest.mark.django_db


def rebuild(*words: str) -> str:
    out = StringIO()
    call_command("rebuild_snapshots", *words, stdout=out)
    return out.getvalue()


def make_tables() -> tuple[Table, Match]:
    """Return one table that is played at and the finished match of another; a third is open."""
    make_table(make_users(2))
    playing = start_match(make_users(6), pace_ms=0)
    match_id = pass_out(make_users(6), seating="drawn")
    finish_match(match_id)
    return playing, Match.objects.get(pk=match_id)


def test_rebuilding_finds_no_difference() -> None:
    make_tables()
    assert rebuild().endswith("3 tables rebuilt, 0 differences, 0 left\n")


@pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Table, "to_act", [0, 1]),
        (Table, "user_ids", [1]),
        (Table, "turn_at", None),
        (Table, "due_at", None),
        (Table, "seats", [None] * 6),
        (Match, "reason", "goal"),
        (Match, "final", {}),
        (Match, "seed", b"x" * 32),
        (Match, "round_count", 3),
        (MatchPlayer, "score", 40),
        (MatchPlayer, "place", 2),
        (MatchPlayer, "name", "Nobody"),
    ],
)
def test_a_corrupted_column_is_found_and_put_right(model: type[models.Model], column: str, value: Any) -> None:
    playing, match = make_tables()
    row = {Table: playing, Match: match, MatchPlayer: MatchPlayer.objects.filter(match=match).first()}[model]
    assert row is not None
    model._default_manager.filter(pk=row.pk).update(**{column: value})
    with pytest.raises(CommandError):
        rebuild()
    said = rebuild("--fix")
    assert f": {column} is" in said
    assert said.endswith("3 tables rebuilt, 1 differences, 0 left\n")
    assert rebuild().endswith("0 differences, 0 left\n")


def test_missing_players_are_written_again() -> None:
    _, match = make_tables()
    MatchPlayer.objects.filter(match=match, seat__gte=4).delete()
    assert "2 differences, 0 left" in rebuild("--fix", str(match.table_id))
    assert MatchPlayer.objects.filter(match=match).count() == 6


def test_rows_that_cannot_be_folded_are_told_and_stay() -> None:
    playing, _ = make_tables()
    TableEvent.objects.filter(table=playing, version=2).delete()
    with pytest.raises(CommandError):
        rebuild("--fix")


def test_play_bots_says_when_no_worker_plays(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is the site running"):
        call_command("play_bots", "--patience", "0.1", "--out", str(tmp_path / "records"))


@pytest.mark.parametrize("words", [["--options", "teams=5"], ["--options", "teams"], ["--level", "grandmaster"]])
def test_play_bots_refuses_what_cannot_be_played(words: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("play_bots", *words)
    assert not Table.objects.exists()
