"""Bots through the real site: its workers, its sweep, its clocks."""

import json
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine import registry
from games.models import Match, Table
from games.services.bot_matches import open_bot_match, read_record
from games.services.executors import fold_state, load_state
from games.services.play import Command, Kind, perform
from games.services.seating import bots_command
from games.services.table_cache import cache
from games.services.tables import open_table
from tests.games.seated import make_user
from tests.running_site import RunningSite

PATIENCE_SECONDS = 120.0
"""Far more than any of this takes, since a busy machine starts a worker slowly."""
LOOK_SECONDS = 0.05


def wait_until(is_so: Callable[[], object], *, what: str) -> None:
    """Look until it is so; fail when nothing comes of it."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < end, f"waited {PATIENCE_SECONDS} s for {what}"
        time.sleep(LOOK_SECONDS)


def rebuild(table_ids: list[int]) -> str:
    out = StringIO()
    call_command("rebuild_snapshots", *map(str, table_ids), stdout=out)
    return out.getvalue()


@pytest.mark.brokers
def test_matches_played_by_bots_through_the_site_leave_records_that_verify(
    live_site: RunningSite, tmp_path: Path
) -> None:
    file = tmp_path / "records.jsonl"
    call_command(
        "play_bots",
        "--matches",
        "3",
        "--options",
        "any,goal=500",
        "--patience",
        "120",
        "--out",
        str(file),
        stdout=StringIO(),
    )
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 3
    for record in records:
        assert registry.get("kqj").from_record(record) is not None
        assert record["final"]["reason"] == "goal"


@pytest.mark.brokers
def test_a_worker_killed_in_mid_match_leaves_no_table_stuck(live_site: RunningSite) -> None:
    options = {"goal": None, "rounds": 4}
    match_ids = [open_bot_match(game="kqj", options=options, level="easy", pace_ms=0) for _ in range(3)]
    matches = Match.objects.filter(pk__in=match_ids)
    table_ids = list(matches.values_list("table_id", flat=True))

    def version() -> int:
        return sum(Table.objects.filter(pk__in=table_ids).values_list("version", flat=True))

    def is_complete() -> bool:
        return not matches.filter(completed_at__isnull=True).exists()

    for _ in range(2):
        seen = version()
        wait_until(lambda: version() > seen or is_complete(), what="moves")  # noqa: B023 -- called in this turn
        live_site.kill_child("live")
    wait_until(is_complete, what="the matches' ends")
    for match_id in match_ids:
        assert registry.get("kqj").from_record(read_record(match_id)) is not None
    assert rebuild(table_ids).endswith("3 tables rebuilt, 0 differences, 0 left\n")


def test_a_silent_seat_is_played_for_until_its_person_is_back(live_site: RunningSite) -> None:
    user = make_user(f"Silence {time.monotonic_ns() % 10**9}")
    table = open_table(user=user, options={"goal": None, "rounds": 1}, pace_ms=100)
    fill = bots_command(load_state(table.pk), kind=Kind.FILL_BOTS, user_id=user.pk, command_id="fill")
    for command in (fill, Command(Kind.READY, "ready", user.pk)):
        perform(table_id=table.pk, command=command)

    def acts(*, by: int | None) -> bool:
        return Table.objects.get(pk=table.pk).events.filter(kind="act", seat=0, user=by).exists()

    def act() -> bool:
        state = load_state(table.pk)
        if state.to_act != (0,):
            return False
        text = state.legal_texts(0)[0]
        perform(
            table_id=table.pk,
            command=Command(Kind.ACT, "own", user.pk, version=state.version, payload={"action": text}),
        )
        return True

    wait_until(lambda: acts(by=None), what="a bot to stand in")
    perform(table_id=table.pk, command=Command(Kind.COME_BACK, "back", user.pk))
    wait_until(act, what="the person's own turn")
    assert acts(by=user.pk)
    wait_until(lambda: load_state(table.pk).status == "over", what="the end, played by a bot again")


def test_a_clock_that_runs_out_is_warned_of_and_then_costs_the_seat(live_site: RunningSite) -> None:
    user = make_user(f"Late {time.monotonic_ns() % 10**9}")
    table = open_table(user=user, options={"goal": None, "rounds": 1}, pace_ms=0)
    # Shorter than anybody may ask for, and read anew by all.
    brief = {"preset": "custom", "bank": 1, "increment": 1, "sleeps": False}
    Table.objects.filter(pk=table.pk).update(time_control=brief)
    cache.drop(table.pk)
    fill = bots_command(load_state(table.pk), kind=Kind.FILL_BOTS, user_id=user.pk, command_id="fill")
    for command in (fill, Command(Kind.READY, "ready", user.pk)):
        perform(table_id=table.pk, command=command)

    def rows() -> list[str]:
        return list(table.events.filter(kind__in=("time_out", "take_over"), seat=0).values_list("kind", flat=True))

    wait_until(lambda: len(rows()) == 2, what="the warning and the bot")
    assert rows() == ["time_out", "take_over"]
    state = fold_state(table.pk)
    assert state.clocks[0].time_outs == 1
    assert rebuild([table.pk]).endswith("1 tables rebuilt, 0 differences, 0 left\n")
