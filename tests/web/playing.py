"""Playing at the table as a person does, with one kind of input: what the tests of whole games need."""

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import PATIENCE, Visit

GLANCE = 40  # milliseconds between two looks; to look at every frame would have every frame drawn
ENOUGH_MOVES = 400
LAST_MOVE = "() => Number(document.querySelector('.log .moved.mine')?.dataset.number ?? 0)"
READY = "() => !document.querySelector('.actions.fresh')"
IN_TURN = "dnup-table.my-turn"
AT_REST = "() => !document.querySelector('dnup-table').getAnimations({ subtree: true }).length"


class Way(Protocol):
    """A kind of input: mouse, finger or keyboard."""

    def press(self, selector: str) -> None:
        """Press a button or follow a link."""

    def choose(self, card: Locator) -> None:
        """Select a card of the hand."""

    def confirm(self) -> None:
        """Make the move on the big button."""

    def rotate(self) -> None:
        """Turn the hand: first peek, then do it."""


class Pointer:
    """A mouse or a finger. In a fan only the left edge of a card can be hit."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        # Playwright's fingers do not reach Firefox (see engines.py): there it is a mouse on a screen of that size.
        self.touch = (
            touch
            and page.context.browser is not None
            and page.context.browser.browser_type.name == "chromium"
        )

    def at(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press(self, selector: str) -> None:
        found = self.page.locator(selector).first
        if self.touch:
            found.tap()
        else:
            found.click()

    def choose(self, card: Locator) -> None:
        wait_for_rest(self.page)
        self.at(*edge_of(card))

    def confirm(self) -> None:
        # A button that has just appeared takes no press; a click that is tried too early is tried again much later.
        self.page.wait_for_function(READY, polling=GLANCE)
        self.press("[data-do=first]")

    def rotate(self) -> None:
        self.press("[data-do=peek]")
        self.confirm()


class Keyboard:
    """The keyboard alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, selector: str) -> None:
        self.focus(selector)
        self.page.keyboard.press("Enter")

    def focus(self, selector: str, *, back: bool = False) -> None:
        """Walk there with Tab."""
        goal = self.page.locator(selector).first
        goal.wait_for()
        for _ in range(60):
            if goal.evaluate("(element) => element === document.activeElement"):
                return
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def choose(self, card: Locator) -> None:
        value = (card.get_attribute("data-card") or "").split("/")[0]
        self.page.keyboard.press("0" if value == "10" else value)

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def rotate(self) -> None:
        self.page.keyboard.press("r")
        self.page.keyboard.press("r")


def wait_for_rest(page: Page) -> None:
    """Wait until nothing on the table flies or slides any more: nobody taps on what is not there yet."""
    page.wait_for_function(AT_REST, polling=GLANCE)


def edge_of(card: Locator) -> tuple[float, float]:
    """A point on the part of a card that its right neighbor leaves free, however far both lean."""
    place: list[float] = card.evaluate(
        """(card) => {
            const middle = (one) => {
                const { x, y, width, height } = one.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
            };
            const [x, y] = middle(card), right = (one) => one.style.zIndex - card.style.zIndex === 1;
            const next = [...card.parentElement.children].find(right);
            const pitch = next ? Math.min(middle(next)[0] - x, card.offsetWidth) : 0;
            if (pitch <= 0) return [x, y]; // the last one, of its row or of the hand
            return [x - card.offsetWidth / 2 + pitch / 2 + 1, y];
        }"""
    )
    return place[0], place[1]


class Player:
    """Someone at a table, who plays what comes first."""

    def __init__(self, visit: Visit, way: Way) -> None:
        self.page = visit.page
        self.way = way

    def wait_for_turn(self) -> str:
        """Wait until there is something to do: `turn`, or `result` when the round has ended."""
        self.page.locator(f"{IN_TURN}, dialog.result").first.wait_for()
        return "result" if self.page.locator("dialog.result").count() else "turn"

    def hurry_to_turn(self) -> str:
        """The same, impatiently: a key that does nothing else makes what is shown go faster."""
        for _ in range(PATIENCE // GLANCE):
            if self.page.locator(f"{IN_TURN}, dialog.result").count():
                break
            self.page.keyboard.press("x")
            self.page.wait_for_timeout(GLANCE)
        return self.wait_for_turn()

    def make_move(self) -> None:
        """Make a move: a set that the page offers, or the turn of the hand."""
        if self.select():
            self.way.confirm()
        else:
            self.way.rotate()

    def select(self) -> bool:
        """Select the cards of a move that is legal; False if there is none."""
        usable = self.page.locator(".hand button.card:not(.dimmed)")
        if not usable.count():
            return False
        value = (usable.last.get_attribute("data-card") or "").split("/")[0]
        for number, card in enumerate(self.page.locator(f'.hand button[data-card^="{value}/"]').all(), 1):
            self.way.choose(card)
            expect(self.page.locator(".hand .selected")).to_have_count(number)
            if self.page.locator("[data-do=first]").is_visible():
                return True
            expect(self.page.locator(".hint.more")).to_be_visible()
        raise AssertionError("the page dims too little")

    def play_round(self) -> None:
        """Play until the round has ended."""
        for _ in range(ENOUGH_MOVES):
            if self.hurry_to_turn() == "result":
                return
            before = self.last_move()
            self.make_move()
            self.moved_on(before)
        raise AssertionError("the round does not end")

    def last_move(self) -> int:
        """Which event of the log was this player's last move; 0 before the first. Peeking and sending are none."""
        return int(self.page.evaluate(LAST_MOVE))

    def moved_on(self, before: int) -> None:
        """Wait until the log has a later move of this player. By then the table shows it, too."""
        later = f"(before) => ({LAST_MOVE})() > before"
        self.page.wait_for_function(later, arg=before, polling=GLANCE)

    def play_game(self) -> int:
        """Play to the end of the game; how many rounds that took."""
        for number in range(1, 30):
            self.play_round()
            expect(self.page.locator("dialog.result [data-do=ready]")).to_be_visible()
            if self.page.locator("html[data-phase=over]").count():
                return number
            self.way.press("dialog.result [data-do=ready]")
            expect(self.page.locator("dialog.result")).to_have_count(0)
        raise AssertionError("the game does not end")
