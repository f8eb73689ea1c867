"""Nobody is sent what they may not know yet: the full traffic of whole matches, searched for every hidden card."""

import asyncio
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.models import Match, TableEvent
from games.services.executors import fold_state
from games.services.table_rows import StoredEvent
from games.services.table_state import apply_row, begin
from games.services.table_values import TableState
from tests.live.clients import Message, TableClient
from tests.live.conftest import Seats
from tests.live.servers import WebProcess

CARD = re.compile(r"\b[ATHKQJ987654][SHDC]\b")
OPTIONS: list[dict[str, Any]] = [
    {"teams": teams, "partners": partners, "contract": contract, "goal": None, "rounds": 2}
    for teams in (2, 3)
    for partners in ("fixed", "random")
    for contract in ("take", "auction")
] + [{"goal": None, "rounds": 3}, {"contract": "auction", "goal": None, "rounds": 3}]


@dataclass
class Watched:
    """A table and all that each client at it was sent, watcher last."""

    seats: Seats
    clients: list[TableClient]


async def play_match(web: WebProcess, seats: Seats, *, seed: int) -> Watched:
    """Play a whole match with a client at each seat and a watcher; players try illegal things, leave and come back."""
    clients = [TableClient(web.ws_url, seats.table_id, token) for token in (*seats.tokens, seats.stranger)]
    async with asyncio.TaskGroup() as group:
        for number, client in enumerate(clients):
            group.create_task(_play(client, is_watcher=number == 6, draw=random.Random(f"{seed}:{number}")))
    return Watched(seats, clients)


async def _play(client: TableClient, *, is_watcher: bool, draw: random.Random) -> None:
    async with client:
        await client.next("view")
        if not is_watcher:
            await client.send("ready", id="ready", nonce=draw.randbytes(16).hex())
        latest = 0
        while True:
            message = await client.receive()
            if message["type"] != "event" or message["v"] <= latest:
                continue
            latest = message["v"]
            if any(event["kind"] == "match_over" for event in message["events"]):
                return
            await _answer(client, message, draw=draw)


async def _answer(client: TableClient, message: Message, *, draw: random.Random) -> None:
    if draw.random() < 0.03:
        await client.send("sync", v=draw.randrange(message["v"] + 5))
        await client.send("act", id=f"wild{message['v']}", v=message["v"], action="play AS")
    legal = message.get("legal_actions")
    if legal:
        await client.send("act", id=f"v{message['v']}", v=message["v"], action=draw.choice(legal))


def test_no_frame_of_ten_matches_shows_a_hidden_card_or_secret(
    web: WebProcess, seat_table: Callable[..., Seats]
) -> None:
    tables = [seat_table(6, options=options) for options in OPTIONS]

    async def scenario() -> list[Watched]:
        plays = (play_match(web, seats, seed=number) for number, seats in enumerate(tables))
        return await asyncio.gather(*plays)

    for watched in asyncio.run(scenario()):
        _search(watched)


def _search(watched: Watched) -> None:
    states = _states(watched.seats.table_id)
    actions = dict(TableEvent.objects.filter(table_id=watched.seats.table_id).values_list("version", "payload"))
    secrets = _secrets(states[max(states)], table_id=watched.seats.table_id)
    count = 0
    for number, client in enumerate(watched.clients):
        audience = number if number < 6 else None
        for message, frame in zip(client.messages, client.frames, strict=True):
            is_over = message.get("v") == max(states) and message["type"] in {"event", "view"}
            if message["type"] in {"event", "view"}:
                count += 1
                known = _known(states[message["v"]], audience=audience, action=str(actions.get(message["v"], "")))
                assert not set(CARD.findall(frame)) - known, (audience, frame)
            elif message["type"] != "refused":
                assert not CARD.findall(frame), frame
            assert is_over or not any(secret in frame for secret in secrets), (audience, frame)
    assert count > 7 * 100


def _states(table_id: int) -> dict[int, TableState]:
    state = begin(fold_state(table_id).setup)
    states = {0: state}
    columns = ("table_id", "version", "kind", "seat", "user_id", "command_id", "payload", "at")
    for row in TableEvent.objects.filter(table_id=table_id).order_by("version").values_list(*columns):
        state = states[row[1]] = apply_row(state, StoredEvent(*row))
    return states


def _known(state: TableState, *, audience: int | None, action: str) -> set[str]:
    """Return the cards that the audience may know of at this version, and the one that led to it."""
    if state.engine is None:
        return set()
    view = state.setup.game.view(state.engine, audience)
    played = {card for _seat, card in view["plays"]}
    return {*(view["hand"] or ()), *played, view["return"], *CARD.findall(action)}


def _secrets(state: TableState, *, table_id: int) -> list[str]:
    secret = bytes(Match.objects.only("server_secret").get(table_id=table_id).server_secret)
    assert state.seed is not None
    assert len(state.nonces) == 6
    return [secret.hex(), state.seed.hex(), *state.nonces, json.dumps(list(secret))]
