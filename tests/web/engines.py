"""The browsers of the tests: Debian's Chromium, or with `--engine firefox` Debian's Firefox. All are launched here."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Playwright, Touchscreen

from tests.need import need_program

PROGRAMS = {"chromium": "chromium", "firefox": "firefox-esr"}
FLAGS = ["--no-sandbox"]
STILL = {"ui.prefersReducedMotion": 1}
"""Playwright cannot ask Debian's Firefox for less motion page by page: the whole browser is asked."""


class Engine:
    """A browser to launch, in whatever form a test needs it."""

    def __init__(self, playwright: Playwright, name: str) -> None:
        self.name = name
        self._type = playwright.chromium if name == "chromium" else playwright.firefox
        self._browsers: dict[bool, Browser] = {}
        if name == "firefox":
            _let_clicks_be_taps()

    def browser(self, *, still: bool = False) -> Browser:
        """The browser that all tests share; for those that want no motion Firefox is another one."""
        key = still and self.name == "firefox"
        if key not in self._browsers:
            self._browsers[key] = self.launch(still=key)
        return self._browsers[key]

    def launch(self, *, still: bool = False, **options: Any) -> Browser:
        return self._type.launch(**self._how(still), **options)

    def launch_profile(self, folder: Path, **options: Any) -> BrowserContext:
        """A browser that keeps things on disk, as a person's does."""
        still = options.get("reduced_motion") == "reduce"
        return self._type.launch_persistent_context(folder, **self._how(still), **options)

    def new_context(self, **options: Any) -> BrowserContext:
        """A stranger to the shared browser."""
        if self.name == "firefox":
            options.pop(
                "is_mobile", None
            )  # a mode of Chromium; the size of the window and touch are said beside it
        still = options.get("reduced_motion") == "reduce"
        return self.browser(still=still).new_context(**options)

    def close(self) -> None:
        for browser in self._browsers.values():
            browser.close()

    def _how(self, still: bool) -> dict[str, Any]:
        program = need_program(PROGRAMS[self.name])
        if self.name == "chromium":
            return {"executable_path": program, "args": FLAGS}
        prefs = STILL if still else {}
        return {"executable_path": program, "channel": "moz-firefox", "firefox_user_prefs": prefs}


def _let_clicks_be_taps() -> None:
    """Playwright's taps do not arrive in Debian's Firefox, so there a mouse stands for the finger.

    That proves nothing about fingers: tests that are about them are for Chromium only.
    """

    def tap(self: Locator, **options: Any) -> None:
        self.click(**options)

    def tap_at(self: Touchscreen, x: float, y: float) -> None:
        raise NotImplementedError(f"Playwright cannot tap at {x}, {y} in Firefox")

    Locator.tap = tap  # type: ignore[method-assign]
    Touchscreen.tap = tap_at  # type: ignore[method-assign]
