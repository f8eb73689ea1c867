"""Arena: whoever is free is seated at once with others near in standing and not just met, for a fixed time."""

from collections.abc import Mapping, Sequence
from itertools import permutations

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
            tables = _part_again(event, tables)
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


def last_tables(event: Event) -> dict[int, list[tuple[int, ...]]]:
    """Return by entrant who sat at its tables, the last first."""
    tables: dict[int, list[tuple[int, ...]]] = {}
    for past in reversed(event.rounds):
        for table in (*past.pending, *(result.table for result in past.results)):
            entrants = table.entrants
            for member in entrants:
                tables.setdefault(member, []).append(entrants)
    return tables


def weigh_recent(event: Event, people: Sequence[int]) -> list[dict[int, int]]:
    """Return for each position what it costs to sit with each other one: the more, the fewer tables ago they met."""
    tables = last_tables(event)
    position = {person: row for row, person in enumerate(people) if person != BOT}
    apart: list[dict[int, int]] = [{} for _ in people]
    for person, row in position.items():
        for age, entrants in enumerate(tables.get(person, ()), start=1):
            if age > JUST_MET:
                break
            for column in (position[rival] for rival in entrants if rival in position and rival != person):
                cost = max(JUST_MET // age, apart[row].get(column, 0))
                apart[row][column] = apart[column][row] = cost
    bots = [row for row, person in enumerate(people) if person == BOT]
    for one, other in permutations(bots, 2):
        apart[one][other] = BOTS_APART
    return apart


def _part_again(event: Event, tables: Sequence[Table]) -> list[Table]:
    """Return the tables but those whose members all sat together at the last table of each."""
    last = {member: set(entrants[0]) for member, entrants in last_tables(event).items()}
    return [
        table
        for table in tables
        if not all(set(table.entrants) <= last.get(member, set()) for member in table.entrants)
    ]
