"""How long a quick table waits for people before bots fill it: the people there may wait longer, or begin at once."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.broadcast.changes import format_time
from games.services.table_effects import Effect, Request, tell

LONGER = timedelta(seconds=30)
"""What asking once adds."""
LONGEST = timedelta(seconds=90)
"""How far ahead the filling may be put: whoever sits down must not find a wait without end."""
NOTICE = timedelta(seconds=5)
"""What is left to the others when one of several people has the table filled."""


def decide_wait(request: Request) -> Effect:
    """Put the filling off, or have it done: at once for one person alone, else in a moment that all can see."""
    request.require_open()
    seat, sitter = request.own_sitter()
    fill_at = _read(request) if request.is_replay else _choose(request)
    state = request.state._replace(setup=replace(request.state.setup, fill_at=fill_at))
    events = [tell("wait_changed", seat=seat, sitter=sitter, fill_at=format_time(fill_at))]
    return Effect(state, events, seat, {"fill_at": fill_at.isoformat()})


def _read(request: Request) -> datetime:
    return datetime.fromisoformat(request.command.payload["fill_at"])


def _choose(request: Request) -> datetime:
    old, now = request.state.setup.fill_at, request.now
    if not request.state.setup.is_quick or old is None:
        raise request.refuse("illegal_action", _("This table does not fill itself."))
    if request.command.payload.get("seconds"):
        return min(max(old, now) + LONGER, max(old, now + LONGEST))
    people = [sitter for sitter in request.state.seats if sitter is not None and not sitter.is_bot]
    return min(old, now if len(people) == 1 else now + NOTICE)
