"""Double elimination for teams: who loses twice is out."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.rules import OptionField
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.bracket import lay_double_elimination
from tournaments.rules.bracket_play import BracketPlay
from tournaments.rules.contract import Event, Pairing, Standing
from tournaments.rules.elimination import RANKING, Drawn, count_columns, draw, pair_bracket, rank_progress, seeded
from tournaments.rules.field_of_round import MIN_ENTRANTS, refuse_pending
from tournaments.rules.settings import Settings, parse_fields

TWO_SIDES = replace(fields.TEAM_SIDES, choices=fields.TEAM_SIDES.choices[:1])
BY_RATING = replace(fields.FIRST_ROUND, label=_("Seeded"), default="rating")


class DoubleElimination:
    """A bracket of those who never lost, one of those who lost once, and a final."""

    key = "double_elimination"
    name = _("Double elimination")
    entries: tuple[str, ...] = ("teams",)
    fields: tuple[OptionField, ...] = (fields.TEAMS, TWO_SIDES, BY_RATING)

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        return parse_fields(raw, fields=self.fields, ranking=RANKING)

    def round_count(self, event: Event) -> int | None:
        """Return the rounds of the bracket without a second final."""
        count = len(seeded(event))
        return count_columns(lay_double_elimination(count)) if count >= MIN_ENTRANTS else 0

    def next_round(self, event: Event) -> Pairing | None:
        """Return a table for every match that is ready; None when the final is decided."""
        refuse_pending(event)
        return pair_bracket(event, play_double(event))

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, who came farthest first."""
        return rank_progress(event, progress=play_double(event).progress())

    def draw(self, event: Event) -> tuple[Drawn, ...]:
        """Return the bracket as it stands."""
        return draw(play_double(event))


def play_double(event: Event) -> BracketPlay:
    """Return the bracket of the event, replayed."""
    seeds = seeded(event)
    bracket = lay_double_elimination(len(seeds)) if len(seeds) >= MIN_ENTRANTS else ()
    return BracketPlay(bracket, event=event, seeds=seeds)
