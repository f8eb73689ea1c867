"""Who calls: a bearer token, never a cookie, so that no page of another site can call in somebody's name."""

import time
from collections import Counter
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.security import HttpBearer

from accounts.limits import LimitedError, parse_rate
from accounts.models import TokenScope, User
from accounts.services.tokens import find_token
from games.api.problems import ProblemError

BODY_BYTES = 4 * 1024
"""The longest body, as the longest message of the socket."""


class ApiRequest(HttpRequest):
    """A request that has passed a token's check.

    Attributes:
        auth: whom the token belongs to.
    """

    auth: User


class TokenAuth(HttpBearer):
    """Lets in whoever has a live token with the scope.

    Attributes:
        scope: what the token must allow.
    """

    scope: str

    def __call__(self, request: HttpRequest) -> Any:
        """Return the user, or refuse."""
        refuse_long_body(request)
        found: Any = super().__call__(request)
        if found is None:
            raise ProblemError(401, "unauthorized", "Send a token: Authorization: Bearer kqj_…")
        return found

    def authenticate(self, request: HttpRequest, token: str) -> User:
        """Return whom the token belongs to."""
        del request
        found = find_token(token.strip())
        if found is None:
            raise ProblemError(401, "unauthorized", "This token is unknown, or was revoked.")
        if self.scope not in found.scopes:
            raise ProblemError(403, "wrong_scope", f"This token may not {self.scope}: make one with that scope.")
        _calls.count(found.pk, now=time.time())
        return found.user


class ReadToken(TokenAuth):
    """A token with the scope `read`."""

    scope = TokenScope.READ


class PlayToken(TokenAuth):
    """A token with the scope `play`."""

    scope = TokenScope.PLAY


class NoToken(HttpBearer):
    """Lets everybody in; a body that is too long is refused all the same."""

    def __call__(self, request: HttpRequest) -> bool:
        """Return True."""
        refuse_long_body(request)
        return True

    def authenticate(self, request: HttpRequest, token: str) -> bool:
        """Return True."""
        del request, token
        return True


def refuse_long_body(request: HttpRequest) -> None:
    """Check that the body is no longer than BODY_BYTES, before it is read as far as that can be known."""
    stated = request.headers.get("Content-Length", "")
    if (stated.isdigit() and int(stated) > BODY_BYTES) or len(request.body) > BODY_BYTES:
        raise ProblemError(413, "bad_message", f"A body has {BODY_BYTES} bytes at the most.")


class Calls:
    """Counts calls by token in this process: a guard against runaway programs, cheap enough for every call."""

    def __init__(self) -> None:
        self._window = 0
        self._counts: Counter[int] = Counter()

    def count(self, token_id: int, *, now: float) -> None:
        """Count a call (setting KQJ_API_RATE).

        Raises:
            LimitedError: the token made too many in this window.
        """
        rate = parse_rate(settings.KQJ_API_RATE)
        if rate is None:
            return
        window = int(now // rate.seconds)
        if window != self._window:
            self._window, self._counts = window, Counter()
        self._counts[token_id] += 1
        if self._counts[token_id] > rate.count:
            raise LimitedError(max(1, round((window + 1) * rate.seconds - now)))


_calls = Calls()
