"""What the pages' scripts do, in a real browser against the real site."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, BrowserContext, Page, expect

from accounts.models import User
from tests.games.seated import make_table, make_user, make_users
from tests.pages.played import finished_match
from tests.running_site import RunningSite

POLL_MS = 20_000
"""Several times the lobby's pause between two questions."""


@pytest.fixture
def context(browser: Browser, live_site: RunningSite) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=live_site.url, viewport={"width": 1366, "height": 850})
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that must not complain."""
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []


def sign_in(context: BrowserContext, site: RunningSite, user: User) -> None:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    context.add_cookies([{"name": "sessionid", "value": session.session_key, "url": site.url}])


def test_play_now_leads_a_stranger_to_a_table(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))


def test_the_lobby_shows_what_is_new_and_keeps_the_focus(page: Page) -> None:
    first = make_table([make_user()])
    page.goto("/")
    button = page.locator(f"#open-{first.pk} button")
    button.focus()
    second = make_table(make_users(2))
    expect(page.locator(f"#open-{second.pk}")).to_be_visible(timeout=POLL_MS)
    expect(button).to_be_focused()


def test_a_row_that_changes_keeps_the_focus_too(page: Page) -> None:
    table = make_table([make_user()])
    page.goto("/")
    row = page.locator(f"#open-{table.pk}")
    row.get_by_role("button").focus()
    from games.services.tables import sit_down

    sit_down(table_id=table.pk, user=make_user())
    expect(row).to_contain_text("4 seats free", timeout=POLL_MS)
    expect(row.get_by_role("button")).to_be_focused()


def test_the_drawer_opens_closes_and_gives_the_focus_back(page: Page) -> None:
    page.goto("/")
    opener = page.get_by_role("link", name="Create a table")
    opener.click()
    drawer = page.get_by_role("dialog", name="Create a table")
    expect(drawer).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(opener).to_be_focused()


def test_rounds_are_asked_for_only_without_a_goal(page: Page) -> None:
    page.goto("/tables/new")
    rounds = page.get_by_label("Rounds", exact=True)
    expect(rounds).to_be_hidden()
    page.get_by_text("A number of rounds").click()
    expect(rounds).to_be_visible()
    rounds.fill("3")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/\d+/$"))


def test_the_choice_of_dark_lasts(page: Page) -> None:
    page.goto("/rules/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark colours").click()
    dark = page.evaluate(ground)
    assert dark != light
    page.reload()
    assert page.evaluate(ground) == dark


def test_the_menu_closes_on_escape(page: Page, context: BrowserContext, live_site: RunningSite) -> None:
    user = make_user()
    sign_in(context, live_site, user)
    page.goto("/about/")
    menu = page.locator("details.menu")
    menu.locator("summary").click()
    expect(menu.get_by_role("link", name="My matches")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link", name="My matches")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()


def test_the_match_page_checks_its_proof_and_shows_local_times(page: Page) -> None:
    match = finished_match([], now=None)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("#main").get_by_text("Matches", exact=True)).to_be_visible()
    expect(page.get_by_text("Does not match")).to_be_hidden()
    expect(page.locator("time[data-local]").first).to_have_attribute("title", re.compile("2026"))


@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 1366)])
def test_pages_are_fit_for_all(browser: Browser, live_site: RunningSite, theme: str, width: int) -> None:
    match = finished_match([], now=None, options={"partners": "random"})
    context = browser.new_context(
        base_url=live_site.url,
        viewport={"width": width, "height": 800},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        bypass_csp=True,  # axe is put into the page
    )
    page = context.new_page()
    found = []
    for path in ("/", "/rules/", "/help/", "/tables/new", "/report", f"/matches/{match.pk}/", "/nothing"):
        page.goto(path)
        found += [f"{path}: {fault['id']}" for fault in Axe().run(page).response["violations"]]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{path}: wider than {width}")
    context.close()
    assert found == []
