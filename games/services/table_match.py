"""The match at a table: its start, actions, the pauses between deals, and its end."""

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.engine.errors import IllegalActionError
from games.engine.rules import Event, Step
from games.engine.shuffle import draw_seats, mix_seed
from games.services.table_clocks import charge_time_out, lag_credit
from games.services.table_effects import Effect, Request, describe_player, tell
from games.services.table_leaving import bring_back, require_out_of_time
from games.services.table_swaps import swap_seats
from games.services.table_values import Sitter, TableState

_OWN_REFUSALS = frozenset({"not_your_turn", "match_over"})
"""Codes of the engine that the protocol knows by the same name; the others are `illegal_action` there."""


def start_if_ready(state: TableState, *, now: datetime) -> tuple[TableState, list[Event]]:
    """Return the state with the match begun, and its first events, if all seats are taken and ready."""
    if any(sitter is None or not sitter.ready for sitter in state.seats):
        return state, []
    players = sorted((sitter for sitter in state.seats if sitter), key=lambda sitter: sitter.joined)
    nonces = tuple(sitter.nonce for sitter in players if sitter.nonce and not sitter.is_bot)
    secret, game = state.setup.secret, state.setup.game
    seed = mix_seed(secret, [bytes.fromhex(nonce) for nonce in nonces]) if nonces else secret
    if state.setup.is_seating_drawn:
        order = draw_seats(seed, len(players))
        state = state._replace(seats=tuple(players[index] for index in order))
    step = game.start(state.setup.options, seed)
    begun = state._replace(status="playing", engine=step.state, seed=seed, nonces=nonces, started_at=now, turn_at=now)
    return begun, [_tell_start(begun), *step.events]


def decide_act(request: Request) -> Effect:
    """Apply an action of the game; a person whose seat a bot plays is back by acting."""
    seat, sitter = request.own_sitter()
    _require_turn(request, seat=seat, sitter=sitter)
    state, events, payload = request.state, list[Event](), {"action": request.command.payload["action"]}
    if request.is_stand_in:
        state, events = _play(request, state=state, seat=seat)
        return Effect(state, events, seat, {**payload, "stand_in": True})
    if sitter.bot_plays:
        state, events = bring_back(state, seat=seat)
    state, more = _play(request, state=state, seat=seat)
    lag_ms = _lag_credit(request, seat=seat)
    if lag_ms:
        payload["lag"] = lag_ms
    return Effect(state, [*events, *more], seat, payload, is_action=True, lag_ms=lag_ms)


def decide_time_out(request: Request) -> Effect:
    """Play one action for a person whose time has run out, who is warned by it; only the site asks for it."""
    seat = require_out_of_time(request)
    state, control = request.state, request.state.setup.control
    assert control is not None
    clocks = list(state.clocks)
    clocks[seat] = charge_time_out(clocks[seat], control=control)
    text = request.command.payload["action"]
    state, events = _play(request, state=state._replace(clocks=tuple(clocks)), seat=seat)
    told = tell("timed_out", seat=seat, sitter=state.seats[seat], action=text)
    return Effect(state, [told, *events], seat, {"action": text})


def decide_continue(request: Request) -> Effect:
    """Note that a person has seen the score; the pause ends when all people have."""
    request.require_playing()
    seat, sitter = request.own_sitter()
    state, events = request.state, list[Event]()
    _require_break(request, seat=seat)
    if sitter.bot_plays and not request.is_stand_in:
        state, events = bring_back(state, seat=seat)
    state = state._replace(continued=state.continued | {seat})
    state = _end_break_if_all_continued(state, now=request.now)
    is_over = state.break_until is None
    return Effect(state, [*events, Event("continued", {"seat": seat, "is_over": is_over})], seat)


def decide_close(request: Request) -> Effect:
    """Close a table for good; only the site asks for it."""
    if not request.is_by_site or request.state.status == "closed":
        raise request.refuse("match_over", _("This table is closed."))
    state = request.state._replace(status="closed", closed_at=request.now)
    return Effect(state, [Event("closed", {"reason": "idle"})], None)


def _tell_start(state: TableState) -> Event:
    setup = state.setup
    return Event(
        "match_started",
        {
            "options": setup.options_json,
            "players": [describe_player(sitter, seat=seat) for seat, sitter in enumerate(state.seats)],
            "commitment": setup.commitment,
            "first_dealer": setup.game.to_record(state.engine)["first_dealer"],
        },
    )


