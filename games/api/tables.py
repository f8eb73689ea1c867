"""Tables: the lobby, opening one, looking at one."""

from typing import Any, Literal

from django.core.cache import cache
from django.utils import timezone
from ninja import P, QueryEx, Router, Status

from games.api.auth import ApiRequest, PlayToken, ReadToken
from games.api.describe import describe_table
from games.api.problems import ProblemError, refusals
from games.api.schemas import OpenedOut, TableIn, TablesOut, ViewOut
from games.bots.levels import levels
from games.engine import registry
from games.selectors.admission import Requirements, write_requirements
from games.selectors.table_lists import list_tables
from games.services import tables
from games.services.executors import load_state
from games.services.play import TableNotFound
from games.services.table_access import may_look
from games.services.table_values import TableState
from games.services.table_views import view_message

OPENING_SECONDS = 24 * 3600
"""How long the id of an opened table is remembered."""

SETUP = {
    "seating", "is_private", "can_watch", "bot_level", "pace_ms", "can_undo", "can_count", "is_rated",
    "is_rated_with_bots",
}  # fmt: skip
"""Fields of `TableIn` that `open_table` takes by the same name."""

router = Router(tags=["Tables"])
State = Literal["open", "playing", "over", "closed"]


@router.get(
    "/tables", auth=ReadToken(), response={200: TablesOut, **refusals(401, 403, 422, 429)}, summary="List tables"
)
def get_tables(
    request: ApiRequest,
    state: QueryEx[State, P(description="Where the tables stand.")] = "open",
    cursor: QueryEx[int | None, P(ge=1, description="From the answer before.")] = None,
) -> dict[str, Any]:
    """Return the tables that you may see, newest first: public ones and your own."""
    found = list_tables(user_id=request.auth.pk, state=state, cursor=cursor)
    shown = [describe_table(table) for table in found.tables]
    return {"tables": shown, "cursor": None if found.cursor is None else str(found.cursor)}


@router.post(
    "/tables",
    auth=PlayToken(),
    response={201: OpenedOut, **refusals(401, 403, 409, 413, 422, 429)},
    summary="Open a table",
)
def open_table(request: ApiRequest, body: TableIn) -> Status[dict[str, Any]]:
    """Open a table with any options of a game, and sit down at it unless you say otherwise."""
    _check_game(body)
    if body.id is None:
        return Status(201, _open(request, body=body))
    key = f"api-open:{request.auth.pk}:{body.id}"
    if not cache.add(key, {}, timeout=OPENING_SECONDS):
        return Status(201, _opened_before(cache.get(key)))
    try:
        opened = _open(request, body=body)
    except BaseException:
        cache.delete(key)
        raise
    cache.set(key, opened, timeout=OPENING_SECONDS)
    return Status(201, opened)


@router.get(
    "/tables/{int:table_id}",
    auth=ReadToken(),
    response={200: ViewOut, **refusals(401, 403, 404, 422, 429)},
    summary="Look at a table",
)
def get_table(
    request: ApiRequest, table_id: int, invite: QueryEx[str, P(max_length=64, description="Of a private table.")] = ""
) -> dict[str, Any]:
    """Return all that you may know of a table now: the same view as the socket's."""
    state = visible_table(table_id, user_id=request.auth.pk, invite=invite)
    return view_message(state, audience=state.seat_of(request.auth.pk), now=timezone.now())


def visible_table(table_id: int, *, user_id: int, invite: str = "") -> TableState:
    """Return the table at its latest version.

    Raises:
        TableNotFound: there is no such table, or none that the user may see.
    """
    state = load_state(table_id)
    if not may_look(state, user_id=user_id, invite=invite):
        raise TableNotFound(table_id)
    return state


def check_level(level: str | None, *, game_key: str) -> None:
    """Check that the game has such bots.

    Raises:
        ProblemError: it has none; the message names those that it has.
    """
    known = [found.key for found in levels(game_key)]
    if level is not None and level not in known:
        raise ProblemError(422, "bad_message", f"no bots of level {level!r}: there are {', '.join(known)}")


def _check_game(body: TableIn) -> None:
    known = registry.keys()
    if body.game not in known:
        raise ProblemError(422, "bad_message", f"no game {body.game!r}: there are {', '.join(known)}")
    check_level(body.bot_level, game_key=body.game)


def _open(request: ApiRequest, *, body: TableIn) -> dict[str, Any]:
    setup = body.model_dump(include=SETUP, exclude_none=True)
    setup |= {"time_control": body.model_dump(include={"time"})["time"], "can_substitute": body.substitutes}
    setup["requirements"] = _requirements(body)
    table = tables.open_table(user=request.auth, game=body.game, options=body.options, is_sitting=body.sit, **setup)
    state = load_state(table.pk)
    return {
        "id": table.pk,
        "v": state.version,
        "seat": state.seat_of(request.auth.pk),
        "invite": table.invite_code or None,
        "url": f"/tables/{table.pk}/",
    }


def _requirements(body: TableIn) -> dict[str, Any]:
    try:
        return write_requirements(Requirements(**body.requirements.model_dump()))
    except ValueError as error:
        raise ProblemError(422, "bad_message", str(error)) from error


def _opened_before(opened: dict[str, Any] | None) -> dict[str, Any]:
    if not opened:
        raise ProblemError(409, "in_progress", "This table is being opened: ask again.", retry_after=1)
    return opened
