"""Small pieces: the oval, options in words, results in words, the score sheet."""

from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.selectors.matches import MatchLine, MatchSeat
from games.templatetags import results
from games.templatetags.kqj import seat_teams
from games.templatetags.kqj_sheet import kqj_sheet
from games.templatetags.options import option_words
from games.templatetags.seats import oval
from tests.games.seated import NOW

OPTIONS: dict[str, Any] = {
    "teams": 2,
    "partners": "fixed",
    "contract": "take",
    "all_trumps_no_trump": True,
    "goal": 500,
}


def make_line(*, scores: tuple[int, ...], you: int | None = None, reason: str = "goal") -> MatchLine:
    """Return a match of sides that take turns around the table; `you` is the viewer's seat."""
    count = len(scores)
    places = [1 + sum(other > score for other in scores) for score in scores]
    seats = tuple(
        MatchSeat(
            seat=seat,
            user_id=seat,
            name=f"P{seat}",
            kind="human",
            level="",
            avatar="K0",
            side=seat % count,
            score=scores[seat % count],
            place=places[seat % count],
            is_winner=places[seat % count] == 1,
            is_you=seat == you,
        )
        for seat in range(6)
    )
    return MatchLine(
        id=7,
        table_id=8,
        game="kqj",
        options=OPTIONS,
        started_at=NOW,
        finished_at=NOW + timedelta(minutes=12),
        reason=reason,
        round_count=3,
        scores=scores,
        seats=seats,
    )


@pytest.mark.parametrize(
    ("scores", "you", "headline", "verdict"),
    [
        ((500, 300), 0, "You won", "Won"),
        ((500, 300), 1, "You lost", "Lost"),
        ((500, 500), 1, "You shared the win", "Won"),
        ((500, 300, 400), 1, "You came third", "Place 3"),
        ((500, 300, 400), 2, "You came second", "Place 2"),
        ((6, 5, 4, 3, 2, 1), 5, "You came last", "Place 6"),
        ((500, 300), None, "P0, P2 and P4 won", "Open"),
        ((500, 500), None, "P0, P1, P2, P3, P4 and P5 shared the win", "Open"),
    ],
)
def test_results_in_words(scores: tuple[int, ...], you: int | None, headline: str, verdict: str) -> None:
    line = make_line(scores=scores, you=you)
    assert results.headline(line) == headline
    assert results.verdict(line) == verdict


def test_a_match_given_up_has_no_winner() -> None:
    line = make_line(scores=(500, 300), you=0, reason="abandoned")
    assert results.headline(line) == "Given up before the end"
    assert results.verdict(line) == "Open"


def test_own_score_comes_first() -> None:
    assert results.score_line(make_line(scores=(500, 300, 400), you=1)) == "300 : 500 : 400"
    assert results.score_line(make_line(scores=(300, 500))) == "500 : 300"


def test_partners_are_named_without_oneself() -> None:
    assert results.partners(make_line(scores=(500, 300), you=2)) == "P0 and P4"
    assert results.partners(make_line(scores=(6, 5, 4, 3, 2, 1), you=2)) == ""
    assert results.partners(make_line(scores=(500, 300))) == ""


@pytest.mark.parametrize(("seconds", "text"), [(0, "0 s"), (59, "59 s"), (60, "1 min"), (725, "12 min")])
def test_durations(seconds: int, text: str) -> None:
    assert results.duration(seconds) == text


def test_the_oval_stands_seat_0_at_the_bottom_and_goes_clockwise() -> None:
    signs = oval([True, None, True, None, None, None])["signs"]
    assert [sign.shape for sign in signs] == ["fx", "em", "fx", "em", "em", "em"]
    assert (signs[0].x, signs[0].y) == ("23.0", "51.5")
    assert float(signs[1].x) < 23 < float(signs[5].x)
    assert float(signs[3].y) < 29


@pytest.mark.parametrize(
    ("changes", "teams"),
    [({}, [1, 2, 1, 2, 1, 2]), ({"teams": 3}, [1, 2, 3, 1, 2, 3]), ({"partners": "random"}, [])],
)
def test_seats_have_the_shape_of_their_team(changes: dict[str, Any], teams: list[int]) -> None:
    assert seat_teams(OPTIONS | changes) == teams


