"""Votes at a table: questions that its people answer, and what follows once enough of them agree.

Who sits, has not left and is not played for by a bot has a vote; so one person among bots decides alone. Whoever
comes or goes changes what is needed, so open votes are counted again after each change of the table.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.broadcast.changes import format_time
from games.engine.rules import Event
from games.services.table_ballots import BALLOTS, Outcome
from games.services.table_effects import Effect, Request
from games.services.table_values import Asked, TableState, Vote

VOTE_SECONDS = 60
"""How long a question stands: as long as a silent person is waited for."""
REST_SECONDS = 20
"""When a seat may ask the same again: each question is a row, and disturbs all."""


def decide_propose(request: Request) -> Effect:
    """Ask the people at the table; who asks agrees."""
    seat = _own_voter(request)
    payload = request.command.payload
    kind, about = payload["vote"], request.command.payload.get("about", request.command.seat)
    ballot = BALLOTS.get(kind)
    if ballot is None:
        message = _("vote must be one of: %(kinds)s.")
        raise request.refuse("bad_message", message % {"kinds": ", ".join(BALLOTS)})
    if any(vote.kind == kind and request.now < vote.until for vote in request.state.votes):
        raise request.refuse("vote_open", _("This has been asked already: answer it."))
    asked = tuple(it for it in request.state.asked if request.now < it.at + timedelta(seconds=REST_SECONDS))
    if any((it.kind, it.by) == (kind, seat) for it in asked) and not request.is_replay:
        raise request.refuse("rate_limited", _("You asked this a moment ago: wait."))
    vote = Vote(kind, seat, request.now + timedelta(seconds=VOTE_SECONDS), seat=about, yes=frozenset({seat}))
    if not request.is_replay:
        ballot.require(request, vote)
    votes = (*(other for other in request.state.votes if other.kind != kind), vote)
    state = request.state._replace(votes=votes, asked=(*asked, Asked(kind, seat, request.now)))
    told = Event("vote_opened", describe_vote(state, vote))
    return Effect(state, [told], seat, {"vote": kind, "about": about})


def decide_vote(request: Request) -> Effect:
    """Answer an open question; whoever asked it takes it back by disagreeing."""
    seat = _own_voter(request)
    kind, is_agreed = request.command.payload["vote"], request.command.payload["agree"]
    vote = next((vote for vote in request.state.votes if vote.kind == kind and request.now < vote.until), None)
    if vote is None:
        raise request.refuse("no_vote", _("Nobody asks this now."))
    if seat not in BALLOTS[kind].needed(request.state, vote) and seat != vote.by:
        raise request.refuse("illegal_action", _("You are not asked."))
    if is_agreed and not request.is_replay:
        BALLOTS[kind].require(request, vote)
    payload = {"vote": kind, "agree": is_agreed}
    told = Event("vote_cast", {"vote": kind, "seat": seat, "agree": is_agreed})
    if seat == vote.by and not is_agreed:
        state = request.state._replace(votes=tuple(other for other in request.state.votes if other is not vote))
        return Effect(state, [told, _tell_end(vote, "declined", by=seat)], seat, payload)
    answered = replace(
        vote,
        yes=vote.yes | {seat} if is_agreed else vote.yes - {seat},
        no=vote.no - {seat} if is_agreed else vote.no | {seat},
    )
    votes = tuple(answered if other is vote else other for other in request.state.votes)
    return Effect(request.state._replace(votes=votes), [told], seat, payload)


def settle_votes(state: TableState, *, now: datetime) -> Outcome:
    """Return the state with all votes ended that can end, and what follows from those that are agreed."""
    events: list[Event] = []
    for vote in state.votes:
        if vote not in state.votes:  # ended by what followed from another
            continue
        result = _judge(state, vote, now=now)
        if result is None:
            continue
        state = state._replace(votes=tuple(other for other in state.votes if other is not vote))
        decliner = min(vote.no, default=None) if result == "declined" else None
        events.append(_tell_end(vote, result, by=decliner))
        if result == "passed":
            state, more = BALLOTS[vote.kind].follow(state, vote, now)
            events += more
    return state, events


def describe_votes(state: TableState, *, now: datetime) -> list[dict[str, Any]]:
    """Return the open votes as the view has them."""
    return [describe_vote(state, vote) for vote in state.votes if now < vote.until]


def describe_vote(state: TableState, vote: Vote) -> dict[str, Any]:
    """Return a vote as it is told: who asks what, whose answer is needed, and who has agreed."""
    needed = BALLOTS[vote.kind].needed(state, vote)
    return {
        "vote": vote.kind,
        "by": vote.by,
        "seat": vote.seat,
        "yes": sorted(vote.yes),
        "needed": sorted(needed),
        "quorum": BALLOTS[vote.kind].quorum(len(needed)),
        "until": format_time(vote.until),
    }


def _own_voter(request: Request) -> int:
    seat, sitter = request.own_sitter()
    if sitter.left:
        raise request.refuse("not_seated", _("You have left this table."))
    if sitter.is_played_by_bot and not request.is_replay:
        raise request.refuse("illegal_action", _("A bot plays for you: come back first."))
    return seat


def _judge(state: TableState, vote: Vote, *, now: datetime) -> str | None:
    """Return how a vote ends now: passed, declined or lapsed; None when it stays open."""
    ballot = BALLOTS[vote.kind]
    needed = ballot.needed(state, vote)
    if now >= vote.until or not ballot.stands(state, vote) or not needed:
        return "lapsed"
    quorum = ballot.quorum(len(needed))
    if len(vote.yes & needed) >= quorum:
        return "passed"
    return "declined" if len(needed - vote.no) < quorum else None


def _tell_end(vote: Vote, result: str, *, by: int | None) -> Event:
    return Event("vote_closed", {"vote": vote.kind, "seat": vote.seat, "result": result, "by": by})
