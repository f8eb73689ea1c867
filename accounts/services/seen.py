"""When users were last here."""

from datetime import datetime, timedelta

from accounts.models import User

RESOLUTION = timedelta(minutes=1)
"""How exactly it is kept: writing it at every page would cost a commit a page."""


def note_seen(user: User, *, now: datetime) -> None:
    """Note that the user is here."""
    if user.seen_at is None or now - user.seen_at >= RESOLUTION:
        User.objects.filter(pk=user.pk).update(seen_at=now)
        user.seen_at = now
