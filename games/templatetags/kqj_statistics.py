"""Statistics of KQJ in words and bars; the counts are those of `games.engine.kqj.tally`."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.utils.translation import gettext, pgettext

from games.engine.kqj.cards import TRUMPS
from games.engine.kqj.options import SEAT_COUNT
from games.selectors.statistics import share

register = template.Library()

AMOUNTS_MAX = 8
"""Amounts of auctions that are shown: the most usual."""


class Bar(NamedTuple):
    """How often something was tried, and how often it came off.

    Attributes:
        key: of a trump; else what stands before the bar.
        length: the share of the longest bar, in per cent.
        rate: of those tried, in per cent.
    """

    key: str
    tried: int
    made: int
    length: int
    rate: int


class Figure(NamedTuple):
    """A number with its name, and what it is a part of."""

    label: str
    value: str
    of: str = ""


@register.simple_tag
def trump_bars(counts: Counter[str]) -> list[Bar]:
    """Return the contracts declared by trump."""
    return _bars((trump, counts[f"declared:{trump}"], counts[f"made:{trump}"]) for trump in TRUMPS)


@register.simple_tag
def amount_bars(counts: Counter[str]) -> list[Bar]:
    """Return an auction's contracts by amount, the most usual amounts in their order."""
    amounts = {int(key.removeprefix("bid:")): count for key, count in counts.items() if key.startswith("bid:")}
    usual = sorted(sorted(amounts, key=lambda amount: -amounts[amount])[:AMOUNTS_MAX])
    return _bars((str(amount), amounts[amount], counts[f"bid_made:{amount}"]) for amount in usual)


@register.simple_tag
def place_bars(counts: Counter[str]) -> list[Bar]:
    """Return the contracts declared by place from the opener."""
    names = [pgettext("place at the table", "opener"), *(f"+{place}" for place in range(1, SEAT_COUNT))]
    return _bars((name, counts[f"declared@{place}"], counts[f"made@{place}"]) for place, name in enumerate(names))


@register.simple_tag
def call_figures(counts: Counter[str]) -> list[Figure]:
    """Return what a player does when contracts are made."""
    rounds = counts["rounds"] - counts["passed"]
    found = [
        Figure(gettext("Contracts taken"), _percent(counts["declared"], rounds), _of(counts["declared"], rounds)),
        Figure(gettext("Made"), _percent(counts["made"], counts["declared"]), _of(counts["made"], counts["declared"])),
        Figure(
            gettext("Beaten as defender"),
            _percent(counts["defended_won"], counts["defended"]),
            _of(counts["defended_won"], counts["defended"]),
        ),
        Figure(gettext("Litigations"), str(counts["litigated"])),
    ]
    if counts["bids"]:
        found += [
            Figure(gettext("Bids"), str(counts["bids"])),
            Figure(gettext("Was countered"), _percent(counts["was_countered"], counts["declared"])),
            Figure(gettext("Countered"), str(counts["counters"]), _won(counts["counters_won"], counts["counters"])),
            Figure(
                gettext("Overcountered"),
                str(counts["overcounters"]),
                _won(counts["overcounters_won"], counts["overcounters"]),
            ),
        ]
    return found


@register.simple_tag
def play_figures(counts: Counter[str]) -> list[Figure]:
    """Return what a player does with the cards."""
    return [
        Figure(gettext("Points as declarer"), _average(counts["points_declared"], counts["declared"])),
        Figure(gettext("Points as partner"), _average(counts["points_partnered"], counts["partnered"])),
        Figure(gettext("Points as defender"), _average(counts["points_defended"], counts["defended"])),
        Figure(gettext("Tricks a round"), _average(counts["tricks"], counts["rounds"] - counts["passed"], digits=1)),
        Figure(gettext("Capots"), str(counts["capots"])),
        Figure(gettext("KQJ announced"), str(counts["kqj"]), _missed(counts["kqj_missed"])),
        Figure(gettext("KQ announced"), str(counts["kq"]), _missed(counts["kq_missed"])),
        Figure(gettext("Leads a trump"), _percent(counts["leads_trump"], counts["leads"])),
        Figure(gettext("Leads an ace"), _percent(counts["leads_ace"], counts["leads"])),
        Figure(gettext("First leads a trump"), _percent(counts["first_leads_trump"], counts["first_leads"])),
    ]


@register.filter
def variant_name(key: str) -> str:
    """Return a variant's name, such as: Take, 2 teams."""
    contract, teams, *partners = key.split("-")
    names = {"take": gettext("Take"), "auction": gettext("Auction")}
    words = [names.get(contract, contract), gettext("%s teams") % teams]
    return ", ".join([*words, *([gettext("random partners")] if partners else [])])


@register.filter
def average(counts: Counter[str], keys: str) -> str:
    """Return the average that two counts give, named as `points_declared/declared`."""
    part, _, whole = keys.partition("/")
    return _average(counts[part], counts[whole])


def _bars(rows: Iterable[tuple[str, int, int]]) -> list[Bar]:
    found = [row for row in rows if row[1]]
    longest = max((tried for _key, tried, _made in found), default=0)
    return [Bar(key, tried, made, share(tried, longest), share(made, tried)) for key, tried, made in found]


def _percent(part: int, whole: int) -> str:
    return f"{share(part, whole)} %" if whole else "–"


def _average(sum_: int, count: int, *, digits: int = 0) -> str:
    return f"{sum_ / count:.{digits}f}" if count else "–"


def _of(part: int, whole: int) -> str:
    return gettext("%(part)s of %(whole)s") % {"part": part, "whole": whole}


def _won(won: int, whole: int) -> str:
    return gettext("%s came off") % won if whole else ""


def _missed(count: int) -> str:
    return gettext("%s missed") % count if count else ""
