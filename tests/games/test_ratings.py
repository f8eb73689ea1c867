"""Ratings as rows: each match applied once and in order, and a replay of that order gives the same numbers."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from accounts.models import User, UserKind
from games import jobs, tasks
from games.bots.levels import levels
from games.models import Ending, Match, MatchPlayer, Rating, RatingChange, Unrated
from games.ratings.elo import START
from games.selectors import ratings as selectors
from games.selectors.ratings import bot_level_near, match_rating, pool_of, ratings_of
from games.services.account_data import PlayingData
from games.services.matches import finish_match
from games.services.rating_replay import replay_pool
from games.services.ratings import rate_match, send_due
from games.services.table_clocks import PRESETS, format_control
from tests.games.results import EACH_ALONE, store_match
from tests.games.seated import NOW, make_user, make_users
from tests.games.test_matches import pass_out

FIXED, RANDOM = "kqj-live-fixed", "kqj-live-random"


def stored() -> list[tuple[Any, ...]]:
    changes = RatingChange.objects.values_list("match_id", "seat", "user_id", "rating_seq", "before", "after", "k")
    return [
        *changes,
        *Rating.objects.order_by("user_id", "pool", "period").values_list(
            "user_id", "pool", "period", "value", "match_count"
        ),
    ]


@pytest.fixture(autouse=True)
def _bots_like_beginners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give all levels of bots the rating of a beginner, whatever was measured for them."""
    plain = tuple(replace(level, rating=START) for level in levels("kqj"))
    monkeypatch.setattr(selectors, "levels", lambda _key: plain)


@pytest.mark.django_db
def test_a_match_changes_the_ratings_of_who_played() -> None:
    users = make_users(6)
    match = store_match(users)
    assert rate_match(match.pk)
    values = ratings_of([user.pk for user in users], pool=FIXED)
    assert [values[user.pk].value for user in users] == [1530, 1470] * 3
    assert [str(values[users[0].pk]), values[users[0].pk].match_count] == ["1530?", 1]
    rating = match_rating(match.pk, user_id=None)
    assert rating is not None
    assert (rating.state, rating.pool) == ("rated", FIXED)
    assert [(it.seat, it.before, it.after, it.change) for it in rating.changes[:2]] == [
        (0, 1500, 1530, 30),
        (1, 1500, 1470, -30),
    ]


@pytest.mark.django_db
def test_a_quarter_has_the_rating_as_it_last_was_in_it() -> None:
    users = make_users(6)
    for month in (1, 3, 4):
        rate_match(store_match(users, now=NOW.replace(month=month)).pk)
    rows = Rating.objects.filter(user=users[0]).order_by("period")
    found = [(row.period, row.match_count, round(row.value)) for row in rows]
    assert [(period, count) for period, count, _ in found] == [("", 3), ("2026Q1", 2), ("2026Q2", 1)]
    assert found[0][2] == found[2][2] > found[1][2] > 1530


@pytest.mark.django_db
def test_twice_is_once() -> None:
    match = store_match(make_users(6))
    assert rate_match(match.pk)
    before = stored()
    assert not rate_match(match.pk)
    assert not tasks.rate_match_task(match.pk)
    assert stored() == before


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_apply_each_of_five_matches_once_and_one_after_another() -> None:
    users = make_users(6)
    matches = [store_match(users, scores=(1000, 100 * number)) for number in range(5)]

    def apply(index: int) -> bool:
        try:
            return rate_match(matches[index % 5].pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        done = list(pool.map(apply, range(50)))
    assert sum(done) == 5
    assert list(Match.objects.order_by("rating_seq").values_list("rating_seq", flat=True)) == [1, 2, 3, 4, 5]
    chain = list(RatingChange.objects.filter(user=users[0]).order_by("rating_seq").values_list("before", "after"))
    assert chain[0][0] == 1500
    assert [after for _, after in chain[:-1]] == [before for before, _ in chain[1:]]
    assert replay_pool(FIXED, is_fixing=False).differences == []


@pytest.mark.django_db
def test_the_pool_follows_the_sides() -> None:
    users = make_users(6)
    rate_match(store_match(users, sides=EACH_ALONE, scores=(6, 5, 4, 3, 2, 1), options={"partners": "random"}).pk)
    assert {change.pool for change in RatingChange.objects.all()} == {RANDOM}
    assert pool_of("kqj", options={"partners": "random"}) == RANDOM
    assert pool_of("kqj", options={"teams": 3}) == FIXED


@pytest.mark.django_db
def test_the_pool_follows_the_speed() -> None:
    control = format_control(PRESETS["day"])
    rate_match(store_match(make_users(6), time_control="day").pk)
    assert {change.pool for change in RatingChange.objects.all()} == {"kqj-correspondence-fixed"}
    assert pool_of("kqj", options={}, control=control) == "kqj-correspondence-fixed"
    assert pool_of("kqj", options={}, control=format_control(PRESETS["blitz"])) == FIXED


@pytest.mark.django_db
def test_a_leaver_loses_as_for_last_place_though_his_team_won() -> None:
    users, late = make_users(6), make_user(kind=UserKind.GUEST)
    match = store_match(users)
    seats = MatchPlayer.objects.filter(match=match)
    seats.filter(seat=0).update(ending=Ending.LEFT, starter=users[0], stand_in_level="easy")
    seats.filter(seat=1).update(ending=Ending.LEFT, starter=users[1], user=late, kind="guest", is_substitute=True)
    rate_match(match.pk)
    changes = list(RatingChange.objects.order_by("seat"))
    assert [it.user_id for it in changes] == [user.pk for user in users]
    assert [it.reason for it in changes[:4]] == ["left", "left", "result", "partner_left"]
    assert [round(it.after - it.before) for it in changes[:4]] == [-30, -30, 30, -30]
    assert not ratings_of([late.pk], pool=FIXED)
    assert replay_pool(FIXED, is_fixing=False).differences == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kinds", "setup", "expected"),
    [
        ("mmmmmm", {"is_rated": False}, Unrated.TABLE),
        ("mmmmmm", {"reason": "aborted"}, Unrated.NO_RESULT),
        ("mmmmmm", {"reason": "abandoned"}, Unrated.NO_RESULT),
        ("mmgmmm", {}, Unrated.GUESTS),
        ("mmgmbb", {"is_rated_with_bots": True}, Unrated.GUESTS),
        ("mmbmmm", {}, Unrated.BOTS),
        ("bbbbbb", {"is_rated_with_bots": True}, Unrated.NOBODY),
    ],
)
def test_what_is_not_rated_says_why(kinds: str, setup: dict[str, Any], expected: Unrated) -> None:
    by_letter = {"m": UserKind.MEMBER, "g": UserKind.GUEST, "b": UserKind.BOT}
    match = store_match([make_user(kind=by_letter[letter]) for letter in kinds], **setup)
    assert rate_match(match.pk)
    assert not rate_match(match.pk)
    assert not RatingChange.objects.exists()
    rating = match_rating(match.pk, user_id=None)
    assert rating is not None
    assert (rating.state, rating.why) == ("unrated", str(expected.label))


