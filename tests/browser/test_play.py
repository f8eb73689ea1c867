"""Playing cards: by keyboard, on a phone, refused, after a refresh, in two tabs, watched."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.player import Player
from tests.browser.tables import make_people, open_with, start_with
from tests.running_site import RunningSite

People = Callable[..., Player]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
CARD_NAME = re.compile("^(Ace|Hero|King|Queen|Jack|10|[4-9]) of (spades|hearts|diamonds|clubs)")


@pytest.fixture
def player(person: People) -> Player:
    """Somebody with five bots who has to play a card."""
    user = make_people(1)[0]
    player = person(user).open_table(start_with(user).pk)
    player.play_until("play")
    return player


def test_cards_are_buttons_with_names_and_illegal_ones_say_why(player: Player) -> None:
    for card in player.hand.all():
        assert CARD_NAME.match(str(card.get_attribute("aria-label")))
    for card in player.page.locator(".hc.no").all():
        assert card.get_attribute("aria-disabled") == "true"
        assert "Not now" in str(card.get_attribute("aria-label"))


def test_keyboard_plays_a_card_and_focus_stays_in_the_hand(player: Player) -> None:
    count = player.hand.count()
    player.page.locator("body").press("ArrowRight")
    focused = player.page.locator(":focus")
    expect(focused).to_have_class(re.compile(r"\bok\b"))
    card = focused.get_attribute("data-card")
    focused.press("Enter")
    expect(player.page.locator(f'.hc[data-card="{card}"]')).to_have_count(0)
    if count > 1:
        expect(player.page.locator(".hand .hc:focus, .hand:focus, .sheetlike :focus").first).to_be_attached()


def test_an_illegal_card_is_not_sent_and_the_duty_is_told(player: Player) -> None:
    illegal = player.page.locator(".hc.no")
    while not illegal.count():
        player.take_turn(player.wait_for_something())
        player.play_until("play")
    count = player.hand.count()
    illegal.first.click(force=True, position={"x": 12, "y": 20})
    expect(player.page.get_by_role("alert")).to_contain_text(re.compile("Follow|Play higher|[Tt]rump"))
    assert player.hand.count() == count


def test_a_refused_card_goes_back_with_the_reason(person: People) -> None:
    user = make_people(1)[0]
    player = person(user)
    lies = pretend_all_is_legal(player.page)
    player.open_table(start_with(user).pk)
    while (what := player.wait_for_something()) != "play" or not lies:
        player.take_turn(what)
    card = lies[0]
    player.page.locator(f'.hc[data-card="{card}"]').click()
    expect(player.page.get_by_role("alert")).to_contain_text(re.compile("led|trump"))
    expect(player.page.locator(f'.hc[data-card="{card}"]')).to_be_visible()
    expect(player.page.locator(f'.tc[data-card="{card}"]')).to_have_count(0)


def pretend_all_is_legal(page: Page) -> list[str]:
    """Make the page believe that every card it holds is legal; return a list that then holds those that are not."""
    hand: set[str] = set()
    lies: list[str] = []

    def change(text: str) -> str:
        message = json.loads(text)
        if message["type"] not in {"view", "event"}:  # presence and the like say nothing of what is legal
            return text
        body = message.get("view", message)
        if message["type"] == "view":
            hand.clear()
            hand.update(body.get("hand") or [])
        for event in message.get("events", []):
            if event["kind"] == "round_started":
                hand.clear()
            hand.update(event.get("cards", []) if event["kind"] == "dealt" else [])
            hand.discard(event.get("card", ""))
        legal = body.get("legal_actions") or []
        is_play = any("play" in text for text in legal)
        lies[:] = sorted(card for card in hand if f"play {card}" not in legal) if is_play else []
        if lies:
            body["legal_actions"] = [*legal, *(f"play {card}" for card in lies)]
        return json.dumps(message)

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(change(str(text))))

    page.route_web_socket(re.compile("/ws/tables/"), route)
    return lies


def test_a_refresh_in_mid_trick_shows_the_same_table(player: Player) -> None:
    before = player.look()
    player.page.reload()
    expect(player.lit.first).to_be_visible()
    assert player.look() == before


def test_the_table_stands_as_it_was_after_a_restart_of_the_server(player: Player, live_site: RunningSite) -> None:
    before = player.look()
    live_site.kill_child("web")
    expect(player.page.get_by_text("The connection is lost.")).to_have_count(0)
    expect(player.lit.first).to_be_visible()
    assert player.look() == before
    player.take_turn("play")


def test_two_tabs_of_one_player_agree(player: Player) -> None:
    first, second = player.page, player.new_page()
    second.goto(first.url)
    expect(second.locator(".hc.ok").first).to_be_visible()
    count = player.hand.count()
    player.take_turn("play")
    expect(second.locator(".hc")).to_have_count(count - 1)
    player.page = second
    what = player.wait_for_something()
    player.take_turn(what)
    second_look = player.look()
    player.page = first
    first.wait_for_function(
        "(count) => document.querySelectorAll('.hc').length === count", arg=len(second_look["hand"])
    )


def test_a_watcher_sees_the_table_but_no_hand(person: People) -> None:
    player_user, watcher_user = make_people(2)
    table = start_with(player_user)
    frames: list[str] = []
    watcher = person(watcher_user)
    watcher.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    watcher.open_table(table.pk)
    expect(watcher.page.get_by_text("You are watching")).to_be_visible()
    player = person(player_user).open_table(table.pk)
    player.play_until("play")
    hand = set(player.cards())
    expect(watcher.page.locator(".seat")).to_have_count(6)
    expect(watcher.page.locator(".hc")).to_have_count(0)
    open_cards = set(watcher.look()["trick"])
    told = "".join(frames)
    returned = re.search(r'"return":"(..)"', told)
    known = open_cards | ({returned[1]} if returned else set()) | set(re.findall(r'"card":"(..)"', told))
    assert not [card for card in hand - known if f'"{card}"' in told]


@pytest.mark.parametrize("window", [PHONE, NARROW], ids=["390", "360"])
def test_a_phone_window_plays_without_sideways_scrolling(person: People, window: dict[str, object]) -> None:
    user = make_people(1)[0]
    player = person(user, **window).open_table(start_with(user).pk)
    player.play_until("play")
    widths = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]
    for card in player.hand.all():
        box = card.bounding_box()
        assert box
        assert box["width"] >= 44
    code = str(player.lit.first.get_attribute("data-card"))
    player.lit.first.tap(position={"x": 12, "y": 20})
    expect(player.page.locator(f'.hc[data-card="{code}"]')).to_have_count(0)
    player.page.get_by_role("tab", name="Score sheet").tap()
    expect(player.page.get_by_role("tabpanel", name="Score sheet")).to_be_visible()
    player.button("Close the panel").tap()
    expect(player.page.get_by_role("tabpanel")).to_have_count(0)


def test_touching_twice_when_asked_for(person: People) -> None:
    user = make_people(1)[0]
    player = person(user, prefs={"confirm": True}).open_table(start_with(user).pk)
    while player.wait_for_something() != "play":
        player.take_turn(player.is_to_do())
    count = player.hand.count()
    player.lit.first.click()
    expect(player.page.locator(".hc.raised")).to_have_count(1)
    assert player.hand.count() == count
    player.page.locator(".hc.raised").click()
    expect(player.hand).to_have_count(count - 1)


def test_a_stranger_is_offered_a_seat(person: People) -> None:
    table = open_with(*make_people(1), has_bots=False)
    stranger = person().open(f"/tables/{table.pk}/")
    stranger.button("Sit down as a guest").click()
    expect(stranger.page.get_by_text("4 seats are free")).to_be_visible()
