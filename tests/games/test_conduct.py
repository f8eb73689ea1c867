"""How matches end for those who began them, and what that says of their conduct."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Conduct, Ending, Match, MatchPlayer, Table, TableEvent
from games.selectors.conduct import ConductShown, conduct_of
from games.services.account_data import PlayingData
from games.services.conduct import judge
from games.services.conduct_rules import FORGIVEN_COST, Ended, score_conduct
from games.services.executors import load_state
from games.services.matches import finish_match
from games.services.play import Command, Kind, perform
from games.services.seating import leave_command, substitute_command
from games.services.sleep import set_sleep_hours
from games.services.snapshots import rebuild_table
from tests.games.api_program import Program
from tests.games.seated import NOW, make_user, make_users, send, start_match

OPTIONS = {"goal": None, "rounds": 1}
DAY = timedelta(days=1)


def hours(*pairs: tuple[str, float]) -> list[Ended]:
    names = {"f": Ending.FINISHED, "l": Ending.LEFT, "t": Ending.TIMED_OUT}
    return [Ended(names[name], NOW + timedelta(hours=at)) for name, at in pairs]


@pytest.mark.parametrize(
    ("matches", "score"),
    [
        (hours(), 100),
        (hours(("f", 0), ("f", 1)), 100),
        (hours(("l", 0)), 95),
        (hours(("l", 0), ("l", 1), ("t", 5)), 95),
        (hours(("l", 0), ("l", 7)), 75),
        (hours(("l", 0), ("t", 7)), 83),
        (hours(("l", 0), ("t", 7), ("l", 8)), 75),
        (hours(("l", 0), ("l", 24 * 31)), 90),
        (hours(("l", 0), ("l", 24), *[("f", 25.0)] * 5), 85),
        (hours(*[("l", 24.0 * day) for day in range(9)]), 0),
    ],
)
def test_a_bad_evening_is_forgiven_and_a_habit_is_not(matches: list[Ended], score: int) -> None:
    assert score_conduct(matches) == score


def test_ten_finished_matches_make_up_for_leaving() -> None:
    bad = hours(("l", 0), ("l", 24))
    assert score_conduct([*bad, *hours(*[("f", 25.0)] * 9)]) < 100 - FORGIVEN_COST
    assert score_conduct([*bad, *hours(*[("f", 25.0)] * 13)]) == 100


# --- from real matches


def play_out(table: Table, *, at: datetime) -> None:
    """Have every seat do the first thing that is allowed until the match is over."""
    while (state := load_state(table.pk)).status == "playing":
        seat = state.to_act[0]
        sitter = state.seats[seat]
        assert sitter is not None
        user_id = None if sitter.bot_plays else sitter.user_id
        perform(
            table_id=table.pk,
            command=Command(
                Kind.ACT,
                f"a{state.version}",
                user_id,
                seat=seat,
                version=state.version,
                payload={"action": state.legal_texts(seat)[0]},
            ),
            now=at,
        )


def leave(table: Table, user: User) -> None:
    command = leave_command(user=user, state=load_state(table.pk), command_id="leave", is_confirmed=True)
    perform(table_id=table.pk, command=command, now=NOW)


def play_match(users: list[User], *, leavers: tuple[User, ...] = (), at: datetime = NOW, **setup: Any) -> Table:
    table = start_match(users, options=OPTIONS, now=at, **setup)
    for user in leavers:
        leave(table, user)
    play_out(table, at=at)
    assert finish_match(table.match_id or 0, now=at)
    return table


@pytest.mark.django_db
def test_the_results_tell_how_the_match_ended_for_each() -> None:
    users, newcomer = make_users(6), make_user("Newcomer")
    table = start_match(users, options=OPTIONS, can_substitute=True)
    state = load_state(table.pk)
    silent = state.to_act[0]
    taken = send(table, None, Kind.TAKE_OVER, seat=silent, version=state.version).version
    quitter, replaced = (silent + 1) % 6, (silent + 2) % 6
    leave(table, users[quitter])
    leave(table, users[replaced])
    command = substitute_command(user=newcomer, state=load_state(table.pk), command_id="in", seat=replaced)
    perform(table_id=table.pk, command=command, now=NOW)
    play_out(table, at=NOW)
    send(table, users[(silent + 3) % 6], Kind.LEAVE)  # the match is over: that is no leaving
    assert finish_match(state.setup.match_id, now=NOW)
    players = {player.seat: player for player in MatchPlayer.objects.filter(match_id=state.setup.match_id)}
    endings = [players[(silent + step) % 6].ending for step in range(6)]
    assert endings == ["timed_out", "left", "left", "finished", "finished", "finished"]
    late = players[silent]
    assert (late.left_at_version, late.stand_in_level, late.bot_actions == late.actions > 0) == (taken, "easy", True)
    assert players[quitter].has_left
    seat = players[replaced]
    assert (seat.user, seat.starter, seat.is_substitute) == (newcomer, users[replaced], True)
    assert (players[(silent + 3) % 6].has_left, players[(silent + 3) % 6].bot_actions) == (False, 0)
    assert rebuild_table(table.pk, is_fixing=False) == []
    shown = conduct_of([users[silent].pk, users[quitter].pk, users[(silent + 4) % 6].pk, newcomer.pk])
    assert list(shown.values()) == [
        ConductShown(0, 0, 1, 95),
        ConductShown(0, 1, 0, 95),
        ConductShown(1, 0, 0, 100),
        ConductShown(),
    ]


@pytest.mark.django_db
def test_what_is_known_of_a_leaver_is_exported_and_erased() -> None:
    users, newcomer, data = make_users(6), make_user("Newcomer"), PlayingData()
    set_sleep_hours(users[2], zone="UTC", starts="22:00", ends="06:00")
    table = start_match(users, options=OPTIONS, can_substitute=True)
    leave(table, users[2])
    command = substitute_command(user=newcomer, state=load_state(table.pk), command_id="in", seat=2)
    perform(table_id=table.pk, command=command, now=NOW)
    play_out(table, at=NOW)
    assert finish_match(table.match_id or 0, now=NOW)
    told = data.export(users[2].pk)
    assert told["sleeping_hours"] == {"zone": "UTC", "starts": "22:00", "ends": "06:00"}
    assert (told["conduct"]["left"], told["matches"][0]["ending"]) == (1, "left")
    assert data.users_with_data([users[2].pk]) == {users[2].pk}
    data.erase(users[2].pk)
    assert data.users_with_data([users[2].pk]) == set()
    assert not TableEvent.objects.filter(table=table, payload__player__sleep__zone="UTC").exists()
    assert rebuild_table(table.pk, is_fixing=False) == []


@pytest.mark.django_db
def test_conduct_is_counted_once_however_often_it_is_asked_for() -> None:
    users = make_users(6)
    for day in range(3):
        play_match(users, leavers=(users[0],) if day else (), at=NOW + day * DAY)
    expected = ConductShown(1, 2, 0, 75)
    assert conduct_of([users[0].pk]) == {users[0].pk: expected}
    assert judge([users[0].pk, users[0].pk]) == 1
    assert conduct_of([users[0].pk]) == {users[0].pk: expected}
    Conduct.objects.update(score=3, left=40)
    call_command("rebuild_conduct")
    assert conduct_of([users[0].pk]) == {users[0].pk: expected}
    Match.objects.update(reason="aborted")
    judge([users[0].pk, users[1].pk])
    assert Conduct.objects.get(user=users[0]).left == 2
    call_command("rebuild_conduct")
    assert conduct_of([users[1].pk])[users[1].pk].is_new


@pytest.mark.django_db
@pytest.mark.usefixtures("collected_static_files")
def test_conduct_is_public() -> None:
    users, reader = make_users(6), Program()
    play_match(users, leavers=(users[0],))
    told = [reader.get(f"/players/{user.username}").json()["conduct"] for user in users[:2]]
    assert told[0] == {"score": 95, "finished": 0, "left": 1, "timed_out": 0}
    assert told[1] == {"score": 100, "finished": 1, "left": 0, "timed_out": 0}
