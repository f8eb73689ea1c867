"""Shuffling that anyone can check (rules R31)."""

import hashlib
import hmac
from collections.abc import Iterable, MutableSequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
NONCE_BYTES = 16
_WORD_BYTES = 4
_WORD_RANGE = 2**32


class Stream:
    """Endless bytes drawn from a seed under a label, read as numbers."""

    __slots__ = ("_block", "_buffer", "_label", "_place", "_seed")

    def __init__(self, seed: bytes, *, label: str) -> None:
        self._seed = seed
        self._label = label.encode("ascii") + b":"
        self._block = 0
        self._buffer = b""
        self._place = 0

    def word(self) -> int:
        """Return the next four bytes, big-endian."""
        if self._place == len(self._buffer):
            message = self._label + self._block.to_bytes(_WORD_BYTES, "big")
            self._buffer = hmac.digest(self._seed, message, "sha256")
            self._block += 1
            self._place = 0
        start = self._place
        self._place = start + _WORD_BYTES
        return int.from_bytes(self._buffer[start : self._place], "big")

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each as likely as the others."""
        limit = _WORD_RANGE - _WORD_RANGE % bound
        word = self.word()
        while word >= limit:
            word = self.word()
        return word % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a drawn order, in place."""
        for last in range(len(items) - 1, 0, -1):
            drawn = self.below(last + 1)
            items[last], items[drawn] = items[drawn], items[last]


def shuffled(items: Iterable[T], *, seed: bytes, label: str) -> list[T]:
    """Return the items in the order that the seed draws under the label."""
    drawn = list(items)
    Stream(seed, label=label).shuffle(drawn)
    return drawn


def commitment(secret: bytes) -> str:
    """Return the hex SHA-256 that is shown from the start, so that the secret can't be changed later."""
    return hashlib.sha256(secret).hexdigest()


def mix_seed(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """Return the seed of a live match: the server's secret, then the players' nonces in the order they joined."""
    return hashlib.sha256(secret + b"".join(nonces)).digest()


def draw_seats(seed: bytes, player_count: int) -> list[int]:
    """Return which player sits where: the item at a seat is the player's place in the order of joining."""
    return shuffled(range(player_count), seed=seed, label="seats")
