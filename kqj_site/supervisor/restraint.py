"""How long a crashed child waits for its next start: players wait for it, but one that can't live must not spin."""

FREE_RESTARTS = 3
"""Crashes that are met at once: a kill, and what goes wrong while the kill's traces are still there."""
STEADY_SECONDS = 10.0
"""The life that makes up for one crash; starting takes up to three seconds, more on a busy machine."""
FIRST_WAIT_SECONDS = 0.25
LONGEST_WAIT_SECONDS = 10.0


class Restraint:
    """Counts crashes, and forgets them as time goes by."""

    def __init__(self) -> None:
        self._crashes = 0.0

    def wait_after(self, lived_seconds: float) -> float:
        """Return the seconds to wait after a crash, 0 unless crashes come faster than they are forgotten."""
        self._crashes = max(self._crashes - lived_seconds / STEADY_SECONDS, 0.0) + 1
        excess = self._crashes - FREE_RESTARTS
        return min(FIRST_WAIT_SECONDS * 2**excess, LONGEST_WAIT_SECONDS) if excess > 0 else 0.0
