"""What is asked of a table, and how it is refused: frozen values that know no database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Refused(Exception):  # noqa: N818 -- the word of the protocol; not a fault of the program
    """A command that was not carried out.

    Attributes:
        code: one of the protocol's refusal codes.
        message: a sentence for people, which names the duty.
        version: the table's version that it was refused at.
    """

    def __init__(self, code: str, message: str, *, version: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.version = version


class Kind(StrEnum):
    """What a command asks for; also the kind of its row."""

    SIT = "sit"
    LEAVE = "leave"
    READY = "ready"
    UNREADY = "unready"
    ADD_BOT = "add_bot"
    REMOVE_BOT = "remove_bot"
    FILL_BOTS = "fill_bots"
    WAIT = "wait"
    ACT = "act"
    COME_BACK = "come_back"
    CONTINUE = "continue"
    TAKE_OVER = "take_over"
    TIME_OUT = "time_out"
    SUBSTITUTE = "substitute"
    RESUME = "resume"
    CREDIT = "credit"
    CLOSE = "close"
    PROPOSE = "propose"
    VOTE = "vote"
    UNDO = "undo"
    CLAIM = "claim"
    NEW_MATCH = "new_match"


@dataclass(frozen=True, slots=True)
class Command:
    """What somebody asks of a table.

    Attributes:
        id: the sender's own text of 1 to 36 characters; the same id is never applied twice.
        user_id: who asks; None for the site itself (sweeps, and bots that stand in for a person).
        seat: which seat it is about, where the sender does not say it: `sit` (None: any), `remove_bot`, and all that
            the site asks.
        version: the version acted on; None when any will do. `act` needs it.
        payload: the rest, JSON-ready: `player` for `sit`, `nonce` for `ready`, `bots` (a list of players to choose
            from) for `add_bot` and `fill_bots`, `action` for `act`, `vote` for `propose` and `vote`, and `agree`.
        lag_ms: the round trip measured on the sender's socket; part of it may be given back to the clock.
    """

    kind: Kind
    id: str
    user_id: int | None = None
    seat: int | None = None
    version: int | None = None
    payload: Mapping[str, Any] = field(default_factory=dict)
    lag_ms: int = 0
