"""How soon a crashed child is started again."""

import asyncio
import sys

import pytest

from kqj_site.supervisor import keeping
from kqj_site.supervisor.children import Plan
from kqj_site.supervisor.restraint import FREE_RESTARTS, LONGEST_WAIT_SECONDS, Restraint


def test_the_first_crashes_are_met_at_once() -> None:
    restraint = Restraint()
    assert [restraint.wait_after(2.0) for _ in range(FREE_RESTARTS)] == [0.0] * FREE_RESTARTS


@pytest.mark.parametrize("lived", [0.0, 1.0, 3.0])
def test_a_child_that_crashes_again_and_again_waits_longer_and_longer(lived: float) -> None:
    restraint = Restraint()
    waits = [restraint.wait_after(lived) for _ in range(20)]
    assert waits == sorted(waits)
    assert waits[FREE_RESTARTS + 1] > 0
    assert waits[-1] == LONGEST_WAIT_SECONDS


def test_time_makes_up_for_crashes() -> None:
    restraint = Restraint()
    for _ in range(20):
        restraint.wait_after(0.5)
    assert restraint.wait_after(3600.0) == 0
    assert [restraint.wait_after(12.0) for _ in range(50)] == [0.0] * 50


def test_a_child_that_cannot_live_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    is_held_back = asyncio.Event()

    def listen(_name: str, text: str) -> None:
        if "ended with code 3" in text:
            said.append(text)
        if " in 0." in text:
            is_held_back.set()

    monkeypatch.setattr(keeping, "say", listen)

    async def scenario() -> None:
        child = keeping.Child(Plan(name="broken", words=[sys.executable, "-S", "-c", "raise SystemExit(3)"]))
        task = asyncio.create_task(child.keep())
        await is_held_back.wait()
        await child.stop()
        await task

    asyncio.run(scenario())
    assert [text.endswith("starting it again") for text in said] == [True] * FREE_RESTARTS + [False]
