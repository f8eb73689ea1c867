"""A whole match played by programs that know nothing but the API, and waiting for what happens."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from pytest_django import Settings

from games.api import events, pollers
from games.engine import registry
from games.services.live_path import ensure_live_path, live_path, stop_live_path
from games.services.matches import finish_match
from games.services.presence import Here
from tests.games.api_program import ROOT, Program, check_answer

STARTED = "match_started"


@pytest.fixture(autouse=True)
def _ground(collected_static_files: Path, settings: Settings) -> None:
    settings.KQJ_GUEST_RATE = settings.KQJ_API_RATE = "off"


def gather(options: dict[str, Any]) -> tuple[int, list[Program]]:
    """Have six programs sit down at a table and be ready."""
    programs = [Program() for _ in range(6)]
    table_id = programs[0].post("/tables", options=options).json()["id"]
    for program in programs[1:]:
        assert program.command(table_id, "sit").status_code == 200
    for number, program in enumerate(programs):
        assert program.command(table_id, "ready", nonce=f"{number:032x}").status_code == 200
    return table_id, programs


def play_on(table_id: int, programs: list[Program]) -> bool:
    """Have one read whose turn it is, and that one read and act; return whether anybody could."""
    programs[0].listen(table_id)
    if not programs[0].to_act:
        return False
    actor = programs[programs[0].to_act[0]]
    actor.listen(table_id)
    answer = actor.command(table_id, "act", v=actor.v, action=actor.legal[-1])
    assert answer.status_code == 200, answer.content
    return True


@pytest.mark.django_db(transaction=True)  # committed states are cached: each move is read once, not all of them again
@pytest.mark.parametrize("options", [{"goal": None, "rounds": 1}, {"contract": "auction", "goal": None, "rounds": 1}])
def test_six_programs_play_a_match(options: dict[str, Any]) -> None:
    table_id, programs = gather(options)
    moves = 0
    while play_on(table_id, programs):
        moves += 1
    assert moves >= 48
    view = programs[0].get(f"/tables/{table_id}").json()["view"]
    assert view["phase"] == "over"
    assert {"final", "seed", "server_secret", "nonces"} <= view.keys()
    match_id = view["table"]["match"]
    assert programs[0].get(f"/matches/{match_id}/record").status_code == 404, "not before the results are written"
    finish_match(match_id)
    record = programs[0].get(f"/matches/{match_id}/record").json()
    registry.get(record["game"]).from_record(record)  # raises where it breaks a rule
    assert {player["name"] for player in record["players"]} == {program.name for program in programs}


@pytest.mark.django_db
def test_a_seat_is_told_its_own_cards_alone() -> None:
    table_id, programs = gather({"goal": None, "rounds": 1})
    watcher = Program()
    views = [program.get(f"/tables/{table_id}").json() for program in (*programs, watcher)]
    hands = [shown["view"]["hand"] for shown in views]
    assert hands[-1] is None
    for number, program in enumerate(programs):
        others = {card for seat, hand in enumerate(hands[:6]) if seat != number for card in hand}
        told = "".join(program.told)
        shown_to_all = views[number]["view"]["return"] or ""
        assert not [card for card in others - {shown_to_all} if f'"{card}"' in told]
    assert watcher.command(table_id, "act", v=views[0]["v"], action="pass").status_code == 403


@pytest.mark.django_db
def test_acting_late_or_out_of_turn_is_refused() -> None:
    table_id, programs = gather({"goal": None, "rounds": 1})
    for program in programs:
        program.listen(table_id)
    actor = next(program for program in programs if program.legal)
    idler = next(program for program in programs if not program.legal)
    late = actor.command(table_id, "act", v=actor.v - 1, action="pass").json()
    assert (late["code"], late["v"]) == ("stale_version", actor.v)
    assert idler.command(table_id, "act", v=idler.v, action="pass").json()["code"] == "not_your_turn"
    wrong = actor.command(table_id, "act", v=actor.v, action="play AS")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "illegal_action")


@pytest.mark.django_db
def test_events_since_a_version_come_in_order_without_a_gap() -> None:
    table_id, programs = gather({"goal": None, "rounds": 1})
    latest = programs[1].get(f"/tables/{table_id}").json()["v"]
    answer = programs[1].get(f"/tables/{table_id}/events", since=1, wait=0).json()
    assert [message["v"] for message in answer["messages"]] == list(range(2, latest + 1))
    assert STARTED in [event["kind"] for event in answer["messages"][-1]["events"]]
    (view,) = programs[1].get(f"/tables/{table_id}/events", wait=0).json()["messages"]
    assert (view["type"], view["v"]) == ("view", latest)
    assert programs[1].get(f"/tables/{table_id}/events", since=latest, wait=0).json()["messages"] == []


@pytest.fixture
async def stopped_after() -> AsyncIterator[None]:
    """Stop the live path after the test, so that its connections don't hold the database."""
    yield
    await stop_live_path()


async def wait_for_events(program: Program, table_id: int, *, since: int, wait: float) -> Any:
    """Ask for events as an asynchronous server is asked, and return the answer."""
    path = f"/tables/{table_id}/events"
    query: dict[str, Any] = {"since": since, "wait": wait}
    answer: Any = await AsyncClient().get(f"{ROOT}{path}", query, headers={"Authorization": f"Bearer {program.token}"})
    await sync_to_async(check_answer)("GET", path, answer)
    return answer


@pytest.mark.django_db(transaction=True)
async def test_waiting_ends_when_something_happens(stopped_after: None, monkeypatch: pytest.MonkeyPatch) -> None:
    host, other = await sync_to_async(lambda: (Program(), Program()))()
    opened = (await sync_to_async(host.post)("/tables")).json()
    is_listening = asyncio.Event()

    class Listener(events.Listener):
        def __init__(self) -> None:
            super().__init__()
            is_listening.set()

    monkeypatch.setattr(events, "Listener", Listener)
    waiting = asyncio.create_task(wait_for_events(host, opened["id"], since=opened["v"], wait=20))
    await asyncio.wait_for(is_listening.wait(), 10)
    await sync_to_async(other.command)(opened["id"], "sit", seat=4)
    answer = (await asyncio.wait_for(waiting, 10)).json()
    (message,) = answer["messages"]
    assert (answer["v"], message["events"][0]["kind"]) == (2, "seat_taken")
    assert live_path().rooms.get(opened["id"]) is None, "whoever has been answered waits no more"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("grace", "told"), [(30.0, [True]), (0.0, [True, False, True, False])])
async def test_whoever_waits_counts_as_here(
    stopped_after: None, monkeypatch: pytest.MonkeyPatch, grace: float, told: list[bool]
) -> None:
    """From call to call within the grace; nothing is told that has not changed."""
    host = await sync_to_async(Program)()
    opened = (await sync_to_async(host.post)("/tables")).json()
    noted: list[Here] = []
    monkeypatch.setattr((await ensure_live_path()).presence, "note", noted.append)
    monkeypatch.setattr(pollers, "GRACE_SECONDS", grace)
    for _ in range(2):
        answer = (await wait_for_events(host, opened["id"], since=opened["v"], wait=0.05)).json()
        assert answer == {"v": opened["v"], "seat": 0, "messages": []}, "nothing happened for so long"
        await asyncio.sleep(0)  # a grace of no time ends in the loop's next turn
    assert [here.is_open for here in noted] == told
    assert {(here.table_id, here.seat) for here in noted} == {(opened["id"], 0)}
