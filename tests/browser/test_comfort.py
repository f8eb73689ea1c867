"""Playing comfortably: the card chosen ahead, the one that plays itself, coming back, taking back, claiming the rest."""

import re
from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Locator, expect

from games.models import Table
from games.services.executors import load_state
from games.services.play import Command, Kind, perform
from games.services.table_claims import can_claim
from games.services.table_values import TableState
from tests.browser.player import Player
from tests.browser.tables import make_people, start_with

People = Callable[..., Player]
LONG: dict[str, object] = {"goal": None, "rounds": 30}
LATE = 2
WRONG_MS = (-300_000, -61_000, -900, 0, 42_000, 300_000)
"""How far the clocks of six computers are out."""
MISCLICK = """(code) => new Promise((resolve) => {
    const look = () => {
      const undo = document.querySelector('[data-focus="undo"]');
      if (!undo) return requestAnimationFrame(look);
      undo.click();
      resolve(undo.textContent);
    };
    document.querySelector(`.hc[data-card="${code}"]`).click();
    look();
  })"""
"""Plays a card and takes it back in the same breath: the server waits two seconds, a busy machine may take longer."""
SLACK_SECONDS = 1.5
"""A page writes its clocks four times a second, when the machine lets it."""
SHIFT = """{ const Real = Date; const off = %d;
  globalThis.Date = class extends Real {
    constructor(...parts) { super(...(parts.length ? parts : [Real.now() + off])); }
    static now() { return Real.now() + off; }
  }; }"""
"""Sets a browser's clock."""


def act(table: Table, action: str) -> None:
    """Let whoever has to act do this."""
    state = load_state(table.pk)
    sitter = state.seats[state.to_act[0]]
    assert sitter is not None
    payload = {"action": action}
    perform(
        table_id=table.pk,
        command=Command(Kind.ACT, f"act-{state.version}", sitter.user_id, version=state.version, payload=payload),
    )


def plainest(state: TableState) -> str:
    """Return what somebody does who wants cards to be played: takes, else the first legal action."""
    texts = state.legal_texts(state.to_act[0])
    return next((text for text in texts if text.startswith("take")), texts[0])


def play_on(table: Table, *, until: Callable[[TableState], bool]) -> TableState:
    """Let everybody act plainly until this holds."""
    while not until(state := load_state(table.pk)):
        act(table, plainest(state))
    return state


def is_in_trick(state: TableState, *, seat: int) -> bool:
    """Return whether the seat has to act, on a card that was led, with a choice of cards left."""
    view = state.setup.game.view(state.engine, seat)
    return state.to_act == (seat,) and bool(view["trick"]) and len(view["hand"]) > 1


def legal_after(state: TableState, *, action: str, seat: int) -> list[str]:
    """Return the cards that the seat may play once this was done."""
    game = state.setup.game
    step = game.apply(state.engine, state.to_act[0], game.parse_action(action))
    if game.to_act(step.state) != (seat,):
        return []
    return [game.format_action(found).removeprefix("play ") for found in game.legal_actions(step.state, seat)]


def choice_is_narrow(state: TableState) -> bool:
    """Return whether seat 0 acts next, and may then play some of its cards only."""
    if state.to_act != (5,):
        return False
    legal = legal_after(state, action=plainest(state), seat=0)
    return 0 < len(legal) < len(hand_of(state))


def hand_of(state: TableState) -> list[str]:
    """Return the cards of seat 0."""
    return list(state.setup.game.view(state.engine, 0)["hand"])


def is_certain(state: TableState) -> bool:
    """Return whether whoever has to act may claim the rest; looked at near the end of a deal alone, where it is likely."""
    seat = state.to_act[0]
    view = state.setup.game.view(state.engine, seat)
    return view["phase"] == "playing" and len(view["hand"]) <= LATE and can_claim(state, seat=seat)


def card(player: Player, code: str) -> Locator:
    return player.page.locator(f'.hc[data-card="{code}"]')


def test_a_card_chosen_ahead_is_played_or_dropped(person: People) -> None:
    users = make_people(6)
    table = start_with(*users, options=LONG)
    state = play_on(table, until=choice_is_narrow)
    player = person(users[0]).open_table(table.pk)
    legal = legal_after(state, action=plainest(state), seat=0)
    illegal = next(code for code in hand_of(state) if code not in legal)
    card(player, illegal).click()
    expect(card(player, illegal)).to_have_attribute("aria-pressed", "true")
    player.page.keyboard.press("Escape")
    expect(card(player, illegal)).to_have_attribute("aria-pressed", "false")
    card(player, illegal).click()
    assert not player.seriously_wrong()
    act(table, plainest(state))
    expect(player.page.get_by_role("alert")).to_contain_text(re.compile("Follow|Play higher|[Tt]rump"))
    expect(card(player, illegal)).to_be_visible()
    state = play_on(table, until=choice_is_narrow)
    expect(player.trick).to_have_count(len(state.setup.game.view(state.engine, 0)["trick"]))
    chosen = legal_after(state, action=plainest(state), seat=0)[-1]
    card(player, chosen).click()
    act(table, plainest(state))
    expect(card(player, chosen)).to_have_count(0)


