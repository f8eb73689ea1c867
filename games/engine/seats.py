"""Seats around a table and the teams that they form."""

from collections.abc import Sequence
from functools import cache, lru_cache

Teams = tuple[tuple[int, ...], ...]


def seats_from(first: int, *, count: int, step: int = 1) -> tuple[int, ...]:
    """Return all seats in the order of play, beginning with `first`; a step of -1 goes anticlockwise."""
    return tuple((first + step * turn) % count for turn in range(count))


def seat_after(seat: int, *, count: int, step: int = 1) -> int:
    """Return the next seat in the order of play."""
    return (seat + step) % count


@cache
def spread_teams(*, seat_count: int, team_count: int) -> Teams:
    """Return teams whose members sit as far apart as they can: seat s is in team s modulo the number of teams."""
    return tuple(tuple(range(team, seat_count, team_count)) for team in range(team_count))


def cut_teams(seats: Sequence[int], *, team_count: int) -> Teams:
    """Return the teams that shuffled seats are cut into: each sorted, and sorted by their first seat (rules R31)."""
    size = len(seats) // team_count
    return tuple(sorted(tuple(sorted(seats[start : start + size])) for start in range(0, len(seats), size)))


@lru_cache(maxsize=256)
def index_teams(teams: Teams) -> tuple[int, ...]:
    """Return the team's index by seat."""
    team_of = {seat: team for team, seats in enumerate(teams) for seat in seats}
    return tuple(team_of[seat] for seat in range(len(team_of)))
