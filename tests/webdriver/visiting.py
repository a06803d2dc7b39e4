"""A visit to the page through WebDriver: what `tests/web/browsing.py` and `playing.py` do with Playwright."""

from __future__ import annotations

from typing import Any

from tests.webdriver.driver import DriverError, Wire, wait_until

ENOUGH_MOVES = 400
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Shift": "\ue008", "Control": "\ue009"}
KEYS |= {
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
    "Home": "\ue011",
}
SEEN = """
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const find = (selector) => [...document.querySelectorAll(selector)].find(seen);
"""
MIDDLE = """
  const { left, top, width, height } = one.getBoundingClientRect();
  const middle = [Math.round(left + width / 2), Math.round(top + height / 2)];
"""
LAST_MOVE = "Number(document.querySelector('.log .moved.mine')?.dataset.number ?? 0)"
AT_REST = "return !document.querySelector('dnup-table').getAnimations({ subtree: true }).length"
# A fan covers all of a card but its left edge: the first point that is the card's own.
POINT_OF = """
  const one = [...document.querySelectorAll(arguments[0])][arguments[1]];
  const { left, top, width, height } = one.getBoundingClientRect();
  for (const down of [.5, .35, .65, .2, .8]) for (let across = .04; across < 1; across += .04) {
    const [x, y] = [Math.round(left + width * across), Math.round(top + height * down)];
    if (document.elementFromPoint(x, y)?.closest('.hand > button') === one) return [x, y];
  }
  return null;
"""