def test_options_of_any_game_have_words() -> None:
    assert option_words("kqj", OPTIONS) == [
        "Two teams of three",
        "The same all match",
        "Take the turned card",
        "All-Trumps and No-Trump",
        "500",
    ]
    rounds = OPTIONS | {"goal": None, "rounds": 8, "all_trumps_no_trump": False}
    assert option_words("kqj", rounds)[-1] == "Rounds: 8"
    assert "Rounds: 8" in render_to_string("games/any/option_tags.html", {"game": "kqj", "options": rounds})


def test_a_game_without_a_sheet_of_its_own_points_at_the_record() -> None:
    assert "record" in render_to_string("games/any/score_sheet.html")


def make_round(**changes: Any) -> dict[str, Any]:
    result = {
        "outcome": "made",
        "card_points": [60, 16, 160],
        "tricks": [3, 1, 4],
        "points": [60, 16, 190],
        "scored": [0, 0, 190],
        "bonuses": [
            {"team": 2, "kind": "last_trick", "suit": None, "points": 10},
            {"team": 2, "kind": "kq", "suit": "H", "points": 20},
        ],
        "gratuities": [
            {"team": 0, "kind": "low_trick", "points": 20},
            {"team": 2, "kind": "low_trick", "points": 20},
            {"team": 2, "kind": "litigation", "points": 130},
        ],
        "carried": 0,
        "scores": [20, 0, 340],
    }
    contract = {"declarer": 2, "trump": "H", "amount": None, "capot": False, "multiplier": 1}
    return {"teams": [[0, 3], [1, 4], [2, 5]], "contract": contract, "result": result} | changes


def make_record(*rounds: dict[str, Any], **options: Any) -> dict[str, Any]:
    players = [{"seat": seat, "name": f"P{seat}"} for seat in range(6)]
    return {"players": players, "options": OPTIONS | {"teams": 3} | options, "rounds": rounds}


def test_the_sheet_explains_points_bonuses_and_gratuities() -> None:
    sheet = kqj_sheet(make_record(make_round()))
    (row,) = sheet.rows
    assert [(cell.gained, cell.total) for cell in row.cells] == [(20, 20), (0, 0), (340, 340)]
    assert (row.declarer, row.declarer_team, row.trump, row.outcome) == ("P2", 3, "H", "made")
    assert [(bit.team, bit.text) for bit in row.bits] == [
        (1, "60 points, 3 tricks"),
        (2, "16 points, 1 trick"),
        (3, "190 points, 4 tricks"),
        (3, "last trick 10"),
        (3, "KQ of hearts 20"),
        (1, "+20: another team has 20 card points or fewer"),
        (3, "+20: another team has 20 card points or fewer"),
        (3, "+130 that waited from a tie"),
    ]


def test_the_sheet_shows_rounds_passed_out_and_points_that_wait() -> None:
    zeros = {"tricks": [0, 0, 0], "points": [0, 0, 0], "bonuses": [], "gratuities": []}
    passed = {"outcome": "passed", "carried": 130, "scores": [20, 0, 340], **zeros}
    sheet = kqj_sheet(make_record(make_round(), make_round(contract=None, result=passed), make_round(result=None)))
    assert len(sheet.rows) == 2
    row = sheet.rows[1]
    assert [cell.gained for cell in row.cells] == [0, 0, 0]
    assert [bit.text for bit in row.bits] == ["Everybody passed.", "130 points wait for who wins the next round."]


def test_with_random_partners_each_seat_has_a_column_and_teams_are_named() -> None:
    deal = make_round()
    deal["result"]["scores"] = [20, 0, 340, 20, 0, 340]
    sheet = kqj_sheet(make_record(deal, partners="random"))
    assert sheet.is_wide
    assert [column.names for column in sheet.columns] == [(f"P{seat}",) for seat in range(6)]
    assert sheet.rows[0].bits[0].text == "P0, P3: 60 points, 3 tricks"
