"""How a table's socket is closed."""

from enum import IntEnum


class Close(IntEnum):
    """Close codes of the protocol; sent after accepting, so that browsers see them.

    GOING_DOWN follows `closing`, also when it is the database that went; daphne sends no code below 3000.
    """

    BAD_MESSAGES = 4400
    NOT_ALLOWED = 4403
    NO_TABLE = 4404
    TOO_SLOW = 4408
    TOO_MANY = 4429
    GOING_DOWN = 4503
