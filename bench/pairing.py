"""Swiss for individuals against two plain seatings: `python -m bench.pairing`.

Six rounds with 36 to 996 players of drawn strengths, results drawn by strength, the same for all:
- slices: the standings cut into sixes.
- greedy: from the top down, each table takes the nearest who met nobody there, or else the nearest.
- search: what the site does.
Repeated pairs are counted once for each meeting after the first; spread is the average distance between the best and
the worst score at a table, in tables won. CPU time of the slowest round is told; partners met again too.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations

from tournaments.rules.contract import Entrant, Event, Pairing, Round, Table, TableResult
from tournaments.rules.ledger import place_points
from tournaments.rules.registry import get
from tournaments.rules.standings import open_book

SIZES = (36, 60, 96, 240, 996)
GOALS = {36: 40, 60: 4, 96: 0, 240: 0}
"""Repeated pairs allowed to the search."""
MOST_SECONDS = 2.0
ROUNDS, SEATS = 6, 6
SWISS = get("swiss_individuals")
Seater = Callable[[Event], Pairing]


@dataclass
class Tally:
    """What an event was like."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    partners: Counter[tuple[int, int]] = field(default_factory=Counter)
    spreads: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def repeats(self) -> int:
        """Return how many meetings were not the first of two people."""
        return sum(times - 1 for times in self.met.values())

    def partner_repeats(self) -> int:
        """Return the same of partners."""
        return sum(times - 1 for times in self.partners.values())


def order_by_score(event: Event) -> list[int]:
    """Return the players by score, equal ones in a drawn order."""
    scores = open_book(event).scores
    order = [entrant.number for entrant in event.entrants]
    random.Random(event.next_number).shuffle(order)
    return sorted(order, key=lambda number: -scores[number])


def seat(event: Event, groups: Iterable[list[int]]) -> Pairing:
    """Return tables of two sides, every second one of a group a partner."""
    tables = [Table(number, (tuple(group[::2]), tuple(group[1::2]))) for number, group in enumerate(groups, start=1)]
    return Pairing(event.next_number, tuple(tables))


def seat_slices(event: Event) -> Pairing:
    """Cut the standings into sixes."""
    order = order_by_score(event)
    return seat(event, (order[start : start + SEATS] for start in range(0, len(order), SEATS)))


def seat_greedily(event: Event) -> Pairing:
    """Fill tables from the top with the nearest who met nobody there."""
    met = {pair for past in event.rounds for result in past.results for pair in combinations(result.table.entrants, 2)}
    waiting, groups = order_by_score(event), []
    while waiting:
        group = [waiting.pop(0)]
        while len(group) < SEATS:
            new = (one for one in waiting if not any((one, a) in met or (a, one) in met for a in group))
            chosen = next(new, waiting[0])
            waiting.remove(chosen)
            group.append(chosen)
        groups.append(group)
    return seat(event, groups)


def seat_by_search(event: Event) -> Pairing:
    """Seat as the site does."""
    pairing = SWISS.next_round(event)
    assert pairing is not None
    return pairing


def play(pairing: Pairing, *, strength: dict[int, float], chance: random.Random) -> Round:
    """Return the round with results drawn by strength."""
    results = []
    for table in pairing.tables:
        ahead = sum(strength[one] for one in table.sides[0]) - sum(strength[one] for one in table.sides[1])
        places = (1, 2) if ahead + chance.gauss(0, 2) > 0 else (2, 1)
        results.append(TableResult(table, places, tuple(1000 - 300 * (place - 1) for place in places)))
    return Round(pairing.number, tuple(results))


def run(size: int, *, seater: Seater, seed: int) -> Tally:
    """Play an event and return what it was like."""
    chance = random.Random(seed)
    strength = {number: chance.gauss(0, 1) for number in range(1, size + 1)}
    event = Event(tuple(map(Entrant, strength)), SWISS.parse_settings({"rounds": ROUNDS}), chance.randbytes(32))
    unit = place_points(event.settings, sides=2)[0]
    tally = Tally()
    for _ in range(ROUNDS):
        scores = open_book(event).scores
        start = time.process_time()
        pairing = seater(event)
        tally.seconds.append(time.process_time() - start)
        for table in pairing.tables:
            tally.met.update(combinations(sorted(table.entrants), 2))
            tally.partners.update(pair for side in table.sides for pair in combinations(sorted(side), 2))
            at_table = [scores[one] for one in table.entrants]
            tally.spreads.append(float(max(at_table) - min(at_table)) / unit)
        event = replace(event, rounds=(*event.rounds, play(pairing, strength=strength, chance=chance)))
    return tally


def report(size: int, *, seed: int) -> bool:
    """Print a size's lines; return whether the search reached what was asked for."""
    seaters = {"slices": seat_slices, "greedy": seat_greedily, "search": seat_by_search}
    tallies = {name: run(size, seater=seater, seed=seed) for name, seater in seaters.items()}
    for name, tally in tallies.items():
        spread = sum(tally.spreads) / len(tally.spreads)
        print(
            f"  {size:>4} {name:<7} repeats {tally.repeats():>5}   partners again {tally.partner_repeats():>4}   "
            f"spread {spread:.2f}   slowest round {max(tally.seconds):.2f} s"
        )
    search = tallies["search"]
    return search.repeats() <= GOALS.get(size, 0) and max(search.seconds) < MOST_SECONDS


def main() -> int:
    """Measure and print; return 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.pairing", description="Swiss for individuals.")
    parser.add_argument("--seed", type=int, default=1, help="what strengths and results are drawn from (default 1)")
    seed = parser.parse_args().seed
    print(f"pairing, {ROUNDS} rounds, seed {seed}; asked: at most {GOALS} repeats, {MOST_SECONDS} s a round")
    missed = sum(not report(size, seed=seed) for size in SIZES)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
