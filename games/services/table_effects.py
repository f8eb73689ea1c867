"""What the deciders of a table share: the request they see, the effect they return, and the words they refuse with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.engine.rules import Event
from games.services.table_sleep import parse_sleep
from games.services.table_values import Command, Refused, Sitter, TableState


@dataclass(frozen=True, slots=True)
class Request:
    """A command in the state that it meets.

    Attributes:
        is_replay: the command comes from its row, so it was allowed once; the row says which seat it was about.
    """

    state: TableState
    command: Command
    now: datetime
    is_replay: bool

    @property
    def is_by_site(self) -> bool:
        """Whether the site itself asks, or a row is read again."""
        return self.is_replay or self.command.user_id is None

    @property
    def is_stand_in(self) -> bool:
        """Whether a bot acts here for a person; the row says so, as its user may be gone since."""
        if self.is_replay:
            return bool(self.command.payload.get("stand_in"))
        return self.command.user_id is None

    def refuse(self, code: str, message: str) -> Refused:
        """Return the refusal to raise."""
        return Refused(code, message, version=self.state.version)

    def own_seat(self) -> int:
        """Return the seat of who asks; for the site and for rows the seat that they name.

        Raises:
            Refused: code `not_seated`.
        """
        command = self.command
        seat = command.seat if self.is_by_site else self.state.seat_of(command.user_id)
        if seat is None or self.state.seats[seat] is None:
            raise self.refuse("not_seated", _("You have no seat at this table."))
        return seat

    def own_sitter(self) -> tuple[int, Sitter]:
        """Return the seat of who asks, and who sits there.

        Raises:
            Refused: code `not_seated`.
        """
        seat = self.own_seat()
        sitter = self.state.seats[seat]
        assert sitter is not None
        return seat, sitter

    def require_open(self) -> None:
        """Refuse what can only be done before the match.

        Raises:
            Refused: code `match_over` or `illegal_action`.
        """
        status = self.state.status
        if status in {"over", "closed"}:
            raise self.refuse("match_over", _("The match at this table is over."))
        if status != "open":
            raise self.refuse("illegal_action", _("The match has started: seats are taken until it ends."))

    def require_playing(self) -> None:
        """Refuse what can only be done during the match.

        Raises:
            Refused: code `match_over` or `illegal_action`.
        """
        status = self.state.status
        if status in {"over", "closed"}:
            raise self.refuse("match_over", _("The match at this table is over."))
        if status != "playing":
            raise self.refuse("illegal_action", _("The match has not started: it starts when every seat is ready."))

    def require_version(self) -> None:
        """Refuse a command that acted on another version than this.

        Raises:
            Refused: code `stale_version`.
        """
        asked, current = self.command.version, self.state.version
        if asked is not None and asked != current:
            message = _("The table has moved on: you acted on version %(asked)s, it is at version %(current)s.")
            raise self.refuse("stale_version", message % {"asked": asked, "current": current})


@dataclass(frozen=True, slots=True)
class Effect:
    """What a decider made of a request.

    Attributes:
        state: the state after it; version, turn and recent changes are brought up to date by `decide`.
        events: what is told.
        seat: for the row.
        payload: for the row.
        is_action: the person on the seat has acted: their clock is charged, and gets its increment.
        lag_ms: what the clock is given back of it for the network.
    """

    state: TableState
    events: list[Event]
    seat: int | None = None
    payload: dict[str, Any] = field(default_factory=dict)
    is_action: bool = False
    lag_ms: int = 0


def describe_player(sitter: Sitter | None, *, seat: int) -> dict[str, Any] | None:
    """Return who sits on the seat, as all may know it; None for a free seat."""
    if sitter is None:
        return None
    return {
        "seat": seat,
        "name": sitter.name,
        "kind": sitter.kind,
        "level": sitter.level or None,
        "ready": sitter.ready,
        "bot_plays": sitter.bot_plays,
        "stand_in": sitter.stand_in or None,
        "left": sitter.left,
        "avatar": sitter.avatar,
    }


def tell(kind: str, *, seat: int, sitter: Sitter | None, **more: Any) -> Event:
    """Return an event about a seat and who sits there."""
    return Event(kind, {"seat": seat, "player": describe_player(sitter, seat=seat), **more})


def new_sitter(player: Mapping[str, Any], *, joined: int) -> Sitter:
    """Return who sits down, from what their row says of them."""
    return Sitter(
        user_id=player["user"],
        name=player["name"],
        kind=player["kind"],
        avatar=player["avatar"],
        level=player.get("level") or "",
        joined=joined,
        sleep=parse_sleep(player.get("sleep")),
    )


def put_sitter(state: TableState, *, seat: int, sitter: Sitter | None) -> TableState:
    """Return the state with this sitter, or nobody, on the seat."""
    return state._replace(seats=(*state.seats[:seat], sitter, *state.seats[seat + 1 :]))
