"""What can be voted on at a table: when a question makes sense, who is asked, and what follows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine.rules import Event
from games.services.table_effects import Request
from games.services.table_leaving import hand_to_bot
from games.services.table_match import give_up
from games.services.table_next import agree_on_next
from games.services.table_pause import pause_match, resume_match
from games.services.table_swaps import may_swap, swap_seats
from games.services.table_values import TableState, Vote

Outcome = tuple[TableState, list[Event]]


@dataclass(frozen=True, slots=True)
class Ballot:
    """What can be voted on.

    Attributes:
        require: refuses to ask or to agree where it makes no sense now.
        stands: whether an open question still makes sense.
        follow: what follows once it is agreed.
        needed: the seats that are asked.
        quorum: how many of so many must agree.
    """

    require: Callable[[Request, Vote], None]
    stands: Callable[[TableState, Vote], bool]
    follow: Callable[[TableState, Vote, datetime], Outcome]
    needed: Callable[[TableState, Vote], frozenset[int]]
    quorum: Callable[[int], int] = int


def voters(state: TableState, _vote: Vote | None = None) -> frozenset[int]:
    """Return the seats of the people who are there."""
    return frozenset(
        seat for seat, sitter in enumerate(state.seats) if sitter and not sitter.left and not sitter.is_played_by_bot
    )


def _majority(count: int) -> int:
    return count // 2 + 1


def _require_playing(request: Request, _vote: Vote) -> None:
    request.require_playing()


def _is_playing(state: TableState, _vote: Vote) -> bool:
    return state.status == "playing"


def _abandon(state: TableState, _vote: Vote, now: datetime) -> Outcome:
    return give_up(state, reason="aborted", now=now)


def _require_running(request: Request, _vote: Vote) -> None:
    request.require_playing()
    if request.state.is_paused:
        raise request.refuse("paused", _("The match is paused."))


def _is_running(state: TableState, _vote: Vote) -> bool:
    return state.status == "playing" and not state.is_paused


def _pause(state: TableState, vote: Vote, now: datetime) -> Outcome:
    return pause_match(state, now=now, reason="agreed", seat=vote.by)


def _require_paused(request: Request, _vote: Vote) -> None:
    request.require_playing()
    if not request.state.is_paused:
        raise request.refuse("illegal_action", _("There is no pause to end."))


def _is_paused(state: TableState, _vote: Vote) -> bool:
    return state.status == "playing" and state.is_paused


def _resume(state: TableState, _vote: Vote, now: datetime) -> Outcome:
    return resume_match(state, now=now, reason="agreed")


def _require_away(request: Request, vote: Vote) -> None:
    """Refuse to replace somebody who is there: the command's `away` says who is not, as the site sees it."""
    request.require_playing()
    if not _is_replaceable(request.state, vote) or vote.seat == vote.by:
        raise request.refuse("illegal_action", _("Name the seat of another person whom no bot plays for."))
    if vote.seat not in request.command.payload.get("away", ()):
        raise request.refuse("illegal_action", _("This player is there: only somebody who is away can be replaced."))


def _is_replaceable(state: TableState, vote: Vote) -> bool:
    return state.status == "playing" and vote.seat in voters(state)


def _others(state: TableState, vote: Vote) -> frozenset[int]:
    return voters(state) - {vote.seat}


def _replace(state: TableState, vote: Vote, now: datetime) -> Outcome:
    assert vote.seat is not None
    after, events = hand_to_bot(state, seat=vote.seat, reason="vote")
    return (after._replace(turn_at=now) if vote.seat in after.to_act else after), events


def _require_next(request: Request, vote: Vote) -> None:
    if request.state.agreed is not None:
        raise request.refuse("illegal_action", _("Another match is agreed on already."))
    if not _is_next_open(request.state, vote):
        raise request.refuse("illegal_action", _("Another match follows a match: this one has not begun."))


def _is_next_open(state: TableState, _vote: Vote) -> bool:
    return state.agreed is None and state.status in {"playing", "over"}


def _agree_on_next(state: TableState, vote: Vote, now: datetime) -> Outcome:
    return agree_on_next(state, kind=vote.kind, now=now)


def _require_swap(request: Request, vote: Vote) -> None:
    if not _is_swap_open(request.state, vote):
        message = _("You may change places before a match with anybody, during one with a partner of all the match.")
        raise request.refuse("illegal_action", message)


def _is_swap_open(state: TableState, vote: Vote) -> bool:
    return vote.seat is not None and may_swap(state, seats=(vote.by, vote.seat))


def _swap_voters(state: TableState, vote: Vote) -> frozenset[int]:
    """Return the seats asked: in a match all, for the order of play is everybody's; before one the two."""
    asked = voters(state)
    return asked if state.status == "playing" else asked & {vote.by, vote.seat}


def _swap(state: TableState, vote: Vote, _now: datetime) -> Outcome:
    assert vote.seat is not None
    seats = (vote.by, vote.seat)
    if state.status == "playing":
        return state._replace(swap=seats), [Event("swap_agreed", {"seats": list(seats)})]
    return swap_seats(state, seats=seats)


BALLOTS: Mapping[str, Ballot] = {
    "pause": Ballot(_require_running, _is_running, _pause, voters),
    "resume": Ballot(_require_paused, _is_paused, _resume, voters, _majority),
    "abandon": Ballot(_require_playing, _is_playing, _abandon, voters),
    "rematch": Ballot(_require_next, _is_next_open, _agree_on_next, voters),
    "next_match": Ballot(_require_next, _is_next_open, _agree_on_next, voters),
    "swap": Ballot(_require_swap, _is_swap_open, _swap, _swap_voters),
    "replace": Ballot(_require_away, _is_replaceable, _replace, _others, _majority),
}
"""By the name on the wire."""
