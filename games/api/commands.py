"""Commands at a table: each is one call of the service of play, as for the socket."""

from typing import Any

from django.utils import timezone
from ninja import Router
from pydantic import BaseModel

from games.api.auth import ApiRequest, PlayToken
from games.api.problems import refusals
from games.api.schemas import (
    AckOut,
    ActIn,
    BotsIn,
    ClaimIn,
    CommandIn,
    LeaveIn,
    ProposeIn,
    ReadyIn,
    SitIn,
    SubstituteIn,
    UndoIn,
    VoteIn,
    WaitIn,
)
from games.api.tables import check_level, visible_table
from games.services.play import Command, Kind, perform
from games.services.seating import bots_command, leave_command, sit_command, substitute_command
from games.services.voting import vote_command

router = Router(tags=["At a table"], auth=PlayToken())
ANSWERS: dict[int, type[BaseModel]] = {200: AckOut, **refusals(401, 403, 404, 409, 413, 422, 429)}
Ack = dict[str, Any]


@router.post("/tables/{int:table_id}/sit", response=ANSWERS, summary="Sit down")
def sit(request: ApiRequest, table_id: int, body: SitIn) -> Ack:
    """Take a seat, the first free one if you name none; who sits already changes seats."""
    visible_table(table_id, user_id=request.auth.pk, invite=body.invite)
    command = sit_command(user=request.auth, table_id=table_id, command_id=body.id, seat=body.seat)
    return _carry_out(table_id, command)


@router.post("/tables/{int:table_id}/leave", response=ANSWERS, summary="Leave")
def leave(request: ApiRequest, table_id: int, body: LeaveIn) -> Ack:
    """Give your seat back; in a match, which you must confirm, a bot plays on for you."""
    state = visible_table(table_id, user_id=request.auth.pk)
    command = leave_command(user=request.auth, state=state, command_id=body.id, is_confirmed=body.confirm)
    return _carry_out(table_id, command)


@router.post("/tables/{int:table_id}/substitute", response=ANSWERS, summary="Take a seat in mid-match")
def substitute(request: ApiRequest, table_id: int, body: SubstituteIn) -> Ack:
    """Take a seat that somebody left for good, where the table lets substitutes in."""
    state = visible_table(table_id, user_id=request.auth.pk, invite=body.invite)
    command = substitute_command(user=request.auth, state=state, command_id=body.id, seat=body.seat)
    return _carry_out(table_id, command)


@router.post("/tables/{int:table_id}/ready", response=ANSWERS, summary="Be ready")
def ready(request: ApiRequest, table_id: int, body: ReadyIn) -> Ack:
    """Say that you are ready: when all seats are taken and ready, the match starts."""
    return _simple(request, table_id=table_id, kind=Kind.READY, body=body)


@router.post("/tables/{int:table_id}/unready", response=ANSWERS, summary="Be ready no longer")
def unready(request: ApiRequest, table_id: int, body: CommandIn) -> Ack:
    """Take back that you are ready."""
    return _simple(request, table_id=table_id, kind=Kind.UNREADY, body=body)


@router.post("/tables/{int:table_id}/bots", response=ANSWERS, summary="Seat bots")
def bots(request: ApiRequest, table_id: int, body: BotsIn) -> Ack:
    """Fill the free seats with bots of a level, or one seat if you name it."""
    state = visible_table(table_id, user_id=request.auth.pk)
    check_level(body.level, game_key=state.setup.game.key)
    command = bots_command(
        state,
        kind=Kind.FILL_BOTS if body.seat is None else Kind.ADD_BOT,
        user_id=request.auth.pk,
        command_id=body.id,
        level=body.level or "",
        seat=body.seat,
    )
    return _carry_out(table_id, command)


@router.post("/tables/{int:table_id}/wait", response=ANSWERS, summary="Wait longer, or begin")
def wait(request: ApiRequest, table_id: int, body: WaitIn) -> Ack:
    """Have bots fill a quick table later, or now: at once if you are the only person there, else in five seconds."""
    return _simple(request, table_id=table_id, kind=Kind.WAIT, body=body)


