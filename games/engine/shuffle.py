"""Shuffling that anyone can check (rules R31)."""

import hashlib
import struct
from collections.abc import Iterable, MutableSequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
NONCE_BYTES = 16
_WORD_RANGE = 2**32
_KEY_BYTES = 64
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
_BLOCK = struct.Struct(">8I")
"""An HMAC-SHA256 read as eight numbers of four bytes, big-endian."""


class Stream:
    """Endless numbers of 32 bits drawn from a seed under a label."""

    __slots__ = ("_block", "_inner", "_outer", "_words")

    def __init__(self, seed: bytes, *, label: str) -> None:
        key = seed.ljust(_KEY_BYTES, b"\0")
        self._inner = hashlib.sha256(key.translate(_INNER_PAD) + label.encode("ascii") + b":")
        self._outer = hashlib.sha256(key.translate(_OUTER_PAD))
        self._block = 0
        self._words: list[int] = []

    def _draw_block(self) -> None:
        """Put the next eight numbers before those that are left, the last to be used first.

        This is HMAC-SHA256 spelled out (RFC 2104), since the key's part of it need be hashed only once.
        """
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(self._block.to_bytes(4, "big"))
        outer.update(inner.digest())
        self._block += 1
        self._words[:0] = _BLOCK.unpack(outer.digest())[::-1]

    def word(self) -> int:
        """Return the next number, from 0 to 2**32 - 1."""
        if not self._words:
            self._draw_block()
        return self._words.pop()

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each as likely as the others."""
        word = self.word()
        while word >= _WORD_RANGE - _WORD_RANGE % bound:
            word = self.word()
        return word % bound

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a drawn order, in place."""
        words = self._words
        while len(words) < len(items) - 1:
            self._draw_block()
        is_sure = max(words, default=0) < _WORD_RANGE - len(items)
        for last in range(len(items) - 1, 0, -1):
            # Such small words are never thrown away by `below`; in a few shuffles of ten millions one is not small.
            drawn = words.pop() % (last + 1) if is_sure else self.below(last + 1)
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
