"""The site plays over Redis as it does over files, where a redis-server can be had."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import registry
from kqj_site.embedded import postgres
from tests.running_site import PROJECT, QUICK, RunningSite

MATCHES = 2


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """The Redis named by KQJ_TEST_REDIS_URL, or one of our own."""
    given, program = os.environ.get("KQJ_TEST_REDIS_URL"), shutil.which("redis-server")
    if given:
        yield given
        return
    if program is None:
        pytest.skip("no redis-server here, and KQJ_TEST_REDIS_URL names no running one")
    port = free_port()
    words = [program, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert any("Ready to accept connections" in line for line in server.stdout)
        yield f"redis://127.0.0.1:{port}/0"
        server.terminate()
        server.stdout.read()


def free_port() -> int:
    with socket.socket() as asker:
        asker.bind(("127.0.0.1", 0))
        return int(asker.getsockname()[1])


def test_bots_play_whole_matches_over_redis(redis_url: str, tmp_path: Path) -> None:
    env = {"KQJ_VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": "", "REDIS_URL": redis_url}
    site = RunningSite(env=env).wait_until_ready()
    try:
        words = ["play_bots", "--matches", str(MATCHES), "--options", "goal=500", "--out", str(tmp_path / "records")]
        subprocess.run(
            [sys.executable, "manage.py", *words], cwd=PROJECT, env={**os.environ, **QUICK, **env}, check=True
        )
    finally:
        site.stop()
        postgres.wait_until_stopped(tmp_path / "var")
    records = [json.loads(line) for line in (tmp_path / "records").read_text().splitlines()]
    assert [registry.get("kqj").from_record(record) is not None for record in records] == [True] * MATCHES
    assert not (tmp_path / "var" / "broker").exists()
