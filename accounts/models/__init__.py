"""Rows of the accounts app: users, their tokens, and what they are to each other."""

from accounts.models.relations import Relation, RelationKind
from accounts.models.tokens import ApiToken, TokenScope
from accounts.models.users import AVATAR_COLOURINGS, AVATAR_COURTS, PlayerManager, User, UserKind, draw_avatar

__all__ = [
    "AVATAR_COLOURINGS",
    "AVATAR_COURTS",
    "ApiToken",
    "PlayerManager",
    "Relation",
    "RelationKind",
    "TokenScope",
    "User",
    "UserKind",
    "draw_avatar",
]
