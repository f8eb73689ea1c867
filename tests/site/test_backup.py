"""The database goes to a file and comes back whole."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg

from kqj_site.embedded import postgres
from tests.running_site import PROJECT


def test_a_backup_comes_back(tmp_path: Path) -> None:
    def run(*words: str) -> None:
        env = {**os.environ, "KQJ_VAR_DIR": str(tmp_path / "var"), "DATABASE_URL": ""}
        subprocess.run([sys.executable, "manage.py", *words], cwd=PROJECT, env=env, check=True)

    url = postgres.acquire(tmp_path / "var")
    try:
        with psycopg.connect(url) as connection:
            connection.execute("create table kept (number int)")
            connection.execute("insert into kept values (42)")
        run("backup", str(tmp_path / "file"))
        with psycopg.connect(url) as connection:
            connection.execute("update kept set number = 0")
        run("backup", "--restore", str(tmp_path / "file"))
        with psycopg.connect(url) as connection:
            assert connection.execute("select number from kept").fetchall() == [(42,)]
    finally:
        postgres.release(tmp_path / "var")
        postgres.wait_until_stopped(tmp_path / "var")
