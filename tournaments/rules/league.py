"""League: one round a week, or in as many days as are set, each table played when all of it agree on a time."""

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.rules import OptionField
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.base_formats import base_of, check_base, count_rounds
from tournaments.rules.contract import Event, Pairing, Standing
from tournaments.rules.settings import Settings, parse_fields


class Window(NamedTuple):
    """When a round may be played, in days from the start of the event: from `opens` on, before `closes`."""

    opens: int
    closes: int


class League:
    """Teams or individuals over weeks; a round begins whether or not all tables of the last one are done."""

    key = "league"
    name = _("League")
    entries: tuple[str, ...] = ("teams", "individuals")
    fields: tuple[OptionField, ...] = (
        fields.EITHER,
        fields.ANY_SIDES,
        fields.SWISS_OR_ROBIN,
        fields.ROUNDS,
        fields.DOUBLE,
        fields.DAYS_A_ROUND,
        fields.MISSING,
        fields.BYE_PERCENT,
        fields.LATE_PERCENT,
        fields.FIRST_ROUND,
    )

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        return check_base(parse_fields(raw, fields=self.fields))

    def round_count(self, event: Event) -> int | None:
        """Return the rounds of the Swiss or of the schedule."""
        return count_rounds(event)

    def next_round(self, event: Event) -> Pairing | None:
        """Return the next round by the results there are; None after the last."""
        return base_of(event.settings).pair(event)

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, best first."""
        return base_of(event.settings).standings(event)

    def window(self, event: Event, number: int) -> Window:
        """Return when the round of this number may be played."""
        days = event.settings.days_a_round
        return Window(opens=days * (number - 1), closes=days * number)
