"""Who may sit at a table: what its host requires, and who blocks whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from accounts.models import User, UserKind
from accounts.selectors.relations import blocks_of
from games.models import Conduct, Rating
from games.ratings.elo import START
from games.selectors.ratings import pool_of

RATING_BOUNDS = (0, 4000)
CONDUCT_MAX = 100


@dataclass(frozen=True, slots=True)
class Requirements:
    """What a table requires of who sits down; its column holds what is set, under these names.

    Attributes:
        rating_min, rating_max: in the pool that the table's matches are rated in; None for no bound.
        conduct_min: 0 to 100; None for no bound.
        people_only: no bots from the start; one still stands in for somebody who leaves.
    """

    rating_min: int | None = None
    rating_max: int | None = None
    conduct_min: int | None = None
    no_guests: bool = False
    people_only: bool = False

    @property
    def words(self) -> list[str]:
        """What is required, a few words each."""
        words = [_rating_words(self.rating_min, self.rating_max)]
        if self.conduct_min is not None:
            words.append(_("conduct from %(score)s") % {"score": self.conduct_min})
        if self.no_guests:
            words.append(_("no guests"))
        if self.people_only:
            words.append(_("people only"))
        return [word for word in words if word]


class Place(Protocol):
    """A table, as far as it matters who may sit there."""

    @property
    def game(self) -> str:
        """The game's key."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The game's options."""

    @property
    def time_control(self) -> Mapping[str, Any] | None:
        """As in the table's row."""

    @property
    def requirements(self) -> Mapping[str, Any]:
        """As in the table's row."""

    @property
    def host_id(self) -> int | None:
        """Who opened it."""

    @property
    def is_private(self) -> bool:
        """Whether a link opens it."""

    @property
    def is_quick(self) -> bool:
        """Whether Quick play opened it."""

    @property
    def user_ids(self) -> Sequence[int]:
        """Everybody seated."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who may want to sit down.

    Attributes:
        user_id: None for a stranger, who would sit down as a guest.
        conduct: 0 to 100.
        ratings: by pool.
        blocked: whom the visitor blocks.
        blockers: who blocks the visitor.
    """

    user_id: int | None = None
    kind: str = UserKind.GUEST
    conduct: int = CONDUCT_MAX
    ratings: Mapping[str, float] | None = None
    blocked: frozenset[int] = frozenset()
    blockers: frozenset[int] = frozenset()

    def rating_in(self, pool: str) -> int:
        """Return the rating in a pool; who never played there has a beginner's."""
        return round((self.ratings or {}).get(pool, START))


def visitor_of(user: User | None) -> Visitor:
    """Return what counts of a user, or of a stranger, for all tables at once."""
    if user is None:
        return Visitor()
    conduct = Conduct.objects.filter(user_id=user.pk).values_list("score", flat=True).first()
    blocked, blockers = blocks_of(user.pk)
    return Visitor(
        user_id=user.pk,
        kind=user.kind,
        conduct=CONDUCT_MAX if conduct is None else conduct,
        ratings=dict(Rating.objects.filter(user_id=user.pk).values_list("pool", "value")),
        blocked=blocked,
        blockers=blockers,
    )


def read_requirements(stored: Mapping[str, Any]) -> Requirements:
    """Return what a table's column says."""
    return Requirements(**{name: stored[name] for name in Requirements.__slots__ if name in stored})


def write_requirements(requirements: Requirements) -> dict[str, Any]:
    """Return what a table's column holds: what is set, and nothing else.

    Raises:
        ValueError: a bound is out of its range, or the bounds leave nobody; the message is for people.
    """
    for name, (least, most) in _BOUNDS.items():
        value = getattr(requirements, name)
        if value is not None and not least <= value <= most:
            raise ValueError(_("Give a number from %(minimum)s to %(maximum)s.") % {"minimum": least, "maximum": most})
    low, high = requirements.rating_min, requirements.rating_max
    if low is not None and high is not None and low > high:
        raise ValueError(_("Nobody's rating is from %(low)s to %(high)s.") % {"low": low, "high": high})
    values = {name: getattr(requirements, name) for name in Requirements.__slots__}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def why_not_admitted(visitor: Visitor, place: Place) -> str:
    """Return in a sentence why the visitor can't sit at the table; empty for who may.

    The host may always, and so may who sits there already.
    """
    if visitor.user_id is not None and (visitor.user_id == place.host_id or visitor.user_id in place.user_ids):
        return ""
    if _is_kept_apart(visitor, place):
        return _("You can't sit at this table.")  # that somebody blocks them is not told
    required = read_requirements(place.requirements)
    if required.no_guests and visitor.kind == UserKind.GUEST:
        return _("Guests can't sit at this table: make an account first.")
    if required.people_only and visitor.kind == UserKind.BOT:
        return _("Only people can sit at this table.")
    if required.conduct_min is not None and visitor.conduct < required.conduct_min:
        values = {"least": required.conduct_min, "own": visitor.conduct}
        return _("This table asks for conduct from %(least)s: yours is %(own)s.") % values
    return _why_rated_out(visitor, place, required=required)


def rating_for(visitor: Visitor, place: Place) -> int:
    """Return the visitor's rating in the pool that the table's matches are rated in."""
    return visitor.rating_in(pool_of_place(place))


def pool_of_place(place: Place) -> str:
    """Return the pool that the table's matches are rated in."""
    return pool_of(place.game, options=place.options, control=place.time_control)


_BOUNDS = {"rating_min": RATING_BOUNDS, "rating_max": RATING_BOUNDS, "conduct_min": (0, CONDUCT_MAX)}


def _is_kept_apart(visitor: Visitor, place: Place) -> bool:
    """Return whether a block keeps the visitor away: the host's from a private table, anybody's from a quick one."""
    if place.is_private and place.host_id in visitor.blockers:
        return True
    return place.is_quick and not (visitor.blocked | visitor.blockers).isdisjoint(place.user_ids)


def _why_rated_out(visitor: Visitor, place: Place, *, required: Requirements) -> str:
    if required.rating_min is None and required.rating_max is None:
        return ""
    rating = rating_for(visitor, place)
    values = {"low": required.rating_min, "high": required.rating_max, "own": rating}
    if required.rating_min is not None and rating < required.rating_min:
        return _("This table asks for a rating from %(low)s: yours is %(own)s.") % values
    if required.rating_max is not None and rating > required.rating_max:
        return _("This table asks for a rating up to %(high)s: yours is %(own)s.") % values
    return ""


def _rating_words(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return ""
    if high is None:
        return _("rating from %(low)s") % {"low": low}
    if low is None:
        return _("rating up to %(high)s") % {"high": high}
    return _("rating %(low)s to %(high)s") % {"low": low, "high": high}
