"""What the engine refuses, and how it says so."""

from collections.abc import Mapping


class EngineError(Exception):
    """The base of all errors that the engine raises on purpose.

    Attributes:
        code: a short stable name of what was refused, for programs and translations.
        message: one English sentence: what was refused, the value, and what would be right.
        params: the values named in the message, JSON-ready.
    """

    def __init__(self, code: str, message: str, *, params: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.params: dict[str, object] = dict(params or {})


class IllegalActionError(EngineError):
    """An action that the rules do not allow now; the state is unchanged.

    Codes: `not_your_turn`, `match_over`, `bad_action` (text that is no action of this game), `not_in_hand`,
    `follow_suit` (rules R20), `beat_trump` (R20), `trump` (R22), `call_not_allowed`, `bid_too_low`, `bid_too_high`.
    """


class OptionsError(EngineError):
    """Options that the game does not know or that do not fit together. Code `bad_options`; params name the key."""


class RecordError(EngineError):
    """A record that does not agree with the rules.

    Codes: `bad_json`, `bad_format`, `bad_options`, `bad_commitment`, `illegal_call`, `illegal_play`, `wrong_deal`,
    `wrong_result`, `wrong_final`, `extra_action`, `missing_action`. params hold where it is: `round` (0-based),
    and `call`, `play` or `field`, with `rule` (such as "R20") where one was broken.
    """
