"""The SQL of a table: reading what its fold needs, and the one statement that commits commands.

The texts are run by two executors, Django's connection and the async pool, so they take and give plain values: JSON
as text, times with their zone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from games.engine import registry
from games.services.table_clocks import read_control
from games.services.table_next import next_match_at
from games.services.table_state import format_seats, present_user_ids
from games.services.table_timing import due_at
from games.services.table_values import Decision, Setup, TableState, Timing

_SETUP = """
select t.id, m.id, t.game, t.options::text, m.server_secret, m.commitment, m.number, m.first_version,
       (select l.id from play_match l where l.table_id = t.id and l.number = m.number - 1),
       t.host_id, t.is_private, t.invite_code, t.can_watch, t.seating, t.bot_level, t.pace_ms, t.is_quick, t.fill_at,
       t.can_undo and not t.is_rated, t.can_count, t.time_control::text, t.can_substitute,
       t.is_rated, t.requirements::text
from play_table t join play_match m on m.table_id = t.id
"""
READ_SETUP = _SETUP + "where t.id = any(%s) and m.id = t.match_id"
READ_MATCH_SETUP = _SETUP + "where m.id = %s"
READ_ROWS = """
select e.table_id, e.version, e.kind, e.seat, e.user_id, e.command_id, e.payload::text, e.at
from unnest(%s::bigint[], %s::int[]) as known(table_id, version)
join table_event e on e.table_id = known.table_id and e.version > known.version
order by e.table_id, e.version
"""
READ_MATCH_ROWS = """
select e.table_id, e.version, e.kind, e.seat, e.user_id, e.command_id, e.payload::text, e.at
from table_event e where e.table_id = %s and e.match_id = %s order by e.version
"""
FIND_COMMAND = "select version from table_event where table_id = %s and user_id = %s and command_id = %s"
READ_VERSIONS = "select id, version from play_table where id = any(%s)"

# Compare-and-set on the version, insertion of the event row and the columns kept beside it, for any number of tables
# at once (at most one command a table). A command id that is there already is told as `dup`. No answer for a table
# means that somebody was first, or that a resend races its first copy (its snapshot is older): look the id up then.
COMMIT = """
with cmd as (
    select * from jsonb_to_recordset(%s::jsonb) as c(
        t bigint, v int, m bigint, u bigint, c text, kind text, seat smallint, p jsonb, at timestamptz, status text,
        to_act smallint[], turn_at timestamptz, due_at timestamptz, seats jsonb, user_ids bigint[],
        started_at timestamptz, finished_at timestamptz, closed_at timestamptz, fill_at timestamptz)
), dup as (
    select e.table_id, e.version from cmd
    join table_event e on e.table_id = cmd.t and e.user_id = cmd.u and e.command_id = cmd.c
), cas as (
    update play_table t set version = t.version + 1, status = cmd.status, to_act = cmd.to_act, turn_at = cmd.turn_at,
        due_at = cmd.due_at, seats = coalesce(cmd.seats, t.seats), user_ids = coalesce(cmd.user_ids, t.user_ids),
        fill_at = case when cmd.status = 'open' then coalesce(cmd.fill_at, t.fill_at) else cmd.fill_at end,
        changed_at = cmd.at, closed_at = coalesce(cmd.closed_at, t.closed_at)
    from cmd where t.id = cmd.t and t.version = cmd.v and not exists (select 1 from dup where dup.table_id = t.id)
    returning t.id, t.version
), ins as (
    insert into table_event (table_id, version, match_id, kind, seat, user_id, command_id, payload, at)
    select cas.id, cas.version, cmd.m, cmd.kind, cmd.seat, cmd.u, cmd.c, cmd.p, cmd.at
    from cas join cmd on cmd.t = cas.id
    returning table_id, version
), turned as (
    update play_match m set started_at = coalesce(cmd.started_at, m.started_at), finished_at = cmd.finished_at
    from cmd join cas on cas.id = cmd.t
    where m.id = cmd.m and (cmd.started_at is not null or cmd.finished_at is not null)
)
select table_id, version, true from ins union all select table_id, version, false from dup
"""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A row of `table_event` as the fold reads it."""

    table_id: int
    version: int
    kind: str
    seat: int | None
    user_id: int | None
    command_id: str
    payload: Mapping[str, Any]
    at: datetime


class Stored(NamedTuple):
    """What the database answered to a command.

    Attributes:
        is_new: False for a command id that had been applied before, as this version.
    """

    table_id: int
    version: int
    is_new: bool


def read_setup(row: Sequence[Any], *, timing: Timing) -> Setup:
    """Return the setup of a row of READ_SETUP."""
    (table_id, match_id, key, options, secret, commitment, number, first_version, last_match_id, *rest) = row
    host_id, is_private, invite_code, can_watch, seating, bot_level, pace_ms, is_quick, fill_at, *rules = rest
    can_undo, can_count, control, can_substitute, is_rated, requirements = rules
    game = registry.get(key)
    options_json = json.loads(options)
    return Setup(
        table_id=table_id,
        match_id=match_id,
        game=game,
        options=game.parse_options(options_json),
        options_json=options_json,
        secret=bytes(secret),
        commitment=commitment,
        match_number=number,
        first_version=first_version,
        last_match_id=last_match_id,
        host_id=host_id,
        is_private=is_private,
        invite_code=invite_code,
        can_watch=can_watch,
        is_seating_drawn=seating == "drawn",
        bot_level=bot_level,
        can_undo=can_undo,
        can_count=can_count,
        is_quick=is_quick,
        fill_at=fill_at,
        timing=timing.with_pace(pace_ms),
        control=read_control(control and json.loads(control)),
        can_substitute=can_substitute,
        is_rated=is_rated,
        requirements=json.loads(requirements),
    )


def read_event(row: Sequence[Any]) -> StoredEvent:
    """Return the event of a row of READ_ROWS."""
    table_id, version, kind, seat, user_id, command_id, payload, at = row
    return StoredEvent(table_id, version, kind, seat, user_id, command_id, json.loads(payload), at)


def write_row(decision: Decision, *, before: TableState) -> dict[str, Any]:
    """Return the item of COMMIT for a decision made from the state `before`."""
    after, command, at = decision.state, decision.command, decision.at.isoformat()
    row: dict[str, Any] = {
        "t": after.setup.table_id,
        "v": before.version,
        "m": after.setup.match_id,
        "u": command.user_id,
        "c": command.id,
        "kind": command.kind,
        "seat": decision.seat,
        "p": decision.payload,
        "at": at,
        "status": after.status,
        "to_act": after.to_act,
        "turn_at": at if after.turn_at is decision.at else _text(after.turn_at),
        "due_at": _text(due_at(after)),
    }
    if after.seats is not before.seats:
        row |= {"seats": format_seats(after), "user_ids": present_user_ids(after)}
    for name in ("started_at", "finished_at", "closed_at"):
        moment = getattr(after, name)
        if moment is not getattr(before, name):
            row[name] = _text(moment)
    if after.setup.fill_at is not before.setup.fill_at:
        row["fill_at"] = _text(after.setup.fill_at)
    if after.agreed is not None:
        row["fill_at"] = _text(next_match_at(after))
    return row


def encode_rows(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return COMMIT's argument; in the order of tables, so that two processes never lock each other out."""
    return json.dumps(sorted(rows, key=lambda row: row["t"]), separators=(",", ":"))


def _text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
