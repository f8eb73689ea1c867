"""Rules R24 to R30b: bonuses, the score of a round, the end of a match."""

import pytest

from games.engine.kqj import scoring
from games.engine.kqj.options import KqjOptions
from games.engine.kqj.scoring import Bonus, Gratuity, Tally
from games.engine.kqj.state import Announcement, Contract, Trick
from games.engine.rules import Event
from games.engine.seats import index_teams, spread_teams
from tests.engine.builders import play_told, position, worth

TWO, THREE = (index_teams(spread_teams(seat_count=6, team_count=count)) for count in (2, 3))


def count(tricks: list[Trick], *told: Announcement, team_of: tuple[int, ...] = TWO) -> Tally:
    return scoring.tally(team_of=team_of, tricks=tuple(tricks), announced=told)


def tally(points: tuple[int, ...], *, cards: tuple[int, ...] = (), tricks: tuple[int, ...] = ()) -> Tally:
    return Tally(cards or points, tricks or (1,) * len(points), (), points)


def take(points: tuple[int, ...], *, team: int = 0) -> scoring.Verdict:
    return scoring.judge(Contract(team, "S"), team=team, counted=tally(points))


def test_r24_last_trick_is_worth_ten() -> None:
    counted = count([worth(0, 100), *[worth(0, 0)] * 6, worth(1, 136)])
    assert counted.bonuses == (Bonus(1, "last_trick", None, 10),)
    assert (counted.card_points, counted.points, counted.tricks) == ((100, 136), (100, 146), (7, 1))


def test_r25_capot_brings_a_team_to_400() -> None:
    counted = count([worth(0, 200), worth(2, 36), *[worth(4, 0)] * 6])
    assert Bonus(0, "capot", None, 154) in counted.bonuses
    assert counted.points == (400, 0)


def announced(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.data["seat"], event.data["text"]) for event in events if event.kind == "announced"]


FIVE = ["AC 4C 5C", "TC 6C 7C", "HC 8C 9C", "KC QC JC", "AD TD HD"]
"""Hands of five seats that never get in the way where spades are led and hearts or spades are trumps."""


@pytest.mark.parametrize(
    ("trump", "hand", "order", "texts"),
    [
        ("S", "KS QS JS", "KS QS JS", ["K", "KQ", "KQJ"]),
        ("S", "KS QS 4S", "KS QS 4S", ["K", "KQ"]),
        ("S", "KS JS 4S", "KS JS 4S", []),  # a lone K gives nothing away
        ("S", "KS QS JS", "QS KS JS", []),  # Q first: silent
        ("S", "KS QS JS", "KS JS QS", ["K", "KQ"]),  # J before Q: no KQJ
        ("S", "KS QS JS", "JS KS QS", ["K", "KQ"]),
        ("H", "KS QS JS", "KS QS JS", []),  # only trump suits count
        ("AT", "KS QS JS", "KS QS JS", ["K", "KQ", "KQJ"]),
        ("NT", "KS QS JS", "KS QS JS", []),
    ],
)
def test_r26_announcements(trump: str, hand: str, order: str, texts: list[str]) -> None:
    state = position(hand, *FIVE, trump=trump)
    told: list[Event] = []
    for card in order.split():
        state, events = play_told(state, card)
        told += events
        while state.trick:
            action = state.frame.layout.cards_in(state.legal)[-1]
            state, events = play_told(state, state.frame.layout.pack.texts[action])
            told += events
    assert announced(told) == [(0, text) for text in texts]


def test_r26_k_and_q_in_two_hands_are_silent() -> None:
    state = position("KS 4H", "QS 5H", "4S 6H", "5S 7H", "6S 8H", "JS 9H", trump="S")
    assert announced(play_told(state, "KS QS 4S 5S 6S JS")[1]) == []


def test_r26_honours_count_once_a_suit_whoever_wins_the_tricks() -> None:
    told = [Announcement(1, "S", 1), Announcement(1, "S", 2), Announcement(1, "S", 3), Announcement(2, "H", 1)]
    told += [Announcement(4, "D", 1), Announcement(4, "D", 2)]
    counted = count([worth(0, 236), *[worth(0, 0)] * 7], *told)
    assert set(counted.bonuses[2:]) == {Bonus(1, "kqj", "S", 50), Bonus(0, "kq", "D", 20)}
    assert counted.points == (236 + 10 + 154 + 20, 50)


@pytest.mark.parametrize(("points", "rounded"), [(154, 150), (155, 160), (0, 0), (4, 0), (5, 10), (246, 250)])
def test_r27_rounding(points: int, rounded: int) -> None:
    assert scoring.round_to_ten(points) == rounded


@pytest.mark.parametrize(
    ("points", "outcome", "scored"),
    [
        ((124, 122), "made", (120, 0)),
        ((122, 124), "failed", (0, 120)),
        ((90, 80, 76), "made", (90, 0, 0)),
        ((81, 85, 80), "failed", (0, 90, 80)),  # each defending team its own points
        ((81, 65, 100), "failed", (0, 70, 100)),
    ],
)
def test_r28_take(points: tuple[int, ...], outcome: str, scored: tuple[int, ...]) -> None:
    assert take(points) == scoring.Verdict(outcome, scored)


@pytest.mark.parametrize("points", [(123, 123), (88, 88, 70), (88, 70, 88), (82, 82, 82)])
def test_r29_litigation_carries_the_rounded_points(points: tuple[int, ...]) -> None:
    assert take(points) == scoring.Verdict("litigation", (0,) * len(points), scoring.round_to_ten(points[0]))


def test_r29_a_tie_among_defenders_is_no_litigation() -> None:
    assert take((66, 90, 90)).outcome == "failed"


