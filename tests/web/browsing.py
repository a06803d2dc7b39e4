"""Visits to the page with a browser of Debian: what all tests of the page need of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import BrowserContext, Page, expect

from dnup.site.files import WEB
from tests.need import missing
from tests.web.engines import Engine

PATIENCE = 180_000  # milliseconds; a busy machine is slow, not wrong
expect.set_options(timeout=PATIENCE)
OLD = "delete globalThis.WebAssembly"
"""A browser without it plays against bots at tables of the server."""
REVIEW = "review/review.js"
CANCELLED = ("net::ERR_ABORTED", "NS_BINDING_ABORTED")
"""What browsers say of a request that was not over when its page was left."""
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


SAVED = """() => { window.saved = new Promise((done) => {
  const { createObjectURL } = URL, { click } = HTMLAnchorElement.prototype;
  let blob;
  URL.createObjectURL = (one) => createObjectURL.call(URL, blob = one);
  HTMLAnchorElement.prototype.click = function () {
    Object.assign(URL, { createObjectURL });
    Object.assign(HTMLAnchorElement.prototype, { click });
    blob.text().then((text) => done([this.download, text]));
  };
  addEventListener('click', (event) => {
    const link = event.target.closest('a[download]');
    if (!link) return;
    event.preventDefault();
    fetch(link.href).then((answer) => answer.text()).then((text) => done([link.download, text]));
  }, { capture: true, once: true });
}); }"""
"""What the page hands to the browser to save: for Firefox, about whose files Playwright hears nothing.

tests/webdriver has Firefox really save one."""


class Saved(NamedTuple):
    """A file that the page has saved."""

    name: str
    text: str


class Visit:
    """One visitor, with cookies and settings of their own."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address.rstrip("/")

    def open(self, path: str) -> None:
        """Open a page, and wait until it speaks: by then it listens, too."""
        self.page.goto(self.address + path)
        self.page.locator("html[data-words]").wait_for()

    def resize(self, width: int, height: int) -> None:
        self.page.set_viewport_size({"width": width, "height": height})

    def shade(self, side: Literal["light", "dark"]) -> None:
        """Show the page in light or in dark. Firefox cannot be asked to prefer one: there it is as if it were set."""
        self.page.emulate_media(color_scheme=side, reduced_motion="reduce")
        if not self.page.evaluate("(side) => matchMedia(`(prefers-color-scheme: ${side})`).matches", side):
            self.page.evaluate("(side) => { document.documentElement.dataset.theme = side; }", side)

    def saves(self, press: Callable[[], object]) -> Saved:
        """The file that a press saves."""
        if "Firefox" in self.page.evaluate("navigator.userAgent"):
            self.page.evaluate(SAVED)
            press()
            return Saved(*self.page.evaluate("window.saved"))
        with self.page.expect_download() as download:
            press()
        text = download.value.path().read_text(encoding="utf-8")
        return Saved(download.value.suggested_filename, text)

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until something is there and says so."""
        found = self.page.locator(selector).first
        expect(found).to_be_visible()
        if text:
            expect(found).to_contain_text(text)

    def gone(self, selector: str) -> None:
        """Wait until nothing is there any more."""
        expect(self.page.locator(selector)).to_have_count(0)

    def hears(self, text: str) -> None:
        """Wait until it is announced to those who listen."""
        expect(self.page.locator("#say")).to_contain_text(text)

    def fits(self) -> None:
        """Nothing is wider than the window."""
        wide, window = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"the page is {wide} px wide in a window of {window}"

    def axe(self, *rules: str) -> None:
        """axe-core finds nothing wrong with what is shown, looking at everything or at these rules."""
        if not AXE.exists():
            missing("axe-core, which npm installs")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        # All that is fine would be megabytes.
        options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
        found = self.page.evaluate("(options) => axe.run(options).then((all) => all.violations)", options)
        assert not found, [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]


class Browsing:
    """The visits of one test to a server. The browser is shared; every visitor is a stranger to it."""

    def __init__(self, engine: Engine, address: str) -> None:
        self.engine = engine
        self.address = address
        self.console: list[str] = []
        """What the browser had to complain about."""
        self._contexts: list[BrowserContext] = []

    def visit(
        self, *, old: bool = False, keeping: bool = False, thorough: bool = False, **options: Any
    ) -> Visit:
        """Someone new, whose bots answer at once. An old browser plays at the server, any other on its own device.

        It keeps the page for later, or thinks long about a game, only if a test is about that: both take their time.
        """
        context = self.engine.new_context(service_workers="allow" if keeping else "block", **options)
        context.set_default_timeout(PATIENCE)
        if thorough:
            context.route(f"**/{REVIEW}", lambda route: route.fulfill(path=WEB / REVIEW))
        if old:
            context.add_init_script(OLD)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda line: self.console.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: self.console.append(str(error)))
        return Visit(page, self.address)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
