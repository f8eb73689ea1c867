"""Round robin for teams: everybody meets everybody, by a schedule fixed before the first round."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.engine.rules import OptionField
from games.engine.shuffle import Stream
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.contract import BOT, Entrant, Event, Pairing, Standing, Table
from tournaments.rules.field_of_round import MIN_ENTRANTS, active_entrants, pick_reserves, refuse_pending, seed_order
from tournaments.rules.history import read_history
from tournaments.rules.schedules import PAIR, Schedule, schedule_pairs, schedule_threes
from tournaments.rules.settings import RankingKey, Settings, parse_fields
from tournaments.rules.standings import open_book, rank

RANKING = (
    RankingKey.MATCH_POINTS,
    RankingKey.DIRECT_ENCOUNTER,
    RankingKey.SONNEBORN_BERGER,
    RankingKey.DIFFERENCE,
)
BYE_PERCENT = replace(fields.BYE_PERCENT, default=0)
"""Everybody has as many byes as the others, so that they need not count."""


class RoundRobin:
    """Every team meets every other once, or twice."""

    key = "round_robin"
    name = _("Round robin")
    entries: tuple[str, ...] = ("teams",)
    fields: tuple[OptionField, ...] = (
        fields.TEAMS,
        fields.TEAM_SIDES,
        fields.DOUBLE,
        fields.MISSING,
        BYE_PERCENT,
        fields.FIRST_ROUND,
    )

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        return parse_fields(raw, fields=self.fields, ranking=RANKING)

    def round_count(self, event: Event) -> int | None:
        """Return the rounds of the schedule."""
        return len(lay_schedule(event, entrants=scheduled(event)))

    def next_round(self, event: Event) -> Pairing | None:
        """Return the next round; None after the last, or with fewer than two teams left."""
        refuse_pending(event)
        return pair_by_schedule(event)

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, best first."""
        return rank(event, book=open_book(event))


def scheduled(event: Event) -> list[int]:
    """Return the teams of the schedule, those who were there from the start, in the order of their numbers in it."""
    entrants: list[Entrant] = [one for one in event.entrants if one.enters <= 1 and not one.is_reserve]
    if event.settings.first_round == "rating":
        entrants = seed_order(entrants)
    else:
        Stream(event.seed, label="schedule").shuffle(entrants)
    return [one.number for one in entrants]


def lay_schedule(event: Event, *, entrants: Sequence[int]) -> Schedule:
    """Return all rounds, as positions among the entrants; a position beyond them is an empty seat."""
    settings = event.settings
    if len(entrants) < MIN_ENTRANTS:
        return ()
    if settings.sides == PAIR:
        return schedule_pairs(len(entrants), is_double=settings.double)
    has_byes = settings.missing == "bye" and len(entrants) >= settings.sides
    return schedule_threes(len(entrants), is_double=settings.double, has_byes=has_byes, seed=event.seed)


def pair_by_schedule(event: Event, *, group: int = 0, entrants: Sequence[int] | None = None) -> Pairing | None:
    """Return the next round of the schedule; who left is an empty seat.

    Args:
        event: what happened.
        group: what the tables are marked with.
        entrants: the teams of the schedule, in order; None: all.
    """
    teams = scheduled(event) if entrants is None else list(entrants)
    rounds = lay_schedule(event, entrants=teams)
    here = {one.number for one in active_entrants(event)}
    if event.next_number > len(rounds) or len(here & set(teams)) < MIN_ENTRANTS:
        return None
    meetings = [
        [teams[seat] for seat in seats if seat < len(teams) and teams[seat] in here]
        for seats in rounds[event.next_number - 1]
    ]
    return fill_tables(event, meetings=meetings, waiting=[team for team in teams if team in here], group=group)


def fill_tables(event: Event, *, meetings: Sequence[Sequence[int]], waiting: Sequence[int], group: int) -> Pairing:
    """Return the round of these meetings, empty seats filled as the settings say.

    A table with two teams is always played, with bots; one team alone has a bye if byes are set. Whoever of
    `waiting` is in no meeting has a bye too.
    """
    settings = event.settings
    size = settings.sides
    gaps = sum(size - len(members) for members in meetings if members)
    reserves = pick_reserves(event, history=read_history(event), count=gaps) if settings.missing == "reserve" else []
    tables: list[Table] = []
    byes = [team for team in waiting if not any(team in members for members in meetings)]
    for members in meetings:
        if len(members) == 1 and settings.missing == "bye":
            byes.extend(members)
        elif members:
            filled = [*members, *(reserves.pop(0) for _ in range(min(len(reserves), size - len(members))))]
            filled += [BOT] * (size - len(filled))
            tables.append(Table(len(tables) + 1, tuple((one,) for one in filled), group=group))
    return Pairing(event.next_number, tuple(tables), tuple(byes))
