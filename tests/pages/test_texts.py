"""Pages that everybody may read, and the pages of errors."""

import re
from http import HTTPStatus

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from kqj_site.views import server_error

PAGES = ("lobby", "rules", "learn", "help", "about", "report", "table_new")


@pytest.mark.parametrize("name", PAGES)
def test_everybody_may_read(client: Client, name: str) -> None:
    answer = client.get(reverse(f"games:{name}"))
    assert answer.status_code == HTTPStatus.OK
    text = answer.content.decode()
    assert re.search(r"<title>.*\bKQJ\b.*</title>", text)
    assert text.count("<h1") == 1


@pytest.mark.parametrize("name", PAGES)
def test_a_member_may_read(client: Client, member: User, name: str) -> None:
    answer = client.get(reverse(f"games:{name}"))
    assert answer.status_code == HTTPStatus.OK
    assert "Nadège" in answer.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_stands_inline_that_the_policy_forbids(client: Client, member: User, name: str) -> None:
    answer = client.get(reverse(f"games:{name}"))
    text = answer.content.decode()
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style", text)
    assert not re.search(r"<script(?![^>]*\b(src|type=\"application/json\"))", text)
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_every_rule_can_be_linked_to(client: Client) -> None:
    text = client.get(reverse("games:rules")).content.decode()
    rules = [f"R{number}" for number in range(1, 32)] + ["R3a", "R30a", "R30b"]
    assert [rule for rule in rules if f'id="{rule}"' not in text] == []


def test_the_rules_show_what_the_engine_counts(client: Client) -> None:
    text = client.get(reverse("games:rules")).content.decode()
    rows = re.findall(r'<table class="ladder">.*?</table>', text, re.DOTALL)
    orders = [re.findall(r"<t[dh][^>]*>(\w+)</t[dh]>", row) for row in rows]
    assert orders[0] == [
        "A",
        "10",
        "H",
        "K",
        "Q",
        "J",
        "9",
        "8",
        "7",
        "6",
        "5",
        "4",
        "12",
        "10",
        "7",
        "5",
        "4",
        "3",
        "2",
        "1",
        "0",
        "0",
        "0",
        "0",
    ]
    assert orders[1] == [
        "9",
        "8",
        "7",
        "A",
        "10",
        "H",
        "K",
        "Q",
        "J",
        "6",
        "5",
        "4",
        "27",
        "22",
        "14",
        "12",
        "10",
        "7",
        "5",
        "4",
        "3",
        "0",
        "0",
        "0",
    ]
    assert orders[2] == [
        "A",
        "10",
        "H",
        "K",
        "Q",
        "J",
        "9",
        "8",
        "7",
        "6",
        "5",
        "4",
        "20",
        "17",
        "7",
        "5",
        "4",
        "3",
        "2",
        "1",
        "0",
        "0",
        "0",
        "0",
    ]
    assert orders[3] == [
        "9",
        "8",
        "7",
        "A",
        "10",
        "H",
        "K",
        "Q",
        "J",
        "6",
        "5",
        "4",
        "17",
        "14",
        "7",
        "6",
        "5",
        "4",
        "3",
        "2",
        "1",
        "0",
        "0",
        "0",
    ]


def test_links_of_texts_lead_somewhere(client: Client) -> None:
    texts = {name: client.get(reverse(f"games:{name}")).content.decode() for name in PAGES}
    for name, text in texts.items():
        for href in set(re.findall(r'<a [^>]*href="(/[^"]*)"', text)):
            path, _, anchor = href.partition("#")
            answer = client.get(path, follow=True)
            assert answer.status_code == HTTPStatus.OK, f"{name}: {href}"
            assert not anchor or f'id="{anchor}"' in answer.content.decode(), f"{name}: {href}"


def test_what_is_not_there(client: Client) -> None:
    answer = client.get("/nothing/here")
    assert answer.status_code == HTTPStatus.NOT_FOUND
    assert "Nobody sits here" in answer.content.decode()


def test_a_form_without_its_token(member: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(member)
    for path in (reverse("games:play_now"), reverse("games:table_new"), reverse("games:report")):
        answer = client.post(path)
        assert answer.status_code == HTTPStatus.FORBIDDEN
        assert "The form was too old" in answer.content.decode()


@pytest.mark.parametrize(("page", "heading"), [("403.html", "not yours"), ("429.html", "One card at a time")])
def test_other_errors_have_their_page(page: str, heading: str) -> None:
    assert heading in render_to_string(page)


def test_the_page_of_failures_asks_nobody(
    rf: RequestFactory, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        answer = server_error(rf.get("/"))
    assert answer.status_code == HTTPStatus.INTERNAL_SERVER_ERROR
    assert isinstance(answer, HttpResponse)
    text = answer.content.decode()
    assert "We dropped the cards" in text
    assert "csrfmiddlewaretoken" not in text


def test_robots_keep_out_of_tables(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert b"Disallow: /tables/" in answer.content


@pytest.mark.parametrize("name", ["lobby", "rules", "lobby_tables", "matches"])
def test_pages_are_read_only(client: Client, name: str) -> None:
    assert client.post(reverse(f"games:{name}")).status_code == HTTPStatus.METHOD_NOT_ALLOWED


@pytest.mark.parametrize("path", ["/play-now", "/tables/1/sit"])
def test_what_changes_something_is_posted(client: Client, path: str) -> None:
    assert client.get(path).status_code == HTTPStatus.METHOD_NOT_ALLOWED
