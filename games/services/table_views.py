"""The whole of a table as one audience may see it: the `view` message."""

from datetime import datetime
from typing import Any

from games.broadcast.changes import Audience, format_time
from games.services.table_claims import can_claim
from games.services.table_clocks import format_control
from games.services.table_effects import describe_player
from games.services.table_match import describe_end
from games.services.table_next import next_match_at
from games.services.table_pause import describe_pause
from games.services.table_timing import describe_clocks
from games.services.table_undo import describe_undo
from games.services.table_values import TableState
from games.services.table_votes import describe_votes


def view_message(state: TableState, *, audience: Audience, now: datetime) -> dict[str, Any]:
    """Return the `view` message for a seat, or for watchers."""
    return {"type": "view", "v": state.version, "seat": audience, "view": view(state, audience=audience, now=now)}


def view(state: TableState, *, audience: Audience, now: datetime) -> dict[str, Any]:
    """Return all that the audience may know: what the game tells, and the table around it."""
    setup = state.setup
    shown: dict[str, Any] = {"phase": "waiting", "legal_actions": []}
    if state.engine is not None:
        shown = dict(setup.game.view(state.engine, audience))
    shown |= {
        "table": _describe_table(state, audience=audience),
        "game": setup.game.key,
        "options": setup.options_json,
        "commitment": setup.commitment,
        "players": describe_players(state, audience=audience),
        "break": _describe_break(state, now=now),
        "clocks": describe_clocks(state),
        "pause": state.pause and describe_pause(state.pause),
        "at": format_time(now),
        "to_act": list(state.to_act),
        "votes": describe_votes(state, now=now),
        "undo": _describe_undo(state, audience=audience, now=now),
    }
    shown["agreed"] = _describe_agreed(state)
    if audience is not None and can_claim(state, seat=audience):
        shown["can_claim"] = True
    if state.finished_at is not None:
        shown |= describe_end(state)
    return shown


def describe_players(state: TableState, *, audience: Audience) -> list[dict[str, Any] | None]:
    """Return who sits where, by seat; `you` marks the audience's own seat."""
    players = []
    for seat, sitter in enumerate(state.seats):
        player = describe_player(sitter, seat=seat)
        players.append(player and {**player, "you": seat == audience})
    return players


def host_seat(state: TableState) -> int | None:
    """Return the seat of the host: who opened the table, or else the person who joined first."""
    own = state.seat_of(state.setup.host_id)
    if own is not None:
        return own
    people = [(sitter.joined, seat) for seat, sitter in enumerate(state.seats) if sitter and not sitter.is_bot]
    return min(people)[1] if people else None


def _describe_table(state: TableState, *, audience: Audience) -> dict[str, Any]:
    setup = state.setup
    invite = f"/tables/{setup.table_id}/?invite={setup.invite_code}" if setup.is_private else None
    fill_at = setup.fill_at if state.status == "open" else None
    return {
        "id": setup.table_id,
        "match": setup.match_id,
        "number": setup.match_number,
        "previous_match": setup.last_match_id,
        "status": state.status,
        "host": host_seat(state),
        "is_private": setup.is_private,
        "invite_url": invite if audience is not None else None,
        "seating": "drawn" if setup.is_seating_drawn else "chosen",
        "can_watch": setup.can_watch,
        "bot_level": setup.bot_level,
        "is_quick": setup.is_quick,
        "fill_at": fill_at and format_time(fill_at),
        "time": format_control(setup.control),
        "substitutes": setup.can_substitute,
        "is_rated": setup.is_rated,
        "requirements": setup.requirements,
        "rules": {"undo": setup.can_undo, "counts": setup.can_count},
    }


def _describe_agreed(state: TableState) -> dict[str, Any]:
    due = next_match_at(state)
    return {
        "next_match": state.agreed and state.agreed.kind,
        "at": due and format_time(due),
        "swap": state.swap and list(state.swap),
    }


def _describe_undo(state: TableState, *, audience: Audience, now: datetime) -> dict[str, Any] | None:
    undoable = state.undoable
    if undoable is None or undoable.seat != audience or now > undoable.until:
        return None
    return describe_undo(undoable)


def _describe_break(state: TableState, *, now: datetime) -> dict[str, Any] | None:
    if state.break_until is None or not state.is_break(now):
        return None
    return {"until": format_time(state.break_until), "continued": sorted(state.continued)}
