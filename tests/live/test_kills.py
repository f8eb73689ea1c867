"""kill -9 of the web process and of the bots' worker, at moments of a match that nobody chose."""

import asyncio
from pathlib import Path

import pytest

from tests.live.chaos import PATIENT, check_match, open_table_with_bots, play_through
from tests.running_site import RunningSite

KILLS = 6
ROUNDS = 2


@pytest.mark.usefixtures("transactional_db")
def test_every_acked_move_survives_and_none_is_doubled(web_env: dict[str, str], tmp_path: Path) -> None:
    table = open_table_with_bots(ROUNDS)
    site = RunningSite(env={**web_env, **PATIENT, "KQJ_VAR_DIR": str(tmp_path)}).wait_until_ready()
    try:
        player, _ = asyncio.run(play_through(site, table=table, kills=KILLS, seed=11))
    finally:
        site.stop()
    check_match(player)
