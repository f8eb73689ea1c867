"""Somebody who plays at the table page: finds things as people do, by what they are called, and waits for states."""

import json
import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

AT_ONCE = {"speed": "instant"}
"""Tests don't watch: events are shown without pauses."""
HARMLESS = re.compile(r"WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
"""What a browser says when the site is down on purpose."""


class Player:
    """A browser context with one page at a table.

    Attributes:
        url: of the site.
        errors: what the browser complained of.
    """

    def __init__(
        self, context: BrowserContext, *, url: str, user: Any = None, prefs: dict[str, object] | None = None
    ) -> None:
        self.context = context
        self.url = url
        self.errors: list[str] = []
        text = json.dumps({**AT_ONCE, **(prefs or {})})
        context.add_init_script(
            f"if (!localStorage.getItem('kqj-table')) localStorage.setItem('kqj-table', {json.dumps(text)});"
        )
        if user is not None:
            self._sign_in(user)
        self.page = self.new_page()

    def _sign_in(self, user: Any) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": self.url}])

    def new_page(self) -> Page:
        """Open another tab."""
        page = self.context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not HARMLESS.search(message.text):
            self.errors.append(f"{message.text} ({message.location.get('url')})")

    def open(self, path: str) -> "Player":
        self.page.goto(path)
        return self

    def open_table(self, table_id: int) -> "Player":
        """Go to a table and wait until it is drawn."""
        self.open(f"/tables/{table_id}/")
        expect(self.page.locator(".board .seat").first).to_be_visible()
        return self

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    @property
    def lit(self) -> Locator:
        """The cards that may be played now."""
        return self.page.locator(".hc.ok")

    @property
    def trick(self) -> Locator:
        return self.page.locator(".trick .tc:not(.slot)")

    @property
    def calls(self) -> Locator:
        return self.page.get_by_role("group", name="Your call")

    def cards(self) -> list[str]:
        """The codes of the cards in the hand, as they lie."""
        return [str(card.get_attribute("data-card")) for card in self.page.locator(".hc").all()]

    def look(self) -> dict[str, Any]:
        """What the table shows, to compare before and after."""
        return dict(
            self.page.evaluate(
                """() => {
                const texts = (css) => [...document.querySelectorAll(css)].map((found) => found.textContent.trim());
                const cards = (css) => [...document.querySelectorAll(css)].map((found) => found.dataset.card);
                return {hand: cards(".hc"), lit: cards(".hc.ok"), trick: cards(".tc[data-card]"), scores: texts(".score .num"),
                        contract: texts(".contract b"), counts: texts(".backs"), names: texts(".who .nm"), calls: texts(".say.b")};
            }"""
            )
        )

    def is_to_do(self) -> str:
        """What is asked of this person now: continue, call, play, over or nothing."""
        found = self.page.evaluate(
            """() => {
            const has = (css) => Boolean(document.querySelector(css));
            if (has(".final")) return "over";
            if (has('[data-focus="continue"]:not([aria-disabled])')) return "continue";
            if (has(".act")) return "call";
            return has(".hc.ok") ? "play" : "nothing";
        }"""
        )
        return str(found)

    def wait_for_something(self) -> str:
        """Wait until something is asked of this person; return what."""
        self.page.wait_for_function(
            "() => document.querySelector('.final, .act, .hc.ok') || document.querySelector('[data-focus=\"continue\"]:not([aria-disabled])')"
        )
        return self.is_to_do()

    def take_turn(self, what: str) -> None:
        """Do the plainest thing that is asked."""
        if what == "continue":
            self.button(re.compile("^Continue")).click()
            expect(self.button(re.compile("^Continue"))).to_have_count(0)
        elif what == "call":
            self.calls.get_by_role("button", name="Pass").click()
            expect(self.calls).to_have_count(0)
        elif what == "play":
            card = str(self.lit.first.get_attribute("data-card"))
            self.lit.first.click()
            expect(self.page.locator(f'.hc[data-card="{card}"]')).to_have_count(0)

    def play_until(self, wanted: str) -> None:
        """Do the plainest thing until this is asked."""
        while (what := self.wait_for_something()) != wanted:
            assert what != "over", f"the match was over before {wanted}"
            self.take_turn(what)

    def seriously_wrong(self) -> list[str]:
        """What axe finds that keeps people out: its serious and critical violations."""
        results = Axe().run(self.page)
        found = results.response["violations"]
        return [
            f"{issue['id']}: {[node['html'][:160] for node in issue['nodes']][:4]}"
            for issue in found
            if issue["impact"] in {"serious", "critical"}
        ]
