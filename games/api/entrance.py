"""Calls before a table: a guest for a program, and what can be played."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Status

from accounts.services.guests import create_guest, limit_guests
from accounts.services.tokens import make_token
from games.api.auth import ApiRequest, NoToken, ReadToken
from games.api.describe import describe_games
from games.api.problems import ProblemError, refusals
from games.api.schemas import GamesOut, GuestOut

router = Router(tags=["Entrance"])


@router.post("/guests", auth=NoToken(), response={201: GuestOut, **refusals(403, 413, 429)}, summary="Become a guest")
def make_guest(request: HttpRequest) -> Status[dict[str, Any]]:
    """Make a guest account and a token for it. Needs no token; so many an hour and address; a site may turn it off."""
    if not settings.KQJ_API_GUESTS:
        raise ProblemError(403, "guests_off", "This site makes no guests for programs: sign in and make a token.")
    limit_guests(request)
    guest = create_guest()
    row, token = make_token(user=guest, name="API guest", scopes=["play", "read"])
    return Status(201, {"name": guest.username, "token": token, "scopes": row.scopes})


@router.get("/games", auth=ReadToken(), response={200: GamesOut, **refusals(401, 403, 429)}, summary="List the games")
def list_games(request: ApiRequest) -> dict[str, Any]:
    """Return what can be played, with the options of each game and the levels of its bots."""
    del request
    return {"games": describe_games()}
