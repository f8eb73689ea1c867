"""Matches played to their end, for tests of what pages show afterwards."""

from typing import Any

from accounts.models import User
from games.models import Match, Table
from games.services.bot_turns import Care, choose_action
from games.services.executors import load_state
from games.services.matches import finish_match
from games.services.play import Kind
from tests.games.seated import NOW, make_users, send, start_match

ONE_ROUND = {"goal": None, "rounds": 1}


def play_out(table: Table, users: list[User]) -> None:
    """Have every seat play what the greedy player would; people go on after each round."""
    state = load_state(table.pk)
    while state.to_act:
        if state.break_until is not None:
            for user in users:
                send(table, user, Kind.CONTINUE)
        seat = state.to_act[0]
        sitter = state.seats[seat]
        assert sitter is not None
        text = choose_action(state, seat=seat, care=Care.GREEDY)
        player = User.objects.get(pk=sitter.user_id)
        state = send(table, player, Kind.ACT, version=state.version, seat=seat, action=text).state


def finished_match(users: list[User], *, is_written: bool = True, **setup: Any) -> Match:
    """Return a match of one round between these users and others; `is_written` False leaves the results out."""
    options = {**ONE_ROUND, **setup.pop("options", {})}
    everybody = users + make_users(6 - len(users))
    table = start_match(everybody, options=options, **setup)
    play_out(table, everybody)
    match = Match.objects.get(table=table)
    if is_written:
        finish_match(match.pk, now=NOW)
        match.refresh_from_db()
    return match
