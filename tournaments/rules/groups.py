"""Groups, then elimination: round robins side by side, from which the best of each go on to a bracket."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from games.engine.rules import OptionField
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.bracket import bracket_size, seed_positions
from tournaments.rules.contract import Entrant, Event, Pairing, Standing
from tournaments.rules.double_elimination import BY_RATING, DoubleElimination
from tournaments.rules.elimination import Drawn, seeded
from tournaments.rules.errors import SettingsError
from tournaments.rules.field_of_round import MIN_ENTRANTS, active_entrants, refuse_pending
from tournaments.rules.knock_out import KnockOut
from tournaments.rules.round_robin import BYE_PERCENT, fill_tables, lay_schedule, meet_next
from tournaments.rules.round_robin import RANKING as GROUP_RANKING
from tournaments.rules.settings import RankingKey, Settings, parse_fields
from tournaments.rules.standings import open_book, rank

Groups = tuple[tuple[int, ...], ...]
Final = KnockOut | DoubleElimination


class GroupsThenFinal:
    """Everybody plays in a group; the best of each go on."""

    key = "groups"
    name = _("Groups, then knock-out")
    entries: tuple[str, ...] = ("teams",)
    fields: tuple[OptionField, ...] = (
        fields.TEAMS,
        fields.TEAM_SIDES,
        BY_RATING,
        fields.GROUPS,
        fields.GROUP_ADVANCE,
        fields.DOUBLE,
        fields.MISSING,
        BYE_PERCENT,
        fields.FINAL,
        fields.THIRD_PLACE,
        fields.ADVANCE,
    )

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        settings = parse_fields(raw, fields=self.fields, ranking=GROUP_RANKING)
        if settings.final == DoubleElimination.key and settings.sides != MIN_ENTRANTS:
            message = "double elimination has two sides at a table: choose a knock-out for three"
            raise SettingsError("bad_settings", message, params={"key": "final"})
        return settings

    def round_count(self, event: Event) -> int | None:
        """Return the rounds of the groups and of the bracket after them."""
        going_on = sum(min(len(members), event.settings.group_advance) for members in deal_groups(event))
        stand_ins = replace(event, entrants=tuple(map(Entrant, range(1, going_on + 1))), rounds=())
        return count_group_rounds(event) + (final_of(event.settings).round_count(stand_ins) or 0)

    def next_round(self, event: Event) -> Pairing | None:
        """Return the next round of all groups, then those of the bracket."""
        refuse_pending(event)
        if len(active_entrants(event)) < MIN_ENTRANTS:
            return None
        if event.next_number <= count_group_rounds(event):
            return pair_groups(event)
        pairing = final_of(event.settings).next_round(open_final(event))
        return replace(pairing, number=event.next_number) if pairing else None

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line: who came far in the bracket, then by place in the group, then by the ranking."""
        groups = deal_groups(event)
        last = -len(event.entrants) - 1
        progress = dict.fromkeys((entrant.number for entrant in event.entrants), Fraction(last))
        for table in self.group_standings(event):
            progress.update({line.entrant: Fraction(-line.place) for line in table if line.place is not None})
        if len(event.rounds) >= count_group_rounds(event) > 0:
            final = open_final(event)
            progress.update(
                {line.entrant: line.values[RankingKey.PROGRESS] for line in final_of(event.settings).standings(final)}
            )
        ranking = (RankingKey.PROGRESS, *(key for key in event.settings.ranking if key is not RankingKey.PROGRESS))
        ranked = replace(event, settings=replace(event.settings, ranking=ranking))
        group_of = {member: number for number, members in enumerate(groups, start=1) for member in members}
        lines = rank(ranked, book=open_book(ranked, is_full=False, progress=progress))
        return tuple(replace(line, group=group_of.get(line.entrant, 0)) for line in lines)

    def group_standings(self, event: Event) -> tuple[tuple[Standing, ...], ...]:
        """Return for each group its standings."""
        groups = enumerate(deal_groups(event), start=1)
        return tuple(rank_group(event, number=number, members=members) for number, members in groups)

    def draw(self, event: Event) -> tuple[Drawn, ...]:
        """Return the bracket as it stands; empty before the groups are done."""
        is_open = len(event.rounds) >= count_group_rounds(event) > 0
        return final_of(event.settings).draw(open_final(event)) if is_open else ()


def final_of(settings: Settings) -> Final:
    """Return the format of the bracket."""
    return DoubleElimination() if settings.final == DoubleElimination.key else KnockOut()


