"""Finding a table by clicking: quick play in company, a block, a table with requirements."""

import re
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from accounts.services.relations import ask_friend, block
from games.models import Table
from games.services.tables import open_table
from tests.browser.player import Player
from tests.browser.tables import make_people, open_with

People = Callable[..., Player]
TABLE = re.compile(r"/tables/(\d+)/")


def play_now(player: Player) -> int:
    """Press Play now in the lobby; return the table that it led to."""
    player.open("/").button("Play now").first.click()
    player.page.wait_for_url(TABLE)
    found = TABLE.search(player.page.url)
    assert found is not None
    return int(found[1])


def test_two_people_find_each_other_and_bots_take_four_seats(person: People) -> None:
    users = make_people(2)
    one, two = (person(user) for user in users)
    fill_at = timezone.now() + timedelta(
        minutes=5
    )  # the site's own wait may be over before a busy machine has drawn it
    table = open_table(user=users[0], is_quick=True, fill_at=fill_at, time_control="normal", pace_ms=0)
    assert [play_now(one), play_now(two)] == [table.pk, table.pk]
    one.button("Wait longer").click()
    two.button("Begin now").click()
    for player in (one, two):
        expect(player.hand.first).to_be_visible()
        expect(player.page.locator(".seat .bt")).to_have_count(4)


def open_in_drawer(host: Player) -> None:
    """Open a private table with a time of its own and no guests."""
    drawer = host.open("/").page.get_by_role("dialog", name="Create a table")
    host.page.get_by_role("link", name="Create a table").click()
    drawer.get_by_label("By link only", exact=True).check(force=True)
    drawer.get_by_label(re.compile("^Own time")).check(force=True)
    drawer.get_by_label("Seconds to begin with").fill("45")
    drawer.get_by_text("Who may sit down, more exactly").click()
    drawer.get_by_label("No guests").check(force=True)
    expect(drawer.get_by_role("status")).to_contain_text("Too few matches")
    assert not host.seriously_wrong()
    drawer.get_by_role("button", name="Open the table").click()
    host.page.wait_for_url(TABLE)


def test_whom_one_blocks_is_not_met(person: People) -> None:
    ann, bob = make_people(2)
    block(user=ann, other=bob)
    blocker, blocked = person(ann), person(bob)
    assert play_now(blocker) != play_now(blocked)
    private = open_with(ann, has_bots=False, is_private=True)
    blocked.open(f"/tables/{private.pk}/?invite={private.invite_code}")
    blocked.button("Sit down").first.click()
    expect(blocked.page.get_by_text("You can't sit at this table.")).to_be_visible()
    blocker.open("/accounts/people/").button(f"End the block {bob.username}").click()
    expect(blocker.page.get_by_role("heading", name="You block")).to_have_count(0)
    blocked.button("Sit down").first.click()
    expect(blocked.button("I am ready")).to_be_visible()


def test_a_private_table_with_requirements_opened_in_the_drawer(person: People) -> None:
    host_user, friend_user = make_people(2)
    host, friend, guest = person(host_user), person(friend_user).open("/"), person()
    open_in_drawer(host)
    table = Table.objects.latest("pk")
    assert (table.requirements, (table.time_control or {})["bank"]) == ({"no_guests": True}, 45)
    befriend(host_user, friend_user)
    host.open(f"/tables/{table.pk}/invite/")
    link = host.page.get_by_label("Link", exact=True).input_value()
    assert host.page.get_by_alt_text("QR code of the link").evaluate("image => image.naturalWidth") > 100
    assert not host.seriously_wrong()
    host.button(f"Invite {friend_user.username}").click()
    invitation = friend.page.locator(f"#invited-{table.pk}")  # it comes without reloading
    invitation.get_by_role("button", name="Sit down").click()
    expect(friend.button("I am ready")).to_be_visible()
    guest.open("/").button("Play now").first.click()
    guest.page.wait_for_url(TABLE)
    guest.open(link).button("Sit down").first.click()
    expect(guest.page.get_by_text("Guests can't sit at this table")).to_be_visible()


def befriend(one: User, other: User) -> None:
    ask_friend(user=one, other=other)
    ask_friend(user=other, other=one)
