"""Duplicate: every table of a round plays the same deals, and sides that held the same cards are compared."""

from collections.abc import Mapping

from games.engine.rules import OptionField
from games.engine.texts import gettext_noop as _
from tournaments.rules import fields
from tournaments.rules.base_formats import base_of, check_base, count_rounds
from tournaments.rules.contract import Event, Pairing, Standing
from tournaments.rules.settings import RankingKey, Settings, parse_fields

RANKINGS = {
    "match_points": (RankingKey.DUPLICATE_PERCENTAGE, RankingKey.DUPLICATE_POINTS, RankingKey.BUCHHOLZ),
    "average": (RankingKey.DUPLICATE_POINTS, RankingKey.DUPLICATE_PERCENTAGE, RankingKey.BUCHHOLZ),
}


class Duplicate:
    """The luck of the cards is gone; rounds are paired as a Swiss, a round robin, or once only."""

    key = "duplicate"
    name = _("Duplicate")
    entries: tuple[str, ...] = ("individuals", "teams")
    fields: tuple[OptionField, ...] = (
        fields.EITHER,
        fields.ANY_SIDES,
        fields.ANY_BASE,
        fields.DUPLICATE_SCORING,
        fields.ROUNDS,
        fields.DOUBLE,
        fields.MISSING,
        fields.BYE_PERCENT,
        fields.LATE_PERCENT,
        fields.FIRST_ROUND,
        fields.WEIGHT_PARTNER,
        fields.WEIGHT_OPPONENT,
        fields.WEIGHT_SCORE,
    )

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        ranking = RANKINGS.get(str(raw.get("duplicate_scoring")), RANKINGS["match_points"])
        return check_base(parse_fields(raw, fields=self.fields, ranking=ranking))

    def round_count(self, event: Event) -> int | None:
        """Return the rounds of the base."""
        return count_rounds(event)

    def next_round(self, event: Event) -> Pairing | None:
        """Return the next round; None after the last."""
        return base_of(event.settings).next_round(event)

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, best first."""
        return base_of(event.settings).standings(event)
