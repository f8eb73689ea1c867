"""Matches played to their end, for tests of what pages show afterwards."""

from datetime import datetime
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Match, Table
from games.services.bot_turns import Care, choose_action
from games.services.executors import load_state
from games.services.matches import finish_match
from games.services.play import Kind, Refused
from tests.games.seated import NOW, make_users, send, start_match

ONE_ROUND = {"goal": None, "rounds": 1}


def play_out(table: Table, users: list[User], *, now: datetime | None = NOW) -> None:
    """Have every seat play what the greedy player would; people go on after each round.

    `now` None is the clock's time, for tables of the running site, whose sweep plays for whoever is late.
    """
    state = load_state(table.pk)
    while state.to_act:
        moment = now or timezone.now()
        if state.break_until is not None:
            for user in users:
                send(table, user, Kind.CONTINUE, now=moment)
        seat = state.to_act[0]
        sitter = state.seats[seat]
        assert sitter is not None
        text = choose_action(state, seat=seat, care=Care.GREEDY)
        player = User.objects.get(pk=sitter.user_id)
        try:
            state = send(table, player, Kind.ACT, version=state.version, seat=seat, now=moment, action=text).state
        except Refused:
            state = load_state(table.pk)


def finished_match(users: list[User], *, is_written: bool = True, now: datetime | None = NOW, **setup: Any) -> Match:
    """Return a match of one round between these users and others; `is_written` False leaves the results out."""
    options = {**ONE_ROUND, **setup.pop("options", {})}
    everybody = users + make_users(6 - len(users))
    table = start_match(everybody, options=options, now=now or timezone.now(), **setup)
    play_out(table, everybody, now=now)
    match = Match.objects.get(table=table)
    if is_written:
        finish_match(match.pk, now=now or timezone.now())
        match.refresh_from_db()
    return match
