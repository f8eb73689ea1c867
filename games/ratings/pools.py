"""Pools: what is rated apart, since being good at one says little about the other."""

from enum import StrEnum
from typing import NamedTuple


class Speed(StrEnum):
    """How fast a match is played."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


class Sides(StrEnum):
    """Whether partners stay together: then a side is a team, else every player is one."""

    FIXED = "fixed"
    RANDOM = "random"


class Pool(NamedTuple):
    """What a rating is a rating of; as text `kqj-live-fixed`."""

    game: str
    speed: Speed
    sides: Sides

    def __str__(self) -> str:
        """Return the key under which rows and addresses name it."""
        return "-".join(self)


def parse_pool(text: str) -> Pool:
    """Return the pool of a key.

    Raises:
        ValueError: it is no pool's key.
    """
    try:
        game, speed, sides = text.rsplit("-", 2)
        return Pool(game, Speed(speed), Sides(sides))
    except ValueError as error:
        raise ValueError(f"{text!r:.60} is no pool, such as kqj-live-fixed") from error
