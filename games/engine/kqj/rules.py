"""KQJ behind the contract that every game fulfils."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import IllegalActionError
from games.engine.kqj import actions, bidding, claims, perft, play, rounds, views
from games.engine.kqj.actions import ACTIONS, PLAYS, TEXTS, Call, KqjAction, Play
from games.engine.kqj.deal import draw_first_dealer
from games.engine.kqj.greedy import greedy_action
from games.engine.kqj.options import FIELDS, SEAT_COUNT, KqjOptions, format_options, parse_options
from games.engine.kqj.records import KqjScribe
from games.engine.kqj.state import OVER_TURN, Book, Match, State
from games.engine.kqj.tally import tally_match
from games.engine.record import replay_record, write_record
from games.engine.rules import Event, Json, OptionField, Outcome, Step, Tally
from games.engine.seats import Teams
from games.engine.shuffle import SEED_BYTES
from games.engine.texts import gettext_noop as _

SCRIBE = KqjScribe()
ACTING: tuple[tuple[int, ...], ...] = (*((seat,) for seat in range(SEAT_COUNT)), ())
"""By the state's turn the seats that have to act; OVER_TURN finds the last entry, nobody."""


class Kqj:
    """The game of KQJ; see `games.engine.rules.Game` for what each method promises."""

    key = "kqj"
    name = _("KQJ")
    seat_count = SEAT_COUNT
    option_fields: tuple[OptionField, ...] = FIELDS

    def parse_options(self, raw: Mapping[str, object]) -> KqjOptions:
        """Return the options of a JSON object (rules R3)."""
        return parse_options(raw)

    def format_options(self, options: KqjOptions) -> Json:
        """Return the canonical JSON form."""
        return format_options(options)

    def start(self, options: KqjOptions, seed: bytes) -> Step:
        """Return the state of a match just begun."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, this one {len(seed)}")
        match = Match(options, seed, draw_first_dealer(seed))
        return rounds.start_round(match, book=Book((0,) * len(options.sides)))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat that has to act; nobody once the match is over."""
        return ACTING[state.turn]

    def legal_actions(self, state: State, seat: int) -> Sequence[KqjAction]:
        """Return what the seat may do now, cards sorted like the hand in the view."""
        if seat != state.turn:
            return ()
        menu = state.frame.menu
        if menu is not None:
            return menu.listed
        legal = state.legal
        if legal in state.frame.layout.card_of:
            return (PLAYS[state.frame.layout.card_of[legal]],)
        return [card for bit, card in state.frame.plays[seat] if legal & bit]

    def apply(self, state: State, seat: int, action: KqjAction) -> Step:
        """Return what the action leads to."""
        if seat != state.turn:
            _refuse_turn(state, seat)
        if isinstance(action, Play):
            return play.play_card(state, action.card)
        return _apply_call(state, action)

    def view(self, state: State, seat: int | None) -> Json:
        """Return all that the seat may know; the keys are described at `views.make_view`."""
        return views.make_view(state, seat)

    def visible(self, event: Event, seat: int | None) -> bool:
        """Return whether the seat may see the event."""
        return event.only is None or event.only == seat

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        return views.find_outcome(state)

    def parse_action(self, text: str) -> KqjAction:
        """Return the action of its text form."""
        return ACTIONS.get(text) or actions.parse_action(text)

    def format_action(self, action: KqjAction) -> str:
        """Return the action's text form."""
        return TEXTS.get(action) or actions.format_action(action)

    def give_up(self, state: State, reason: str) -> Step:
        """Return the match ended without a result."""
        return rounds.give_up(state, reason=reason)

    def partners(self, state: State, seat: int) -> tuple[int, ...]:
        """Return the seats of the same side; with random partners nobody (rules R4, R5)."""
        sides: Teams = state.frame.match.options.sides
        return tuple(other for side in sides if seat in side for other in side if other != seat)

    def claim(self, state: State, seat: int) -> Sequence[KqjAction]:
        """Return the cards to lead that win every trick left of the round; see `claims.find_claim`."""
        return [PLAYS[card] for card in claims.claim_cards(state, seat)]

    def concede(self, state: State) -> KqjAction:
        """Return the card that the seat to act plays in a round that another has claimed."""
        return PLAYS[claims.concede_card(state)]

    def to_record(self, state: State) -> Json:
        """Return the match so far as a record, with the seed."""
        return write_record(self, state, scribe=SCRIBE)

    def tally(self, state: State) -> Tally:
        """Return what a match that is over adds to statistics; see `tally.py` for the counts."""
        return tally_match(self.to_record(state))

    def from_record(self, record: Mapping[str, object]) -> State:
        """Return the state that the record's actions lead to, after checking all that it says."""
        state: State = replay_record(self, record, scribe=SCRIBE)
        return state

    def count_sequences(self, position: Mapping[str, Any], depth: int) -> int:
        """Return how many legal sequences of so many cards a set-up deal has."""
        return perft.count_sequences(perft.read_position(position), depth=depth)

    def greedy(self, view: Mapping[str, Any]) -> str:
        """Return a plain sensible action's text for the seat of this view."""
        return greedy_action(view)


def _refuse_turn(state: State, seat: int) -> None:
    if state.turn == OVER_TURN:
        raise IllegalActionError("match_over", "match over: nobody has to act")
    message = f"not your turn: seat {state.turn} has to act, you are seat {seat}"
    raise IllegalActionError("not_your_turn", message, params={"seat": seat, "to_act": state.turn, "rule": "R18"})


def _apply_call(state: State, call: Call) -> Step:
    menu = state.frame.menu
    if menu is None:
        text = actions.format_action(call)
        message = f"play a card: the contract is settled, you called {text}"
        raise IllegalActionError("call_not_allowed", message, params={"call": text, "rule": "R18"})
    if call not in menu.allowed:
        bidding.refuse_call(state.frame, call)
    return rounds.make_call(state, call)