def deal_groups(event: Event) -> Groups:
    """Return the groups, teams dealt out as a snake by seed; fewer where there would not be enough for a table each."""
    teams = seeded(event)
    count = max(1, min(event.settings.groups, len(teams) // event.settings.sides))
    groups: list[list[int]] = [[] for _ in range(count)]
    for position, team in enumerate(teams):
        lap, step = divmod(position, count)
        groups[step if lap % 2 == 0 else count - 1 - step].append(team)
    return tuple(map(tuple, groups))


def count_group_rounds(event: Event) -> int:
    """Return the rounds until every group is done."""
    return max(len(lay_schedule(event, entrants=members)) for members in deal_groups(event))


def pair_groups(event: Event) -> Pairing:
    """Return the next round of all groups together."""
    here = {one.number for one in active_entrants(event)}
    meetings: list[tuple[int, list[int]]] = []
    waiting: list[int] = []
    for number, teams in enumerate(deal_groups(event), start=1):
        next_ones = meet_next(event, teams=teams)
        if next_ones is not None:
            meetings.extend((number, members) for members in next_ones)
            waiting.extend(team for team in teams if team in here)
    return fill_tables(event, meetings=meetings, waiting=waiting)


def rank_group(event: Event, *, number: int, members: Sequence[int]) -> tuple[Standing, ...]:
    """Return the standings of a group by the rounds of the groups."""
    rounds = tuple(
        replace(
            past,
            results=tuple(result for result in past.results if result.table.group == number),
            byes=tuple(one for one in past.byes if one in members),
            pending=(),
        )
        for past in event.rounds[: count_group_rounds(event)]
    )
    # Reserves who sat in the group are opponents, but have no place in it.
    guests = {one for past in rounds for result in past.results for one in result.table.entrants} - set(members)
    inside = replace(
        event,
        entrants=tuple(
            replace(one, is_ranked=one.is_ranked and one.number not in guests)
            for one in event.entrants
            if one.number in members or one.number in guests
        ),
        rounds=rounds,
    )
    lines = rank(inside, book=open_book(inside, is_full=False))
    return tuple(replace(line, group=number) for line in lines if line.entrant not in guests)


def open_final(event: Event) -> Event:
    """Return the event of the bracket: who goes on, seeded by place and group, and its rounds numbered from 1."""
    before = count_group_rounds(event)
    entrants = {entrant.number: entrant for entrant in event.entrants}
    going_on = [
        [
            line.entrant
            for line in rank_group(event, number=number, members=members)
            if line.place is not None and entrants[line.entrant].is_in(before + 1)
        ][: event.settings.group_advance]
        for number, members in enumerate(deal_groups(event), start=1)
    ]
    seeds = seed_apart(going_on)
    shifted = [
        replace(entrants[number], seed=seed, enters=1, leaves=_shift(entrants[number].leaves, by=before))
        for seed, number in enumerate(seeds, start=1)
    ]
    rounds = tuple(replace(past, number=past.number - before) for past in event.rounds[before:])
    settings = replace(event.settings, first_round="rating", ranking=(RankingKey.PROGRESS,))
    return replace(event, entrants=tuple(shifted), rounds=rounds, settings=settings, adjustments=())


def _shift(number: int | None, *, by: int) -> int | None:
    """Return a round's number in the bracket."""
    return None if number is None else number - by


def seed_apart(going_on: Sequence[Sequence[int]]) -> list[int]:
    """Return who goes on, winners of groups first, then the seconds and so on, best seed first.

    All but the winners are swapped within their row as long as that parts teams of a group in the first column of the
    bracket.
    """
    group_of = {member: number for number, members in enumerate(going_on) for member in members}
    place_of = {member: place for members in going_on for place, member in enumerate(members)}
    seeds = sorted(group_of, key=lambda member: (place_of[member], group_of[member]))
    clashes = count_clashes(seeds, group_of=group_of)
    for one, other in combinations(range(len(seeds)), 2):
        if not clashes:
            break
        if place_of[seeds[one]] == place_of[seeds[other]] > 0:
            swapped = list(seeds)
            swapped[one], swapped[other] = seeds[other], seeds[one]
            left = count_clashes(swapped, group_of=group_of)
            if left < clashes:
                seeds, clashes = swapped, left
    return seeds


def count_clashes(seeds: Sequence[int], *, group_of: Mapping[int, int]) -> int:
    """Return how many meet their own group at once in the bracket of these seeds."""
    order = seed_positions(bracket_size(len(seeds)))
    games = zip(order[::2], order[1::2], strict=True)
    return sum(max(game) < len(seeds) and group_of[seeds[game[0]]] == group_of[seeds[game[1]]] for game in games)