def test_a_card_without_a_choice_plays_itself_where_that_is_wished(person: People) -> None:
    users = make_people(6)
    table = start_with(*users, options=LONG)
    state = play_on(table, until=lambda state: state.to_act == (0,) and len(state.legal_texts(0)) == 1)
    single = state.legal_texts(0)[0].removeprefix("play ")
    player = person(users[0]).open_table(table.pk)
    expect(player.lit).to_have_count(1)
    player.page.keyboard.press("g")
    player.page.get_by_label("Play a card by itself").check()
    expect(card(player, single)).to_have_count(0)
    assert load_state(table.pk).version == state.version + 1


def test_a_player_taken_over_comes_back_in_mid_trick(person: People) -> None:
    users = make_people(6)
    table = start_with(*users, options=LONG)
    state = play_on(table, until=lambda state: is_in_trick(state, seat=0))
    player = person(users[0]).open_table(table.pk)
    expect(player.lit.first).to_be_visible()
    perform(table_id=table.pk, command=Command(Kind.TAKE_OVER, "silent", seat=0, version=state.version))
    expect(player.page.get_by_text("A bot plays for you.")).to_be_visible()
    player.button("I’m back").click()
    expect(player.page.get_by_text("A bot plays for you.")).to_have_count(0)
    play_on(table, until=lambda state: is_in_trick(state, seat=0) and len(hand_of(state)) < len(player.cards()) + 1)
    player.take_turn("play")
    assert len(hand_of(load_state(table.pk))) == player.hand.count()


def test_a_misclick_is_taken_back_and_what_is_certain_is_claimed(person: People) -> None:
    users = make_people(6)
    table = start_with(*users, options=LONG, can_undo=True, is_rated=False)
    play_on(table, until=lambda state: is_in_trick(state, seat=0))
    player = person(users[0]).open_table(table.pk)
    code = str(player.lit.first.get_attribute("data-card"))
    assert player.page.evaluate(MISCLICK, code) == "Take back"
    expect(card(player, code)).to_be_visible()
    expect(player.page.locator(f'.tc[data-card="{code}"]')).to_have_count(0)
    assert code in hand_of(load_state(table.pk))
    state = play_on(table, until=is_certain)
    claimer = person(users[state.to_act[0]]).open_table(table.pk)
    claimer.button("The rest is mine").click()
    claimer.button("Play them out").click()
    expect(claimer.page.locator(".sheetlike")).to_contain_text(re.compile("Contract|Litigation"))


def say(player: Player, text: str) -> None:
    player.page.get_by_role("textbox", name="Message to the table").fill(text)
    player.page.keyboard.press("Enter")


def test_who_is_blocked_at_a_line_is_heard_by_the_others_alone(person: People) -> None:
    users = make_people(3)
    table = start_with(*users)
    loud, annoyed, friend = (person(user).open_table(table.pk) for user in users)
    say(loud, "once")
    annoyed.page.get_by_role("tab", name="Chat").click()
    expect(annoyed.page.get_by_role("log")).to_contain_text("once")
    annoyed.button("Mute, block, report").click()
    annoyed.page.get_by_role("button", name="Block", exact=True).click()
    expect(annoyed.page.get_by_text("Blocked:")).to_be_visible()
    annoyed.button("Hear them again").click()
    say(loud, "twice")
    expect(friend.page.locator(".desk-chat")).to_contain_text("twice")
    say(friend, "thrice")
    expect(annoyed.page.get_by_role("log")).to_contain_text("thrice")
    expect(annoyed.page.get_by_role("log")).not_to_contain_text("twice")


def test_six_windows_with_wrong_clocks_show_the_same_time(person: People) -> None:
    users = make_people(6)
    table = start_with(*users, options=LONG, time_control="relaxed")
    turn = load_state(table.pk).to_act[0]
    player = person(users[0])
    for wrong_ms in WRONG_MS:
        page = player.new_page()
        page.add_init_script(SHIFT % wrong_ms)
        page.goto(f"/tables/{table.pk}/")
        face = page.locator(f'.seat[data-seat="{turn}"] .clk')
        expect(face).to_have_attribute("data-state", "runs")
        before = seconds_left(table, seat=turn)
        minutes, seconds = face.inner_text().split(":")
        after = seconds_left(table, seat=turn)
        assert after - SLACK_SECONDS <= int(minutes) * 60 + int(seconds) <= before + 1 + SLACK_SECONDS


def seconds_left(table: Table, *, seat: int) -> float:
    """Return what the server says is left of a clock that runs."""
    clock = load_state(table.pk).clocks[seat]
    assert clock.since is not None
    return clock.bank_ms / 1000 - (timezone.now() - clock.since).total_seconds()
