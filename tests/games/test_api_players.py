"""Matches, players and ladders over the API."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Match, Rating
from games.services.ratings import rate_match
from games.services.statistics import count_match
from tests.games.api_program import Program
from tests.games.results import store_match
from tests.games.seated import NOW, make_user, make_users
from tests.pages.played import finished_match


@pytest.fixture(autouse=True)
def _ground(db: None, collected_static_files: Path) -> None:
    cache.clear()


@pytest.fixture
def reader() -> Program:
    return Program()


def get(reader: Program, path: str, **query: Any) -> dict[str, Any]:
    answer = reader.get(path, **query)
    assert answer.status_code == 200, answer.content
    told: dict[str, Any] = answer.json()
    return told


def rated(users: list[User], *, day: int = 0, **setup: Any) -> Match:
    match = store_match(users, now=NOW + timedelta(days=day), **setup)
    rate_match(match.pk)
    return match


def test_a_match_with_what_it_did_to_ratings(reader: Program) -> None:
    users = make_users(6)
    match = rated(users)
    told = get(reader, f"/matches/{match.pk}")
    assert (told["id"], told["scores"], told["reason"]) == (match.pk, [1000, 640], "goal")
    assert [seat["name"] for seat in told["seats"]] == [user.username for user in users]
    assert told["rating"]["state"] == "rated"
    assert [change["change"] for change in told["rating"]["changes"]] == [30, -30] * 3
    private = rated(users, is_private=True)
    for number in (private.pk, 1 << 40):
        assert reader.get(f"/matches/{number}").status_code == 404


def test_matches_are_listed_and_narrowed_down(reader: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.matches.PAGE_SIZE", 2)
    users = make_users(6)
    matches = [rated(users, day=day, scores=(1000, 10) if day % 2 else (10, 1000)).pk for day in range(3)]
    rated(users, is_private=True)
    Match.objects.filter(pk=matches[0]).update(tags=["capot"], variant="take-2")
    first = get(reader, "/matches")
    assert [it["id"] for it in first["matches"]] == matches[:0:-1]
    rest = get(reader, "/matches", cursor=first["cursor"])
    assert ([it["id"] for it in rest["matches"]], rest["cursor"]) == (matches[:1], None)
    name, other = users[0].username, users[2].username
    since = (NOW + timedelta(days=1)).isoformat()
    for query, expected in (
        ({"result": "won"}, [matches[1]]),
        ({"tag": "capot"}, [matches[0]]),
        ({"variant": "take-2"}, [matches[0]]),
        ({"partner": other, "since": since}, matches[:0:-1]),
        ({"opponent": other}, []),
        ({"until": since}, [matches[0]]),
        ({"rated": "false"}, []),
    ):
        assert [it["id"] for it in get(reader, "/matches", player=name, **query)["matches"]] == expected, query


@pytest.mark.parametrize(
    ("path", "query", "status", "code"),
    [
        ("/matches", {"cursor": "x"}, 422, "bad_message"),
        ("/matches", {"since": "yesterday"}, 422, "bad_message"),
        ("/matches", {"result": "maybe"}, 422, "bad_message"),
        ("/matches", {"player": "nobody"}, 404, "not_found"),
        ("/players/nobody", {}, 404, "not_found"),
        ("/players/nobody/ratings", {"pool": "kqj-live-fixed"}, 404, "not_found"),
        ("/leaderboards/chess", {}, 404, "not_found"),
    ],
)
def test_what_is_wrong_or_not_there_is_refused(
    reader: Program, path: str, query: dict[str, str], status: int, code: str
) -> None:
    answer = reader.get(path, **query)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_player_with_ratings_and_statistics(
    reader: Program, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    player = make_user("Nadège")
    match = finished_match([player])
    rate_match(match.pk)
    count_match(match.pk)
    path = "/players/NADÈGE"
    with django_assert_max_num_queries(6):
        told = get(reader, path)
    assert (told["name"], told["kind"]) == ("Nadège", "member")
    (rating,) = told["ratings"]
    assert (rating["pool"], rating["matches"], rating["provisional"]) == ("kqj-live-fixed", 1, True)
    points = get(reader, f"{path}/ratings", pool="kqj-live-fixed")["points"]
    assert points[0]["rating"] == 1500
    assert round(points[1]["rating"]) == rating["rating"]
    (variant,) = get(reader, f"{path}/stats")["variants"]
    assert (variant["variant"], variant["speed"], variant["counts"]["rounds"]) == ("take-2", "live", 1)
    assert get(reader, f"{path}/stats", period="2020Q1")["variants"] == []
    assert reader.get(f"{path}/stats", game="chess").status_code == 404


def test_a_ladder_is_read_in_stretches(reader: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.leaderboards.PAGE_SIZE", 2)
    users = make_users(3)
    for number, user in enumerate(users):
        Rating.objects.create(user=user, pool="kqj-live-fixed", value=1800 - number, match_count=10, played_at=NOW)
    assert get(reader, "/leaderboards") == {"pools": ["kqj-live-fixed"]}
    first = get(reader, "/leaderboards/kqj-live-fixed")
    assert (first["count"], [line["place"] for line in first["lines"]], first["cursor"]) == (3, [1, 2], "3")
    rest = get(reader, "/leaderboards/kqj-live-fixed", cursor=first["cursor"])
    assert [(line["name"], line["rating"]) for line in rest["lines"]] == [(users[2].username, 1798)]
    assert rest["cursor"] is None
