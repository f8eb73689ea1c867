"""What Swiss is for individuals and for teams alike: a set number of rounds among those near in score."""

from collections.abc import Mapping
from fractions import Fraction

from games.engine.rules import OptionField
from games.engine.shuffle import Stream
from tournaments.rules.contract import Event, Pairing, Standing
from tournaments.rules.field_of_round import MIN_ENTRANTS, open_stream, order_players, refuse_pending
from tournaments.rules.history import History, read_history
from tournaments.rules.settings import Settings, parse_fields
from tournaments.rules.standings import open_book, rank


class Swiss:
    """A Swiss but for how a round is seated, which `seat` tells.

    Attributes:
        fields: what can be set.
    """

    fields: tuple[OptionField, ...]

    def parse_settings(self, raw: Mapping[str, object]) -> Settings:
        """Return the settings of a JSON object."""
        return parse_fields(raw, fields=self.fields)

    def round_count(self, event: Event) -> int | None:
        """Return the number of rounds that was set."""
        return event.settings.rounds

    def next_round(self, event: Event) -> Pairing | None:
        """Return the next round; None after the last, or with fewer than two entrants left."""
        refuse_pending(event)
        return self.pair(event)

    def pair(self, event: Event) -> Pairing | None:
        """Return the next round, whether or not all tables of the last one are done."""
        if event.next_number > event.settings.rounds:
            return None
        chance = open_stream(event)
        scores = open_book(event).scores
        order = order_players(event, scores=scores, chance=chance)
        if len(order) < MIN_ENTRANTS:
            return None
        return self.seat(event, order=order, scores=scores, history=read_history(event), chance=chance)

    def seat(
        self, event: Event, *, order: list[int], scores: Mapping[int, Fraction], history: History, chance: Stream
    ) -> Pairing:
        """Return the round of those in `order`, best score first; `chance` decides among equals."""
        raise NotImplementedError

    def standings(self, event: Event) -> tuple[Standing, ...]:
        """Return everybody's line, best first."""
        return rank(event, book=open_book(event))
