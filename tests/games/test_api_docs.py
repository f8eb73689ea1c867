"""The program in docs/api.md plays a whole match at the real site, and the page tells every call."""

import json
import re
import subprocess
import sys
from pathlib import Path

from games.api.urls import api
from games.models import Match
from tests.running_site import RunningSite

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
MATCH_SECONDS = 120


def test_the_program_on_the_page_plays_a_match(live_site: RunningSite, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    program = tmp_path / "play.py"
    program.write_text(found.group(1), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, str(program), live_site.url],
        capture_output=True,
        text=True,
        timeout=MATCH_SECONDS,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert told["final"]["reason"] == "rounds"
    assert Match.objects.get(pk=told["match"]).finished_at is not None


def test_the_page_tells_every_call_and_its_fields() -> None:
    text = PAGE.read_text(encoding="utf-8")
    document = json.loads(json.dumps(api.get_openapi_schema()))
    for path, operations in document["paths"].items():
        short = re.sub(r"{\w+_id}", "{id}", path.removeprefix("/api/v1"))
        for method in operations:
            assert f"`{method.upper()} {short}" in text, f"{method} {short}"
    fields = {
        field
        for name, shape in document["components"]["schemas"].items()
        if name.endswith("In")
        for field in shape["properties"]
    }
    assert not [field for field in fields if f"`{field}`" not in text]
