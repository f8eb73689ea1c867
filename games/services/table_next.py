"""The next match at the same table: agreed by vote, set up by the site once the last one is over and entered.

Its first row holds everybody who sits, so that the fold begins there. What the row can't hold is the new secret: a
process that knows the table by its last match reads it anew (`NewMatchError`).
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.broadcast.changes import format_time
from games.engine.rules import Event
from games.services.table_effects import Effect, Request, describe_player, new_sitter
from games.services.table_sleep import format_sleep
from games.services.table_values import Agreed, Setup, Sitter, TableState

REMATCH, NEXT_MATCH = "rematch", "next_match"
"""The same seats again; the same people on seats that are drawn."""
NextMatch = Mapping[str, Any]
"""What the site says of the new match: `match`, `number`, `secret` and `commitment` (hex)."""


def agree_on_next(state: TableState, *, kind: str, now: datetime) -> tuple[TableState, list[Event]]:
    """Return the state with a next match agreed on, and what is told of it."""
    after = state._replace(agreed=Agreed(kind, now))
    due = next_match_at(after)
    return after, [Event("agreed", {"next_match": kind, "at": due and format_time(due)})]


def next_match_at(state: TableState) -> datetime | None:
    """Return when the next match is to be set up; None while none is agreed on, or the last one goes on.

    Where it was agreed on before the end, people are first given time to look at how it ended.
    """
    agreed = state.agreed
    if agreed is None or state.status != "over" or state.finished_at is None:
        return None
    if agreed.at > state.finished_at:
        return agreed.at
    return state.finished_at + timedelta(seconds=state.setup.timing.break_seconds)


def decide_new_match(request: Request) -> Effect:
    """Begin anew with those who are still here; only the site asks for it."""
    state, payload = request.state, request.command.payload
    if request.is_replay:
        setup = replace(state.setup, is_seating_drawn=payload["drawn"])
        seats = tuple(_read_sitter(player) for player in payload["players"])
        return _effect(request, setup=setup, seats=seats)
    request.require_version()
    due = next_match_at(state)
    if request.command.user_id is not None or due is None or request.now < due or state.agreed is None:
        raise request.refuse("illegal_action", _("No next match is due at this table."))
    seats = tuple(map(_keep, state.seats))
    if not any(sitter and not sitter.is_bot for sitter in seats):
        raise request.refuse("illegal_action", _("Nobody is left at this table."))
    return _effect(request, setup=_new_setup(request), seats=seats)


def _new_setup(request: Request) -> Setup:
    state, payload = request.state, request.command.payload
    assert state.agreed is not None
    return replace(
        state.setup,
        match_id=payload["match"],
        match_number=payload["number"],
        first_version=state.version + 1,
        last_match_id=state.setup.match_id,
        secret=bytes.fromhex(payload["secret"]),
        commitment=payload["commitment"],
        is_seating_drawn=state.agreed.kind == NEXT_MATCH,
        fill_at=None,
    )


def _effect(request: Request, *, setup: Setup, seats: tuple[Sitter | None, ...]) -> Effect:
    state = request.state
    after = TableState(setup, state.version, "open", seats, recent=state.recent)
    told = {
        "match": setup.match_id,
        "number": setup.match_number,
        "commitment": setup.commitment,
        "seating": "drawn" if setup.is_seating_drawn else "chosen",
        "players": [describe_player(sitter, seat=seat) for seat, sitter in enumerate(seats)],
    }
    players = [sitter and _write_sitter(sitter) for sitter in seats]
    payload = {"match": setup.match_id, "drawn": setup.is_seating_drawn, "players": players}
    return Effect(after, [Event("match_prepared", told)], None, payload)


def _keep(sitter: Sitter | None) -> Sitter | None:
    """Return who sits on for another match: bots, ready at once, and people who are there."""
    if sitter is None or sitter.left or sitter.bot_plays:
        return None
    return _read_sitter(_write_sitter(sitter))


def _write_sitter(sitter: Sitter) -> dict[str, Any]:
    return {
        "user": sitter.user_id,
        "name": sitter.name,
        "kind": sitter.kind,
        "avatar": sitter.avatar,
        "level": sitter.level,
        "joined": sitter.joined,
        "sleep": format_sleep(sitter.sleep),
    }


def _read_sitter(player: Mapping[str, Any] | None) -> Sitter | None:
    if player is None:
        return None
    return replace(new_sitter(player, joined=player["joined"]), ready=player["kind"] == "bot")
