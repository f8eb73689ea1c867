"""The page's logic without a page, in Node: sorting, words, and that events lead to the view that the server sends."""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine import registry

PROJECT = Path(__file__).resolve().parents[2]
SCRIPTS = PROJECT / "tests" / "browser" / "js"
LOGIC = ("after", "ahead", "calls", "cards", "chat", "clock", "seats", "table")
OPTIONS: tuple[dict[str, object], ...] = (
    {"rounds": 4, "goal": None},
    {"teams": 3, "goal": None, "rounds": 4},
    {"contract": "auction", "goal": None, "rounds": 4},
    {"teams": 3, "partners": "random", "contract": "auction", "goal": None, "rounds": 4},
)

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None, reason="Node is not installed; browsers run it all the same"
)


def run_node(script: str, *, env: dict[str, str] | None = None) -> None:
    """Run one file of tests in Node and fail with what it said."""
    words = ["node", "--experimental-default-type=module", "--test", str(SCRIPTS / script)]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **(env or {})}, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("script", LOGIC)
def test_page_logic(script: str) -> None:
    run_node(f"{script}.test.mjs")


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seat", [0, 4, None])
def test_events_lead_to_the_view_of_the_server(options: dict[str, object], seat: int | None, tmp_path: Path) -> None:
    path = tmp_path / "steps.jsonl"
    path.write_text("\n".join(json.dumps(step) for step in play_match(options, seat=seat)), encoding="utf-8")
    run_node("reduce.test.mjs", env={"KQJ_STEPS": str(path)})


def test_every_module_of_the_page_is_fetched_ahead() -> None:
    listed = (PROJECT / "templates/games/table/modules.html").read_text(encoding="utf-8")
    found = [
        path.relative_to(PROJECT / "static")
        for name in ("cards", "table")
        for path in (PROJECT / "static/js" / name).glob("*.js")
    ]
    assert [path for path in found if f"'{path}'" not in listed and path.name != "main.js"] == []


def play_match(options: dict[str, object], *, seat: int | None) -> Iterator[dict[str, Any]]:
    """Yield for each action of a random match what the audience is told of it, and its view after it."""
    game, chance = registry.get("kqj"), random.Random(7)
    step = game.start(game.parse_options(options), bytes(range(32)))
    yield {"view": game.view(step.state, seat)}
    while to_act := game.to_act(step.state):
        actions = game.legal_actions(step.state, to_act[0])
        step = game.apply(step.state, to_act[0], chance.choice(actions))
        view = game.view(step.state, seat)
        told = [{"kind": event.kind, **event.data} for event in step.events if game.visible(event, seat)]
        if not game.to_act(step.state):
            told.append({"kind": "match_over", "final": view["final"], "seed": view["seed"]})
        message = {"events": told, "to_act": view["to_act"], "legal_actions": view["legal_actions"], "clocks": {}}
        yield {"message": message, "view": view}
