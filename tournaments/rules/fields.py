"""The settings' schema: what forms and the API show, for formats to pick from."""

from dataclasses import replace

from games.engine.rules import OptionField, OptionKind
from games.engine.texts import gettext_noop as _

MAX_ROUNDS = 30
MAX_WEIGHT = 10_000

TEAMS = OptionField(
    key="entry",
    label=_("Who enters"),
    kind=OptionKind.CHOICE,
    default="teams",
    choices=(("teams", _("Teams")),),
)
INDIVIDUALS = replace(TEAMS, default="individuals", choices=(("individuals", _("Individuals")),))
EITHER = replace(TEAMS, default="individuals", choices=(("individuals", _("Individuals")), ("teams", _("Teams"))))
TEAM_SIDES = OptionField(
    key="sides",
    label=_("Sides at a table"),
    kind=OptionKind.CHOICE,
    default=2,
    choices=((2, _("Two teams of three")), (3, _("Three teams of two"))),
)
ANY_SIDES = replace(TEAM_SIDES, choices=(*TEAM_SIDES.choices, (6, _("Everybody alone, partners drawn each round"))))
ROUNDS = OptionField(key="rounds", label=_("Rounds"), kind=OptionKind.NUMBER, default=5, minimum=1, maximum=MAX_ROUNDS)
MISSING = OptionField(
    key="missing",
    label=_("A missing seat goes to"),
    kind=OptionKind.CHOICE,
    default="bot",
    choices=(("bot", _("a bot")), ("reserve", _("the reserve list, then a bot")), ("bye", _("nobody: byes"))),
)
BYE_PERCENT = OptionField(
    key="bye_percent",
    label=_("A bye gives"),
    kind=OptionKind.NUMBER,
    default=50,
    minimum=0,
    maximum=100,
    help=_("In percent of what a table's first place gives."),
)
LATE_PERCENT = replace(BYE_PERCENT, key="late_percent", label=_("A round before a late entry gives"), default=0)
FIRST_ROUND = OptionField(
    key="first_round",
    label=_("The first round is seated"),
    kind=OptionKind.CHOICE,
    default="draw",
    choices=(("draw", _("by draw")), ("rating", _("by rating"))),
)
WEIGHT_PARTNER = OptionField(
    key="weight_partner",
    label=_("Weight: the same partner again"),
    kind=OptionKind.NUMBER,
    default=1000,
    minimum=0,
    maximum=MAX_WEIGHT,
)
WEIGHT_OPPONENT = replace(
    WEIGHT_PARTNER, key="weight_opponent", label=_("Weight: the same person at the table again"), default=100
)
WEIGHT_SCORE = replace(WEIGHT_PARTNER, key="weight_score", label=_("Weight: apart in score"), default=1)
DOUBLE = OptionField(key="double", label=_("Everybody meets twice"), kind=OptionKind.SWITCH, default=False)
THIRD_PLACE = OptionField(key="third_place", label=_("A match for third place"), kind=OptionKind.SWITCH, default=False)
ADVANCE = OptionField(
    key="advance",
    label=_("Of a table of three go on"),
    kind=OptionKind.CHOICE,
    default=1,
    choices=((1, _("the best")), (2, _("the best two"))),
)
GROUPS = OptionField(key="groups", label=_("Groups"), kind=OptionKind.NUMBER, default=2, minimum=1, maximum=64)
GROUP_ADVANCE = OptionField(
    key="group_advance", label=_("Of a group go on"), kind=OptionKind.NUMBER, default=2, minimum=1, maximum=8
)
FINAL = OptionField(
    key="final",
    label=_("After the groups"),
    kind=OptionKind.CHOICE,
    default="knock_out",
    choices=(("knock_out", _("Knock-out")), ("double_elimination", _("Double elimination"))),
)
STREAK = OptionField(
    key="streak",
    label=_("Points double after wins in a row"),
    kind=OptionKind.NUMBER,
    default=2,
    minimum=0,
    maximum=10,
    help=_("0: they never do."),
)
DAYS_A_ROUND = OptionField(
    key="days_a_round", label=_("Days for each round"), kind=OptionKind.NUMBER, default=7, minimum=1, maximum=90
)
SWISS_OR_ROBIN = OptionField(
    key="base",
    label=_("Rounds are paired as"),
    kind=OptionKind.CHOICE,
    default="swiss",
    choices=(("swiss", _("Swiss")), ("round_robin", _("Round robin"))),
)
ANY_BASE = replace(SWISS_OR_ROBIN, choices=(*SWISS_OR_ROBIN.choices, ("single", _("A single round"))))
DUPLICATE_SCORING = OptionField(
    key="duplicate_scoring",
    label=_("A deal is scored by"),
    kind=OptionKind.CHOICE,
    default="match_points",
    choices=(("match_points", _("match points, in percent")), ("average", _("points against the average"))),
)
