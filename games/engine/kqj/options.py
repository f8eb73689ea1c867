"""The options of a match (rules R3) and what follows from them (R3a, R4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.errors import OptionsError
from games.engine.rules import Json, OptionField, OptionKind
from games.engine.seats import Teams, spread_teams
from games.engine.texts import gettext_noop as _

SEAT_COUNT = 6
GOALS = (500, 1000, 2000)
MIN_ROUNDS, MAX_ROUNDS = 1, 30

FIELDS = (
    OptionField(
        key="teams",
        label=_("Teams"),
        kind=OptionKind.CHOICE,
        default=2,
        choices=((2, _("Two teams of three")), (3, _("Three teams of two"))),
    ),
    OptionField(
        key="partners",
        label=_("Partners"),
        kind=OptionKind.CHOICE,
        default="fixed",
        choices=(("fixed", _("The same all match")), ("random", _("Drawn anew each round"))),
        help=_("With partners drawn each round everybody plays for themselves."),
    ),
    OptionField(
        key="contract",
        label=_("Contract"),
        kind=OptionKind.CHOICE,
        default="take",
        choices=(("take", _("Take the turned card")), ("auction", _("Auction"))),
    ),
    OptionField(
        key="all_trumps_no_trump",
        label=_("All-Trumps and No-Trump"),
        kind=OptionKind.SWITCH,
        default=True,
        help=_("Allows contracts in which every suit, or none, ranks as trumps."),
    ),
    OptionField(
        key="goal",
        label=_("Goal"),
        kind=OptionKind.CHOICE,
        default=1000,
        choices=((500, "500"), (1000, "1000"), (2000, "2000"), (None, _("A number of rounds"))),
        help=_("The match ends after the round in which a side reaches it."),
    ),
    OptionField(
        key="rounds",
        label=_("Rounds"),
        kind=OptionKind.NUMBER,
        default=None,
        minimum=MIN_ROUNDS,
        maximum=MAX_ROUNDS,
        help=_("How many rounds are played when there is no goal."),
    ),
)
_CHOICES = {field.key: tuple(value for value, _label in field.choices) for field in FIELDS if field.choices}


@dataclass(frozen=True, slots=True)
class KqjOptions:
    """The options of a match; exactly one of `goal` and `rounds` is set."""

    teams: int = 2
    partners: str = "fixed"
    contract: str = "take"
    all_trumps_no_trump: bool = True
    goal: int | None = 1000
    rounds: int | None = None

    @property
    def is_random(self) -> bool:
        """Whether partners are drawn anew each round, so that every seat is a side (rules R3a, R5)."""
        return self.partners == "random"

    @property
    def is_auction(self) -> bool:
        """Whether the contract is bid for."""
        return self.contract == "auction"

    @property
    def fixed_teams(self) -> Teams:
        """The teams with fixed partners (rules R4)."""
        return spread_teams(seat_count=SEAT_COUNT, team_count=self.teams)

    @property
    def sides(self) -> Teams:
        """The seats of each side (rules R3a)."""
        return tuple((seat,) for seat in range(SEAT_COUNT)) if self.is_random else self.fixed_teams


def parse_options(raw: Mapping[str, object]) -> KqjOptions:
    """Return the options of a JSON object, defaults filled in.

    Raises:
        OptionsError: an unknown key, a value out of range, or both a goal and rounds, or neither.
    """
    values: dict[str, Any] = {field.key: field.default for field in FIELDS}
    for key, value in raw.items():
        _check_option(key, value)
        values[key] = value
    if "goal" not in raw and values["rounds"] is not None:
        values["goal"] = None
    if (values["goal"] is None) == (values["rounds"] is None):
        message = f"options: goal {values['goal']} and rounds {values['rounds']}: set one of them, the other to null"
        raise OptionsError("bad_options", message, params={"key": "rounds"})
    return KqjOptions(**values)


def format_options(options: KqjOptions) -> Json:
    """Return the canonical JSON form, as it stands in a record: `rounds` only where there is no goal."""
    form: Json = {
        "teams": options.teams,
        "partners": options.partners,
        "contract": options.contract,
        "all_trumps_no_trump": options.all_trumps_no_trump,
        "goal": options.goal,
    }
    return form if options.rounds is None else {**form, "rounds": options.rounds}


def _check_option(key: str, value: object) -> None:
    if key == "all_trumps_no_trump":
        right, is_right = "true or false", isinstance(value, bool)
    elif key == "rounds":
        right = f"null or a whole number from {MIN_ROUNDS} to {MAX_ROUNDS}"
        is_right = value is None or (type(value) is int and MIN_ROUNDS <= value <= MAX_ROUNDS)
    elif key in _CHOICES:
        choices = _CHOICES[key]
        right = ", ".join("null" if choice is None else str(choice) for choice in choices)
        is_right = any(type(value) is type(choice) and value == choice for choice in choices)
    else:
        right, is_right = f"one of the keys {', '.join(field.key for field in FIELDS)}", False
    if not is_right:
        raise OptionsError("bad_options", f"option {key} is {value!r:.60}: it must be {right}", params={"key": key})