class Visit:
    """One visitor of a page."""

    def __init__(self, wire: Wire, address: str, pointer: str = "mouse") -> None:
        self.wire = wire
        self.address = address.rstrip("/")
        self.pointer = pointer

    # ---- what is there

    def run(self, script: str, *arguments: Any) -> Any:
        return self.wire.script(script, list(arguments))

    def open(self, path: str) -> None:
        """Open a page, and wait until it speaks: by then it listens, too."""
        self.wire.navigate(self.address + path)
        self.wait("return document.documentElement.matches('[data-words]')")

    def wait(self, script: str, *arguments: Any) -> Any:
        """Wait until a script says yes. While one page goes and the next one comes, neither says anything."""

        def ask() -> Any:
            try:
                return self.run(script, *arguments)
            except DriverError as error:
                if "no such" in str(error) or "javascript error" not in str(error):
                    return None
                raise

        return wait_until(ask, f"{script.strip()} {arguments or ''} at {self.where()}")

    def where(self) -> str:
        return str(self.run("return location.href"))

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until something is there and says so."""
        self.wait(
            f"{SEEN} return Boolean(find(arguments[0])?.textContent.includes(arguments[1]))", selector, text
        )

    def gone(self, selector: str) -> None:
        self.wait("return !document.querySelector(arguments[0])", selector)

    def count(self, selector: str) -> int:
        return int(self.run("return document.querySelectorAll(arguments[0]).length", selector))

    def comes_to(self, part: str) -> None:
        """Wait until the address has this in it, and the page there speaks."""
        asked = (
            "return location.href.includes(arguments[0]) && document.documentElement.matches('[data-words]')"
        )
        self.wait(asked, part)

    def fits(self) -> None:
        """Nothing is wider than the window."""
        wide, window = self.run("return [document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, f"{self.where()} is {wide} px wide in a window of {window}"

    def set(self, **settings: str) -> None:
        """Change settings that the page keeps."""
        self.run("Object.assign(localStorage, arguments[0])", settings)

    # ---- what is done

    def point(self, *steps: dict[str, Any]) -> None:
        kind = {"pointerType": self.pointer}
        self.wire.actions(
            [{"type": "pointer", "id": self.pointer, "parameters": kind, "actions": list(steps)}]
        )

    def press_at(self, x: float, y: float) -> None:
        self.point(move(x, y), DOWN, UP)

    def press(self, selector: str, text: str = "") -> None:
        """Press something that is seen, not covered by anything, and takes presses."""
        asked = f"""{SEEN}
          const one = [...document.querySelectorAll(arguments[0])].find((one) => seen(one)
            && one.textContent.includes(arguments[1]) && !one.disabled && !one.closest('.actions.fresh'));
          if (!one) return null;
          one.scrollIntoView({{ block: 'nearest' }});
          {MIDDLE}
          const there = document.elementFromPoint(...middle);
          return there && (one.contains(there) || there.contains(one)) ? middle : null;"""
        self.press_at(*self.wait(asked, selector, text))

    def drag(self, start: tuple[int, int], end: tuple[int, int], *, drop: bool = True) -> None:
        across = [start[0] + (end[0] - start[0]) * i // 6 for i in range(1, 6)]
        down = [start[1] + (end[1] - start[1]) * i // 6 for i in range(1, 6)]
        steps = [move(x, y, 20) for x, y in zip(across, down, strict=True)]
        self.point(move(*start), DOWN, *steps, move(*end, 20), *([UP] if drop else []))

    def key(self, *names: str) -> None:
        """Press keys one after another; `Shift+ArrowLeft` holds the first one."""
        steps = []
        for name in names:
            held = [KEYS.get(part, part) for part in name.split("+")]
            steps += [{"type": "keyDown", "value": value} for value in held]
            steps += [{"type": "keyUp", "value": value} for value in reversed(held)]
        self.wire.actions([{"type": "key", "id": "keys", "actions": steps}])

    def type(self, selector: str, text: str) -> None:
        """Write into a field instead of what is there."""
        self.press(selector)
        self.run("document.querySelector(arguments[0]).select()", selector)
        self.key(*text)


def move(x: float, y: float, duration: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": duration}


DOWN: dict[str, Any] = {"type": "pointerDown", "button": 0}
UP: dict[str, Any] = {"type": "pointerUp", "button": 0}


class Player:
    """Someone at the table who plays by pointer or by keys."""

    def __init__(self, visit: Visit, *, keys: bool = False) -> None:
        self.visit = visit
        self.keys = keys

    def wait_for_turn(self) -> str:
        """Wait until there is something to do: `turn`, or `result` when the round has ended."""
        asked = f"""{SEEN}
          if (document.querySelector('dialog.result')) return 'result';
          return document.querySelector('dnup-table.my-turn') ? 'turn' : '';"""
        return str(self.visit.wait(asked))

    def wait_for_rest(self) -> None:
        self.visit.wait(AT_REST)

    def choose(self, selector: str, number: int = 0) -> None:
        """Select a card of the hand."""
        if self.keys:
            card = self.visit.run(
                "return document.querySelectorAll(arguments[0])[arguments[1]].dataset.card", selector, number
            )
            value = card.split("/")[0]
            self.visit.key("0" if value == "10" else value)
        else:
            self.wait_for_rest()
            self.visit.press_at(*self.visit.wait(POINT_OF, selector, number))

    def confirm(self) -> None:
        if self.keys:
            self.visit.key("Enter")
        else:
            self.visit.press("[data-do=first]")

    def make_move(self) -> None:
        """Make a move: a set that the page offers, or the turn of the hand."""
        before = self.last_move()
        if self.select():
            self.confirm()
        elif self.keys:
            self.visit.key("r", "r")
        else:
            self.visit.press("[data-do=peek]")
            self.confirm()
        self.visit.wait(f"return {LAST_MOVE} > arguments[0]", before)

    def select(self) -> bool:
        """Select the cards of a move that is legal; False if there is none."""
        visit = self.visit
        usable = "return [...document.querySelectorAll('.hand button.card:not(.dimmed)')].at(-1)?.dataset.card ?? ''"
        value = visit.run(usable).split("/")[0]
        if not value:
            return False
        cards = f'.hand button[data-card^="{value}/"]'
        for number in range(visit.count(cards)):
            self.choose(cards, number)
            visit.wait(
                "return document.querySelectorAll('.hand .selected').length === arguments[0]", number + 1
            )
            asked = f"{SEEN} return find('[data-do=first]') ? 'move' : find('.hint.more') ? 'more' : ''"
            if visit.wait(asked) == "move":
                return True
        raise AssertionError("the page dims too little")

    def last_move(self) -> int:
        return int(self.visit.run(f"return {LAST_MOVE}"))

    def play_round(self) -> int:
        """Play until the round has ended; how many moves that took."""
        for number in range(ENOUGH_MOVES):
            if self.wait_for_turn() == "result":
                return number
            self.make_move()
        raise AssertionError("the round does not end")
