"""How the round trip of a socket is measured."""

from games.live.round_trips import RoundTrips


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def measure(trips: RoundTrips, clock: Clock, *, seconds: float) -> int:
    number = trips.ask()
    clock.seconds += seconds
    trips.take(number)
    return trips.milliseconds


def test_the_first_measurement_counts_whole_and_later_ones_in_part() -> None:
    clock = Clock()
    trips = RoundTrips(clock=clock)
    assert trips.milliseconds == 0
    assert measure(trips, clock, seconds=0.1) == 100
    assert measure(trips, clock, seconds=0.5) == 200
    for _ in range(40):
        measure(trips, clock, seconds=0.05)
    assert trips.milliseconds == 50


def test_a_number_counts_once_and_only_the_latest() -> None:
    clock = Clock()
    trips = RoundTrips(clock=clock)
    trips.take(0)
    trips.take(1)
    old = trips.ask()
    clock.seconds += 5
    new = trips.ask()
    clock.seconds += 0.2
    trips.take(old)
    trips.take(new + 1)
    assert trips.milliseconds == 0
    trips.take(new)
    clock.seconds += 9
    trips.take(new)
    assert trips.milliseconds == 200
