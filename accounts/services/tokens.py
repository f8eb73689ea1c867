"""API tokens: made, used, revoked. Only their digests are stored."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import ApiToken, TokenScope, User

TOKEN_START = "kqj_"  # noqa: S105  # so that a token found in a file tells what it is for
TOKEN_BYTES = 32
PREFIX_LENGTH = 10
LIVE_TOKENS_MAX = 20
"""Enough for every program of one person; a bound on what one account can store."""

USE_RESOLUTION = timedelta(minutes=1)
"""How exactly the last use is kept: writing it at every call would cost a commit a call."""


class TooManyTokensError(Exception):
    """The user has as many live tokens as one may have."""


def make_token(*, user: User, name: str, scopes: Sequence[str]) -> tuple[ApiToken, str]:
    """Make a token for the user.

    Returns:
        The row, and the token itself, which can't be had again.

    Raises:
        TooManyTokensError: there are LIVE_TOKENS_MAX already.
    """
    token = TOKEN_START + secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if user.api_tokens.filter(revoked_at=None).count() >= LIVE_TOKENS_MAX:
            raise TooManyTokensError
        known = [scope for scope in TokenScope.values if scope in scopes]
        row = ApiToken.objects.create(
            user=user, name=name, prefix=token[:PREFIX_LENGTH], digest=digest_token(token), scopes=known
        )
    return row, token


def revoke_token(*, user: User, token_id: int, now: datetime) -> bool:
    """Revoke a token of the user at once; return whether there was such a live token."""
    return bool(user.api_tokens.filter(pk=token_id, revoked_at=None).update(revoked_at=now))


def user_of_token(token: str, *, scope: str) -> User | None:
    """Return whom the token lets act in the scope, or None; note the token's use."""
    found = find_token(token)
    return found.user if found is not None and scope in found.scopes else None


def find_token(token: str) -> ApiToken | None:
    """Return a live token with its user, or None; note its use."""
    found = ApiToken.objects.select_related("user").filter(digest=digest_token(token), revoked_at=None).first()
    if found is None or not found.user.is_active:
        return None
    _note_use(found, now=timezone.now())
    return found


def digest_token(token: str) -> str:
    """Return what is stored of a token: it is random, so that a plain SHA-256 can't be searched."""
    return hashlib.sha256(token.encode()).hexdigest()


def _note_use(token: ApiToken, *, now: datetime) -> None:
    if token.last_used_at is None or now - token.last_used_at > USE_RESOLUTION:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
