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
        return self.pair(event)

    def pair(self, event: Event) -> Pairing | None:
        """Return the next round, whether or not all tables of the last one are done."""
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


def pair_by_schedule(event: Event) -> Pairing | None:
    """Return the next round of the schedule; who left is an empty seat."""
    teams = scheduled(event)
    meetings = meet_next(event, teams=teams)
    here = {one.number for one in active_entrants(event)} & set(teams)
    if meetings is None or len(here) < MIN_ENTRANTS:
        return None
    return fill_tables(event, meetings=[(0, members) for members in meetings], waiting=sorted(here))


def meet_next(event: Event, *, teams: Sequence[int]) -> list[list[int]] | None:
    """Return who of these teams meets in the next round of their schedule, without those who left; None after it."""
    rounds = lay_schedule(event, entrants=teams)
    if event.next_number > len(rounds):
        return None
    here = {one.number for one in active_entrants(event)}
    meetings = rounds[event.next_number - 1]
    return [[teams[seat] for seat in seats if seat < len(teams) and teams[seat] in here] for seats in meetings]


def fill_tables(event: Event, *, meetings: Sequence[tuple[int, list[int]]], waiting: Sequence[int]) -> Pairing:
    """Return the round of these meetings, empty seats filled as the settings say.

    A table with two teams is always played, with bots; one team alone has a bye if byes are set. Whoever of
    `waiting` is in no meeting has a bye too.

    Args:
        event: what happened.
        meetings: for each its group, or 0, and its teams.
        waiting: all teams that should play this round.
    """
    settings = event.settings
    gaps = sum(settings.sides - len(members) for _, members in meetings if members)
    reserves = pick_reserves(event, history=read_history(event), count=gaps) if settings.missing == "reserve" else []
    met = {team for _, members in meetings for team in members}
    byes = [team for team in waiting if team not in met]
    tables: list[Table] = []
    for group, members in meetings:
        if len(members) == 1 and settings.missing == "bye":
            byes.extend(members)
        elif members:
            missing = settings.sides - len(members)
            called, reserves = reserves[:missing], reserves[missing:]
            filled = [*members, *called, *[BOT] * (missing - len(called))]
            tables.append(Table(len(tables) + 1, tuple((one,) for one in filled), group=group))
    return Pairing(event.next_number, tuple(tables), tuple(byes))
