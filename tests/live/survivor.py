"""A player who survives whatever is killed: comes back, sends the same command again, and remembers what was acked."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.live.clients import Message, TableClient

ANSWER_SECONDS = 2.5
"""After which a client sends again, by the protocol."""
BACK_SECONDS = 0.1


@dataclass
class Survivor:
    """Plays one seat until the match is over.

    Attributes:
        acked: by command id the version that it was acked as.
        on_version: called with each version seen.
    """

    url: str
    table_id: int
    token: str
    draw: random.Random
    on_version: Callable[[int], None] = lambda _version: None
    acked: dict[str, int] = field(default_factory=dict)
    _pending: dict[str, Any] | None = None
    _turn: tuple[int, list[str]] | None = None
    _is_over: bool = False
    _seat: int = 0

    async def play(self) -> None:
        """Play to the end of the match, over as many sockets as it takes."""
        while not self._is_over:
            try:
                async with TableClient(self.url, self.table_id, self.token) as client:
                    await self._play_on(client)
            except (OSError, TimeoutError, WebSocketException, InvalidHandshake):
                await asyncio.sleep(BACK_SECONDS)

    async def _play_on(self, client: TableClient) -> None:
        if self._pending is not None:
            await client.send(**self._pending)
        while not self._is_over:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    message = await client.receive()
            except TimeoutError:
                await client.send(**(self._pending or {"kind": "ping"}))
                continue
            await self._take(client, message)

    async def _take(self, client: TableClient, message: Message) -> None:
        kind = message["type"]
        if kind == "ack":
            known = self.acked.setdefault(message["id"], message["v"])
            assert known == message["v"], "acked twice with different versions"
        if kind in {"ack", "refused"} and self._pending and message["id"] == self._pending["id"]:
            self._pending = None
        if kind in {"view", "event"}:
            self.on_version(message["v"])
            state = message if kind == "event" else message["view"]
            self._is_over = state.get("phase") == "over" or any(
                event["kind"] == "match_over" for event in message.get("events", ())
            )
            legal = state.get("legal_actions")
            self._turn = (message["v"], legal) if legal else None
            await self._come_back(client, message)
        await self._act(client)

    async def _come_back(self, client: TableClient, message: Message) -> None:
        """Take the seat back from the bot that stood in while there was no socket."""
        if message["type"] == "view":
            self._seat = message["seat"]
            is_away = message["view"]["players"][self._seat]["bot_plays"]
        else:
            is_away = any(event["kind"] == "taken_over" and event["seat"] == self._seat for event in message["events"])
        if is_away and not self._is_over:
            await client.send("come_back", id=f"back{message['v']}")

    async def _act(self, client: TableClient) -> None:
        """Play if it is our turn: after an answer too, since who wins a trick hears of the next turn before the ack."""
        if self._turn is None or self._is_over or self._pending is not None:
            return
        (version, legal), self._turn = self._turn, None
        self._pending = {"kind": "act", "id": f"k{version}", "v": version, "action": self.draw.choice(legal)}
        await client.send(**self._pending)
