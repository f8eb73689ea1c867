"""The formats that an event can have, by key."""

from tournaments.rules.contract import Format
from tournaments.rules.double_elimination import DoubleElimination
from tournaments.rules.knock_out import KnockOut
from tournaments.rules.round_robin import RoundRobin
from tournaments.rules.swiss_individuals import SwissIndividuals
from tournaments.rules.swiss_teams import SwissTeams

_FORMATS: dict[str, Format] = {
    one.key: one for one in (SwissIndividuals(), SwissTeams(), RoundRobin(), KnockOut(), DoubleElimination())
}


def get(key: str) -> Format:
    """Return the format of a key.

    Raises:
        KeyError: no such format.
    """
    return _FORMATS[key]


def keys() -> tuple[str, ...]:
    """Return the keys of all formats, in the order of display."""
    return tuple(_FORMATS)
