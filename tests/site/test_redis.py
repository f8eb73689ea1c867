"""With REDIS_URL set, Celery's messages and the cache are in Redis, and nothing is in files."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

from tests.running_site import PROJECT, RunningSite

WORKERS = 2
PATIENCE_SECONDS = 60.0
pytestmark = [
    pytest.mark.brokers,
    pytest.mark.skipif(not settings.REDIS_URL, reason="REDIS_URL is not set: python -m tests.on_redis sets it"),
]


def test_the_running_site_takes_its_messages_from_redis(live_site: RunningSite) -> None:
    waiting: set[str] = set()
    end = time.monotonic() + PATIENCE_SECONDS
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        while len(waiting) < WORKERS:
            assert time.monotonic() < end, f"{len(waiting)} workers wait for tasks"
            waiting |= {entry["id"] for entry in client.client_list() if entry["cmd"] == "brpop"}
            time.sleep(0.05)
    assert not (Path(live_site.env["KQJ_VAR_DIR"]) / "broker").exists()


def test_processes_share_the_cache() -> None:
    cache.set("tests.site.test_redis", "here", timeout=60)
    script = "from django.core.cache import cache; print(cache.get('tests.site.test_redis'))"
    words = [sys.executable, "manage.py", "shell", "--no-imports", "--command", script]
    assert subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True).stdout == "here\n"
