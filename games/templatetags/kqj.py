"""What the pages of KQJ show of its cards and results."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.translation import gettext

from games.engine.kqj.cards import LAYOUTS, PACK
from games.engine.kqj.options import SEAT_COUNT, parse_options

register = template.Library()


class Ladder(NamedTuple):
    """One order of cards, high to low, with their points (rules R2)."""

    name: str
    ranks: list[str]
    points: list[int]
    sum: int


@register.simple_tag
def card_ladders() -> list[Ladder]:
    """Return the four orders of cards: plain suits, the trump suit, No-Trump, All-Trumps."""
    orders = (
        (gettext("Plain suit"), "H", "S"),
        (gettext("Trump suit"), "S", "S"),
        (gettext("Every suit at No-Trump"), "NT", "S"),
        (gettext("Every suit at All-Trumps"), "AT", "S"),
    )
    return [_ladder(name, contract=contract, suit=suit) for name, contract, suit in orders]


def _ladder(name: str, *, contract: str, suit: str) -> Ladder:
    layout = LAYOUTS[contract]
    cards = [card for card, text in enumerate(PACK.texts) if text[1] == suit]
    cards.sort(key=lambda card: layout.bits[card], reverse=True)
    points = [layout.points[card] for card in cards]
    ranks = [PACK.texts[card][0].replace("T", "10") for card in cards]
    return Ladder(name=name, ranks=ranks, points=points, sum=sum(points))


@register.simple_tag
def seat_teams(options: Mapping[str, Any]) -> list[int]:
    """Return by seat the number of its team from 1; an empty list where partners are drawn each round."""
    parsed = parse_options(options)
    if parsed.is_random:
        return []
    teams = parsed.fixed_teams
    return [next(number for number, team in enumerate(teams, 1) if seat in team) for seat in range(SEAT_COUNT)]


@register.simple_tag
def teams_of_count(count: object) -> list[int]:
    """Return by seat the number of its team from 1 where partners are fixed in so many teams."""
    return seat_teams({"teams": int(str(count))})
