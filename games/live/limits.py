"""How fast one socket may send."""

from collections.abc import Callable
from time import monotonic


class Bucket:
    """Tokens that fill up at a rate to a bound; each message takes one."""

    __slots__ = ("_clock", "_rate", "_seen", "_size", "_tokens")

    def __init__(self, *, rate: float, size: float, clock: Callable[[], float] = monotonic) -> None:
        """Begin full.

        Args:
            rate: tokens a second; 0 or less for no limit.
            size: the most it holds.
            clock: seconds that only grow.
        """
        self._rate = rate
        self._size = size
        self._tokens = size
        self._clock = clock
        self._seen = clock()

    def take(self) -> bool:
        """Take a token; return whether there was one."""
        if self._rate <= 0:
            return True
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._seen) * self._rate)
        self._seen = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
