"""The bars for calls, the waiting room, the panels after a round, talk, settings, and what axe says."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from accounts.models import User
from games.services.executors import load_state
from games.services.play import Command, Kind, perform
from games.services.tables import close_table
from tests.browser.player import Player
from tests.browser.tables import AUCTION, ROUNDS, make_people, open_with, start_with

People = Callable[..., Player]


def test_the_take_in_both_laps(person: People) -> None:
    users = make_people(6)
    table = start_with(*users)
    reader = person(users[0]).open_table(table.pk)
    pass_until(table.pk, users[0])
    expect(reader.calls).to_be_visible()
    expect(reader.calls.get_by_role("button", name=re.compile("^Take"))).to_be_enabled()
    reader.page.locator("body").press("p")
    expect(reader.page.locator(".say.p0")).to_have_text("Pass")
    pass_until(table.pk, users[0])
    expect(reader.calls.get_by_role("group", name="Trump").get_by_role("button")).to_have_count(6)
    reader.page.locator("body").press("n")
    reader.page.locator("body").press("t")
    expect(reader.page.get_by_role("group", name="Contract")).to_contain_text("No-Trump")
    expect(reader.hand).to_have_count(8)


def pass_for(table_id: int, user_id: int) -> None:
    """Let a user who has to call pass."""
    version = load_state(table_id).version
    command = Command(Kind.ACT, f"pass-{version}", user_id, version=version, payload={"action": "pass"})
    perform(table_id=table_id, command=command)


def user_to_act(table_id: int) -> int:
    """Return the id of the user who has to act."""
    state = load_state(table_id)
    sitter = state.seats[state.to_act[0]]
    assert sitter is not None
    return sitter.user_id


def pass_until(table_id: int, user: User) -> None:
    """Let everybody pass until the user has to call."""
    while (user_id := user_to_act(table_id)) != user.pk:
        pass_for(table_id, user_id)


def test_the_auction_steps_bids_and_counters(person: People) -> None:
    users = make_people(6)
    table = start_with(*users, options=AUCTION)
    readers = {user.pk: person(user) for user in users[:3]}
    for reader in readers.values():
        reader.open_table(table.pk)
    bidder = first_to_call(table.pk, readers)
    bidder.button("10 more").click()
    expect(bidder.calls.locator("output")).to_have_text("130")
    bidder.calls.get_by_role("button", name="Hearts").click()
    bidder.calls.get_by_role("button", name=re.compile("^Bid 130")).click()
    expect(bidder.page.locator(".bigbid")).to_contain_text("130")
    other = first_to_call(table.pk, readers, wanted="Counter")
    other.page.locator("body").press("x")
    expect(other.page.get_by_role("img", name="Countered").first).to_be_visible()
    over = first_to_call(table.pk, readers, wanted="Overcounter")
    over.button(re.compile("^Overcounter")).click()
    expect(over.page.get_by_role("img", name="Overcountered").first).to_be_visible()


def first_to_call(table_id: int, readers: dict[int, Player], *, wanted: str = "") -> Player:
    """Pass for everybody until somebody with a browser may make the wanted call; return them."""
    for _ in range(12):
        user_id = user_to_act(table_id)
        reader = readers.get(user_id)
        if reader:
            expect(reader.calls).to_be_visible()
            if not wanted or reader.calls.get_by_role("button", name=re.compile(f"^{wanted}")).count():
                return reader
        pass_for(table_id, user_id)
    raise AssertionError(f"nobody could call {wanted}")


def test_after_a_round_the_account_is_given_and_continue_goes_on(person: People) -> None:
    user = make_people(1)[0]
    player = person(user).open_table(start_with(user, options=ROUNDS).pk)
    player.play_until("continue")
    panel = player.page.locator(".sheetlike")
    expect(panel).to_contain_text("Round 1")
    expect(panel.get_by_role("heading")).to_contain_text(re.compile("Contract|Litigation|Passed out"))
    assert not player.seriously_wrong()
    player.button(re.compile("^Continue")).click()
    expect(panel).to_have_count(0)
    row = player.page.get_by_role("row").get_by_role("button").first
    row.click()
    expect(row).to_have_attribute("aria-expanded", "true")


def test_waiting_room_sits_moves_fills_and_shows_the_link(person: People) -> None:
    host, visitor = make_people(2)
    table = open_with(host, has_bots=False, is_private=True)
    owner = person(host).open_table(table.pk)
    expect(owner.page.get_by_text("Who has this link can sit down")).to_be_visible()
    link = owner.page.locator(".share code").inner_text()
    guest = person(visitor).open(link)
    guest.button(
        "Sit down",
    ).last.click()
    expect(owner.page.get_by_text("4 seats are free")).to_be_visible()
    guest.button("Sit down on seat 5").click()
    expect(guest.page.locator('.seat.p0[data-seat="4"]')).to_be_visible()
    owner.button("A bot on seat 3").click()
    expect(owner.page.get_by_text("3 seats are free")).to_be_visible()
    owner.page.get_by_text("The shuffle can be checked").click()
    assert table.match
    expect(owner.page.locator(".commit .full")).to_have_text(table.match.commitment)
    assert not owner.seriously_wrong()


def test_a_private_table_stays_closed_to_others(person: People) -> None:
    host, other = make_people(2)
    table = open_with(host, has_bots=False, is_private=True)
    stranger = person(other)
    response = stranger.page.goto(f"/tables/{table.pk}/")
    assert response
    assert response.status in {403, 404}
    stranger.errors.clear()


def test_talk_is_text_and_comes_to_the_others(person: People) -> None:
    users = make_people(2)
    table = start_with(*users)
    first, second = (person(user).open_table(table.pk) for user in users)
    first.page.get_by_role("textbox", name="Message to the table").fill("<img src=x onerror=alert(1)> bravo")
    first.page.keyboard.press("Enter")
    expect(second.page.locator(".desk-chat")).to_contain_text("<img src=x onerror=alert(1)> bravo")
    expect(second.page.locator(".desk-chat img")).to_have_count(0)
    expect(second.page.locator(".bdg")).to_have_text("1")


def test_settings_are_kept_and_help_tells_the_keys(person: People) -> None:
    user = make_people(1)[0]
    player = person(user).open_table(start_with(user).pk)
    player.page.locator("body").press("g")
    player.page.get_by_label("Four colours").check(force=True)
    player.page.get_by_label("Bottle green").check(force=True)
    player.button("Close").click()
    player.page.locator("body").press("?")
    expect(player.page.get_by_role("heading", name="Keys", exact=True)).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("heading", name="Keys", exact=True)).to_have_count(0)
    player.page.reload()
    expect(player.page.locator("html")).to_have_attribute("data-deck", "4")
    expect(player.page.locator("html")).to_have_attribute("data-mat", "bottle")


def test_a_bot_that_stands_in_leaves_when_the_player_comes_back(person: People) -> None:
    user, friend = make_people(2)
    table = start_with(user, friend)
    perform(table_id=table.pk, command=Command(Kind.LEAVE, "gone", user.pk, payload={"confirm": True}))
    player = person(user).open_table(table.pk)
    expect(player.page.get_by_text("A bot plays for you.")).to_be_visible()
    player.button("I’m back").click()
    expect(player.page.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(player.hand.first).to_be_visible()


def test_a_closed_table_says_so(person: People) -> None:
    user = make_people(1)[0]
    table = open_with(user, has_bots=False)
    player = person(user).open_table(table.pk)
    close_table(table_id=table.pk)
    expect(player.page.get_by_text("This table is closed")).to_be_visible()
    expect(player.page).to_have_title(re.compile("^Closed"))


def test_axe_finds_nothing_serious(person: People) -> None:
    user = make_people(1)[0]
    player = person(user, reduced_motion="reduce").open("/")
    assert not player.seriously_wrong()
    player.open_table(open_with(user, has_bots=False).pk)
    assert not player.seriously_wrong()
    player.open_table(start_with(user).pk)
    player.play_until("play")
    assert not player.seriously_wrong()
    player.page.emulate_media(color_scheme="dark")
    assert not player.seriously_wrong()
