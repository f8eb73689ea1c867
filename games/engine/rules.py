"""The contract that every game fulfils: pure functions over frozen state.

Everything outside `engine/<game>/` (tables, bots, replays, pages) talks to a game through this contract and finds
it by key in `registry.py`; nothing else names a concrete game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

State = Any
"""A game's frozen state; opaque outside the game: take what it says through `view`."""
Options = Any
"""A game's frozen options; opaque outside the game: `format_options` gives the JSON form."""
Action = Any
"""A game's hashable action; opaque outside the game: `format_action` gives the text form."""
Json = dict[str, Any]


class Event(NamedTuple):
    """Something that happened, ready to be told.

    Attributes:
        kind: the event's name on the wire, such as `played`.
        data: its other fields, JSON-ready, without `kind`. Never changed after it was made.
        only: the one seat that may see it; None when everybody may.
    """

    kind: str
    data: Json
    only: int | None = None


class Step(NamedTuple):
    """What an action led to.

    Attributes:
        state: the state after it.
        events: what happened, in order.
        is_break: True when people should be given time to look before the next action (a deal was scored and another
            follows).
    """

    state: State
    events: tuple[Event, ...]
    is_break: bool = False


class OptionKind(StrEnum):
    """How a form shows an option."""

    CHOICE = "choice"
    SWITCH = "switch"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of a game, as forms and the API describe it.

    Attributes:
        key: its key in the JSON form.
        label: what people read (English, marked for translation).
        kind: how it is shown.
        default: its default in JSON form.
        choices: (JSON value, label) pairs for CHOICE, in the order of display; None as a value means "not set".
        minimum, maximum: bounds for NUMBER, both included.
        help: one sentence, or empty.
    """

    key: str
    label: str
    kind: OptionKind
    default: object
    choices: tuple[tuple[object, str], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    help: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished match ended.

    Attributes:
        sides: for each side its seats.
        scores: for each side its final score.
        places: for each side its place from 1; equal scores share a place.
        winners: the sides placed first.
        reason: such as `goal` or `rounds`.
    """

    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class Tally(NamedTuple):
    """What a finished match adds to statistics; counts of several matches add up.

    Attributes:
        variant: which of the game's variants was played, a short key such as `take-2`.
        tags: what happened in it, to find matches by, such as `capot`.
        seats: by seat how often what happened; what did not is left out.
    """

    variant: str
    tags: tuple[str, ...]
    seats: tuple[Mapping[str, int], ...]


class Game(Protocol):
    """The rules of one game.

    Attributes:
        key: the registry key, such as `kqj`.
        name: what people call it.
        seat_count: how many seats a table has.
        option_fields: the options' schema with defaults.
    """

    key: str
    name: str
    seat_count: int
    option_fields: tuple[OptionField, ...]

    def parse_options(self, raw: Mapping[str, object]) -> Options:
        """Return the options of a JSON object, defaults filled in.

        Raises:
            OptionsError: an unknown key or a value out of range; the message says what is right.
        """

    def format_options(self, options: Options) -> Json:
        """Return the canonical JSON form, as it stands in a record."""

    def start(self, options: Options, seed: bytes) -> Step:
        """Return the state of a match just begun from a 32-byte seed, with its first events (the first deal)."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats that have to act now; empty when the match is over."""

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        """Return what the seat may do now; empty when it does not have to act."""

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """Return what the action leads to.

        Raises:
            IllegalActionError: the rules do not allow it.
        """

    def view(self, state: State, seat: int | None) -> Json:
        """Return all that the seat may know (None: a watcher), JSON-ready: the one road from state to the outside."""

    def visible(self, event: Event, seat: int | None) -> bool:
        """Return whether the seat (None: a watcher) may see the event."""

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    def parse_action(self, text: str) -> Action:
        """Return the action of its text form, such as `play AS` or `take H`.

        Raises:
            IllegalActionError: code `bad_action`.
        """

    def format_action(self, action: Action) -> str:
        """Return the action's text form."""

    def give_up(self, state: State, reason: str) -> Step:
        """Return the match ended without a result; the reason is `abandoned` or `aborted`.

        Raises:
            IllegalActionError: code `match_over`.
        """

    def partners(self, state: State, seat: int) -> tuple[int, ...]:
        """Return the other seats that share the seat's score all match long, with which it may change places."""

    def claim(self, state: State, seat: int) -> Sequence[Action]:
        """Return the seat's own actions, in order, that win all that is left of the deal, whatever others hold and do.

        Empty where that does not follow from what the seat's view shows; it may miss some. Never depends on anything
        hidden from the seat: being offered a claim must not tell more than the view does.
        """

    def concede(self, state: State) -> Action:
        """Return what the seat to act does in a rest of a deal that another has claimed: what is best for it then.

        Depends on nothing that is hidden from that seat.
        """

    def to_record(self, state: State) -> Json:
        """Return the match so far as a record: `rounds`, `first_dealer`, `final` and so on, with the seed."""

    def tally(self, state: State) -> Tally:
        """Return what a match that is over adds to statistics."""

    def from_record(self, record: Mapping[str, object]) -> State:
        """Return the state that the record's actions lead to, after checking all that it says.

        Raises:
            RecordError: it does not agree with the rules, and where.
        """

    def count_sequences(self, position: Mapping[str, Any], depth: int) -> int:
        """Return how many legal sequences of so many cards a set-up deal has, the yardstick of the rules of play.

        Raises:
            RecordError: code `bad_format`: no position of this game.
        """

    def greedy(self, view: Mapping[str, Any]) -> str:
        """Return a plain sensible action's text for this view's seat, which has to act; the same for the same view."""
