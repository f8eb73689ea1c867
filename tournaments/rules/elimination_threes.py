"""A knock-out at tables of three: the best one or two of each table go on, until one table is left, the final.

Each round the survivors, in the order of their seeds, are spread over the tables as a snake; the best seeds have
byes where the numbers ask for it. With one going on, byes are dealt so that from the second round on there are 3, 9,
27 … survivors; a team of bots fills up the one table that this may need, and a final that only two have reached.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.engine.texts import gettext_noop as _
from tournaments.rules.bracket_play import order_table
from tournaments.rules.contract import BOT, Event, Pairing, Round, Table
from tournaments.rules.elimination import seeded
from tournaments.rules.field_of_round import MIN_ENTRANTS

THREE = 3


@dataclass(slots=True)
class Run:
    """Where the event stands.

    Attributes:
        seeds: all teams, the best seed first.
        survivors: who is still in, in that order.
        reached: how far everybody came.
        is_over: the final was played, or nobody is left to play it.
    """

    seeds: list[int]
    survivors: list[int]
    reached: dict[int, Fraction] = field(default_factory=dict)
    is_over: bool = False


def run_threes(event: Event) -> Run:
    """Return where the event stands after its rounds."""
    seeds = seeded(event)
    run = Run(seeds, list(seeds), dict.fromkeys(seeds, Fraction(0)))
    for past in event.rounds:
        run.survivors = _still_in(event, run.survivors, number=past.number)
        _play(run, past, advance=event.settings.advance)
    run.survivors = _still_in(event, run.survivors, number=event.next_number)
    run.is_over = run.is_over or len(run.survivors) < MIN_ENTRANTS
    return run


def _still_in(event: Event, survivors: Sequence[int], *, number: int) -> list[int]:
    """Return the survivors who have not left by the round of this number."""
    here = {entrant.number for entrant in event.entrants if entrant.is_in(number)}
    return [one for one in survivors if one in here]


def _play(run: Run, past: Round, *, advance: int) -> None:
    """Take the results of a round."""
    is_final = len(run.survivors) <= THREE
    on = set(run.survivors) - {one for result in past.results for one in result.table.entrants}
    for result in past.results:
        order = order_table(result, seeds=run.seeds)
        for place, member in enumerate(order):
            goes_on = place < (1 if is_final else advance)
            # Who is out ranks by the place at the table, below everybody who goes on.
            run.reached[member] = past.number - Fraction(0 if goes_on else place, THREE)
        on.update(order[:advance])
    run.reached.update({one: Fraction(past.number) for one in on if one in past.byes})
    run.survivors = [one for one in run.survivors if one in on]
    run.is_over = run.is_over or is_final


def pair_threes(event: Event) -> Pairing | None:
    """Return the next round; None when the final was played."""
    run = run_threes(event)
    if run.is_over:
        return None
    byes, tables, bots = plan_round(len(run.survivors), advance=event.settings.advance)
    playing = [*run.survivors[byes:], *[BOT] * bots]
    groups = [playing[table :: 2 * tables] + playing[2 * tables - 1 - table :: 2 * tables] for table in range(tables)]
    label = _("Final") if len(run.survivors) <= THREE else ""
    laid = (
        Table(number, tuple((member,) for member in members), label=label)
        for number, members in enumerate(groups, start=1)
    )
    return Pairing(event.next_number, tuple(laid), tuple(run.survivors[:byes]))


def plan_round(count: int, *, advance: int) -> tuple[int, int, int]:
    """Return how many byes, tables and teams of bots the next round of so many survivors has."""
    if count <= THREE:
        return 0, 1, THREE - count
    if advance > 1:
        return count % THREE, count // THREE, 0
    target = THREE
    while target * THREE < count:
        target *= THREE
    bots = (count - target) % 2
    tables = (count + bots - target) // 2
    return count + bots - THREE * tables, tables, bots
