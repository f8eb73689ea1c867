"""The formats that an event can have, by key."""

from tournaments.rules.arena import Arena
from tournaments.rules.contract import Format
from tournaments.rules.double_elimination import DoubleElimination
from tournaments.rules.duplicate import Duplicate
from tournaments.rules.groups import GroupsThenFinal
from tournaments.rules.knock_out import KnockOut
from tournaments.rules.league import League
from tournaments.rules.round_robin import RoundRobin
from tournaments.rules.swiss_individuals import SwissIndividuals
from tournaments.rules.swiss_teams import SwissTeams

_ALL: tuple[Format, ...] = (
    SwissIndividuals(),
    SwissTeams(),
    RoundRobin(),
    KnockOut(),
    DoubleElimination(),
    GroupsThenFinal(),
    Arena(),
    League(),
    Duplicate(),
)
_FORMATS: dict[str, Format] = {one.key: one for one in _ALL}


def get(key: str) -> Format:
    """Return the format of a key.

    Raises:
        KeyError: no such format.
    """
    return _FORMATS[key]


def keys() -> tuple[str, ...]:
    """Return the keys of all formats, in the order of display."""
    return tuple(_FORMATS)
