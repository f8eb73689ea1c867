"""What a command says of who sits down: users as players, and bots on offer."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User, UserKind
from games.bots.levels import levels
from games.models import SleepHours, Table, TableStatus
from games.selectors.admission import read_requirements, visitor_of, why_not_admitted
from games.selectors.ratings import bot_level_near
from games.services.bot_accounts import pick_bots
from games.services.sleep import describe_hours
from games.services.table_seats import has_say
from games.services.table_values import Command, Kind, Refused, TableState

TABLES_EACH = 20
"""Tables that one user may sit at and that are not over: a bound on what one account can hold."""


def require_room(user: User, *, table_id: int | None = None) -> None:
    """Check that the user may sit down once more; the table where this would be does not count.

    Raises:
        Refused: code `rate_limited`: the user sits at too many tables.
    """
    running = Table.objects.filter(user_ids__contains=[user.pk], status__in=(TableStatus.OPEN, TableStatus.PLAYING))
    others = running if table_id is None else running.exclude(pk=table_id)
    if others.count() >= TABLES_EACH:
        raise Refused("rate_limited", _("You sit at too many tables: leave one first."))


def require_admission(user: User, *, table_id: int) -> None:
    """Check that the table lets the user sit down.

    Raises:
        Refused: code `not_admitted`.
    """
    table = Table.objects.filter(pk=table_id).first()
    if table is None or not (table.requirements or table.is_private or table.is_quick):
        return  # who asks for a table that is not there hears so from the command itself
    reason = why_not_admitted(visitor_of(user), table)
    if reason:
        raise Refused("not_admitted", reason, version=table.version)


def describe_user(user: User, *, level: str = "") -> dict[str, Any]:
    """Return the user as `sit` and `fill_bots` carry it, so that the fold never looks anybody up."""
    kind = {UserKind.GUEST: "guest", UserKind.BOT: "bot"}.get(UserKind(user.kind), "human")
    player = {"user": user.pk, "name": user.username, "kind": kind, "avatar": user.avatar_key}
    return {**player, "level": level} if level else player


def _describe_sitter(user: User) -> dict[str, Any]:
    """Return the person with the hours of sleep that a correspondence clock leaves out."""
    hours = SleepHours.objects.filter(user=user).first()
    player = describe_user(user)
    return player if hours is None else {**player, "sleep": describe_hours(hours)}


def sit_command(*, user: User, table_id: int, command_id: str, seat: int | None = None) -> Command:
    """Return the command that seats the user at the table, on any free seat if none is named.

    Raises:
        Refused: code `rate_limited`: the user sits at too many other tables; `not_admitted`: the table requires what
            the user has not, or a block keeps them apart.
    """
    require_room(user, table_id=table_id)
    require_admission(user, table_id=table_id)
    return Command(Kind.SIT, command_id, user.pk, seat=seat, payload={"player": _describe_sitter(user)})


def substitute_command(*, user: User, state: TableState, command_id: str, seat: int) -> Command:
    """Return the command that gives the user a seat which somebody left for good.

    Raises:
        Refused: as by `sit_command`.
    """
    table_id = state.setup.table_id
    require_room(user, table_id=table_id)
    require_admission(user, table_id=table_id)
    return Command(Kind.SUBSTITUTE, command_id, user.pk, seat=seat, payload={"player": _describe_sitter(user)})


def leave_command(*, user: User, state: TableState, command_id: str, is_confirmed: bool) -> Command:
    """Return the command that gives the user's seat back, in a match to a bot of a level near the user's rating."""
    payload: dict[str, Any] = {"confirm": is_confirmed}
    if is_confirmed and state.status == TableStatus.PLAYING:
        level = bot_level_near(game_key=state.setup.game.key, user_id=user.pk)
        payload |= {"bot": level} if level else {}
    return Command(Kind.LEAVE, command_id, user.pk, payload=payload)


def bots_command(
    state: TableState, *, kind: Kind, user_id: int | None, command_id: str, level: str = "", seat: int | None = None
) -> Command:
    """Return `add_bot` (one, on this seat or the first free one) or `fill_bots` (all free seats), with bots to seat.

    No level means the table's. Reads the bots' accounts, and makes them the first time; asks nothing for somebody who
    has no say here, and will hear so from the command itself.

    Raises:
        Refused: code `bad_message`: the game has no such level; `not_admitted`: the table is for people only.
    """
    if user_id is not None and not has_say(state, user_id):
        return Command(kind, command_id, user_id, seat=seat, payload={"bots": []})
    if read_requirements(state.setup.requirements).people_only:
        raise Refused("not_admitted", _("Only people can sit at this table."), version=state.version)
    known = level or state.setup.bot_level
    ladder = [step.key for step in levels(state.setup.game.key)]
    if known not in ladder:
        message = _("There is no level %(level)s; there are: %(levels)s.")
        raise Refused("bad_message", message % {"level": known, "levels": ", ".join(ladder)}, version=state.version)
    count = 1 if kind is Kind.ADD_BOT else len(state.seats)
    seated = [sitter.user_id for sitter in state.seats if sitter]
    bots = pick_bots(level=known, count=count, exclude_user_ids=seated)
    offer = [describe_user(bot, level=known) for bot in bots]
    return Command(kind, command_id, user_id, seat=seat, payload={"bots": offer})
