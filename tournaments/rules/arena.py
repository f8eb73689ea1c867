"""Arena: whoever is free is seated at once with others near in standing and not just met, for a fixed time."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from games.engine.rules import OptionField
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.contract import BOT, Event, Pairing, Standing, Table
from tournaments.rules.field_of_round import MIN_ENTRANTS, open_stream
from tournaments.rules.grouping import group
from tournaments.rules.history import read_history
from tournaments.rules.settings import RankingKey, Settings, parse_fields
from tournaments.rules.standings import open_book, rank
from tournaments.rules.swiss_individuals import BOTS_APART, seat_people, value_people
from tournaments.rules.tie_breaks import Book

RANKING = (RankingKey.MATCH_POINTS, RankingKey.WINS, RankingKey.PERFORMANCE)
JUST_MET = 60
"""What the last table together costs, in tables won of distance, squared; the one before half, a third and so on."""


class Arena:
    """Individuals or teams; each call seats those who wait. Wins in a row score double."""

    key = "arena"
    name = _("Arena")
    entries: tuple[str, ...] = ("individuals", "teams")
    fields: tuple[OptionField, ...] = (fields.EITHER, fields.ANY_SIDES, fields.MISSING, fields.STREAK)

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        return parse_fields(raw, fields=self.fields, ranking=RANKING)

    def round_count(self, event: Event) -> int | None:
        """Return None: time ends an arena, not rounds."""
        del event
        return None

    def next_round(self, event: Event) -> Pairing | None:
        """Return tables for those who wait; None when they should go on waiting.

        Those who waited longest are seated first. Whom the last table brought together is not seated together again
        while others are still playing. Too few for a table play with bots, if bots fill missing seats and nobody plays.
        """
        waiting = self._pick(event)
        if not waiting:
            return None
        book = self._book(event)
        scores = book.scores
        people = sorted(waiting, key=lambda one: -scores.get(one, 0))
        tables = self._seat(event, people=people, book=book)
        if any(past.pending for past in event.rounds):
            tables = [table for table in tables if not _is_same_again(event, table)]
        numbered = tuple(Table(number, table.sides) for number, table in enumerate(tables, start=1))
        return Pairing(event.next_number, numbered) if numbered else None

    def _pick(self, event: Event) -> list[int]:
        """Return who is seated now, with bots where they fill up the only table."""
        is_reserve = {one.number: one.is_reserve for one in event.entrants if one.is_in(event.next_number)}
        free = [one for one in event.free if is_reserve.get(one) is False]
        size = event.settings.table_size
        if len(free) >= size:
            return free[: len(free) - len(free) % size]
        is_idle = not any(past.pending for past in event.rounds)
        if len(free) < MIN_ENTRANTS or event.settings.missing == "bye" or not is_idle:
            return []
        if event.settings.missing == "reserve":
            free += [one for one in event.free if is_reserve.get(one)][: size - len(free)]
        return [*free, *[BOT] * (size - len(free))]

    def _seat(self, event: Event, *, people: list[int], book: Book) -> list[Table]:
        """Return tables for people in the order of their scores."""
        chance = open_stream(event)
        apart = weigh_recent(event, people)
        if event.settings.entry != "teams":
            history = read_history(event)
            return list(
                seat_people(event, people=people, apart=apart, history=history, scores=book.scores, chance=chance)
            )
        values = value_people(people, scores=book.scores, settings=event.settings)
        groups = group(event.settings.table_size, apart=apart, values=values, weight=1, chance=chance)
        tables = []
        for members in groups:
            chance.shuffle(members)
            tables.append(Table(0, tuple((people[member],) for member in members)))
        return tables

    def _book(self, event: Event) -> Book:
        """Return the scores, streaks counted."""
        return open_book(event, is_full=False, streak=event.settings.streak)

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, best first."""
        return rank(event, book=self._book(event))


def last_tables(event: Event) -> dict[int, list[Table]]:
    """Return by entrant its tables, the last first."""
    tables: dict[int, list[Table]] = {}
    for past in reversed(event.rounds):
        for table in (*past.pending, *(result.table for result in past.results)):
            for member in table.entrants:
                tables.setdefault(member, []).append(table)
    return tables


def weigh_recent(event: Event, people: Sequence[int]) -> list[dict[int, int]]:
    """Return for each position what it costs to sit with each other one: the more, the fewer tables ago they met."""
    tables = last_tables(event)
    apart: list[dict[int, int]] = [{} for _ in people]
    for (row, one), (column, other) in combinations(enumerate(people), 2):
        ages = [
            age
            for member, rival in ((one, other), (other, one))
            for age, table in enumerate(tables.get(member, ()), start=1)
            if rival in table.entrants
        ]
        cost = BOTS_APART if one == other == BOT else JUST_MET // min(ages) if ages else 0
        if cost:
            apart[row][column] = apart[column][row] = cost
    return apart


def _is_same_again(event: Event, table: Table) -> bool:
    """Return whether all of a table sat together at the last one of each."""
    tables = last_tables(event)
    members = set(table.entrants)
    return all(member in tables and members <= set(tables[member][0].entrants) for member in members)
