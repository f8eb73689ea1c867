"""Rows of the games app: tables, their events, matches, chat, presence and fault reports."""

from games.models.chat import ChatLine
from games.models.faults import FaultReport
from games.models.matches import Match, MatchPlayer
from games.models.presence import TablePresence
from games.models.tables import Seating, Table, TableEvent, TableStatus

__all__ = [
    "ChatLine",
    "FaultReport",
    "Match",
    "MatchPlayer",
    "Seating",
    "Table",
    "TableEvent",
    "TablePresence",
    "TableStatus",
]