@router.post("/tables/{int:table_id}/act", response=ANSWERS, summary="Act")
def act(request: ApiRequest, table_id: int, body: ActIn) -> Ack:
    """Play a card or make a call: one of your `legal_actions`, at the version that you know."""
    visible_table(table_id, user_id=request.auth.pk)
    payload = {"action": body.action}
    return _carry_out(table_id, Command(Kind.ACT, body.id, request.auth.pk, version=body.v, payload=payload))


@router.post("/tables/{int:table_id}/continue", response=ANSWERS, summary="Go on after a deal")
def go_on(request: ApiRequest, table_id: int, body: CommandIn) -> Ack:
    """End your part of the pause between two deals; acting, if you open, ends it too."""
    return _simple(request, table_id=table_id, kind=Kind.CONTINUE, body=body)


@router.post("/tables/{int:table_id}/come_back", response=ANSWERS, summary="Take your seat back from a bot")
def come_back(request: ApiRequest, table_id: int, body: CommandIn) -> Ack:
    """Play yourself again after a bot stood in for you; acting does it too."""
    return _simple(request, table_id=table_id, kind=Kind.COME_BACK, body=body)


@router.post("/tables/{int:table_id}/propose", response=ANSWERS, summary="Ask all people at the table")
def propose(request: ApiRequest, table_id: int, body: ProposeIn) -> Ack:
    """Put something to the vote, such as a pause or an end without a result; you agree by asking."""
    return _vote(request, table_id=table_id, kind=Kind.PROPOSE, body=body)


@router.post("/tables/{int:table_id}/vote", response=ANSWERS, summary="Answer what is asked")
def vote(request: ApiRequest, table_id: int, body: VoteIn) -> Ack:
    """Agree to what somebody asks, or don't."""
    return _vote(request, table_id=table_id, kind=Kind.VOTE, body=body)


@router.post("/tables/{int:table_id}/claim", response=ANSWERS, summary="Claim the rest of the deal")
def claim(request: ApiRequest, table_id: int, body: ClaimIn) -> Ack:
    """Have the rest of the deal played out, where it is yours whatever the others hold: `can_claim` says so."""
    visible_table(table_id, user_id=request.auth.pk)
    return _carry_out(table_id, Command(Kind.CLAIM, body.id, request.auth.pk, version=body.v))


@router.post("/tables/{int:table_id}/undo", response=ANSWERS, summary="Take back a misclick")
def undo(request: ApiRequest, table_id: int, body: UndoIn) -> Ack:
    """Take back your latest action, within two seconds and before anybody acts, where the table allows it."""
    visible_table(table_id, user_id=request.auth.pk)
    return _carry_out(table_id, Command(Kind.UNDO, body.id, request.auth.pk, version=body.v))


def _vote(request: ApiRequest, *, table_id: int, kind: Kind, body: ProposeIn | VoteIn) -> Ack:
    state = visible_table(table_id, user_id=request.auth.pk)
    payload = body.model_dump(exclude={"id"}, exclude_none=True)
    user_id, now = request.auth.pk, timezone.now()
    command = vote_command(state, kind=kind, user_id=user_id, command_id=body.id, payload=payload, now=now)
    return _carry_out(table_id, command)


def _simple(request: ApiRequest, *, table_id: int, kind: Kind, body: CommandIn) -> Ack:
    visible_table(table_id, user_id=request.auth.pk)
    payload = body.model_dump(exclude={"id"}, exclude_none=True)
    return _carry_out(table_id, Command(kind, body.id, request.auth.pk, payload=payload))


def _carry_out(table_id: int, command: Command) -> Ack:
    """Carry out the command.

    Raises:
        Refused: it can't be carried out.
        TableNotFound: there is no such table.
    """
    committed = perform(table_id=table_id, command=command)
    return {"id": command.id, "v": committed.version}
