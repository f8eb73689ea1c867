"""The values that a table's decisions are made of: frozen, and knowing no database."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from games.broadcast.changes import Change
from games.engine.rules import Game, Options, State
from games.services.table_clocks import Pause, SeatClock, TimeControl
from games.services.table_commands import Command, Kind, Refused
from games.services.table_sleep import Sleep

__all__ = [
    "RECENT_CHANGES",
    "Agreed",
    "Asked",
    "Command",
    "Decision",
    "Kind",
    "Refused",
    "Setup",
    "Sitter",
    "TableState",
    "Timing",
    "Undoable",
    "Vote",
]

RECENT_CHANGES = 64
"""Versions kept for replay; the protocol promises 50."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long a table waits, in seconds; from the settings."""

    silent_seconds: float = 60.0
    away_seconds: float = 20.0
    break_seconds: float = 10.0
    fill_seconds: float = 8.0
    pace_seconds: float = 0.7

    def with_pace(self, pace_ms: int | None) -> "Timing":
        """Return the same times with a table's own pace of bots; None keeps the site's."""
        return self if pace_ms is None else replace(self, pace_seconds=pace_ms / 1000)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat.

    Attributes:
        kind: human, guest or bot.
        level: of a bot, else empty.
        joined: the version that brought them: nonces are mixed and seats drawn in this order (rules R31).
        nonce: hex, sent with `ready`; None when none was sent.
        bot_plays: a bot stands in for this person.
        left: this person left a match that goes on or is over; the seat stays theirs until a substitute takes it.
        stand_in: the level of the bot that stands in; empty for the table's.
        gone_at: the version at which the bot came; None while the person plays.
        has_quit: left in mid-match, and is not back.
        sleep: hours that a correspondence clock leaves out.
        starter: who began the match here, if a substitute sits now.
        back_at: how the game stood when this person came back to a turn of their own.
    """

    user_id: int
    name: str
    kind: str
    avatar: str
    joined: int
    level: str = ""
    ready: bool = False
    nonce: str | None = field(default=None, repr=False)
    bot_plays: bool = False
    left: bool = False
    stand_in: str = ""
    gone_at: int | None = None
    has_quit: bool = False
    sleep: Sleep | None = None
    starter: "Sitter | None" = None
    back_at: State | None = field(default=None, repr=False, compare=False)

    @property
    def is_bot(self) -> bool:
        """Whether the seat's owner is a bot."""
        return self.kind == "bot"

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot acts for this seat now."""
        return self.bot_plays or self.kind == "bot"


@dataclass(frozen=True, slots=True)
class Vote:
    """A question that the people at a table are asked.

    Attributes:
        kind: what it is about, a key of `table_votes.BALLOTS`.
        by: the seat that asks.
        seat: the seat that it is about, None where it is about none.
        until: when it lapses.
        yes, no: the seats that have answered.
    """

    kind: str
    by: int
    until: datetime
    seat: int | None = None
    yes: frozenset[int] = frozenset()
    no: frozenset[int] = frozenset()


class Asked(NamedTuple):
    """A question that a seat has put to the vote lately."""

    kind: str
    by: int
    at: datetime


class Agreed(NamedTuple):
    """The next match at a table, agreed on by its people.

    Attributes:
        kind: `rematch` or `next_match`.
    """

    kind: str
    at: datetime


class Undoable(NamedTuple):
    """The latest action, while it may be taken back.

    Attributes:
        version: the version that it became.
        until: the last moment.
        before: the state that it met, without its changes.
    """

    version: int
    seat: int
    action: str
    until: datetime
    before: "TableState"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a table was opened with; no command changes it, save `wait`, which moves `fill_at`.

    Attributes:
        options_json: the canonical JSON form.
        secret: 32 bytes that never leave the server before the match is over.
        match_number: 1 for the first match of the table.
        first_version: the version that the match's rows begin with.
        last_match_id: the match before it at this table.
    """

    table_id: int
    match_id: int
    game: Game
    options: Options
    options_json: Mapping[str, Any]
    secret: bytes = field(repr=False)
    commitment: str
    match_number: int = 1
    first_version: int = 1
    last_match_id: int | None = None
    host_id: int | None = None
    is_private: bool = False
    invite_code: str = ""
    can_watch: bool = True
    is_seating_drawn: bool = False
    bot_level: str = "easy"
    can_undo: bool = False
    can_count: bool = True
    is_quick: bool = False
    fill_at: datetime | None = None
    timing: Timing = Timing()
    control: TimeControl | None = None
    can_substitute: bool = False
    is_rated: bool = False
    requirements: Mapping[str, Any] = field(default_factory=dict)


