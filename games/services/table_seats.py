"""Seat commands before the match: sit, ready, and bots."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.engine.rules import Event
from games.services.table_effects import Effect, Request, new_sitter, put_sitter, tell
from games.services.table_match import start_if_ready
from games.services.table_values import TableState

NONCE_HEX = 32
"""Characters of a nonce: 16 bytes (rules R31)."""


def decide_sit(request: Request) -> Effect:
    """Seat somebody on the seat asked for or the first free one; who sits already changes seats."""
    request.require_open()
    state, command = request.state, request.command
    old = state.seat_of(command.payload["player"]["user"])
    seat = _free_seat(request, old=old)
    events: list[Event] = []
    sitter = None if old is None else state.seats[old]
    if old is None or sitter is None:
        sitter = new_sitter(command.payload["player"], joined=state.version + 1)
    else:
        events.append(tell("seat_left", seat=old, sitter=sitter))
        state = put_sitter(state, seat=old, sitter=None)
    events.append(tell("seat_taken", seat=seat, sitter=sitter))
    state = put_sitter(state, seat=seat, sitter=sitter)
    return Effect(state, events, seat, {"player": command.payload["player"]})


def decide_ready(request: Request) -> Effect:
    """Mark the player ready and keep the nonce; the last one starts the match."""
    request.require_open()
    seat, sitter = request.own_sitter()
    nonce = request.command.payload.get("nonce")
    if nonce is not None and not _is_nonce(nonce):
        raise request.refuse("bad_message", _("nonce must be 32 hexadecimal digits (16 random bytes)."))
    sitter = replace(sitter, ready=True, nonce=nonce.lower() if nonce else sitter.nonce)
    state = put_sitter(request.state, seat=seat, sitter=sitter)
    events = [tell("ready", seat=seat, sitter=sitter)]
    payload = {} if nonce is None else {"nonce": nonce.lower()}
    return _conclude(request, state=state, events=events, seat=seat, payload=payload)


def decide_unready(request: Request) -> Effect:
    """Take back that the player is ready."""
    request.require_open()
    seat, sitter = request.own_sitter()
    sitter = replace(sitter, ready=False)
    return Effect(
        put_sitter(request.state, seat=seat, sitter=sitter), [tell("unready", seat=seat, sitter=sitter)], seat
    )


def decide_bots(request: Request) -> Effect:
    """Put bots on free seats: as many as were offered, while seats are free.

    The offer is the payload's `bots`; those who sit here already are passed over.
    """
    request.require_open()
    _require_say(request)
    state, events, taken = _seat_bots(request)
    is_all_ready = _is_quick_start(request)
    if not taken and not is_all_ready:
        raise request.refuse("seat_taken", _("No seat is free for a bot."))
    payload: dict[str, Any] = {"bots": taken}
    if is_all_ready:
        state = _make_all_ready(state)
        payload["all_ready"] = True
    return _conclude(request, state=state, events=events, seat=request.command.seat, payload=payload)


def decide_remove_bot(request: Request) -> Effect:
    """Free a seat that a bot holds."""
    request.require_open()
    _require_say(request)
    seat = request.command.seat
    sitter = request.state.seats[seat] if seat is not None and 0 <= seat < len(request.state.seats) else None
    if seat is None or sitter is None or not sitter.is_bot:
        raise request.refuse("illegal_action", _("No bot sits on this seat."))
    return Effect(
        put_sitter(request.state, seat=seat, sitter=None), [tell("seat_left", seat=seat, sitter=sitter)], seat
    )


def _free_seat(request: Request, *, old: int | None) -> int:
    seats, wanted = request.state.seats, request.command.seat
    if wanted is None:
        wanted = old if old is not None else next((seat for seat, it in enumerate(seats) if it is None), None)
        if wanted is None:
            raise request.refuse("seat_taken", _("All seats are taken."))
    if not 0 <= wanted < len(seats):
        raise request.refuse("bad_message", _("There is no seat %(seat)s here.") % {"seat": wanted})
    if seats[wanted] is not None and wanted != old:
        raise request.refuse("seat_taken", _("Seat %(seat)s is taken.") % {"seat": wanted})
    return wanted


def _seat_bots(request: Request) -> tuple[TableState, list[Event], list[Mapping[str, Any]]]:
    state, events, taken = request.state, [], []
    offer: Sequence[Mapping[str, Any]] = request.command.payload["bots"]
    for bot in offer:
        seat = _seat_for_bot(request, state=state)
        if seat is None:
            break
        if state.seat_of(bot["user"]) is not None:
            continue
        sitter = replace(new_sitter(bot, joined=state.version + 1), ready=True)
        state = put_sitter(state, seat=seat, sitter=sitter)
        events.append(tell("seat_taken", seat=seat, sitter=sitter))
        taken.append(bot)
    return state, events, taken


def _seat_for_bot(request: Request, *, state: TableState) -> int | None:
    wanted = request.command.seat
    if wanted is not None:
        is_free = 0 <= wanted < len(state.seats) and state.seats[wanted] is None
        return wanted if is_free else None
    return next((seat for seat, sitter in enumerate(state.seats) if sitter is None), None)


def _is_quick_start(request: Request) -> bool:
    """Return whether the site fills a quick table, which starts the match; a row says so, as its user may be gone."""
    if request.is_replay:
        return bool(request.command.payload.get("all_ready"))
    return request.command.user_id is None and request.state.setup.is_quick


def _make_all_ready(state: TableState) -> TableState:
    return state._replace(seats=tuple(sitter and replace(sitter, ready=True) for sitter in state.seats))


def _conclude(request: Request, *, state: TableState, events: list[Event], seat: int | None, payload: Any) -> Effect:
    state, more = start_if_ready(state, now=request.now)
    return Effect(state, [*events, *more], seat, payload)


def has_say(state: TableState, user_id: int | None) -> bool:
    """Return whether the user may seat bots and send them away: the host, and whoever sits here."""
    return user_id == state.setup.host_id or state.seat_of(user_id) is not None


def _require_say(request: Request) -> None:
    if request.is_by_site or has_say(request.state, request.command.user_id):
        return
    raise request.refuse("not_seated", _("Only players at this table may seat bots or send them away."))


def _is_nonce(nonce: object) -> bool:
    if not isinstance(nonce, str) or len(nonce) != NONCE_HEX:
        return False
    return all(digit in "0123456789abcdefABCDEF" for digit in nonce)
