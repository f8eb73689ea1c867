"""Commands on real PostgreSQL: applied once, in order, or refused with a reason."""

import random

import pytest

from games.models import TableEvent
from games.services.executors import fold_state, load_state
from games.services.play import Kind
from tests.games.seated import make_users, send, start_match

pytestmark = pytest.mark.django_db


def test_a_whole_match_is_its_rows() -> None:
    users = make_users(6)
    table = start_match(users, options={"goal": 500})
    draw = random.Random(7)
    state = load_state(table.pk)
    while state.status == "playing":
        seat = state.to_act[0]
        text = draw.choice(state.legal_texts(seat))
        state = send(table, users[seat], Kind.ACT, version=state.version, action=text).state
    table.refresh_from_db()
    assert table.status == "over"
    assert table.match is not None
    assert table.match.finished_at is not None
    assert list(TableEvent.objects.filter(table=table).values_list("version", flat=True)) == list(
        range(1, table.version + 1)
    )
    folded = fold_state(table.pk)
    assert (folded.engine, folded.seats, folded.version) == (state.engine, state.seats, state.version)
