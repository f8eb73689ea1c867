"""Players: ladders, search, the page of one, history with filters and files."""

import csv
import io
import json
import re
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User, UserKind
from games.models import Match, Rating
from games.services.ratings import rate_match
from games.services.statistics import count_match
from tests.games.results import EACH_ALONE, store_match
from tests.games.seated import NOW, make_user, make_users
from tests.pages.played import finished_match

PLAYERS = reverse("games:players")


def page_of(user: User) -> str:
    return reverse("games:player", args=[user.username])


def matches_of(user: User, **query: str) -> str:
    return reverse("games:player_matches", args=[user.username]) + (
        "?" + "&".join(f"{k}={v}" for k, v in query.items())
    )


def listed(text: str) -> list[int]:
    return [int(number) for number in re.findall(r'href="/matches/(\d+)/"', text)]


def standing(count: int, **columns: Any) -> list[User]:
    """Players on the ladder, the best first."""
    users = make_users(count)
    Rating.objects.bulk_create(
        Rating(user=user, pool="kqj-live-fixed", value=2000 - number, match_count=10 + number, played_at=NOW, **columns)
        for number, user in enumerate(users)
    )
    return users


def test_a_player_s_page_shows_rating_results_and_statistics(client: Client, member: User) -> None:
    others = make_users(5)
    for day in range(2):
        match = finished_match([member, *others], now=NOW + timedelta(days=day))
        rate_match(match.pk)
        count_match(match.pk)
    text = client.get(page_of(member)).content.decode()
    rating = Rating.objects.get(user=member, period="")
    assert f"{round(rating.value)}?" in text
    assert "data-rating-chart" in text
    assert "Card play" in text
    assert listed(text) == [match.pk for match in Match.objects.order_by("-finished_at")]
    assert "here since" in text
    other = client.get(page_of(others[1])).content.decode()
    assert "You and this player" in other
    assert "won of 2" in other


