"""What is told of finished matches: values made from their rows."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Match, MatchPlayer


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """Who held a seat, and how it ended for them.

    Attributes:
        user_id: None when the account is gone.
        kind: human, guest or bot.
        level: of a bot, else empty.
        avatar: empty when the account is gone.
        side, place: of the side that the seat scored for.
        is_you: whether this is the seat of who asks.
        player: the account's name now; empty when it is gone.
    """

    seat: int
    user_id: int | None
    name: str
    kind: str
    level: str
    avatar: str
    side: int
    score: int
    place: int
    is_winner: bool
    is_you: bool
    player: str = ""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A finished match as a list shows it.

    Attributes:
        variant: the game's own key for the options; empty until the match is counted.
        reason: goal or rounds; abandoned or aborted for a match given up.
        scores: by side.
        seats: by seat.
    """

    id: int
    table_id: int
    game: str
    options: dict[str, Any]
    started_at: datetime
    finished_at: datetime
    reason: str
    round_count: int
    scores: tuple[int, ...]
    seats: tuple[MatchSeat, ...]
    variant: str = ""

    @property
    def own_seat(self) -> MatchSeat | None:
        """The seat of who asks, if they played."""
        return next((seat for seat in self.seats if seat.is_you), None)

    @property
    def seconds(self) -> int:
        """How long it took."""
        return round((self.finished_at - self.started_at).total_seconds())


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All that the page of a finished match shows.

    Attributes:
        record: the match record; its `rounds` are the score sheet.
        commitment, seed, server_secret: hex; the secret is None where the seed is not mixed from one.
        nonces: hex, in the order in which they were mixed.
    """

    line: MatchLine
    record: dict[str, Any]
    commitment: str
    seed: str
    server_secret: str | None
    nonces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchList:
    """A stretch of a list of matches, latest first.

    Attributes:
        cursor: what to ask on with; None at the end.
    """

    lines: tuple[MatchLine, ...]
    cursor: str | None


def read_line(match: Match, *, user_id: int | None) -> MatchLine:
    """Return the line of a match with results and players, as this user sees it."""
    assert match.started_at is not None
    assert match.finished_at is not None
    return MatchLine(
        id=match.pk,
        table_id=match.table_id,
        game=match.game,
        options=match.options,
        started_at=match.started_at,
        finished_at=match.finished_at,
        reason=match.reason,
        round_count=match.round_count or 0,
        scores=tuple(match.final["scores"]) if match.final else (),
        seats=tuple(_read_seat(player, user_id=user_id) for player in match.players.all()),
        variant=match.variant,
    )


def _read_seat(player: MatchPlayer, *, user_id: int | None) -> MatchSeat:
    user: User | None = player.user
    return MatchSeat(
        seat=player.seat,
        user_id=player.user_id,
        name=player.name,
        player=user.username if user else "",
        kind=player.kind,
        level=player.level,
        avatar=user.avatar_key if user else "",
        side=player.side,
        score=player.score,
        place=player.place,
        is_winner=player.is_winner,
        is_you=user_id is not None and player.user_id == user_id,
    )
