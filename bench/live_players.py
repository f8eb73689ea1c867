"""Clients that play: each answers what it is asked for with a random legal action, at once or after some thought."""

import asyncio
import json
import random
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from typing import Any

from bench.live_client import WebSocketClient

CLIENTS = 6
SEAT_SECONDS = 60.0


@dataclass(slots=True)
class Scene:
    """What all clients share: the clockwork and what was seen.

    Attributes:
        is_measuring: only then is anything counted.
        sent: by (table, command id) when it was sent.
        waiting: by (table, version) how many clients have not seen it yet, and when it was sent.
        acks, sixths: seconds from sending a command to its ack, and to the sixth client's event.
        counts: messages by type; bytes under `bytes` and `event_bytes`.
    """

    think_seconds: float
    is_measuring: bool = False
    sent: dict[str, float] = field(default_factory=dict)
    acks: list[float] = field(default_factory=list)
    sixths: list[float] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    arrivals: dict[tuple[int, int], tuple[int, float]] = field(default_factory=dict)
    moves: dict[tuple[int, int], float] = field(default_factory=dict)

    async def wait_until_seated(self, players: list["Player"]) -> None:
        """Wait until every client has its view."""
        async with asyncio.timeout(SEAT_SECONDS):
            await asyncio.gather(*(player.seated for player in players))

    def note(self, kind: str, amount: int = 1) -> None:
        """Count something, while measuring."""
        if self.is_measuring:
            self.counts[kind] = self.counts.get(kind, 0) + amount


async def play_for(scene: Scene, *, seconds: float) -> None:
    """Measure for a while; the clients play by themselves."""
    scene.is_measuring = True
    await asyncio.sleep(seconds)
    scene.is_measuring = False


class Player:
    """A client at a seat."""

    _numbers = count(1)

    def __init__(self, scene: Scene, *, table_id: int) -> None:
        self._scene = scene
        self._table_id = table_id
        self._draw = random.Random(f"{table_id}:{next(self._numbers)}")
        self._client: WebSocketClient | None = None
        self._version = 0
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def join(cls, scene: Scene, *, url: str, seat: tuple[int, str]) -> "Player":
        """Open the socket of a seat."""
        table_id, token = seat
        player = cls(scene, table_id=table_id)
        address = f"{url}/ws/tables/{table_id}/"
        player._client = await WebSocketClient.open(address, token=token, on_text=player._take)
        return player

    def get_ready(self) -> None:
        """Say so, with a nonce."""
        self._send({"type": "ready", "id": f"r{next(self._numbers)}", "nonce": self._draw.randbytes(16).hex()})

    def leave(self) -> None:
        """Hang up."""
        if self._client is not None:
            self._client.close()

    def _take(self, text: str) -> None:
        message = json.loads(text)
        kind = message["type"]
        self._scene.note(kind)
        self._scene.note("bytes", len(text))
        if kind == "event":
            self._scene.note("event_bytes", len(text))
            self._take_event(message)
        elif kind == "ack":
            self._take_ack(message)
        elif kind == "view":
            self._take_seat()
        elif kind in {"refused", "closing"}:
            print(f"   {text}")

    def _take_seat(self) -> None:
        if not self.seated.done():
            self.seated.set_result(None)

    def _take_event(self, message: dict[str, Any]) -> None:
        self._version = message["v"]
        self._count_arrival((self._table_id, self._version))
        actions = message.get("legal_actions")
        if actions:
            self._think(self._draw.choice(actions))

    def _take_ack(self, message: dict[str, Any]) -> None:
        sent = self._scene.sent.pop(message["id"], None)
        if sent is None:
            return
        if self._scene.is_measuring:
            self._scene.acks.append(perf_counter() - sent)
        key = (self._table_id, message["v"])
        if key in self._scene.arrivals:
            self._finish(key, sent=sent)
        else:
            self._scene.moves[key] = sent

    def _count_arrival(self, key: tuple[int, int]) -> None:
        seen, _latest = self._scene.arrivals.get(key, (0, 0.0))
        self._scene.arrivals[key] = (seen + 1, perf_counter())
        sent = self._scene.moves.get(key)
        if sent is not None:
            self._finish(key, sent=sent)

    def _finish(self, key: tuple[int, int], *, sent: float) -> None:
        """Note the latency once all six have the event and the mover the ack, in whatever order they came."""
        seen, latest = self._scene.arrivals[key]
        if seen < CLIENTS:
            self._scene.moves[key] = sent
            return
        del self._scene.arrivals[key]
        self._scene.moves.pop(key, None)
        if self._scene.is_measuring:
            self._scene.sixths.append(latest - sent)

    def _think(self, action: str) -> None:
        if self._scene.think_seconds <= 0:
            self._act(action)
            return
        seconds = self._draw.expovariate(1 / self._scene.think_seconds)
        asyncio.get_running_loop().call_later(seconds, self._act, action)

    def _act(self, action: str) -> None:
        id_ = f"m{next(self._numbers)}"
        self._scene.sent[id_] = perf_counter()
        self._send({"type": "act", "id": id_, "v": self._version, "action": action})

    def _send(self, message: dict[str, Any]) -> None:
        if self._client is not None:
            self._client.send(message)
