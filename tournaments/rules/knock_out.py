"""Knock-out for teams: who loses is out; at tables of three, all but the best one or two."""

from collections.abc import Mapping

from games.engine.rules import OptionField
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.bracket import lay_knock_out
from tournaments.rules.bracket_play import BracketPlay
from tournaments.rules.contract import Event, Pairing, Standing
from tournaments.rules.double_elimination import BY_RATING
from tournaments.rules.elimination import RANKING, Drawn, count_columns, draw, pair_bracket, rank_progress, seeded
from tournaments.rules.elimination_threes import THREE, pair_threes, plan_round, run_threes
from tournaments.rules.field_of_round import MIN_ENTRANTS, refuse_pending
from tournaments.rules.settings import Settings, parse_fields


class KnockOut:
    """A bracket in which the best seeds meet last."""

    key = "knock_out"
    name = _("Knock-out")
    entries: tuple[str, ...] = ("teams",)
    fields: tuple[OptionField, ...] = (fields.TEAMS, fields.TEAM_SIDES, BY_RATING, fields.THIRD_PLACE, fields.ADVANCE)

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        return parse_fields(raw, fields=self.fields, ranking=RANKING)

    def round_count(self, event: Event) -> int | None:
        """Return the columns of the bracket."""
        count = len(seeded(event))
        if count < MIN_ENTRANTS:
            return 0
        if event.settings.sides != THREE:
            return count_columns(lay_knock_out(count, third_place=False))
        rounds = 1
        while count > THREE:
            byes, tables, _bots = plan_round(count, advance=event.settings.advance)
            count = byes + tables * event.settings.advance
            rounds += 1
        return rounds

    def next_round(self, event: Event) -> Pairing | None:
        """Return a table for every match that is ready; None when the final is decided."""
        refuse_pending(event)
        if event.settings.sides == THREE:
            return pair_threes(event)
        return pair_bracket(event, play_knock_out(event))

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, who came farthest first."""
        if event.settings.sides == THREE:
            return rank_progress(event, progress=run_threes(event).reached)
        return rank_progress(event, progress=play_knock_out(event).progress())

    def draw(self, event: Event) -> tuple[Drawn, ...]:
        """Return the bracket as it stands; empty at tables of three, where there is none."""
        return () if event.settings.sides == THREE else draw(play_knock_out(event))


def play_knock_out(event: Event) -> BracketPlay:
    """Return the bracket of the event, replayed."""
    seeds = seeded(event)
    bracket = lay_knock_out(len(seeds), third_place=event.settings.third_place) if len(seeds) >= MIN_ENTRANTS else ()
    return BracketPlay(bracket, event=event, seeds=seeds)
