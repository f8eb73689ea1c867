"""The rounds of a round robin, as members of a field by number: who meets whom is fixed before anything is played."""

from collections import Counter
from functools import lru_cache
from itertools import combinations

from games.engine.shuffle import Stream
from tournaments.rules.berger import berger_rounds
from tournaments.rules.grouping import group
from tournaments.rules.kirkman import kirkman_rounds

Meeting = tuple[int, ...]
Schedule = tuple[tuple[Meeting, ...], ...]
PAIR, THREE = 2, 3
FAR_APART = 1000
TRIES = 6
"""Schedules of threes searched, of which the most even is taken."""


def schedule_pairs(count: int, *, is_double: bool) -> Schedule:
    """Return Berger's rounds of members 0 to count - 1; with an odd number, member `count` is nobody."""
    once = berger_rounds(count)
    return (*once, *(tuple((second, first) for first, second in games) for games in once)) if is_double else once


@lru_cache(maxsize=32)
def schedule_threes(count: int, *, is_double: bool, has_byes: bool, seed: bytes) -> Schedule:
    """Return rounds of threes in which every two members meet equally often, or as nearly as the search finds.

    Args:
        count: the members are 0 to count - 1.
        is_double: everybody meets twice.
        has_byes: who does not fit into threes sits out; else tables are filled up with numbers from `count` on, which
            are nobody.
        seed: what the search draws from.
    """
    for larger in (count,) if has_byes else (count, count + 1, count + 2):
        perfect = kirkman_rounds(larger)
        if perfect is not None:
            return perfect * (1 + is_double)
    filled = count if has_byes else count + -count % THREE
    rounds = -(-(count - 1) // PAIR) * (1 + is_double)
    tries = [
        _search_threes(filled, nobody=count, rounds=rounds, chance=Stream(seed, label=f"threes:{number}"))
        for number in range(TRIES)
    ]
    return min(tries, key=lambda schedule: measure_unevenness(schedule, count=count))


def _search_threes(count: int, *, nobody: int, rounds: int, chance: Stream) -> Schedule:
    """Return rounds each seated so that members meet those they met least; byes go around.

    Members from `nobody` on are empty seats, kept at tables of their own.
    """
    met: Counter[Meeting] = Counter({(nobody, nobody + 1): FAR_APART})
    byes: Counter[int] = Counter()
    schedule = []
    for _ in range(rounds):
        members = list(range(count))
        chance.shuffle(members)
        members.sort(key=lambda member: -byes[member])
        playing = members[: count - count % THREE]
        byes.update(members[len(playing) :])
        chance.shuffle(playing)
        apart: list[dict[int, int]] = [{} for _ in playing]
        for (row, one), (column, other) in combinations(enumerate(playing), 2):
            times = met[min(one, other), max(one, other)]
            if times:
                apart[row][column] = apart[column][row] = times
        groups = group(THREE, apart=apart, values=[0.0] * len(playing), weight=0, chance=chance)
        meetings = tuple(tuple(playing[seat] for seat in seats) for seats in groups)
        met.update(pair for meeting in meetings for pair in combinations(sorted(meeting), 2))
        schedule.append(meetings)
    return tuple(schedule)


def measure_unevenness(schedule: Schedule, *, count: int) -> int:
    """Return the sum of squares of how often every two members meet: the smaller, the more even."""
    met = Counter(pair for meetings in schedule for meeting in meetings for pair in combinations(sorted(meeting), 2))
    return sum(times * times for pair, times in met.items() if max(pair) < count)
