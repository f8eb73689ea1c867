"""Who opens a socket: by the session cookie, with the Origin checked, or by a token."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from channels.auth import get_user
from channels.db import database_sync_to_async
from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.models import TokenScope, User
from accounts.services.credentials import Credential
from accounts.services.tokens import find_token

BEARER = "bearer "
Scope = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is at the other end.

    Attributes:
        credential: what tells so; a socket ends when it is void.
        may_play: False for a token that may only read.
        language: what the user reads, a code of LANGUAGES.
    """

    user: User
    credential: Credential
    may_play: bool = True
    language: str = settings.LANGUAGE_CODE


def has_good_origin(scope: Scope) -> bool:
    """Return whether the socket was opened by a page of this site, or by a program with a token.

    A browser sends cookies whatever page opens a socket, but it names that page; a token is sent on purpose.
    """
    headers = _headers(scope)
    if headers.get("authorization", "").lower().startswith(BEARER):
        return True
    origin, host = headers.get("origin", "").lower(), headers.get("host", "").lower()
    # Compared as texts: taking apart what a stranger sends fails on what is no address.
    return origin in {f"http://{host}", f"https://{host}", *settings.CSRF_TRUSTED_ORIGINS} and bool(host)


async def identify(scope: Scope) -> Identity | None:
    """Return who opens the socket, or None for somebody unknown."""
    headers = _headers(scope)
    authorization = headers.get("authorization", "")
    if authorization.lower().startswith(BEARER):
        return await _identify_token(authorization[len(BEARER) :].strip(), language=language_of(headers))
    key = parse_cookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    known: Any = {"session": session}
    user = await get_user(known)
    if not isinstance(user, User) or not user.is_active:
        return None
    credential = Credential(user.pk, password=user.password, session_key=key)
    return Identity(user, credential, language=language_of(headers))


async def _identify_token(token: str, *, language: str) -> Identity | None:
    found = await database_sync_to_async(find_token)(token)
    if found is None:
        return None
    credential, may_play = Credential(found.user_id, token_id=found.pk), TokenScope.PLAY in found.scopes
    return Identity(found.user, credential, may_play=may_play, language=language)


def language_of(headers: Mapping[str, str]) -> str:
    """Return the language that a page would have: the cookie's, else the first known one that the browser asks for."""
    chosen = parse_cookie(headers.get("cookie", "")).get(settings.LANGUAGE_COOKIE_NAME, "")
    asked = (code for code, _weight in parse_accept_lang_header(headers.get("accept-language", "").lower()))
    for code in (chosen, *asked):
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
