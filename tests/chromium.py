"""The installed Chromium, driven by Playwright."""

import os
import shutil

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path() -> str:
    """Return the path of the browser, or fail the test with what to install."""
    given = os.environ.get("CHROMIUM")
    path = given or next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail("no Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM to its path")
    return path


class Chromium:
    """One browser for many tests; Playwright's loop keeps other tests from using asyncio while it is open."""

    def __init__(self) -> None:
        self._playwright: Playwright = sync_playwright().start()
        self.browser: Browser = self._playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )

    def close(self) -> None:
        """Close it and let asyncio go."""
        self.browser.close()
        self._playwright.stop()
