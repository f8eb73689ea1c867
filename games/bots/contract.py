"""What every bot fulfils."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

View = Mapping[str, Any]
"""What a seat may know, as the engine's `view` gives it."""


class BotError(Exception):
    """A bot that can't answer, or answered with what the rules don't allow.

    Attributes:
        code: `no_such_level`, `nothing_to_do` or `illegal_choice`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Bot(Protocol):
    """A way to play one game."""

    def choose(self, view: View, *, seed: bytes) -> str:
        """Return one of the view's `legal_actions`, the same for the same view and seed.

        Precondition: the view's seat has to act.
        """


@dataclass(frozen=True, slots=True)
class Level:
    """A step of a game's ladder of bots.

    Attributes:
        key: its name in rows and messages, such as `easy`.
        label: what people read (English, marked for translation).
        bot: who plays at this level.
        rating: its fixed Elo, measured; a beginner's where it was not.
    """

    key: str
    label: str
    bot: Bot
    rating: float = 1500.0
