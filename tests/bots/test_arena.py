"""Comparing levels: the same deals for both, changed round; figures that are known beforehand come out."""

import math

import pytest

from games.bots import arena, ladder
from games.bots.__main__ import main
from games.bots.figures import Interval, describe_times, estimate_elo, measure_mean
from games.bots.levels import ANCHOR, levels
from games.engine.rules import Json
from tests.bots.duels import GAME


def contest(first: str = "easy", second: str = "easy", **options: object) -> arena.Contest:
    whole: Json = GAME.format_options(GAME.parse_options(options))
    one, other = (arena.seat_level(GAME, level=level) for level in (first, second))
    return arena.Contest(GAME, whole, one, other, seed="test")


@pytest.mark.parametrize("teams", [2, 3])
@pytest.mark.parametrize("partners", ["fixed", "random"])
def test_equal_players_come_out_even_on_every_deal(teams: int, partners: str) -> None:
    same = contest(teams=teams, partners=partners, contract="auction")
    assert list(arena.compare_points(same, deals=4)) == pytest.approx([0] * 4)


@pytest.mark.parametrize(("teams", "partners"), [(2, "fixed"), (3, "fixed"), (2, "random")])
def test_equal_players_share_the_wins_of_whole_matches(teams: int, partners: str) -> None:
    same = contest(teams=teams, partners=partners, goal=500)
    assert list(arena.compare_wins(same, deals=2)) == pytest.approx([1 / teams] * 2)


def test_the_first_is_each_team_once_and_only_choices_are_timed() -> None:
    uneven = contest("easy", "novice", teams=3, contract="auction")
    gains = list(arena.compare_points(uneven, deals=3))
    assert gains == list(arena.compare_points(contest("easy", "novice", teams=3, contract="auction"), deals=3))
    assert any(gains)
    first, second = uneven.first.seconds, uneven.second.seconds
    assert len(first) < len(second) < 3 * 3 * 100
    assert min(first) > 0


def test_a_mean_has_the_interval_that_its_values_give() -> None:
    assert measure_mean([1.0, 1.0, 1.0]) == Interval(1.0, 0.0)
    found = measure_mean([0.0, 10.0] * 50)
    assert found.mean == 5
    assert found.half == pytest.approx(1.96 * 5 * math.sqrt(100 / 99) / 10)


def test_elo_is_nought_for_equal_players_and_finite_for_all_wins() -> None:
    assert estimate_elo(0.5, matches=10, sides=2) == pytest.approx(0)
    assert estimate_elo(1 / 3, matches=10**6, sides=3) == pytest.approx(0, abs=0.01)
    assert estimate_elo(10 / 11, matches=10**6, sides=2) == pytest.approx(400, abs=0.01)
    assert 400 < estimate_elo(1.0, matches=20, sides=2) < 800


def test_times_are_told_by_mean_late_and_longest() -> None:
    text = describe_times([0.001] * 98 + [0.010, 0.050])
    assert text == "mean 1.58 ms, p95 1.00 ms, max 50.00 ms, 100 decisions with a choice"


def test_the_command_says_what_it_found_in_its_last_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "--a", "easy", "--b", "novice", "--deals", "3", "--matches", "2", "--seed", "s"]
    assert main([*words, "--options", "goal=500"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("teams=2, partners=fixed, contract=take")
    assert lines[1].startswith("whole matches: ")
    gains = list(arena.compare_points(arena.Contest(**_parts("easy", "novice"), seed="s"), deals=3))
    found = measure_mean(gains)
    assert lines[-1] == f"easy - novice: {found.mean:+.1f} ± {found.half:.1f} points a round, 3 deals, 95 %"


def test_the_command_stops_in_time_with_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--a", "easy", "--b", "novice", "--deals", "5000", "--matches", "0", "--seconds", "0"]) == 0
    assert capsys.readouterr().out.endswith(" points a round, 2 deals, 95 %\n")


def _parts(first: str, second: str) -> Json:
    uneven = contest(first, second, goal=500)
    return {"game": GAME, "options": uneven.options, "first": uneven.first, "second": uneven.second}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--a", "easy", "--b", "grandmaster"], "no level 'grandmaster'"),
        (["--a", "easy", "--b", "easy", "--options", "teams=4"], "option teams is '4'"),
    ],
)
def test_the_command_refuses_what_there_is_not(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    assert said in capsys.readouterr().err


def test_ratings_add_up_the_steps_between_neighbours_from_the_anchor() -> None:
    steps = [ladder.Step("novice", "easy", 10, 0.6, 70.4), ladder.Step("easy", "medium", 10, 0.7, 147.2)]
    assert ladder.add_up(steps) == {"novice": 1130, "easy": 1200, "medium": 1347}


def test_steps_are_measured_between_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "levels", lambda key: levels(key)[:2])
    step, *rest = ladder.measure_steps(GAME, options=contest(goal=500).options, deals=2, seed="s")
    assert (step.lower, step.upper, step.matches, rest) == ("novice", "easy", 4, [])
    assert step.share in {0, 0.25, 0.5, 0.75, 1}
    assert (step.elo > 0) == (step.share > 0.5)


def test_levels_are_rated_in_their_order() -> None:
    ratings = [level.rating for level in levels("kqj")]
    assert ratings == sorted(set(ratings))
    assert next(level.rating for level in levels("kqj") if level.key == ANCHOR) == ladder.ANCHOR_RATING


def test_one_deal_is_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--a", "easy", "--b", "easy", "--deals", "1"])
    assert "2 or more" in capsys.readouterr().err