def test_the_page_costs_the_same_for_more_matches(
    client: Client, member: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    others = make_users(5)
    for day in range(8):
        rate_match(store_match([member, *others], now=NOW + timedelta(days=day)).pk)
    client.force_login(others[0])
    with django_assert_max_num_queries(19):
        client.get(page_of(member))


@pytest.mark.parametrize("kind", [UserKind.GUEST, UserKind.BOT, UserKind.MEMBER])
def test_a_player_who_never_played_has_a_page(client: Client, kind: UserKind) -> None:
    text = client.get(page_of(make_user("Zoé", kind=kind))).content.decode()
    assert "Not rated yet." in text
    assert "No finished match yet." in text


def test_names_lead_to_the_page_whatever_their_case(client: Client, member: User) -> None:
    answer = client.get(reverse("games:player", args=["NADÈGE"]))
    assert answer.headers["Location"] == page_of(member)
    for name in ("nobody", "%00", "<i>"):
        assert client.get(reverse("games:player", args=[name])).status_code == HTTPStatus.NOT_FOUND


def test_the_chart_shows_a_stretch_of_a_pool(client: Client, member: User) -> None:
    others = make_users(5)
    for day in range(0, 80, 20):
        rate_match(store_match([member, *others], now=NOW + timedelta(days=day)).pk)
    alone = store_match([member, *others], sides=EACH_ALONE, scores=(6, 5, 4, 3, 2, 1), now=NOW)
    rate_match(alone.pk)
    points = [
        len(json.loads(_points(client, member, query))) for query in ("", "pool=kqj-live-random", _around(20, 40))
    ]
    assert points == [5, 2, 3]
    assert "No rated match in this time." in client.get(f"{page_of(member)}?span=month").content.decode()
    for query in ("pool=chess", "pool=kqj-live-fixed%00"):
        assert client.get(f"{page_of(member)}?{query}").status_code == HTTPStatus.NOT_FOUND
    for query in ("span=never", "since=x&until=y", "since=2026-01-01&until=2025-01-01"):
        assert client.get(f"{page_of(member)}?{query}").status_code == HTTPStatus.OK


def test_a_long_chart_is_thinned_out(client: Client, member: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.rating_history.POINTS_MAX", 4)
    others = make_users(5)
    matches = [store_match([member, *others], now=NOW + timedelta(days=day)).pk for day in range(10)]
    for number in matches:
        rate_match(number)
    seen = [point["match"] for point in json.loads(_points(client, member, ""))]
    assert seen == [matches[number] for number in (0, 0, 3, 6, 9)]


def _points(client: Client, user: User, query: str) -> str:
    text = client.get(f"{page_of(user)}?{query}").content.decode()
    found = re.search(r'data-points="([^"]+)"', text)
    assert found
    return found[1].replace("&quot;", '"')


def _around(first: int, last: int) -> str:
    moments = ((NOW + timedelta(days=day)).isoformat().replace("+", "%2B") for day in (first, last))
    return "since={}&until={}".format(*moments)


def test_the_ladder_in_stretches(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.leaderboards.PAGE_SIZE", 4)
    users = standing(10)
    newcomer = make_user()
    Rating.objects.create(user=newcomer, pool="kqj-live-fixed", value=2500, match_count=9, played_at=NOW)
    names = [user.username for user in users]
    seen = re.findall(r'href="/players/(Player\d+)/"', client.get(PLAYERS).content.decode())
    assert seen == names[:4]
    seen = re.findall(r'href="/players/(Player\d+)/"', client.get(f"{PLAYERS}?from=9").content.decode())
    assert seen == names[8:]
    for start in ("0", "-1", "x", "9" * 30, "99"):
        assert client.get(f"{PLAYERS}?from={start}").status_code == HTTPStatus.OK


def test_the_ladder_around_somebody(client: Client) -> None:
    users = standing(30)
    client.force_login(users[20])
    for query in ("me", f"player={users[20].username}"):
        text = client.get(f"{PLAYERS}?{query}").content.decode()
        seen = re.findall(r'href="/players/(Player\d+)/"', text)
        assert seen[0] == users[15].username
        assert '<tr class="mine">' in text


def test_the_ladder_of_a_quarter(client: Client) -> None:
    standing(3)
    quarter = standing(2, period="2026Q1")
    text = client.get(f"{PLAYERS}?period=2026Q1").content.decode()
    assert re.findall(r'href="/players/(Player\d+)/"', text) == [user.username for user in quarter]
    for query in ("period=2020Q1", "pool=kqj-live-random", "pool=x"):
        assert client.get(f"{PLAYERS}?{query}").status_code == HTTPStatus.NOT_FOUND


def test_an_empty_ladder_says_so(client: Client) -> None:
    assert "Nobody stands here yet" in client.get(PLAYERS).content.decode()


def test_players_are_found_as_one_types(client: Client) -> None:
    for name in ("Nadège", "nadia", "Ludo"):
        make_user(name)
    make_user("guest-nad", kind=UserKind.GUEST)
    search = reverse("games:player_search")
    text = client.get(f"{search}?q=NAD").content.decode()
    assert re.findall(r">(\w+)</a>", text) == ["nadia", "Nadège"]
    assert "begins so" in client.get(f"{search}?q=zz").content.decode()
    assert re.findall(r">(\w+)</a>", client.get(search).content.decode()) == []
    assert "begins so" in client.get(f"{search}?q=%25").content.decode()
    assert "nadia" in client.get(f"{PLAYERS}?player=na").content.decode()


@pytest.fixture
def played(member: User) -> dict[str, Match]:
    """Matches of the member, by what is special about them, oldest first."""
    ann, ben, cid, dan, eve = (make_user(name) for name in ("Ann", "Ben", "Cid", "Dan", "Eve"))
    winners, losers = (1000, 640), (640, 1000)
    first = [member, ann, ben, cid, dan, eve]
    swapped = [member, ben, ann, cid, dan, eve]
    found = {
        "won": store_match(first, scores=winners, now=NOW),
        "lost": store_match(first, scores=losers, now=NOW + timedelta(days=1)),
        "with ann": store_match(swapped, scores=winners, now=NOW + timedelta(days=2)),
        "unrated": store_match(first, scores=winners, now=NOW + timedelta(days=3), is_rated=False),
        "private": store_match(first, scores=winners, now=NOW + timedelta(days=4), is_private=True),
    }
    for match in found.values():
        rate_match(match.pk)
    Match.objects.filter(pk=found["won"].pk).update(tags=["capot", "trump:H"], variant="take-2")
    Match.objects.filter(pk=found["lost"].pk).update(tags=["trump:H"], variant="auction-2")
    return found


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["unrated", "with ann", "lost", "won"]),
        ("order=oldest", ["won", "lost", "with ann", "unrated"]),
        ("result=won", ["unrated", "with ann", "won"]),
        ("result=lost", ["lost"]),
        ("partner=ANN", ["with ann"]),
        ("opponent=Ann", ["unrated", "lost", "won"]),
        ("opponent=Ann&result=won", ["unrated", "won"]),
        ("tag=capot", ["won"]),
        ("tag=trump:H", ["lost", "won"]),
        ("tag=trump:H&tag=capot&tag=", ["won"]),
        ("tag=nonsense", []),
        ("variant=auction-2", ["lost"]),
        ("rated=no", ["unrated"]),
        ("rated=yes&since=2026-01-03", ["with ann", "lost"]),
        ("until=2026-01-03", ["lost", "won"]),
        ("since=2026-01-04&until=2026-01-04", ["with ann"]),
    ],
)
def test_the_history_narrowed_down(client: Client, played: dict[str, Match], query: str, expected: list[str]) -> None:
    client.logout()
    text = client.get(f"/players/Nad%C3%A8ge/matches/?{query}").content.decode()
    numbers = {match.pk: name for name, match in played.items()}
    assert [numbers[number] for number in listed(text)] == expected


