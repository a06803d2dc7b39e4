"""Visits to the page with Debian's Chromium: what the tests of lessons and rules need of it."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


class Visit:
    """One visitor with a browser of their own."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address.rstrip("/")

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until something is there and says so."""
        found = self.page.locator(selector).first
        expect(found).to_be_visible(timeout=20_000)
        if text:
            expect(found).to_contain_text(text, timeout=20_000)

    def gone(self, selector: str) -> None:
        """Wait until nothing is there any more."""
        expect(self.page.locator(selector)).to_have_count(0, timeout=20_000)

    def hears(self, text: str) -> None:
        """Wait until it is announced to those who listen."""
        expect(self.page.locator("#say")).to_contain_text(text, timeout=20_000)

    def fits(self) -> None:
        """Nothing is wider than the window."""
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"the page is {wide} px wide in a window of {window}"

    def axe(self) -> None:
        """axe-core finds nothing wrong with what is shown."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        # All that is fine would be megabytes.
        found = self.page.evaluate("axe.run({ resultTypes: ['violations'] }).then((all) => all.violations)")
        assert not found, [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]


class Browsing:
    """A browser and the server it visits."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.console: list[str] = []
        """What the browser had to complain about."""

    def visit(self, **options: Any) -> Visit:
        context = self.browser.new_context(**options)
        page = context.new_page()
        page.on("console", lambda line: self.console.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: self.console.append(str(error)))
        return Visit(page, self.address)
