"""What one user may do over all sockets of this process: how many there may be, and how fast they may send."""

from collections.abc import Callable
from time import monotonic

from django.conf import settings

MESSAGE_BURST = 3
"""Seconds' worth of messages that may come at once."""
CHAT_RATE, CHAT_BURST = 0.7, 6
"""Lines a second, and at once."""
REMEMBERED_USERS = 10_000
"""Users whose limits are kept; above it those without a socket are forgotten."""


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


class Allowance:
    """What a user has left: kept when the last socket closes, so that coming back does not fill it up.

    Attributes:
        messages: of all kinds.
        chats: lines of chat, and reports of some.
        sockets: how many are open.
    """

    __slots__ = ("chats", "messages", "sockets")

    def __init__(self) -> None:
        rate = settings.KQJ_SOCKET_RATE
        self.messages = Bucket(rate=rate, size=rate * MESSAGE_BURST)
        self.chats = Bucket(rate=CHAT_RATE, size=CHAT_BURST)
        self.sockets = 0

    @property
    def is_full(self) -> bool:
        """Whether no further socket may be opened."""
        return 0 < settings.KQJ_USER_SOCKETS <= self.sockets


_allowances: dict[int, Allowance] = {}


def allowance_of(user_id: int) -> Allowance:
    """Return what the user has left in this process."""
    found = _allowances.get(user_id)
    if found is None:
        if len(_allowances) >= REMEMBERED_USERS:
            _forget_absent()
        found = _allowances[user_id] = Allowance()
    return found


def _forget_absent() -> None:
    for user_id in [it for it, allowance in _allowances.items() if not allowance.sockets]:
        del _allowances[user_id]
