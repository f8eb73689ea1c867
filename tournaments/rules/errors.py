"""What the rules of tournaments refuse, and how they say so."""

from games.engine.errors import EngineError


class SettingsError(EngineError):
    """Settings that the format does not know or that do not fit together. Code `bad_settings`; params name the key."""


class PairingError(EngineError):
    """A round that can't be paired now. Code `round_unfinished`; params name the round."""


class ResultError(EngineError):
    """A table's result that can't be. Code `bad_result`; params name the table and the field."""
