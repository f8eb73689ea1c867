"""Ratings: of players, and what a match changed."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.bots.levels import levels
from games.engine import registry
from games.engine.shuffle import SEED_BYTES
from games.models import Match, MatchPlayer, Rating, RatingChange, Unrated
from games.models.periods import ALL_TIME
from games.ratings.elo import START, Reason, is_provisional
from games.ratings.pools import Pool, Sides, Speed
from games.selectors.matches import readable_matches

Control = Mapping[str, Any] | None
"""A time control as a table's row has it."""

REASONS: dict[str, Promise | str] = {
    Reason.RESULT: "",
    Reason.LEFT: _("Left the match: counted as last place."),
    Reason.PARTNER_LEFT: _("A partner left: counted as if a bot had sat there."),
    Reason.BOT: _("Bots keep their rating."),
}
"""Why a rating changed as it did, in words."""


@dataclass(frozen=True, slots=True)
class RatingValue:
    """A rating as it is shown.

    Attributes:
        value: rounded.
        is_provisional: made of too few matches to say much; shown with a question mark.
    """

    value: int
    match_count: int
    is_provisional: bool

    def __str__(self) -> str:
        """Return it as people read it: `1512`, or `1512?` while provisional."""
        return f"{self.value}?" if self.is_provisional else str(self.value)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What a match did to the rating of who sat on a seat.

    Attributes:
        before, after: rounded.
        is_provisional: whether the rating is so after the match.
        reason: a value of `Reason`.
    """

    seat: int
    before: int
    after: int
    is_provisional: bool
    reason: str

    @property
    def change(self) -> int:
        """By how much the rating shown changed."""
        return self.after - self.before

    @property
    def why(self) -> str:
        """The reason in words; empty when the result alone is."""
        return str(REASONS[self.reason])


@dataclass(frozen=True, slots=True)
class MatchRating:
    """What a match did to ratings.

    Attributes:
        state: pending (soon known), rated or unrated.
        why: why it is unrated, in words.
        pool: empty unless it was rated.
        changes: by seat; empty unless it was rated.
    """

    state: str
    why: str
    pool: str
    changes: tuple[SeatChange, ...]

    def of_seat(self, seat: int) -> SeatChange | None:
        """Return what changed for a seat."""
        return next((change for change in self.changes if change.seat == seat), None)


def ratings_of(user_ids: Collection[int], *, pool: str) -> dict[int, RatingValue]:
    """Return the ratings that these users have in a pool, by user; who never played there is not in it."""
    rows = Rating.objects.filter(user_id__in=user_ids, pool=pool, period=ALL_TIME)
    return {row.user_id: read_rating(row) for row in rows}


def read_rating(row: Rating) -> RatingValue:
    """Return a row's rating as it is shown."""
    return RatingValue(round(row.value), row.match_count, is_provisional(row.match_count))


def match_rating(match_id: int, *, user_id: int | None) -> MatchRating | None:
    """Return what a match did to ratings, or None if there is no such match with results that this user may see."""
    match = readable_matches(user_id).filter(pk=match_id).prefetch_related(None).first()
    return None if match is None else rating_of_match(match)


def rating_of_match(match: Match) -> MatchRating:
    """Return what a match with results did to ratings."""
    if match.rated_at is None:
        return MatchRating("pending", "", "", ())
    if match.rating_seq is None:
        return MatchRating("unrated", str(Unrated(match.unrated_why).label), "", ())
    rows = RatingChange.objects.filter(match_id=match.pk).order_by("seat")
    return MatchRating("rated", "", match.rating_pool, tuple(map(_read_change, rows)))


def describe_rating(rating: MatchRating) -> dict[str, Any]:
    """Return what a match did to ratings, JSON-ready."""
    return {
        "state": rating.state,
        "why": rating.why,
        "pool": rating.pool,
        "changes": [
            {
                "seat": change.seat,
                "before": change.before,
                "after": change.after,
                "change": change.change,
                "provisional": change.is_provisional,
                "why": change.why,
            }
            for change in rating.changes
        ],
    }


def bot_rating(game: str, *, level: str) -> float:
    """Return the fixed rating of a level of bots; that of a beginner where nobody measured it."""
    return next((step.rating for step in levels(game) if step.key == level), START)


def bot_level_near(*, game_key: str, user_id: int) -> str | None:
    """Return the level of bots nearest to a player's rating, in the pool where they played most; None without one."""
    best = (
        Rating.objects.filter(user_id=user_id, pool__startswith=f"{game_key}-", period=ALL_TIME)
        .order_by("-match_count")
        .first()
    )
    if best is None:
        return None
    return min(levels(game_key), key=lambda level: abs(level.rating - best.value)).key


def pool_of(game: str, *, options: Mapping[str, Any], control: Control = None) -> str:
    """Return the key of the pool in which matches with these options and this time control are rated."""
    return str(Pool(game, speed_of(control), _sides_of_options(game, json.dumps(options, sort_keys=True))))


def pool_of_match(match: Match, *, players: Sequence[MatchPlayer]) -> Pool:
    """Return the pool of a match with results; its table is read along."""
    is_single = len({player.side for player in players}) == len(players)
    return Pool(match.game, speed_of(match.table.time_control), Sides.RANDOM if is_single else Sides.FIXED)


def speed_of(control: Control) -> Speed:
    """Return the speed: where players may sleep between two actions, it is correspondence."""
    return Speed.CORRESPONDENCE if control and control.get("sleeps") else Speed.LIVE


@lru_cache(maxsize=1024)
def _sides_of_options(game_key: str, options_json: str) -> Sides:
    """Return the kind of sides of a match with these options, from one given up as soon as it began."""
    game = registry.get(game_key)
    begun = game.start(game.parse_options(json.loads(options_json)), bytes(SEED_BYTES)).state
    outcome = game.outcome(game.give_up(begun, "aborted").state)
    assert outcome is not None
    return Sides.RANDOM if all(len(seats) == 1 for seats in outcome.sides) else Sides.FIXED


def _read_change(row: RatingChange) -> SeatChange:
    return SeatChange(
        seat=row.seat,
        before=round(row.before),
        after=round(row.after),
        is_provisional=row.reason != Reason.BOT and is_provisional(row.match_count + 1),
        reason=row.reason,
    )
