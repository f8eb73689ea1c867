"""The tasks' names, queues and limits, which senders and the schedule rely on."""

import pytest

from games import jobs, tasks
from games.services.bot_turns import ANY_AFTER
from kqj_site.brokers import QUEUES, SCHEDULE
from kqj_site.celery import app


def sent_names() -> set[str]:
    return {entry["task"] for entry in SCHEDULE.values()} | {
        "games.bot_turn",
        "games.finish_match",
        "games.rate_match",
        "games.count_match",
    }


def test_all_that_is_sent_has_a_task() -> None:
    app.loader.import_default_modules()
    assert sent_names() <= set(app.tasks)


def test_what_people_wait_for_is_scheduled_on_the_live_queue() -> None:
    queues = {entry["task"]: entry["options"]["queue"] for entry in SCHEDULE.values()}
    assert queues["games.sweep"] == jobs.LIVE
    assert {queue for task, queue in queues.items() if task != "games.sweep"} == {jobs.LATER}
    assert {jobs.LIVE, jobs.LATER} <= set(QUEUES)


def test_a_hanging_bot_is_killed_before_the_table_gives_up_on_bots() -> None:
    assert tasks.bot_turn.time_limit == tasks.THINK_SECONDS < ANY_AFTER.total_seconds()


@pytest.mark.django_db
def test_a_turn_at_a_table_that_is_gone_is_harmless() -> None:
    assert tasks.bot_turn(table_id=1 << 40, version=1, seat=0) == 0


@pytest.mark.django_db
def test_sweeps_find_nothing_on_an_empty_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SWEEP_SECONDS", 0.0)
    assert [tasks.sweep(), tasks.sweep_matches(), tasks.sweep_tables(), tasks.sweep_presence()] == [0, 0, 0, 0]
    assert not tasks.finish_match_task(1 << 40)
