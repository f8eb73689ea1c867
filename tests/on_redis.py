"""Runs the tests marked `brokers` with Celery and the cache over Redis: `python -m tests.on_redis [pytest's arguments]`.

The whole suite runs over the embedded broker and the database's cache; these are what touches either. Redis is the one
that KQJ_TEST_REDIS_URL names, or a redis-server of our own for as long as the run takes.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

PROJECT = Path(__file__).resolve().parent.parent
USED = ("lpush", "brpop", "set", "get")
"""What Celery's messages and the cache cannot do without."""


def main(arguments: list[str]) -> int:
    """Run the tests; return pytest's exit code, or 1 where Redis was hardly asked anything."""
    given, program = os.environ.get("KQJ_TEST_REDIS_URL", ""), shutil.which("redis-server")
    if given:
        return run_tests(given, arguments=arguments)
    if program is None:
        print("tests on Redis: SKIPPED: no redis-server here, and KQJ_TEST_REDIS_URL names no running one")
        return 0
    with started(program) as url:
        return run_tests(url, arguments=arguments)


@contextmanager
def started(program: str) -> Iterator[str]:
    """Run a redis-server that keeps nothing; yields its address."""
    with socket.socket() as asker:
        asker.bind(("127.0.0.1", 0))
        port = asker.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="kqj-redis-") as folder:
        words = [program, "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", folder]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as server:
            assert server.stdout is not None
            assert any("Ready to accept connections" in line for line in server.stdout), "redis-server did not start"
            try:
                yield f"redis://127.0.0.1:{port}/0"
            finally:
                server.terminate()
                server.stdout.read()


def run_tests(url: str, *, arguments: list[str]) -> int:
    """Run pytest with REDIS_URL set, and say what Redis was asked meanwhile."""
    asked = count_commands(url)
    words = [sys.executable, "-m", "pytest", "-m", "brokers", *(arguments or marked_files())]
    code = subprocess.run(words, cwd=PROJECT, env={**os.environ, "REDIS_URL": url}, check=False).returncode
    asked = {name: count - asked.get(name, 0) for name, count in count_commands(url).items()}
    print("tests on Redis:", ", ".join(f"{name} {asked.get(name, 0)}" for name in USED))
    return code or int(not all(asked.get(name) for name in USED))


def marked_files() -> list[str]:
    """Return the files with such tests: to load all others takes longer than some of these."""
    files = sorted((PROJECT / "tests").rglob("test_*.py"))
    return [
        str(file.relative_to(PROJECT)) for file in files if "pytest.mark.brokers" in file.read_text(encoding="utf-8")
    ]


def count_commands(url: str) -> dict[str, int]:
    """Return how often each command has been asked of the Redis."""
    with redis.Redis.from_url(url) as client:
        stats = client.info("commandstats")
    return {name.removeprefix("cmdstat_"): figures["calls"] for name, figures in stats.items()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
