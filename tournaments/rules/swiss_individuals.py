"""Swiss for individuals: tables of six near in score, new partners, and as few old acquaintances as can be."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.engine.rules import OptionField
from games.engine.shuffle import Stream
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.contract import BOT, Event, Pairing, Side, Table
from tournaments.rules.field_of_round import (
    fill_field,
)
from tournaments.rules.grouping import group
from tournaments.rules.history import History
from tournaments.rules.partners import Parting
from tournaments.rules.settings import SEATS, Settings
from tournaments.rules.sides import split_table
from tournaments.rules.standings import score_unit
from tournaments.rules.swiss import Swiss

BOTS_APART = 100
"""Two bots at one table, in repeats of a person: tables of five with a bot come before tables of four with two."""
PARTNER_EXTRA = 20
"""A partner met again as an opponent counts this part of a partner's weight more than an opponent met again, since he
leaves fewer ways to split the table."""


class SwissIndividuals(Swiss):
    """Everybody plays each round with others of about their score."""

    key = "swiss_individuals"
    name = _("Swiss, individuals")
    entries: tuple[str, ...] = ("individuals",)
    fields: tuple[OptionField, ...] = (
        fields.INDIVIDUALS,
        fields.ANY_SIDES,
        fields.ROUNDS,
        fields.MISSING,
        fields.BYE_PERCENT,
        fields.LATE_PERCENT,
        fields.FIRST_ROUND,
        fields.WEIGHT_PARTNER,
        fields.WEIGHT_OPPONENT,
        fields.WEIGHT_SCORE,
    )

    def seat(
        self, event: Event, *, order: list[int], scores: Mapping[int, Fraction], history: History, chance: Stream
    ) -> Pairing:
        """Return tables of six, split into sides."""
        field = fill_field(event, order=order, history=history, size=SEATS)
        people = [*field.players, *[BOT] * field.bots]
        apart = weigh_pairs(people, history=history, settings=event.settings)
        tables = seat_people(event, people=people, apart=apart, history=history, scores=scores, chance=chance)
        return Pairing(event.next_number, tables, field.byes)


def seat_people(
    event: Event,
    *,
    people: list[int],
    apart: Sequence[Mapping[int, int]],
    history: History,
    scores: Mapping[int, Fraction],
    chance: Stream,
) -> tuple[Table, ...]:
    """Return tables of six for people in the order of their scores, split into sides.

    Args:
        event: what happened.
        people: who plays, BOT for each bot.
        apart: for each position among them what it costs to sit with each other one.
        history: who was whose partner.
        scores: everybody's.
        chance: decides among equals.
    """
    settings = event.settings
    values = value_people(people, scores=scores, settings=settings)
    groups = group(SEATS, apart=apart, values=values, weight=settings.weight_score, chance=chance)
    if settings.sides < SEATS:
        parting = Parting(people=people, history=history, apart=apart, values=values, settings=settings)
        groups = parting.part(groups, chance=chance)
    ratings = {entrant.number: entrant.rating for entrant in event.entrants}
    tables = [
        _split_people(
            [people[member] for member in members],
            history=history,
            settings=settings,
            values=dict(zip(people, values, strict=True)),
            ratings=ratings,
            chance=chance,
        )
        for members in groups
    ]
    return tuple(Table(number, sides) for number, sides in enumerate(tables, start=1))


def _split_people(
    members: list[int],
    *,
    history: History,
    settings: Settings,
    values: Mapping[int, float],
    ratings: Mapping[int, float],
    chance: Stream,
) -> tuple[Side, ...]:
    """Return the sides of a table; where everybody plays alone, the seats in drawn order."""
    if settings.sides == SEATS:
        chance.shuffle(members)
        return tuple((member,) for member in members)
    lowest = min((ratings[member] for member in members if member != BOT), default=0.0)
    return split_table(
        members,
        sides=settings.sides,
        cost=lambda one, other: 0 if BOT in {one, other} else history.partners.get(one, {}).get(other, 0),
        strength=lambda member: (values[member], ratings.get(member, lowest)),
        chance=chance,
    )


def weigh_pairs(people: list[int], *, history: History, settings: Settings) -> list[dict[int, int]]:
    """Return for each index what it costs to sit with each other index: repeats, old partners, two bots."""
    index = {person: position for position, person in enumerate(people) if person != BOT}
    bots = [position for position, person in enumerate(people) if person == BOT]
    extra = settings.weight_partner // PARTNER_EXTRA if settings.sides < SEATS else 0
    apart: list[dict[int, int]] = [{} for _ in people]
    for person, position in index.items():
        old = history.partners.get(person, {})
        for other, times in history.met.get(person, {}).items():
            cost = times * settings.weight_opponent + old.get(other, 0) * extra
            for seat in bots if other == BOT else [index[other]] if other in index else []:
                apart[position][seat] = apart[seat][position] = cost
    for bot in bots:
        apart[bot].update({other: BOTS_APART * max(1, settings.weight_opponent) for other in bots if other != bot})
    return apart


def value_people(people: list[int], *, scores: Mapping[int, Fraction], settings: Settings) -> list[float]:
    """Return everybody's score in steps of about one table won; bots stand with the lowest."""
    unit = score_unit(settings)
    lowest = min((scores.get(person, Fraction(0)) for person in people if person != BOT), default=Fraction(0))
    return [float(scores.get(person, lowest) / unit) for person in people]
