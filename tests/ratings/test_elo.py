"""Elo: twelve cases worked out by hand, and what must hold whatever the numbers."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.elo import Entrant, Reason, expect, is_provisional, k_of, rate


class Case(NamedTuple):
    """A match, and what it must do.

    `changes` are by entrant, worked out by hand from E(0) = .5, E(−100) = .3599350, E(−200) = .2402531, E(−400) = 1/11.
    """

    entrants: list[Entrant]
    scores: list[int]
    changes: list[float]


def teams(*sides: list[float], match_count: int = 30) -> list[Entrant]:
    return [Entrant(number, rating, match_count) for number, side in enumerate(sides) for rating in side]


R, NEW = 1500.0, 0
LEAVER = Entrant(0, 1700, 30, stand_in=1400)

CASES = {
    # K 20, E .5: 20 × (1 − .5)
    "two equal teams": Case(teams([R] * 3, [R] * 3), [1000, 640], [10, 10, 10, -10, -10, -10]),
    # Means 1700 and 1500: the weaker win, 20 × (1 − .2402531)
    "the weaker team wins": Case(
        teams([1600, 1700, 1800], [1400, 1500, 1600]),
        [900, 1010],
        [-15.194939, -15.194939, -15.194939, 15.194939, 15.194939, 15.194939],
    ),
    # 20 × (½ − (1 − .2402531)) for the stronger
    "two teams tie": Case(
        teams([1700] * 3, [1500] * 3), [1000, 1000], [-5.194939, -5.194939, -5.194939, 5.194939, 5.194939, 5.194939]
    ),
    # First: mean of .5 and .5; second: of −.5 and .5; third: of −.5 and −.5
    "three equal teams": Case(teams([R] * 2, [R] * 2, [R] * 2), [500, 300, 100], [10, 10, 0, 0, -10, -10]),
    # 1900 wins: mean of two (1 − 10/11); 1500s tie: mean of (0 − 1/11) and (½ − ½)
    "three teams, two tie": Case(
        teams([1900] * 2, [R] * 2, [R] * 2),
        [500, 200, 200],
        [1.818182, 1.818182, -0.909091, -0.909091, -0.909091, -0.909091],
    ),
    # Places 1 to 6, K 20: (5 × ½)/5, (4 − 1) × ½/5, …
    "random partners": Case(
        [Entrant(seat, R, 30) for seat in range(6)], [600, 500, 400, 300, 200, 100], [10, 6, 2, -2, -6, -10]
    ),
    # One of 1900 first, five of 1500 tie behind: 20 × 1/11; each of the others 20 × (−1/11 + 0 × 4)/5
    "random partners, five tie": Case(
        [Entrant(seat, 1900 if seat == 0 else R, 30) for seat in range(6)],
        [700, 90, 90, 90, 90, 90],
        [1.818182, *[-0.363636] * 5],
    ),
    # The same surplus of .5, each with his own K: 60, 40, 20
    "a newcomer, the eleventh match, a regular": Case(
        [
            Entrant(0, R, NEW),
            Entrant(0, R, 10),
            Entrant(0, R, 20),
            *[Entrant(1, R, 9), Entrant(1, R, 19), Entrant(1, R, 99)],
        ],
        [1000, 0],
        [30, 20, 10, -30, -20, -10],
    ),
    # Bots keep theirs; K is half: 10 × .5, and 30 × .5 for the newcomer
    "bots in three seats": Case(
        [
            Entrant(0, R, 30),
            Entrant(0, R, NEW),
            Entrant(0, R, is_bot=True),
            Entrant(1, R, 30),
            Entrant(1, R, is_bot=True),
            Entrant(1, R, is_bot=True),
        ],
        [1000, 0],
        [5, 15, 0, -5, 0, 0],
    ),
    # Mean 1600 with the leaver (1700, 1550, 1550): 20 × (0 − .6400650). With 1400 in his place 1500: 20 × (0 − ½).
    "a leaver whose team loses": Case(
        [LEAVER, Entrant(0, 1550, 30), Entrant(0, 1550, 30), *[Entrant(1, R, 30)] * 3],
        [100, 1000],
        [-12.801300, -10, -10, 12.801300, 12.801300, 12.801300],
    ),
    # His team wins: he loses all the same as for last place, they gain, the others lose normally
    "a leaver whose team wins": Case(
        [LEAVER, Entrant(0, 1550, 30), Entrant(0, 1550, 30), *[Entrant(1, R, 30)] * 3],
        [1000, 100],
        [-12.801300, 7.198700, 7.198700, -7.198700, -7.198700, -7.198700],
    ),
    # Second of six when he left: counted as sixth; nobody is his partner
    "a leaver with random partners": Case(
        [Entrant(0, R, 30), Entrant(1, R, 30, stand_in=1200), *[Entrant(seat, R, 30) for seat in range(2, 6)]],
        [600, 500, 400, 300, 200, 100],
        [10, -10, 2, -2, -6, -10],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_cases_worked_out_by_hand(case: Case) -> None:
    found = [change.amount for change in rate(case.entrants, scores=case.scores)]
    assert found == pytest.approx(case.changes, abs=1e-6)


def test_there_are_twelve() -> None:
    assert len(CASES) == 12


def test_the_reasons_are_told() -> None:
    left = rate(CASES["a leaver whose team loses"].entrants, scores=[100, 1000])
    assert [change.reason for change in left[:4]] == [Reason.LEFT, *[Reason.PARTNER_LEFT] * 2, Reason.RESULT]
    won = rate(CASES["a leaver whose team wins"].entrants, scores=[1000, 100])
    assert [change.reason for change in won[:2]] == [Reason.LEFT, Reason.RESULT]
    bots = rate(CASES["bots in three seats"].entrants, scores=[1000, 0])
    assert [(change.k, change.reason) for change in bots[1:3]] == [(30, Reason.RESULT), (0, Reason.BOT)]


@pytest.mark.parametrize(
    ("match_count", "expected"),
    [(0, (60, True)), (9, (60, True)), (10, (40, False)), (19, (40, False)), (20, (20, False)), (5000, (20, False))],
)
def test_k_falls_and_ratings_settle(match_count: int, expected: tuple[int, bool]) -> None:
    assert (k_of(match_count), is_provisional(match_count)) == expected


def test_expectations() -> None:
    assert [expect(1500, other) for other in (1500, 1600, 1700, 1900, 1100)] == pytest.approx(
        [0.5, 0.3599350, 0.2402531, 1 / 11, 10 / 11], abs=1e-7
    )


@pytest.mark.parametrize(
    ("entrants", "scores"),
    [([Entrant(0)], [1]), ([Entrant(0), Entrant(0)], [1, 2]), ([Entrant(0), Entrant(2)], [1, 2]), ([], [])],
)
def test_what_is_no_contest_is_refused(entrants: list[Entrant], scores: list[int]) -> None:
    with pytest.raises(ValueError, match="played, but there are"):
        rate(entrants, scores=scores)


RATINGS = st.floats(100, 3000)
SHAPES = st.sampled_from([(2, 3), (3, 2), (6, 1)])


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[Entrant], list[int]]:
    side_count, size = draw(SHAPES)
    count = draw(st.integers(0, 40))
    entrants = [Entrant(side, draw(RATINGS), count) for side in range(side_count) for _ in range(size)]
    return entrants, draw(st.lists(st.integers(0, 2000), min_size=side_count, max_size=side_count))


@given(matches())
def test_with_equal_k_the_changes_sum_to_zero(match: tuple[list[Entrant], list[int]]) -> None:
    entrants, scores = match
    assert sum(change.amount for change in rate(entrants, scores=scores)) == pytest.approx(0, abs=1e-9)


@given(matches(), st.integers(0, 5), RATINGS)
def test_a_partner_s_leaving_never_costs_more(
    match: tuple[list[Entrant], list[int]], leaver: int, stand_in: float
) -> None:
    entrants, scores = match
    normal = rate(entrants, scores=scores)
    old = entrants[leaver]
    left = [*entrants]
    left[leaver] = Entrant(old.side, old.rating, old.match_count, stand_in=stand_in)
    in_his_place = [*entrants]
    in_his_place[leaver] = Entrant(old.side, stand_in, old.match_count)
    changes, spared = rate(left, scores=scores), rate(in_his_place, scores=scores)
    for seat, entrant in enumerate(entrants):
        if entrant.side != old.side:
            assert changes[seat] == normal[seat]
        elif seat != leaver:
            assert changes[seat].amount >= normal[seat].amount
            assert changes[seat].amount >= min(spared[seat].amount, 0)
    assert changes[leaver].amount <= normal[leaver].amount
    assert changes[leaver].amount <= 0
