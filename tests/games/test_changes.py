"""What one version tells, and what a state shows of itself in a log."""

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from games.broadcast.changes import format_time
from games.models import Table
from games.services.executors import load_state
from games.services.play import Kind
from tests.games.seated import NOW, make_users, send, start_match

pytestmark = pytest.mark.django_db
NONCE = "0123456789abcdef" * 2


def pass_out(table: Table, users: list[User]) -> dict[str, Any]:
    """Let everybody pass twice, which ends the first round; return the last message."""
    for _ in range(12):
        state = load_state(table.pk)
        send(table, users[state.to_act[0]], Kind.ACT, version=state.version, action="pass")
    return load_state(table.pk).recent[-1].message(None)


@pytest.mark.parametrize("seconds", [0, 3])
def test_the_message_that_begins_a_pause_says_when_it_ends(settings: Any, seconds: float) -> None:
    settings.KQJ_BREAK_SECONDS = seconds
    users = make_users(6)
    table = start_match(users)
    message = pass_out(table, users)
    assert message.get("break") == ({"until": format_time(NOW + timedelta(seconds=seconds))} if seconds else None)
    state = load_state(table.pk)
    send(table, users[state.to_act[0]], Kind.ACT, version=state.version, action="pass")
    assert "break" not in load_state(table.pk).recent[-1].message(None)


def test_nothing_hidden_is_in_the_text_of_a_state() -> None:
    users = make_users(6)
    table = start_match(users)
    state = load_state(table.pk)
    assert state.seed
    text = repr(state)
    for secret in (state.setup.secret, state.seed):
        assert repr(secret) not in text
        assert secret.hex() not in text
    assert "engine=" not in text


def test_a_nonce_is_not_in_the_text_of_a_state() -> None:
    users = make_users(1)
    table = Table.objects.get(pk=start_match(users).pk)
    send(table, users[0], Kind.READY, nonce=NONCE)
    state = load_state(table.pk)
    assert state.seats[0] is not None
    assert state.seats[0].nonce == NONCE
    assert NONCE not in repr(state)
