"""Finished matches: list, page, record."""

import hashlib
import json
import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Match
from tests.games.seated import make_user, start_match
from tests.pages.played import finished_match

MATCHES = reverse("games:matches")


def address(match: Match) -> str:
    return reverse("games:match", args=[match.pk])


def record_address(match: Match) -> str:
    return reverse("games:match_record", args=[match.pk])


def test_strangers_sign_in_to_see_their_matches(client: Client) -> None:
    answer = client.get(MATCHES)
    assert answer.status_code == HTTPStatus.FOUND
    assert answer.headers["Location"].startswith(reverse("account_login"))


def test_a_list_without_matches_says_so(client: Client, guest: User) -> None:
    assert "No finished match yet" in client.get(MATCHES).content.decode()


def test_own_matches_are_listed(client: Client, member: User) -> None:
    match = finished_match([member])
    running = start_match([member, *(make_user() for _ in range(5))])
    text = client.get(MATCHES).content.decode()
    assert address(match) in text
    assert reverse("games:table", args=[running.pk]) in text
    assert re.search(r"<span class=\"res\">(Won|Lost)</span>", text)


def test_the_list_is_paged(client: Client, member: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.matches.PAGE_SIZE", 2)
    matches = [finished_match([member]) for _ in range(3)]
    first = client.get(MATCHES).content.decode()
    seen = [match for match in matches if address(match) in first]
    assert len(seen) == 2
    after = re.search(r'href="(\?after=[^"]+)"', first)
    assert after
    second = client.get(MATCHES + after[1]).content.decode()
    assert [match for match in matches if address(match) in second] == [m for m in matches if m not in seen]
    assert "?after=" not in second


def test_a_cursor_that_no_list_gave(client: Client, member: User) -> None:
    assert client.get(f"{MATCHES}?after=abc").status_code == HTTPStatus.NOT_FOUND


def test_the_list_costs_the_same_for_more_matches(
    client: Client, member: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        finished_match([member])
    with django_assert_max_num_queries(6):
        client.get(MATCHES)


@pytest.mark.parametrize("options", [{}, {"teams": 3, "contract": "auction"}, {"partners": "random"}])
def test_the_match_page_shows_result_sheet_and_proof(client: Client, member: User, options: dict[str, Any]) -> None:
    match = finished_match([member], options=options)
    answer = client.get(address(match))
    text = answer.content.decode()
    assert answer.status_code == HTTPStatus.OK
    assert match.final is not None
    assert match.seed is not None
    for score in match.final["scores"]:
        assert f">{score}<" in text
    assert match.commitment in text
    assert bytes(match.seed).hex() in text
    assert "Score sheet" in text
    assert "Nadège" in text


def test_anybody_may_look_at_a_public_match(client: Client) -> None:
    match = finished_match([])
    text = client.get(address(match)).content.decode()
    assert re.search(r"<h1>[^<]+ (won|shared the win)</h1>", text)


def test_queries_of_the_match_page(
    client: Client, member: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = finished_match([member])
    client.get(address(match))  # which rates the match, as no task did
    with django_assert_max_num_queries(8):
        client.get(address(match))


def test_private_matches_are_for_those_who_played(client: Client) -> None:
    player, stranger = make_user(), make_user()
    match = finished_match([player], is_private=True)
    for path in (address(match), record_address(match)):
        client.logout()
        assert client.get(path).status_code == HTTPStatus.NOT_FOUND
        client.force_login(stranger)
        assert client.get(path).status_code == HTTPStatus.NOT_FOUND
        client.force_login(player)
        assert client.get(path).status_code == HTTPStatus.OK


def test_a_running_match_shows_nothing(client: Client, member: User) -> None:
    table = start_match([member, *(make_user() for _ in range(5))])
    match = Match.objects.get(table=table)
    assert client.get(address(match)).status_code == HTTPStatus.NOT_FOUND
    assert client.get(record_address(match)).status_code == HTTPStatus.NOT_FOUND


def test_results_that_nobody_wrote_yet_are_written(client: Client, member: User) -> None:
    match = finished_match([member], is_written=False)
    assert client.get(address(match)).status_code == HTTPStatus.OK


def test_the_record_is_a_file_that_verifies(client: Client, member: User) -> None:
    match = finished_match([member])
    answer = client.get(record_address(match))
    assert answer.headers["Content-Type"] == "application/json"
    assert f'filename="kqj-match-{match.pk}.json"' in answer.headers["Content-Disposition"]
    record = json.loads(answer.content)
    assert (record["format"], record["commitment"]) == ("kqj-record", match.commitment)
    assert record["players"][0]["name"] == "Nadège"
    secret = bytes.fromhex(record.get("server_secret") or record["seed"])
    assert hashlib.sha256(secret).hexdigest() == match.commitment


def test_names_are_escaped(client: Client) -> None:
    bad = User.objects.create_user("<i>x</i>", password=None)
    match = finished_match([bad])
    text = client.get(address(match)).content.decode()
    assert "<i>x</i>" not in text
    assert "&lt;i&gt;x&lt;/i&gt;" in text


def test_the_report_link_of_a_match_names_it(client: Client) -> None:
    match = finished_match([])
    assert f"from={address(match)}" in client.get(address(match)).content.decode()


def test_the_match_page_tells_how_ratings_changed(client: Client, member: User) -> None:
    match = finished_match([member])
    text = client.get(address(match)).content.decode()
    assert re.findall(r'<span class="num">(\d+\?)</span> <span class="small \w*">([+−]\d+)</span>', text)
    answer = client.get(reverse("games:match_rating", args=[match.pk]))
    assert answer.headers["Cache-Control"] == "private, no-cache"
    told = answer.json()
    assert (told["state"], told["pool"], len(told["changes"])) == ("rated", "kqj-live-fixed", 6)
    for change in told["changes"]:
        assert change["before"] + change["change"] == change["after"]
        assert change["provisional"] is True
        assert f'<span class="num">{change["after"]}?</span>' in text


def test_the_match_page_tells_why_it_was_not_rated(client: Client, guest: User) -> None:
    match = finished_match([guest])
    why = "A guest played, and guests have no rating."
    assert f"Not rated. {why}" in client.get(address(match)).content.decode()
    told = client.get(reverse("games:match_rating", args=[match.pk])).json()
    assert told == {"state": "unrated", "why": why, "pool": "", "changes": []}


def test_ratings_of_a_match_that_goes_on_or_is_private_are_not_told(client: Client, member: User) -> None:
    running = start_match([member, *(make_user() for _ in range(5))])
    private = finished_match([], is_private=True)
    for match in (Match.objects.get(table=running), private):
        assert client.get(reverse("games:match_rating", args=[match.pk])).status_code == HTTPStatus.NOT_FOUND
