"""Seats whose people go and come back: bots that stand in, leaving for good, and substitutes. See docs/leaving.md."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine.rules import Event
from games.services.table_effects import Effect, Request, new_sitter, put_sitter, tell
from games.services.table_timing import is_out_of_time
from games.services.table_values import Sitter, TableState

Outcome = tuple[TableState, list[Event]]


def hand_to_bot(state: TableState, *, seat: int, reason: str, level: str = "") -> Outcome:
    """Return the state with a bot playing for the person on the seat, and what is told of it.

    Args:
        state: a match that goes on.
        seat: a person's, whom no bot plays for yet.
        reason: `time`, `silent`, `left` or `vote`.
        level: of the bot; empty for the table's.
    """
    sitter = state.seats[seat]
    assert sitter is not None
    is_left = reason == "left"
    gone = replace(sitter, bot_plays=True, left=is_left, has_quit=is_left, stand_in=level, gone_at=state.version + 1)
    more = {"left": True} if is_left else {}
    event = tell("taken_over", seat=seat, sitter=gone, bot=level or state.setup.bot_level, reason=reason, **more)
    return put_sitter(state, seat=seat, sitter=gone), [event]


def bring_back(state: TableState, *, seat: int) -> Outcome:
    """Return the state with the person on the seat playing again, and what is told of it."""
    sitter = state.seats[seat]
    assert sitter is not None
    back_at = state.engine if seat in state.to_act else None
    back = replace(sitter, bot_plays=False, left=False, has_quit=False, stand_in="", gone_at=None, back_at=back_at)
    return put_sitter(state, seat=seat, sitter=back), [tell("returned", seat=seat, sitter=back)]


def decide_take_over(request: Request) -> Effect:
    """Let a bot play on for a person who has to act and doesn't; only the site asks for it.

    With a clock this is for whoever has been warned and runs out of time again, without one for who is silent.
    """
    request.require_playing()
    request.require_version()
    seat, sitter = request.own_sitter()
    _require_idle(request, seat=seat, sitter=sitter)
    has_clock = bool(request.state.clocks)
    if has_clock and not request.is_replay and not request.state.clocks[seat].time_outs:
        raise request.refuse("illegal_action", _("This player has not been warned yet."))
    state, events = hand_to_bot(request.state, seat=seat, reason="time" if has_clock else "silent")
    return Effect(state._replace(turn_at=request.now), events, seat)


def decide_come_back(request: Request) -> Effect:
    """Give the seat back to a person whom a bot stood in for."""
    request.require_playing()
    seat, sitter = request.own_sitter()
    if not sitter.bot_plays:
        raise request.refuse("illegal_action", _("No bot plays for you."))
    if sitter.back_at is not None and sitter.back_at is request.state.engine and not request.is_replay:
        # Else somebody could go and come back for ever, with a fresh start each time.
        raise request.refuse("illegal_action", _("You came back to this turn once: now the bot plays it."))
    state, events = bring_back(request.state, seat=seat)
    if seat in state.to_act:
        state = state._replace(turn_at=request.now)
    return Effect(state, events, seat)


def decide_leave(request: Request) -> Effect:
    """Give the seat back; in a running match, once that is confirmed, a bot plays on and may be replaced."""
    seat, sitter = request.own_sitter()
    status = request.state.status
    if status == "open":
        return _leave_before_match(request, seat=seat, sitter=sitter)
    if sitter.left:
        raise request.refuse("not_seated", _("You have left this table."))
    if status != "playing":
        gone = replace(sitter, left=True)
        return Effect(put_sitter(request.state, seat=seat, sitter=gone), [_tell_left(gone, seat=seat)], seat)
    _require_confirmed(request)
    return _leave_match(request, seat=seat, sitter=sitter)


def decide_substitute(request: Request) -> Effect:
    """Give a seat that was left for good to a watcher, who plays on from here."""
    request.require_playing()
    command, state = request.command, request.state
    seat, player = command.seat, command.payload["player"]
    old = state.seats[seat] if seat is not None and 0 <= seat < len(state.seats) else None
    if seat is None or old is None or not old.left:
        raise request.refuse("seat_taken", _("Nobody has left this seat for good."))
    if not (state.setup.can_substitute or request.is_replay):
        raise request.refuse("illegal_action", _("This table takes no substitutes."))
    if state.seat_of(player["user"]) is not None or _has_begun(state, user_id=player["user"]):
        raise request.refuse("illegal_action", _("You have begun this match on a seat of your own."))
    starter = old.starter or replace(old, nonce=None)
    sitter = replace(new_sitter(player, joined=state.version + 1), ready=True, starter=starter)
    event = tell("substituted", seat=seat, sitter=sitter, replaced=old.name)
    after = put_sitter(state, seat=seat, sitter=sitter)
    if seat in state.to_act:
        after = after._replace(turn_at=request.now)
    return Effect(after, [event], seat, {"player": player})


def _require_idle(request: Request, *, seat: int, sitter: Sitter) -> None:
    """Refuse to act in the place of somebody who need not act, or still has the time to."""
    state = request.state
    if not request.is_by_site or seat not in state.to_act:
        raise request.refuse("not_your_turn", _("This seat has nothing to do now."))
    if sitter.is_played_by_bot:
        raise request.refuse("illegal_action", _("A bot plays for this seat already."))
    if request.is_replay:
        return
    if state.is_paused:
        raise request.refuse("paused", _("The match stands still."))
    if state.clocks and not is_out_of_time(state, seat=seat, now=request.now):
        raise request.refuse("illegal_action", _("This player still has time."))


def require_out_of_time(request: Request) -> int:
    """Return the seat that the site plays one action for, because its person's time has run out.

    Raises:
        Refused: it has not, or the table has moved on.
    """
    request.require_playing()
    request.require_version()
    seat, sitter = request.own_sitter()
    _require_idle(request, seat=seat, sitter=sitter)
    if not request.state.clocks:
        raise request.refuse("illegal_action", _("This table has no clocks."))
    return seat


def _require_confirmed(request: Request) -> None:
    if request.is_replay or request.command.payload.get("confirm") is True:
        return
    message = _(
        "The match is running: a bot would play on for you, it would count as left, and as last place where it is"
        " rated. Send `confirm` to leave all the same."
    )
    raise request.refuse("confirm_leave", message)


def _leave_match(request: Request, *, seat: int, sitter: Sitter) -> Effect:
    level = str(request.command.payload.get("bot") or "")
    state = request.state
    if sitter.bot_plays:
        gone = replace(sitter, left=True, has_quit=True)
        state, events = put_sitter(state, seat=seat, sitter=gone), [_tell_left(gone, seat=seat)]
    else:
        state, events = hand_to_bot(state, seat=seat, reason="left", level=level)
    if state.setup.can_substitute:
        events.append(tell("seat_offered", seat=seat, sitter=state.seats[seat]))
    return Effect(state, events, seat, {"bot": level} if level else {})


def _leave_before_match(request: Request, *, seat: int, sitter: Sitter) -> Effect:
    state = put_sitter(request.state, seat=seat, sitter=None)
    events = [_tell_left(sitter, seat=seat)]
    if all(other is None or other.is_bot for other in state.seats):
        state = state._replace(status="closed", closed_at=request.now)
        events.append(Event("closed", {"reason": "empty"}))
    return Effect(state, events, seat)


def _tell_left(sitter: Sitter, *, seat: int) -> Event:
    return tell("seat_left", seat=seat, sitter=sitter)


def _has_begun(state: TableState, *, user_id: int) -> bool:
    starters = (sitter.starter for sitter in state.seats if sitter)
    return any(starter is not None and starter.user_id == user_id for starter in starters)