@pytest.mark.django_db
def test_with_bots_k_is_half_and_bots_keep_theirs() -> None:
    people, bots = make_users(3), [make_user(kind=UserKind.BOT) for _ in range(3)]
    rate_match(store_match([*people, *bots], is_rated_with_bots=True).pk)
    changes = RatingChange.objects.order_by("seat")
    assert [(it.k, it.after - it.before) for it in changes] == [(30, 15), (30, -15), (30, 15), *[(0, 0)] * 3]
    assert set(Rating.objects.values_list("user_id", flat=True)) == {user.pk for user in people}


@pytest.mark.django_db
def test_a_match_without_results_is_left_alone() -> None:
    match_id = pass_out(make_users(6))
    assert not rate_match(match_id)
    finish_match(match_id)
    assert rate_match(match_id)
    assert not rate_match(1 << 40)


@pytest.mark.django_db
def test_private_matches_tell_strangers_nothing() -> None:
    users = make_users(6)
    match = store_match(users, is_private=True)
    rate_match(match.pk)
    assert match_rating(match.pk, user_id=make_user().pk) is None
    assert match_rating(match.pk, user_id=users[0].pk) is not None


@pytest.mark.django_db
def test_the_sweep_sends_what_no_task_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(jobs, "rate_match", sent.append)
    match = store_match(make_users(6))
    assert send_due(NOW + timedelta(seconds=4)) == 0
    assert send_due(NOW + timedelta(seconds=6)) == 1
    assert sent == [match.pk]
    rate_match(match.pk)
    assert send_due(NOW + timedelta(seconds=6)) == 0


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_match_has_it_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(jobs, "rate_match", sent.append)
    match_id = pass_out(make_users(6))
    finish_match(match_id)
    assert sent == [match_id]


def play_many(count: int) -> list[User]:
    """Store and rate matches of members and bots, drawn at random."""
    rng = random.Random(418)
    users = [*make_users(8), *(make_user(kind=UserKind.BOT) for _ in range(2))]
    for _ in range(count):
        scores = rng.choices(range(0, 1000, 10), k=2)
        rate_match(store_match(rng.sample(users, 6), scores=scores, is_rated_with_bots=True).pk)
    return users


@pytest.mark.django_db
def test_a_replay_gives_the_same_numbers() -> None:
    users = play_many(30)
    before = stored()
    replay = replay_pool(FIXED, is_fixing=True)
    assert (replay.match_count, replay.differences) == (30, [])
    assert stored() == before
    PlayingData().erase(users[0].pk)
    User.objects.filter(pk=users[0].pk).delete()
    assert not Rating.objects.filter(user_id=users[0].pk).exists()
    assert replay_pool(FIXED, is_fixing=False).differences == []


@pytest.mark.django_db
def test_the_command_finds_and_mends_what_was_spoilt(capsys: pytest.CaptureFixture[str]) -> None:
    users = play_many(8)
    before = stored()
    RatingChange.objects.filter(rating_seq=3, seat=0).update(after=0)
    Rating.objects.filter(user=users[1]).update(value=1)
    Rating.objects.filter(user=users[2]).delete()
    with pytest.raises(CommandError, match="not what the replay gives"):
        call_command("recompute_ratings")
    assert "8 matches in 1 pools replayed, 5 differences" in capsys.readouterr().out
    call_command("recompute_ratings", "--fix")
    assert stored() == before
    call_command("recompute_ratings", FIXED)
    with pytest.raises(CommandError, match="no match was rated in kqj-live"):
        call_command("recompute_ratings", "kqj-live")


@pytest.mark.django_db
def test_the_level_near_a_player_s_rating() -> None:
    users = make_users(6)
    assert bot_level_near(game_key="kqj", user_id=users[0].pk) is None
    rate_match(store_match(users).pk)
    assert bot_level_near(game_key="kqj", user_id=users[0].pk) in {"novice", "easy"}