def _play(request: Request, *, state: TableState, seat: int) -> tuple[TableState, list[Event]]:
    step = _apply(request, seat=seat, text=request.command.payload["action"])
    return take_step(state, step=step, now=request.now)


def _lag_credit(request: Request, *, seat: int) -> int:
    """Return what the seat's clock is given back for the network; the row keeps it."""
    if request.is_replay:
        return int(request.command.payload.get("lag", 0))
    if not request.command.lag_ms or not request.state.clocks:
        return 0
    return lag_credit(request.state.clocks[seat], measured_ms=request.command.lag_ms, at=request.now)


def _require_turn(request: Request, *, seat: int, sitter: Sitter) -> None:
    request.require_playing()
    request.require_version()
    if request.is_replay:
        return
    if request.state.is_paused:
        raise request.refuse("paused", _("The match is paused."))
    if request.is_stand_in and not sitter.is_played_by_bot:
        raise request.refuse("illegal_action", _("This seat's player is back."))
    if (request.is_stand_in or sitter.is_bot) and request.state.is_break(request.now):
        raise request.refuse("paused", _("There is a pause between two deals."))
    if seat not in request.state.to_act:
        raise request.refuse("not_your_turn", _("It is not your turn."))


def _require_break(request: Request, *, seat: int) -> None:
    if request.is_replay:  # how long the pause was stands in the settings of that day, not in the row
        return
    if request.state.is_paused:
        raise request.refuse("paused", _("The match is paused."))
    if not request.state.is_break(request.now):
        raise request.refuse("illegal_action", _("There is no pause to end."))
    if seat in request.state.continued:
        raise request.refuse("illegal_action", _("You have continued already."))


def _apply(request: Request, *, seat: int, text: str) -> Step:
    game = request.state.setup.game
    try:
        return game.apply(request.state.engine, seat, game.parse_action(text))
    except IllegalActionError as error:
        code = error.code if error.code in _OWN_REFUSALS else "illegal_action"
        raise request.refuse(code, error.message) from error


def _break_end(state: TableState, *, step: Step, now: datetime) -> datetime | None:
    seconds = state.setup.timing.break_seconds
    has_people = any(sitter and not sitter.is_played_by_bot for sitter in state.seats)
    if not step.is_break or not has_people or seconds <= 0:
        return None
    return now + timedelta(seconds=seconds)


def _end_break_if_all_continued(state: TableState, *, now: datetime) -> TableState:
    people = {seat for seat, sitter in enumerate(state.seats) if sitter and not sitter.is_played_by_bot}
    if people - state.continued:
        return state
    return state._replace(break_until=None, continued=frozenset(), turn_at=now)


def _end_if_over(state: TableState, *, events: tuple[Event, ...], now: datetime) -> tuple[TableState, list[Event]]:
    game = state.setup.game
    if game.to_act(state.engine):
        return state, list(events)
    told = [event for event in events if event.kind != "match_over"]
    over = state._replace(status="over", finished_at=now, turn_at=None, break_until=None)
    return over, [*told, Event("match_over", describe_end(over))]


def take_step(state: TableState, *, step: Step, now: datetime) -> tuple[TableState, list[Event]]:
    """Return the state after a step of the game, with the pause or the end that it brings, and what is told."""
    break_until = _break_end(state, step=step, now=now)
    state = state._replace(engine=step.state, turn_at=now, break_until=break_until, continued=frozenset())
    state, events = _end_if_over(state, events=step.events, now=now)
    if step.is_break and state.swap is not None:
        state, more = swap_seats(state, seats=state.swap)
        events += more
    return state, events


def give_up(state: TableState, *, reason: str, now: datetime) -> tuple[TableState, list[Event]]:
    """Return the state with the match ended without a result (`abandoned` or `aborted`), and what is told of it."""
    step = state.setup.game.give_up(state.engine, reason)
    return _end_if_over(state._replace(engine=step.state), events=step.events, now=now)


def describe_end(state: TableState) -> dict[str, Any]:
    """Return what is told once the match is over, and not before: the result, and what the deals came from."""
    end = {"final": state.setup.game.to_record(state.engine)["final"], "seed": _hex(state.seed)}
    if state.nonces:
        end |= {"server_secret": state.setup.secret.hex(), "nonces": list(state.nonces)}
    return end


def _hex(seed: bytes | None) -> str | None:
    return None if seed is None else seed.hex()
