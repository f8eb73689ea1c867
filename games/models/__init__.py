"""Rows of the games app: tables, their events, matches, ratings, chat, presence and fault reports."""

from games.models.chat import ChatLine
from games.models.faults import FaultReport
from games.models.matches import Match, MatchPlayer, Unrated
from games.models.presence import TablePresence
from games.models.ratings import Rating, RatingChange
from games.models.tables import Seating, Table, TableEvent, TableStatus

__all__ = [
    "ChatLine",
    "FaultReport",
    "Match",
    "MatchPlayer",
    "Rating",
    "RatingChange",
    "Seating",
    "Table",
    "TableEvent",
    "TablePresence",
    "TableStatus",
    "Unrated",
]
