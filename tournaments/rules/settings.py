"""An organiser's settings: their values, and how they are read from and written to JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine.rules import Json, OptionField, OptionKind
from tournaments.rules.errors import SettingsError

SEATS = 6
MAX_PLACE_POINTS = 1000


class RankingKey(StrEnum):
    """What can rank an event; the formulas stand in `tie_breaks.py` and docs/tournaments.md."""

    MATCH_POINTS = "match_points"
    GAME_POINTS = "game_points"
    DIFFERENCE = "difference"
    BUCHHOLZ = "buchholz"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    DIRECT_ENCOUNTER = "direct_encounter"
    WINS = "wins"
    DUPLICATE_PERCENTAGE = "duplicate_percentage"
    DUPLICATE_POINTS = "duplicate_points"
    PERFORMANCE = "performance"
    PROGRESS = "progress"


DEFAULT_RANKING = (
    RankingKey.MATCH_POINTS,
    RankingKey.BUCHHOLZ,
    RankingKey.SONNEBORN_BERGER,
    RankingKey.DIFFERENCE,
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the organiser chose. A format reads those that it lists in its fields.

    Attributes:
        entry: `teams` or `individuals`.
        sides: sides at a table: 2, 3, or 6 when everybody plays alone (partners drawn each round).
        rounds: how many rounds.
        missing: who takes a missing seat: `bot`, `reserve` (and a bot where reserves run out) or `bye`.
        bye_percent: what a bye gives, in percent of a table's first place.
        late_percent: the same for each round before a late entry.
        first_round: how round 1 is seated: by `rating` or by `draw`.
        weight_partner, weight_opponent, weight_score: what it costs to repeat a partner, to repeat somebody at the
            table, and to seat people apart in score (for one table's first place, squared).
        double: everybody meets twice.
        third_place: a match for it.
        advance: how many sides of a table of three go on.
        groups, group_advance: how many groups, and how many of each go on.
        final: the format after the groups.
        streak: wins in a row after which points count double; 0: never.
        base: the format that pairs a league or a duplicate event; `single` for one round.
        duplicate_scoring: what a duplicate event ranks by: `match_points` or points against the `average`.
        days_a_round: days that a league gives each round.
        points_by_place: match points of each place at a table; empty: 2 for each side beaten, 1 for each equal.
        ranking: what ranks, the first the score; later ones break ties.
    """

    entry: str = "individuals"
    sides: int = 2
    rounds: int = 5
    missing: str = "bot"
    bye_percent: int = 50
    late_percent: int = 0
    first_round: str = "draw"
    weight_partner: int = 1000
    weight_opponent: int = 100
    weight_score: int = 1
    double: bool = False
    third_place: bool = False
    advance: int = 1
    groups: int = 2
    group_advance: int = 2
    final: str = "knock_out"
    streak: int = 2
    base: str = "swiss"
    duplicate_scoring: str = "match_points"
    days_a_round: int = 7
    points_by_place: tuple[int, ...] = ()
    ranking: tuple[RankingKey, ...] = DEFAULT_RANKING

    @property
    def table_size(self) -> int:
        """Return how many entrants a table takes."""
        return self.sides if self.entry == "teams" else SEATS


def parse_fields(
    raw: Mapping[str, object], *, fields: Sequence[OptionField], ranking: Sequence[RankingKey] = DEFAULT_RANKING
) -> Settings:
    """Return the settings of a JSON object by the fields that a format reads, defaults filled in.

    `ranking` and `points_by_place` are lists and need no field: every format reads them. The format's own ranking
    stands where the object has none.

    Raises:
        SettingsError: an unknown key, or a value out of range.
    """
    known = {field.key: field for field in fields}
    for key in raw:
        if key not in known and key not in {"ranking", "points_by_place"}:
            raise _refuse(key, f"{key} is no setting of this format")
    values: dict[str, Any] = {key: _parse_value(raw.get(key, field.default), field) for key, field in known.items()}
    values["ranking"] = _parse_ranking(raw["ranking"]) if "ranking" in raw else tuple(ranking)
    if raw.get("points_by_place"):
        values["points_by_place"] = _parse_points(raw["points_by_place"], sides=values.get("sides", 2))
    settings = Settings(**values)
    if settings.entry == "teams" and settings.sides == SEATS:
        raise _refuse("sides", "a team needs partners: 2 or 3 sides at a table, not 6")
    return settings


def format_fields(settings: Settings, *, fields: Sequence[OptionField]) -> Json:
    """Return the JSON form that `parse_fields` reads."""
    values: Json = {field.key: getattr(settings, field.key) for field in fields}
    values["ranking"] = [str(key) for key in settings.ranking]
    values["points_by_place"] = list(settings.points_by_place)
    return values


def _parse_value(value: object, field: OptionField) -> object:
    """Return a value that its field allows."""
    if field.kind is OptionKind.SWITCH:
        if not isinstance(value, bool):
            raise _refuse(field.key, f"{field.key} is true or false, not {value!r}")
    elif field.kind is OptionKind.CHOICE:
        if isinstance(value, bool) or value not in [choice for choice, _ in field.choices]:
            raise _refuse(field.key, f"{value!r} is no choice for {field.key}")
    elif not _is_between(value, field.minimum, field.maximum):
        raise _refuse(field.key, f"{field.key} is a number from {field.minimum} to {field.maximum}, not {value!r}")
    return value


def _is_between(value: object, minimum: int | None, maximum: int | None) -> bool:
    """Return whether it is a whole number within the bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return (minimum is None or value >= minimum) and (maximum is None or value <= maximum)


def _parse_ranking(value: object) -> tuple[RankingKey, ...]:
    """Return the keys of a ranking, at least one and none twice."""
    if not isinstance(value, Sequence) or isinstance(value, str) or not value or len(set(value)) < len(value):
        raise _refuse("ranking", "ranking is a list of at least one key, none twice")
    try:
        return tuple(RankingKey(key) for key in value)
    except ValueError:
        raise _refuse("ranking", f"{value!r} names what can't rank; known: {', '.join(RankingKey)}") from None


def _parse_points(value: object, *, sides: int) -> tuple[int, ...]:
    """Return match points by place, one for each side and never more for a worse place."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != sides:
        raise _refuse("points_by_place", f"points_by_place needs {sides} numbers, one for each place")
    if not all(_is_between(points, 0, MAX_PLACE_POINTS) for points in value) or list(value) != sorted(value)[::-1]:
        raise _refuse("points_by_place", f"points_by_place falls from place to place within 0 to {MAX_PLACE_POINTS}")
    return tuple(value)


def _refuse(key: str, message: str) -> SettingsError:
    """Return the error that names the key."""
    return SettingsError("bad_settings", message, params={"key": key})