class TableState(NamedTuple):
    """A table at one version: the fold of its rows.

    A named tuple, as each move makes new ones: `_replace` takes a tenth of what a data class takes.

    Attributes:
        status: open, playing, over or closed.
        engine: the game's state; None before the match.
        seed: what the deals come from; None before the match.
        nonces: those that were mixed into it, in joining order; empty when there were none.
        turn_at: when the seats to act had to from.
        break_until: the end of the pause between two deals, None when there is none; over once that moment passed.
        continued: the seats that pressed Continue in this pause.
        finished_at: when the last action was made.
        recent: the latest changes, oldest first, for replay.
        clocks: by seat; empty without a time control, and before the match.
        pause: why all clocks stand; None when they don't.
        votes: the open ones, at most one of a kind; some may have lapsed.
        asked: who has asked what lately, so that nobody asks the same again and again.
        agreed: the next match; None while none is agreed on.
        swap: two seats whose players change places when the next deal begins.
        undoable: the latest action, where the table lets it be taken back; its time may be over.
    """

    setup: Setup
    version: int
    status: str
    seats: tuple[Sitter | None, ...]
    engine: State | None = None
    seed: bytes | None = None
    nonces: tuple[str, ...] = ()
    to_act: tuple[int, ...] = ()
    turn_at: datetime | None = None
    break_until: datetime | None = None
    continued: frozenset[int] = frozenset()
    started_at: datetime | None = None
    finished_at: datetime | None = None
    closed_at: datetime | None = None
    recent: tuple[Change, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    pause: Pause | None = None
    votes: tuple[Vote, ...] = ()
    asked: tuple[Asked, ...] = ()
    agreed: Agreed | None = None
    swap: tuple[int, int] | None = None
    undoable: Undoable | None = None

    def __repr__(self) -> str:
        return f"TableState(table {self.setup.table_id}, v{self.version}, {self.status})"  # and nothing secret

    def seat_of(self, user_id: int | None) -> int | None:
        """Return the user's seat, or None for somebody who does not sit here."""
        if user_id is None:
            return None
        for seat, sitter in enumerate(self.seats):
            if sitter is not None and sitter.user_id == user_id:
                return seat
        return None

    @property
    def is_paused(self) -> bool:
        """Whether the match stands still until it is resumed."""
        return self.pause is not None

    def is_break(self, now: datetime) -> bool:
        """Return whether the pause between two deals still runs."""
        return self.break_until is not None and now < self.break_until

    def legal_texts(self, seat: int) -> list[str]:
        """Return in text form what the seat may do now."""
        if self.engine is None or seat not in self.to_act:
            return []
        game = self.setup.game
        return [game.format_action(action) for action in game.legal_actions(self.engine, seat)]


@dataclass(frozen=True, slots=True)
class Decision:
    """A command accepted: the state after it, and what its row says.

    Attributes:
        seat: for the row: the seat that it was about.
        payload: for the row: all that the fold will need.
    """

    state: TableState
    command: Command
    seat: int | None
    payload: Mapping[str, Any]
    at: datetime

    @property
    def change(self) -> Change:
        """What is told of it."""
        return self.state.recent[-1]
