"""The score sheet of a KQJ match: a row a round, with what made its points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import template
from django.utils.translation import gettext, ngettext

from games.engine.kqj.options import parse_options

register = template.Library()

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A side of the match; `team` is its number from 1, 0 where each seat is a side."""

    names: tuple[str, ...]
    team: int


@dataclass(frozen=True, slots=True)
class Cell:
    """What a side gained in a round, and its score after it."""

    gained: int
    total: int


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of a round's explanation; `team` is the number of the team it is about, 0 for none."""

    text: str
    team: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A round. The contract's fields are empty when it was passed out."""

    number: int
    cells: tuple[Cell, ...]
    bits: tuple[Bit, ...]
    outcome: str
    declarer: str = ""
    declarer_team: int = 0
    trump: str = ""
    amount: int | None = None
    capot: bool = False
    multiplier: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = field(default=())

    @property
    def is_wide(self) -> bool:
        """Whether there are more columns than fit with their names on a phone."""
        return len(self.columns) > 3  # noqa: PLR2004  # teams are at most three


@register.simple_tag
def kqj_sheet(record: Json) -> Sheet:
    """Return the score sheet of a match record; a round that was cut off is left out."""
    names = [player["name"] for player in record["players"]]
    options = parse_options(record["options"])
    sides = options.sides
    columns = tuple(
        Column(tuple(names[seat] for seat in side), 0 if options.is_random else number)
        for number, side in enumerate(sides, 1)
    )
    rows, before = [], [0] * len(sides)
    for number, deal in enumerate(record["rounds"], 1):
        if deal["result"] is None:
            break
        rows.append(_row(deal, number=number, before=before, names=names, is_random=options.is_random))
        before = deal["result"]["scores"]
    return Sheet(columns, tuple(rows))


def _row(deal: Json, *, number: int, before: Sequence[int], names: Sequence[str], is_random: bool) -> Row:
    result, contract = deal["result"], deal["contract"]
    cells = tuple(Cell(total - old, total) for total, old in zip(result["scores"], before, strict=True))
    if contract is None:
        bits = (Bit(gettext("Everybody passed.")), *_carried_bits(result))
        return Row(number=number, cells=cells, bits=bits, outcome="passed")
    declarer = contract["declarer"]
    return Row(
        number=number,
        cells=cells,
        bits=_bits(deal, names=names if is_random else ()),
        outcome=result["outcome"],
        declarer=names[declarer],
        declarer_team=_team_of(deal["teams"], seat=declarer),
        trump=contract["trump"],
        amount=contract["amount"],
        capot=contract["capot"],
        multiplier=contract["multiplier"],
    )


def _team_of(teams: Sequence[Sequence[int]], *, seat: int) -> int:
    return next(number for number, team in enumerate(teams, 1) if seat in team)


def _bits(deal: Json, *, names: Sequence[str]) -> tuple[Bit, ...]:
    """Return what made the round's points; with names, each team is introduced by its members."""
    result = deal["result"]
    bits = [
        _points_bit(result, team=team, members=[names[seat] for seat in seats] if names else [])
        for team, seats in enumerate(deal["teams"])
    ]
    bits += [Bit(_bonus_text(bonus), bonus["team"] + 1) for bonus in result["bonuses"]]
    bits += [Bit(_gratuity_text(gratuity), gratuity["team"] + 1) for gratuity in result["gratuities"]]
    return (*bits, *_carried_bits(result))


def _points_bit(result: Json, *, team: int, members: Sequence[str]) -> Bit:
    tricks = result["tricks"][team]
    text = ngettext("%(points)d points, %(tricks)d trick", "%(points)d points, %(tricks)d tricks", tricks)
    text %= {"points": result["points"][team], "tricks": tricks}
    return Bit(f"{', '.join(members)}: {text}" if members else text, team + 1)


def _bonus_text(bonus: Json) -> str:
    suits = {"S": gettext("spades"), "H": gettext("hearts"), "D": gettext("diamonds"), "C": gettext("clubs")}
    texts = {
        "last_trick": gettext("last trick %(points)d"),
        "capot": gettext("capot %(points)d"),
        "kq": gettext("KQ of %(suit)s %(points)d"),
        "kqj": gettext("KQJ of %(suit)s %(points)d"),
    }
    return texts[bonus["kind"]] % {"points": bonus["points"], "suit": suits.get(bonus["suit"] or "", "")}


def _gratuity_text(gratuity: Json) -> str:
    texts = {
        "litigation": gettext("+%(points)d that waited from a tie"),
        "low_trick": gettext("+%(points)d: another team has 20 card points or fewer"),
        "no_trick": gettext("+%(points)d: another team has no trick"),
    }
    return texts[gratuity["kind"]] % {"points": gratuity["points"]}


def _carried_bits(result: Json) -> list[Bit]:
    if not result["carried"]:
        return []
    return [Bit(gettext("%d points wait for who wins the next round.") % result["carried"])]
