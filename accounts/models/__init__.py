"""Rows of the accounts app: users, their tokens, and what they are to each other, and how they are called."""

from accounts.models.notifications import Notification, NotificationSetting, Occasion, PushSubscription
from accounts.models.relations import Relation, RelationKind
from accounts.models.tokens import ApiToken, TokenScope
from accounts.models.users import AVATAR_COLOURINGS, AVATAR_COURTS, PlayerManager, User, UserKind, draw_avatar

__all__ = [
    "AVATAR_COLOURINGS",
    "AVATAR_COURTS",
    "ApiToken",
    "Notification",
    "NotificationSetting",
    "Occasion",
    "PlayerManager",
    "PushSubscription",
    "Relation",
    "RelationKind",
    "TokenScope",
    "User",
    "UserKind",
    "draw_avatar",
]
