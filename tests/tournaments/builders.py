"""Events for tests of the rules of tournaments, written short."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tournaments.rules.contract import Entrant, Event, Pairing, Round, Table, TableResult
from tournaments.rules.settings import RankingKey, Settings

SEED = bytes(range(32))
CHESS = Settings(entry="teams", points_by_place=(1, 0), bye_percent=100)
"""Two sides of one, 1 point for a win and 1/2 for a draw: how published tables of chess count."""


def entrants_of(numbers: Iterable[int], **changes: Any) -> tuple[Entrant, ...]:
    """Entrants of these numbers, each a little weaker than the one before."""
    return tuple(Entrant(number, rating=2500.0 - 10 * place, **changes) for place, number in enumerate(numbers))


def pair(first: int, second: int, result: float, *, forfeits: Iterable[int] = ()) -> TableResult:
    """A table of two sides of one; the result is 1, 0.5 or 0 for the first."""
    places = (1, 1) if result == 0.5 else (1, 2) if result == 1 else (2, 1)
    scores = tuple(500 if place == 1 else 300 for place in places)
    return TableResult(Table(1, ((first,), (second,))), places=places, scores=scores, forfeits=frozenset(forfeits))


def event_of(rounds: Sequence[Round], *, numbers: Iterable[int], settings: Settings = CHESS, **changes: Any) -> Event:
    """An event after these rounds."""
    return Event(entrants_of(numbers), settings, SEED, tuple(rounds), **changes)


def values_of(event: Event, key: RankingKey, *, standings: Callable[[Event], Any]) -> dict[int, Fraction]:
    """What the standings say for a key that is put last in the ranking, by entrant."""
    ranking = (*(other for other in event.settings.ranking if other is not key), key)
    lines = standings(replace(event, settings=replace(event.settings, ranking=ranking)))
    return {line.entrant: line.values[key] for line in lines}


def play_table(
    table: Table, *, chance: random.Random, strength: Mapping[int, float] | None = None, deals: int = 0
) -> TableResult:
    """A table's result: stronger sides tend to be placed better, and equal places happen."""
    strength = strength or {}
    scores = [
        round(sum(strength.get(number, 1500.0) for number in side) / len(side) / 10 + chance.gauss(0, 20))
        for side in table.sides
    ]
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    played = tuple(tuple(10 * chance.randrange(4) for _ in scores) for _ in range(deals))
    return TableResult(table, places=places, scores=tuple(scores), deals=played)


def play_round(
    pairing: Pairing, *, chance: random.Random, strength: Mapping[int, float] | None = None, deals: int = 0
) -> Round:
    """The round of a pairing, played."""
    results = tuple(play_table(table, chance=chance, strength=strength, deals=deals) for table in pairing.tables)
    return Round(pairing.number, results, pairing.byes)


def play_on(
    event: Event,
    *,
    next_round: Callable[[Event], Pairing | None],
    rounds: int = 100,
    chance: random.Random | None = None,
    deals: int = 0,
) -> Event:
    """The event played on until it is over, or for so many rounds."""
    chance = chance or random.Random(1)
    strength = {entrant.number: entrant.rating for entrant in event.entrants}
    for _ in range(rounds):
        pairing = next_round(event)
        if pairing is None:
            break
        past = play_round(pairing, chance=chance, strength=strength, deals=deals)
        event = replace(event, rounds=(*event.rounds, past))
    return event
