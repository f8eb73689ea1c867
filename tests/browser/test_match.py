"""Whole matches by clicking: a guest against bots, three people at one table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine import registry
from games.models import Match
from tests.browser.player import Player
from tests.browser.tables import SHORT, make_people, open_with

People = Callable[..., Player]


@pytest.mark.brokers
def test_play_now_seats_a_stranger_and_bots_fill_the_table(person: People) -> None:
    guest = person().open("/")
    guest.button("Play now").first.click()
    expect(guest.page).to_have_url(re.compile(r"/tables/\d+/$"))
    expect(guest.hand.first).to_be_visible()
    expect(guest.page.locator(".seat .bt")).to_have_count(5)
    expect(guest.page).to_have_title(re.compile("KQJ table"))


@pytest.mark.brokers
def test_a_guest_opens_a_table_and_plays_a_whole_match(person: People) -> None:
    guest = person().open("/tables/new")
    guest.page.get_by_label("A number of rounds").check(force=True)
    guest.page.get_by_label("Rounds", exact=True).fill("1")
    guest.button("Open the table").click()
    expect(guest.page.get_by_text("5 seats are free")).to_be_visible()
    guest.button("Fill 5 seats with bots").click()
    guest.button("I am ready").click()
    while (what := guest.wait_for_something()) != "over":
        guest.take_turn(what)
    panel = guest.page.get_by_role("dialog", name=re.compile("win"))
    expect(panel).to_contain_text("1 round was played.")
    panel.get_by_text("Verify the shuffle").click()
    guest.button("Check in this browser").click()
    expect(panel).to_contain_text("It agrees")
    expect(guest.page).to_have_title(re.compile("^Match over"))
    guest.page.get_by_role("link", name="Match page").click()
    expect(guest.page).to_have_url(re.compile(r"/matches/\d+/$"))
    match_id = int(guest.page.url.rstrip("/").rsplit("/", 1)[1])
    record = guest.context.request.get(f"/matches/{match_id}/record.json").json()
    assert registry.get("kqj").from_record(record) is not None
    assert len(record["nonces"]) == 1


def test_three_people_play_at_one_table(person: People) -> None:
    users = make_people(3)
    table = open_with(*users, options=SHORT)
    players = [person(user).open_table(table.pk) for user in users]
    for player in players:
        player.button("I am ready").click()
    for player in players:
        expect(player.hand.first).to_be_visible()
    hands = [set(player.cards()) for player in players]
    assert not hands[0] & hands[1] | hands[1] & hands[2] | hands[0] & hands[2]
    while not all(player.is_to_do() == "over" for player in players):
        for player in players:
            player.take_turn(player.is_to_do())
    scores = {tuple(sorted(player.page.locator(".places b.num").all_text_contents())) for player in players}
    assert len(scores) == 1
    assert Match.objects.get(table=table, number=1).finished_at is not None
