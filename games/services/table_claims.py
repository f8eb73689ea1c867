"""Claiming the rest of a deal: decided by the engine from what the claimer sees, then played out to the end by rows.

Nobody has to accept on trust, and no record needs to know of claims: the row holds the cards as they were played, the
claimer's in the order that wins and the others' as the engine plays them for what is still theirs. See docs/decisions.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.engine.rules import Action, Event, State, Step
from games.services.table_effects import Effect, Request
from games.services.table_match import take_step
from games.services.table_values import TableState

Play = tuple[int, str]
"""A seat and what it did, as text."""


def can_claim(state: TableState, *, seat: int) -> bool:
    """Return whether the seat has to act and would win all that is left of the deal."""
    return seat in state.to_act and bool(state.setup.game.claim(state.engine, seat))


def decide_claim(request: Request) -> Effect:
    """Play out the rest of the deal, which is the claimer's whatever the others hold."""
    request.require_playing()
    request.require_version()
    seat = request.own_seat()
    state = request.state
    if request.is_replay:
        plays = [(int(who), str(text)) for who, text in request.command.payload["plays"]]
    else:
        plays = _play_out(request, seat=seat)
    step = _apply(state, plays=plays)
    after, events = take_step(state, step=step, now=request.now)
    told = Event("claimed", {"seat": seat, "count": len(plays)})
    return Effect(after, [told, *events], seat, {"plays": plays}, is_action=True)


def _play_out(request: Request, *, seat: int) -> list[Play]:
    """Return what all seats do from here to the end of the deal."""
    game, engine = request.state.setup.game, request.state.engine
    plan = _plan(request, seat=seat)
    plays: list[Play] = []
    while True:
        (turn,) = game.to_act(engine)
        action = plan.pop(0) if turn == seat else game.concede(engine)
        step = game.apply(engine, turn, action)
        plays.append((turn, game.format_action(action)))
        engine = step.state
        if step.is_break or not game.to_act(engine):
            return plays


def _plan(request: Request, *, seat: int) -> list[Action]:
    state = request.state
    sitter = state.seats[seat]
    if state.is_paused:
        raise request.refuse("paused", _("The match is paused."))
    if seat not in state.to_act:
        raise request.refuse("not_your_turn", _("It is not your turn."))
    if sitter is None or sitter.is_played_by_bot:
        raise request.refuse("illegal_action", _("A bot plays for you: come back first."))
    plan: Sequence[Action] = state.setup.game.claim(state.engine, seat)
    if not plan:
        raise request.refuse("not_claimable", _("It is not certain that all the rest is yours."))
    return list(plan)


def _apply(state: TableState, *, plays: Sequence[Play]) -> Step:
    """Return all the plays as one step."""
    game = state.setup.game
    engine: State = state.engine
    events: list[Event] = []
    is_break = False
    for seat, text in plays:
        step = game.apply(engine, seat, game.parse_action(text))
        engine, is_break = step.state, step.is_break
        events += step.events
    return Step(engine, tuple(events), is_break)
