"""What KQJ tells about its states for match records."""

from games.engine.kqj.actions import format_action
from games.engine.kqj.cards import PACK
from games.engine.kqj.options import KqjOptions
from games.engine.kqj.rounds import format_contract
from games.engine.kqj.state import FinishedRound, State
from games.engine.rules import Json


class KqjScribe:
    """Shows the states of KQJ as records have them; see `games.engine.record.Scribe`."""

    opening_rules: tuple[tuple[str, str], ...] = (("dealer", "R6"), ("teams", "R4, R5"), ("return", "R7"))
    option_keys: tuple[str, ...] = ("teams", "partners", "contract", "all_trumps_no_trump", "goal")
    result_rules: tuple[tuple[str, str], ...] = (
        ("outcome", "R28 to R30"),
        ("card_points", "R2"),
        ("tricks", "R19"),
        ("bonuses", "R24 to R26"),
        ("points", "R27"),
        ("scored", "R28 to R30"),
        ("gratuities", "R29, R30a"),
        ("carried", "R29"),
        ("scores", "R27 to R30a"),
    )

    def head(self, state: State) -> tuple[KqjOptions, bytes, int]:
        """Return options, seed and first dealer."""
        match = state.frame.match
        return match.options, match.seed, match.first_dealer

    def finished_count(self, state: State) -> int:
        """Return how many rounds are finished."""
        return len(state.frame.book.rounds)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the running totals by side."""
        return state.frame.book.scores

    def round_record(self, state: State, number: int) -> Json:
        """Return a finished round, or the one that is going on or was cut off."""
        book, frame = state.frame.book, state.frame
        if number < len(book.rounds):
            finished = book.rounds[number]
            return {**_format_round(finished), "result": finished.result}
        going_on = FinishedRound(frame.deal, frame.calls, frame.contract, state.tricks, {})
        record = _format_round(going_on)
        record["plays"] += PACK.format_cards(state.trick)
        return {**record, "result": None}


def _format_round(finished: FinishedRound) -> Json:
    deal = finished.deal
    record: Json = {
        "dealer": deal.dealer,
        "teams": [list(seats) for seats in deal.teams],
        "calls": [[seat, format_action(call)] for seat, call in finished.calls],
        "contract": format_contract(finished.contract),
        "plays": [PACK.texts[card] for trick in finished.tricks for card in trick.cards],
        "tricks": [trick.winner for trick in finished.tricks],
    }
    if deal.turned is not None:
        record["return"] = PACK.texts[deal.turned]
    return record