def test_private_matches_are_listed_for_those_who_played(client: Client, played: dict[str, Match]) -> None:
    assert played["private"].pk in listed(client.get("/players/Nad%C3%A8ge/matches/").content.decode())
    client.force_login(make_user())
    for path in ("matches/", "matches.csv"):
        answer = client.get(f"/players/Nad%C3%A8ge/{path}")
        content = b"".join(answer) if answer.streaming else answer.content
        assert f"/{played['private'].pk}/" not in content.decode()
    text = client.get("/players/Nad%C3%A8ge/").content.decode()
    assert f'href="/matches/{played["private"].pk}/"' not in text


def test_wrong_filters_say_so_and_count_for_nothing(client: Client, played: dict[str, Match]) -> None:
    text = client.get(
        "/players/Nad%C3%A8ge/matches/?partner=nobody&since=x&result=maybe&rated=perhaps"
    ).content.decode()
    assert "There is no player of this name." in text
    assert len(listed(text)) == 5
    assert client.get("/players/Nad%C3%A8ge/matches/?after=x").status_code == HTTPStatus.NOT_FOUND
    for query in ("partner=%00", "tag=%00", "variant=%00"):
        assert client.get(f"/players/Nad%C3%A8ge/matches/?{query}").status_code == HTTPStatus.OK


def test_the_history_goes_on_either_way(
    client: Client, played: dict[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.selectors.matches.PAGE_SIZE", 2)
    for order in ("", "oldest"):
        seen: list[int] = []
        address = f"/players/Nad%C3%A8ge/matches/?order={order}&opponent=Cid"
        while True:
            text = client.get(address).content.decode()
            seen += listed(text)
            more = re.search(r'href="(\?[^"]*after=[^"]+)"', text)
            if more is None:
                break
            address = "/players/Nad%C3%A8ge/matches/" + more[1].replace("&amp;", "&")
        expected = [match.pk for match in played.values()]
        assert seen == (expected if order else expected[::-1])


def test_the_history_as_csv(client: Client, played: dict[str, Match], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.history.CHUNK", 2)
    User.objects.filter(username="Ann").update(username="=Ann")
    answer = client.get("/players/Nad%C3%A8ge/matches.csv?opponent=Cid")
    assert answer.streaming
    assert answer.headers["Content-Disposition"].startswith("attachment")
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    assert [int(row["match"]) for row in rows] == [match.pk for match in played.values()][::-1]
    assert (rows[-1]["won"], rows[-1]["rating_change"], rows[-1]["partners"]) == ("1", "30", "Ben, Dan")
    assert rows[1]["rating_change"] == ""


def test_the_records_as_json_lines(client: Client, member: User) -> None:
    match = finished_match([member])
    answer = client.get("/players/Nad%C3%A8ge/records.jsonl")
    lines = b"".join(answer).decode().splitlines()
    assert [json.loads(line)["commitment"] for line in lines] == [match.commitment]


@pytest.mark.django_db(transaction=True)  # what another thread writes is no part of a test's transaction
async def test_files_are_sent_piece_by_piece_by_the_real_server(async_client: Any) -> None:
    from asgiref.sync import sync_to_async

    user = await sync_to_async(make_user)("Solange")
    answer = await async_client.get(reverse("games:player_matches_csv", args=[user.username]))
    assert [part async for part in answer.streaming_content] == [
        b"match,finished_at,game,variant,rounds,reason,seat,place,score,scores,won,rating_change,partners,opponents\r\n"
    ]


def test_the_site_in_numbers(client: Client, member: User) -> None:
    page = reverse("games:statistics")
    assert "No finished match yet." in client.get(page).content.decode()
    match = finished_match([member])
    count_match(match.pk)
    text = client.get(page).content.decode()
    assert "Contracts by place from the opener" in text
    assert client.get(f"{page}?period=2026Q1").status_code == HTTPStatus.OK
    assert client.get(f"{page}?period=2020Q1").status_code == HTTPStatus.NOT_FOUND
