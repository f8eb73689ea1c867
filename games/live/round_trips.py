"""How long a message takes to a client and back: measured by a number that it sends back at once."""

from collections.abc import Callable
from time import monotonic

WEIGHT = 4
"""A new measurement counts for one part of so many: one hiccup of a line is no lag, a worse line soon is."""


class RoundTrips:
    """The measurements of one socket.

    A client that dawdles with its answer seems slow, so what is given back for that is bounded (`table_clocks`).
    """

    def __init__(self, *, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._number = 0
        self._asked_at: float | None = None
        self._milliseconds: float | None = None

    def ask(self) -> int:
        """Return the number that the client is to send back; earlier ones count no more."""
        self._number += 1
        self._asked_at = self._clock()
        return self._number

    def take(self, number: int) -> None:
        """Measure by a number that came back; one that was not asked for, or came before, is passed over."""
        if number != self._number or self._asked_at is None:
            return
        took = (self._clock() - self._asked_at) * 1_000
        self._asked_at = None
        known = took if self._milliseconds is None else self._milliseconds
        self._milliseconds = known + (took - known) / WEIGHT

    @property
    def milliseconds(self) -> int:
        """The round trip as it is now; 0 before it was measured."""
        return round(self._milliseconds or 0)
