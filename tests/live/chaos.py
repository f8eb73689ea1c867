"""A match during which children of the site are killed with -9, and what must hold after it."""

import asyncio
import random
from time import monotonic
from typing import Any

from games.engine import registry
from games.models import Match, TableEvent
from games.services.bot_matches import read_record
from games.services.executors import fold_state
from games.services.matches import finish_match
from games.services.play import Command, Kind, perform
from games.services.seating import bots_command
from tests.games.seated import make_user
from tests.live.survivor import Survivor
from tests.running_site import RunningSite

PATIENCE_SECONDS = 300.0
"""For the match itself on a busy machine; each kill adds its own."""
PATIENCE_SECONDS_A_KILL = 60.0
PATIENT = {"KQJ_AWAY_SECONDS": "120", "KQJ_SILENT_SECONDS": "120", "KQJ_BOT_PACE_MS": "0"}
"""Nobody plays for the player while the web process is away: each kill is then met by a move that waits."""


class Killer:
    """Kills a child of the site whenever some versions have gone by, one at a time.

    Attributes:
        left: kills to come.
        pauses: by kill, who was killed and the longest time in seconds without a new version until the next kill.
    """

    def __init__(self, site: RunningSite, *, count: int, draw: random.Random) -> None:
        self._site = site
        self._draw = draw
        self._next = 5
        self._task: asyncio.Future[None] | None = None
        self._seen_at = monotonic()
        self.left = count
        self.pauses: list[tuple[str, float]] = []

    def note(self, version: int) -> None:
        self._time_pause()
        if self.left and version >= self._next and (self._task is None or self._task.done()):
            self.left -= 1
            self._next = version + self._draw.randint(1, 12)
            victim = self._draw.choice(("web", "live"))
            self.pauses.append((victim, 0.0))
            self._task = asyncio.ensure_future(asyncio.to_thread(self._site.kill_child, victim))

    def _time_pause(self) -> None:
        now = monotonic()
        if self.pauses:
            victim, longest = self.pauses[-1]
            self.pauses[-1] = (victim, max(longest, now - self._seen_at))
        self._seen_at = now

    async def finish(self) -> None:
        if self._task is not None:
            await self._task


def open_table_with_bots(rounds: int) -> tuple[int, str]:
    """Seat one person, who is ready, and five bots; return the table's id and the person's token."""
    from accounts.services.tokens import make_token
    from games.services.tables import open_table

    user = make_user()
    table = open_table(user=user, options={"goal": None, "rounds": rounds}, pace_ms=0)
    perform(table_id=table.pk, command=Command(Kind.READY, "ready", user.pk))
    state = fold_state(table.pk)
    command = bots_command(state, kind=Kind.FILL_BOTS, user_id=user.pk, command_id="bots")
    perform(table_id=table.pk, command=command)
    return table.pk, make_token(user=user, name="survivor", scopes=["play"])[1]


async def play_through(site: RunningSite, *, table: tuple[int, str], kills: int, seed: int) -> tuple[Survivor, Killer]:
    """Play a match against bots while children are killed.

    Returns:
        The player, who knows what was acked, and the killer, who knows how long play stood still.

    Raises:
        AssertionError: a move was lost or doubled, or the match ended before all kills.
    """
    table_id, token = table
    killer = Killer(site, count=kills, draw=random.Random(seed))
    player = Survivor(site.ws_url, table_id, token, random.Random(seed + 1), on_version=killer.note)
    async with asyncio.timeout(PATIENCE_SECONDS + kills * PATIENCE_SECONDS_A_KILL):
        await player.play()
        await killer.finish()
    assert killer.left == 0, f"the match ended before {killer.left} kills"
    return player, killer


def check_match(player: Survivor) -> None:
    """Check that all acked moves are there, none is doubled, the match was played out, and its record verifies."""
    table_id = player.table_id
    rows: list[Any] = list(TableEvent.objects.filter(table_id=table_id).values("version", "command_id", "user_id"))
    assert [row["version"] for row in rows] == list(range(1, len(rows) + 1))
    _check_acks(rows, acked=player.acked)
    match = Match.objects.get(table_id=table_id)
    assert match.finished_at is not None
    assert fold_state(table_id).status == "over"
    finish_match(match.pk)  # unless a worker has done it by now
    assert registry.get(match.game).from_record(read_record(match.pk)) is not None


def _check_acks(rows: list[dict[str, Any]], *, acked: dict[str, int]) -> None:
    assert len(acked) > 10
    stored = {row["command_id"]: row["version"] for row in rows}
    assert {command_id: stored[command_id] for command_id in acked} == acked
    own = [(row["user_id"], row["command_id"]) for row in rows if row["user_id"]]
    assert len(set(own)) == len(own)
