"""Chance for bots: the same turn always draws the same, and the match's secret takes no part in it."""

import hashlib


def turn_seed(*, match_id: int, version: int, seat: int) -> bytes:
    """Return 32 bytes that belong to one seat's turn at one version of its table."""
    return hashlib.sha256(f"kqj-bot:{match_id}:{version}:{seat}".encode()).digest()


def is_one_in_four(seed: bytes) -> bool:
    """Return True for a quarter of all seeds."""
    return seed[0] % 4 == 0


def pick_index(seed: bytes, *, count: int) -> int:
    """Return a number from 0 up to count - 1, independent of `is_one_in_four`."""
    return int.from_bytes(seed[1:17], "big") % count
