"""Rows of the games app: tables, events, matches, ratings, statistics, conduct, chat, presence and fault reports."""

from games.models.chat import ChatLine, ChatReport
from games.models.conduct import Conduct, SleepHours
from games.models.faults import FaultReport
from games.models.invitations import Invitation
from games.models.matches import Ending, Match, MatchPlayer, Unrated
from games.models.notes import NoteKind, TableNote
from games.models.presence import Heartbeat, TablePresence
from games.models.ratings import Rating, RatingChange
from games.models.statistics import Encounter, Statistic
from games.models.tables import Seating, Table, TableEvent, TableStatus

__all__ = [
    "ChatLine",
    "ChatReport",
    "Conduct",
    "Encounter",
    "Ending",
    "FaultReport",
    "Heartbeat",
    "Invitation",
    "Match",
    "MatchPlayer",
    "NoteKind",
    "Rating",
    "RatingChange",
    "Seating",
    "SleepHours",
    "Statistic",
    "Table",
    "TableEvent",
    "TableNote",
    "TablePresence",
    "TableStatus",
    "Unrated",
]
