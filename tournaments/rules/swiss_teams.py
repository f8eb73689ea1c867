"""Swiss for teams: opponents near in score, no rematch and no second bye while they can be avoided."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.engine.rules import OptionField
from games.engine.shuffle import Stream
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.contract import BOT, Event, Pairing, Table
from tournaments.rules.field_of_round import (
    fill_field,
    pick_reserves,
)
from tournaments.rules.grouping import group
from tournaments.rules.history import History
from tournaments.rules.matching import match_pairs
from tournaments.rules.settings import Settings
from tournaments.rules.standings import score_unit
from tournaments.rules.swiss import Swiss
from tournaments.rules.swiss_individuals import value_people, weigh_pairs

PAIR = 2
UNIT = 1000
"""The cost of one first place apart in score, squared; leaves room for the order among equals."""
CHANCE_RANGE = 16
BYE = -1
"""Stands for the bye among those who are matched; BOT does where a team of bots plays instead."""


class SwissTeams(Swiss):
    """Teams meet teams of about their score."""

    key = "swiss_teams"
    name = _("Swiss, teams")
    entries: tuple[str, ...] = ("teams",)
    fields: tuple[OptionField, ...] = (
        fields.TEAMS,
        fields.TEAM_SIDES,
        fields.ROUNDS,
        fields.MISSING,
        fields.BYE_PERCENT,
        fields.LATE_PERCENT,
        fields.FIRST_ROUND,
    )

    def seat(
        self, event: Event, *, order: list[int], scores: Mapping[int, Fraction], history: History, chance: Stream
    ) -> Pairing:
        """Return tables of two teams, or of three."""
        seat = seat_pairs if event.settings.sides == PAIR else seat_threes
        return seat(event, order=order, scores=scores, history=history, chance=chance)


def seat_threes(
    event: Event, *, order: list[int], scores: Mapping[int, Fraction], history: History, chance: Stream
) -> Pairing:
    """Return tables of three teams, found by the search that seats individuals."""
    settings = event.settings
    field = fill_field(event, order=order, history=history, size=settings.table_size)
    teams = [*field.players, *[BOT] * field.bots]
    groups = group(
        settings.table_size,
        apart=weigh_pairs(teams, history=history, settings=settings),
        values=value_people(teams, scores=scores, settings=settings),
        weight=settings.weight_score,
        chance=chance,
    )
    return _lay_tables(event, [[teams[member] for member in members] for members in groups], field.byes, chance=chance)


def seat_pairs(
    event: Event, *, order: list[int], scores: Mapping[int, Fraction], history: History, chance: Stream
) -> Pairing:
    """Return tables of two teams, with the bye, if any, matched along with them."""
    teams = list(order)
    if len(teams) % PAIR and event.settings.missing == "reserve":
        teams += pick_reserves(event, history=history, count=1)
    if len(teams) % PAIR:
        teams.append(BYE if event.settings.missing == "bye" else BOT)
    costs = PairCosts(teams, scores=scores, history=history, settings=event.settings, chance=chance)
    joker = len(teams) - 1 if teams[-1] in {BYE, BOT} else None
    pairs = match_pairs(len(teams), cost=costs, bad=costs.rematch, joker=joker)
    groups = [[teams[one], teams[other]] for one, other in pairs]
    byes = tuple(one for one, other in groups if other == BYE)
    return _lay_tables(event, [members for members in groups if BYE not in members], byes, chance=chance)


def _lay_tables(event: Event, groups: Sequence[list[int]], byes: tuple[int, ...], *, chance: Stream) -> Pairing:
    """Return the round, the sides of each table in drawn order."""
    for members in groups:
        chance.shuffle(members)
    tables = (Table(number, tuple((one,) for one in members)) for number, members in enumerate(groups, start=1))
    return Pairing(event.next_number, tuple(tables), byes)


class PairCosts:
    """What it costs to pair two of the teams, by their positions in the order of standing.

    A second bye costs more than all rematches there could be, a rematch more than any distances in score; so each is
    taken only where no pairing goes without. Among equals the upper half meets the lower half of those equal in
    score if the event goes by rating, else chance decides.

    Attributes:
        rematch: what a rematch costs at least.
    """

    def __init__(
        self,
        teams: Sequence[int],
        *,
        scores: Mapping[int, Fraction],
        history: History,
        settings: Settings,
        chance: Stream,
    ) -> None:
        unit = score_unit(settings)
        self.teams = teams
        self.history = history
        self.values = [scores.get(team, Fraction(0)) / unit for team in teams]
        lowest = min(self.values[: len(teams) - 1], default=Fraction(0))
        if teams[-1] in {BYE, BOT}:
            self.values[-1] = lowest
        self.chances = None if settings.first_round == "rating" else [chance.below(CHANCE_RANGE) for _ in teams]
        widest = (max(self.values) - min(self.values)) ** 2 * UNIT + len(teams) + CHANCE_RANGE
        self.rematch = (int(widest) + 1) * len(teams)

    def __call__(self, one: int, other: int) -> int:
        """Return the cost of a pair."""
        distance = int((self.values[one] - self.values[other]) ** 2 * UNIT)
        return distance + self._order(one, other) + self._repeats(one, other)

    def _order(self, one: int, other: int) -> int:
        """Return what decides among equals, small against any distance in score."""
        if self.teams[other] in {BYE, BOT}:
            return len(self.teams) - 1 - one
        if self.chances is not None:
            return self.chances[one] ^ self.chances[other]
        half = self.values.count(self.values[one]) // PAIR
        return abs(other - one - half)

    def _repeats(self, one: int, other: int) -> int:
        """Return what a rematch or a second bye costs."""
        team, rival = self.teams[one], self.teams[other]
        if rival in {BYE, BOT}:
            again = self.history.byes.get(team, 0) + self.history.met.get(team, {}).get(BOT, 0)
            return again * self.rematch * len(self.teams)
        return self.history.met.get(team, {}).get(rival, 0) * self.rematch
