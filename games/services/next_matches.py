"""Sets up the next match at a table whose people agreed on one: a new secret, its commitment, and the first row."""

import secrets
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine.shuffle import SEED_BYTES, commitment
from games.models import Match, Table
from games.services.executors import load_state
from games.services.matches import finish_match
from games.services.play import Command, Committed, Kind, Refused, perform
from games.services.table_next import next_match_at
from games.services.table_values import TableState


def prepare_next_match(table_id: int, *, now: datetime | None = None) -> Committed | None:
    """Set up the next match if one is due; None when none is, or the table has moved on meanwhile.

    Raises:
        TableNotFound: there is no such table.
    """
    moment = now or timezone.now()
    state = load_state(table_id)
    due = next_match_at(state)
    if due is None or moment < due:
        return None
    finish_match(state.setup.match_id, now=moment)
    with suppress(Refused), transaction.atomic():
        return _prepare(state, now=moment)
    # Nobody is left, or somebody acts just now: it is not looked for again unless a row says so.
    Table.objects.filter(pk=table_id, version=state.version).update(fill_at=None)
    return None


def _prepare(state: TableState, *, now: datetime) -> Committed | None:
    """Make the match and its first row, in the caller's transaction."""
    secret, number, version = secrets.token_bytes(SEED_BYTES), state.setup.match_number + 1, state.version
    match = Match.objects.create(
        table_id=state.setup.table_id,
        number=number,
        first_version=version + 1,
        game=state.setup.game.key,
        options=state.setup.options_json,
        commitment=commitment(secret),
        server_secret=secret,
        created_at=now,
    )
    payload = {"match": match.pk, "number": number, "secret": secret.hex(), "commitment": match.commitment}
    command = Command(Kind.NEW_MATCH, f"match-{number}", version=version, payload=payload)
    committed = perform(table_id=state.setup.table_id, command=command, now=now)
    Table.objects.filter(pk=state.setup.table_id).update(match=match, fill_at=None)
    return committed
