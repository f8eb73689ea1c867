"""What let somebody in, and whether it still does: a connection that stays open outlives what opened it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.models import Session

from accounts.models import ApiToken, User


@dataclass(frozen=True, slots=True)
class Credential:
    """What a connection was opened with: a session or a token.

    Attributes:
        password: the hash at that time, for a session, which ends with it; empty for a token, which does not.
        session_key: None for a token.
        token_id: None for a session.
    """

    user_id: int
    password: str = ""
    session_key: str | None = None
    token_id: int | None = None

    def __repr__(self) -> str:
        """Return what can be logged: whose it is, and no secret."""
        return f"<Credential of user {self.user_id}>"


def find_void(credentials: Collection[Credential], *, now: datetime) -> set[Credential]:
    """Return those that let nobody in any more: signed out, revoked, password changed, account closed or gone.

    Three queries, however many there are.
    """
    ids = {credential.user_id for credential in credentials}
    passwords = dict(User.objects.filter(pk__in=ids, is_active=True).values_list("pk", "password"))
    keys = [credential.session_key for credential in credentials if credential.session_key is not None]
    sessions = Session.objects.filter(session_key__in=keys, expire_date__gt=now) if keys else Session.objects.none()
    live_keys = set(sessions.values_list("session_key", flat=True))
    token_ids = [credential.token_id for credential in credentials if credential.token_id is not None]
    tokens = ApiToken.objects.filter(pk__in=token_ids, revoked_at=None) if token_ids else ApiToken.objects.none()
    live_tokens = set(tokens.values_list("pk", flat=True))
    return {
        credential
        for credential in credentials
        if not _is_live(credential, passwords=passwords, sessions=live_keys, tokens=live_tokens)
    }


def _is_live(credential: Credential, *, passwords: dict[int, str], sessions: set[str], tokens: set[int]) -> bool:
    password = passwords.get(credential.user_id)
    if password is None:
        return False
    if credential.token_id is not None:
        return credential.token_id in tokens
    return credential.session_key in sessions and credential.password == password