@pytest.mark.parametrize(
    ("points", "receivers"),
    [
        ((130, 116), [0]),
        ((116, 130), [1]),
        ((60, 100, 86), [1]),  # the defending team with more points
        ((60, 93, 93), [1, 2]),  # both have the same: each the whole
    ],
)
def test_r29_carried_gratuity_goes_to_who_wins_the_next_round(points: tuple[int, ...], receivers: list[int]) -> None:
    given = scoring.give_gratuities(take(points), team=0, counted=tally(points, tricks=(3,) * len(points)), carried=120)
    assert given == [Gratuity(team, "litigation", 120) for team in receivers]


def test_r29_a_second_litigation_gives_nothing() -> None:
    points = (123, 123)
    assert scoring.give_gratuities(take(points), team=0, counted=tally(points), carried=120) == []


@pytest.mark.parametrize(
    ("contract", "points", "tricks", "outcome", "scored"),
    [
        (Contract(0, "S", 120), (120, 126), (4, 4), "made", (120, 0)),
        (Contract(0, "S", 120), (119, 127), (4, 4), "failed", (0, 120)),  # not rounded
        (Contract(0, "S", 120), (200, 46), (6, 2), "made", (120, 0)),  # no more than the amount
        (Contract(0, "S", 150, multiplier=2), (150, 96), (5, 3), "made", (300, 0)),
        (Contract(0, "S", 150, multiplier=4), (100, 146), (5, 3), "failed", (0, 600)),
        (Contract(0, "S", 90), (80, 80, 86), (2, 3, 3), "failed", (0, 90, 90)),  # every defending team
        (Contract(0, "S", 120), (123, 123), (4, 4), "made", (120, 0)),  # no litigation
        (Contract(0, "S", 250, capot=True), (400, 0), (8, 0), "made", (250, 0)),
        (Contract(0, "S", 450, capot=True), (400, 0), (8, 0), "failed", (0, 450)),  # capot without the amount
        (Contract(0, "S", 150, capot=True), (230, 16), (7, 1), "failed", (0, 150)),  # the amount without capot
    ],
)
def test_r30_auction(
    contract: Contract, points: tuple[int, ...], tricks: tuple[int, ...], outcome: str, scored: tuple[int, ...]
) -> None:
    assert scoring.judge(contract, team=0, counted=tally(points, tricks=tricks)) == scoring.Verdict(outcome, scored)


@pytest.mark.parametrize(
    ("cards", "tricks", "expected"),
    [
        ((20, 116, 100), (1, 4, 3), {(1, "low_trick", 20), (2, "low_trick", 20)}),
        ((21, 115, 100), (1, 4, 3), set()),
        ((0, 136, 100), (0, 4, 4), {(1, "no_trick", 60), (2, "no_trick", 60)}),
        ((0, 0, 236), (0, 0, 8), set()),  # two teams without a trick
        (
            (0, 236, 0),
            (0, 7, 1),
            {(0, "low_trick", 20), (1, "low_trick", 20), (1, "no_trick", 60), (2, "no_trick", 60)},
        ),
        ((10, 20, 206), (1, 1, 6), {(0, "low_trick", 20), (1, "low_trick", 20), (2, "low_trick", 20)}),
    ],
)
def test_r30a_gratuities(cards: tuple[int, ...], tricks: tuple[int, ...], expected: set[tuple[int, str, int]]) -> None:
    counted = tally(cards, cards=cards, tricks=tricks)
    for contract in (Contract(2, "S"), Contract(2, "S", 80), Contract(2, "S", 600)):
        verdict = scoring.judge(contract, team=2, counted=counted)
        given = scoring.give_gratuities(verdict, team=2, counted=counted, carried=0)
        assert {tuple(gratuity) for gratuity in given} == expected


def test_r30a_each_cause_and_receiver_has_its_own_entry() -> None:
    counted = tally((10, 20, 206), cards=(10, 20, 206), tricks=(1, 1, 6))
    given = scoring.give_gratuities(take((10, 20, 206), team=2), team=2, counted=counted, carried=0)
    assert [gratuity for gratuity in given if gratuity.team == 2] == [Gratuity(2, "low_trick", 20)] * 2


def test_r30a_never_with_two_teams_nor_on_litigation() -> None:
    counted = tally((10, 236), cards=(10, 226), tricks=(1, 7))
    assert scoring.give_gratuities(take((10, 236), team=1), team=1, counted=counted, carried=0) == []
    tied = tally((113, 113, 20), cards=(113, 113, 10), tricks=(3, 4, 1))
    assert scoring.give_gratuities(take((113, 113, 20)), team=0, counted=tied, carried=0) == []


def test_r5_with_random_partners_each_member_adds_all_that_the_team_gained() -> None:
    scores = scoring.add_scores(
        (10, 20, 30, 40, 50, 60),
        options=KqjOptions(partners="random", teams=3),
        teams=((0, 5), (1, 2), (3, 4)),
        scored=(100, 0, 0),
        gratuities=[Gratuity(0, "low_trick", 20), Gratuity(1, "no_trick", 60), Gratuity(0, "litigation", 80)],
    )
    assert scores == (210, 80, 90, 40, 50, 260)


@pytest.mark.parametrize(
    ("options", "scores", "rounds", "reason"),
    [
        (KqjOptions(goal=500), (490, 0), 9, None),
        (KqjOptions(goal=500), (500, 0), 9, "goal"),
        (KqjOptions(goal=None, rounds=3), (900, 0), 2, None),
        (KqjOptions(goal=None, rounds=3), (0, 0), 3, "rounds"),
    ],
)
def test_r30b_end(options: KqjOptions, scores: tuple[int, ...], rounds: int, reason: str | None) -> None:
    assert scoring.find_end(options, scores=scores, round_count=rounds) == reason
