"""Scripted people at tables: they play, and do all that people, their browsers and their networks do.

Each person is one seat over as many sockets as it takes. What they did is kept, so that it can be held against the
rows afterwards.
"""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.live.clients import Message, TableClient

ANSWER_SECONDS = 2.5
"""After which a client sends a command again, by the protocol."""
THINK_SECONDS = 0.5
"""The mean time until an action."""
CONTINUES, AGREES = 0.8, 0.85
"""How likely somebody goes on after a deal, and agrees to what is asked."""
PAUSE_SECONDS = (0.5, 6.0)
"""After which everybody asks to go on in a pause."""
AWAY_SECONDS = 6.0
"""The longest time without a socket."""
OUTSIDE = ("together", "twice", "drop", "device", "late", "pause", "abandon", "replace", "undo", "leave", "chat")
CHANCES = (0.04, 0.05, 0.05, 0.03, 0.012, 0.01, 0.001, 0.004, 0.02, 0.002, 0.03)
"""By item of OUTSIDE, how likely it is when one's turn comes; else the person simply plays."""


class SocketDropped(Exception):  # noqa: N818 -- what happened, not a fault of ours
    """The person's socket is gone, on purpose."""


@dataclass
class Person:
    """Somebody on a seat until the match is over.

    Attributes:
        acked: by command id the version that it was acked as.
        pairs: ids of two different actions sent in the same moment: one of them at most may count.
        deeds: how often what was done.
        latest: the last version seen.
        is_over: whether the match is.
        has_left: whether the person left for good.
    """

    url: str
    table_id: int
    user_id: int
    token: str
    draw: random.Random
    on_deed: Callable[[str], None] = lambda _deed: None
    acked: dict[str, int] = field(default_factory=dict)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    deeds: dict[str, int] = field(default_factory=dict)
    refusals: dict[str, int] = field(default_factory=dict)
    latest: int = 0
    is_over: bool = False
    has_left: bool = False
    _seat: int = -1
    _count: int = 0
    _pending: dict[str, dict[str, Any]] = field(default_factory=dict)
    _plans: list[tuple[float, Callable[[], dict[str, Any] | None]]] = field(default_factory=list)
    _spare: TableClient | None = None

    async def play(self) -> None:
        """Stay until the match is over, coming back after whatever happens."""
        while not self.is_over:
            with suppress(OSError, TimeoutError, WebSocketException, InvalidHandshake, SocketDropped):
                async with self._spare or TableClient(self.url, self.table_id, self.token) as client:
                    self._spare = None
                    await self._stay(client)
            if not self._spare:
                await asyncio.sleep(0.1)

    async def _stay(self, client: TableClient) -> None:
        for message in list(self._pending.values()):
            await client.send(**message)
        while not self.is_over:
            try:
                async with asyncio.timeout(self._patience()):
                    await self._take(client, await client.receive())
            except TimeoutError:
                await self._do_what_is_due(client)
            client.frames.clear()

    def _patience(self) -> float:
        due = min((moment for moment, _plan in self._plans), default=monotonic() + ANSWER_SECONDS)
        return min(ANSWER_SECONDS, max(0.0, due - monotonic()))

    async def _do_what_is_due(self, client: TableClient) -> None:
        due = [plan for plan in self._plans if plan[0] <= monotonic()]
        self._plans = [plan for plan in self._plans if plan not in due]
        if not due:
            for message in list(self._pending.values()) or [{"kind": "ping"}]:
                await client.send(**message)
        for _moment, make in due:
            if planned := make():
                await self._send(client, **planned)

    def _plan(self, seconds: float, make: Callable[[], dict[str, Any] | None]) -> None:
        self._plans.append((monotonic() + seconds, make))

    async def _send(self, client: TableClient, *, kind: str, **fields: Any) -> str:
        self._count += 1
        id_ = f"{self._seat}-{self._count}"
        self._pending[id_] = {"kind": kind, "id": id_, **fields}
        await client.send(**self._pending[id_])
        return id_

    async def _take(self, client: TableClient, message: Message) -> None:
        kind = message["type"]
        if kind == "ack":
            known = self.acked.setdefault(message["id"], message["v"])
            assert known == message["v"], f"table {self.table_id}: acked twice with different versions"
        if kind == "refused":
            self.refusals[message["code"]] = self.refusals.get(message["code"], 0) + 1
        if kind in {"ack", "refused"}:
            self._pending.pop(message["id"], None)
        if kind == "pong" and "echo" in message:
            await client.send("echo", n=message["echo"])
        if kind in {"view", "event"}:
            await self._look(client, message)

    async def _look(self, client: TableClient, message: Message) -> None:
        """Take in what the table tells, and do something about it."""
        is_view = message["type"] == "view"
        state = message["view"] if is_view else message
        kinds = {event["kind"]: event for event in message.get("events", ())}
        self.latest = max(self.latest, message["v"])
        self.is_over = "match_over" in kinds or state.get("phase") == "over"
        if is_view:
            self._seat = self._seat if message["seat"] is None else message["seat"]
        if self.is_over or self.has_left:
            return
        self._answer(kinds, state if is_view else None)
        if legal := state.get("legal_actions"):
            await self._turn(client, legal, version=message["v"])

    def _answer(self, kinds: dict[str, Any], view: dict[str, Any] | None) -> None:
        own = kinds.get("taken_over", {}).get("seat") == self._seat
        if own or (view and view["players"][self._seat]["bot_plays"]):
            self._plan(self.draw.uniform(0.0, 3.0), lambda: {"kind": "come_back"})
        if "round_over" in kinds and self.draw.random() < CONTINUES:
            self._plan(self.draw.uniform(0.1, 1.0), lambda: {"kind": "continue"})
        opened = kinds.get("vote_opened")
        if opened and opened["by"] != self._seat:
            agrees = self.draw.random() < AGREES
            vote = {"kind": "vote", "vote": opened["vote"], "agree": agrees}
            self._plan(self.draw.uniform(0.1, 1.0), lambda: vote)
        is_declined = kinds.get("vote_closed", {}).get("vote") == "resume" and "resumed" not in kinds
        if "paused" in kinds or is_declined or (view and view.get("pause")):
            self._plan(self.draw.uniform(*PAUSE_SECONDS), lambda: {"kind": "propose", "vote": "resume"})

    async def _turn(self, client: TableClient, legal: list[str], *, version: int) -> None:
        """Play, or do something else, in answer to this version's turn."""
        mood = self.draw.choices((*OUTSIDE, "play"), weights=(*CHANCES, 1 - sum(CHANCES)))[0]
        self.deeds[mood] = self.deeds.get(mood, 0) + 1
        self.on_deed(mood)
        wait = self.draw.expovariate(1 / THINK_SECONDS)
        if mood == "together":
            actions = self.draw.sample(legal, 2) if len(legal) > 1 else [legal[0]] * 2
            ids = [await self._send(client, kind="act", v=version, action=action) for action in actions]
            self.pairs.append((ids[0], ids[1]))
        elif mood == "twice":
            id_ = await self._send(client, kind="act", v=version, action=self.draw.choice(legal))
            await client.send(**self._pending[id_])
        elif mood == "late":
            return
        else:
            action = self.draw.choice(legal)
            self._plan(wait, lambda: self._act(action, version=version))
            await self._misbehave(client, mood)

    def _act(self, action: str, *, version: int) -> dict[str, Any] | None:
        """Return the action's message unless the table has moved on."""
        return {"kind": "act", "v": version, "action": action} if version == self.latest else None

    async def _misbehave(self, client: TableClient, mood: str) -> None:
        if mood == "drop":
            client.socket.transport.abort()
            await asyncio.sleep(self.draw.uniform(0.1, AWAY_SECONDS))
            raise SocketDropped
        if mood == "device":
            self._spare = TableClient(self.url, self.table_id, self.token, query=f"?v={self.latest}")
            async with TableClient(self.url, self.table_id, self.token) as other:
                await other.next("view")
            raise SocketDropped
        if mood in {"pause", "abandon"}:
            await self._send(client, kind="propose", vote=mood)
        elif mood == "replace":
            await self._send(client, kind="propose", vote=mood, seat=self.draw.randrange(6))
        elif mood == "undo" and self.acked:
            await self._send(client, kind="undo", v=max(self.acked.values()))
        elif mood == "chat":
            await client.send("chat", phrase="hello")
        elif mood == "leave":
            await self._send(client, kind="leave", confirm=True)
            self.has_left = True
