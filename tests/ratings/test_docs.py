"""The worked example of docs/rating.md, reckoned anew."""

import re
from pathlib import Path

import pytest

from games.ratings.elo import Entrant, expect, k_of, rate

PAGE = (Path(__file__).parents[2] / "docs" / "rating.md").read_text(encoding="utf-8")


def rows() -> list[list[str]]:
    """Return the example's table: player, side, score, rating, matches, K, S − E, change, new rating."""
    example = PAGE.split("## A worked example")[1].split("\n## ")[0].replace("−", "-")
    lines = [line for line in example.splitlines() if re.match(r"\| \w+ \| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_example_has_its_players() -> None:
    assert [row[0] for row in rows()] == ["Ana", "Ben", "Chloé", "Dan", "Eve", "Finn"]


def test_the_numbers_of_the_example() -> None:
    entrants = [Entrant(int(row[1]), float(row[3]), int(row[4])) for row in rows()]
    scores = {int(row[1]): int(row[2]) for row in rows()}
    for row, entrant, change in zip(rows(), entrants, rate(entrants, scores=list(scores.values())), strict=True):
        assert [float(cell) for cell in row[5:]] == pytest.approx(
            [k_of(entrant.match_count), change.amount / change.k, change.amount, entrant.rating + change.amount],
            abs=0.0051,
        )
        assert float(row[6]) == pytest.approx(change.amount / change.k, abs=0.00005)


def test_the_expectations_in_the_text() -> None:
    for number, (own, other) in {"0.6401": (1600, 1500), "0.7268": (1600, 1430), "0.4006": (1430, 1500)}.items():
        assert number in PAGE
        assert float(number) == pytest.approx(expect(own, other), abs=0.00005)
