"""The browsers of the tests: Debian's Chromium, or with `--engine firefox` Debian's Firefox. All are launched here."""

import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Playwright, Touchscreen

from tests.need import need_program

PROGRAMS = {"chromium": "chromium", "firefox": "firefox-esr"}
SHELL = "chromium-headless-shell"
"""Chromium without its windows: the same engine, network and storage, for about two thirds of the processor time."""
FLAGS = ["--no-sandbox"]
STILL = {"ui.prefersReducedMotion": 1}
"""Playwright cannot ask Debian's Firefox for less motion page by page: the whole browser is asked."""


class Engine:
    """A browser to launch, in whatever form a test needs it."""

    def __init__(self, playwright: Playwright, name: str) -> None:
        self.name = name
        self._type = playwright.chromium if name == "chromium" else playwright.firefox
        self._browsers: dict[tuple[bool, bool], Browser] = {}
        if name == "firefox":
            _let_clicks_be_taps()

    def browser(self, *, still: bool = False, windows: bool = False) -> Browser:
        """The browser that all tests share.

        For those that want no motion Firefox is another one, and for those that need windows Chromium.
        """
        key = still and self.name == "firefox", windows and self.name == "chromium"
        if key not in self._browsers:
            how = self._how(key[0])
            if self.name == "chromium" and not windows:
                how["executable_path"] = shutil.which(SHELL) or how["executable_path"]
            self._browsers[key] = self._type.launch(**how)
        return self._browsers[key]

    def launch(self, *, still: bool = False, **options: Any) -> Browser:
        """A browser of a test, with windows."""
        return self._type.launch(**self._how(still), **options)

    def launch_profile(self, folder: Path, **options: Any) -> BrowserContext:
        """A browser that keeps things on disk, as a person's does."""
        still = options.get("reduced_motion") == "reduce"
        return self._type.launch_persistent_context(folder, **self._how(still), **options)

    def new_context(self, *, windows: bool = False, **options: Any) -> BrowserContext:
        """A stranger to the shared browser."""
        if self.name == "firefox":
            options.pop(
                "is_mobile", None
            )  # a mode of Chromium; the size of the window and touch are said beside it
        still = options.get("reduced_motion") == "reduce"
        return self.browser(still=still, windows=windows).new_context(**options)

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
