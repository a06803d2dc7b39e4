"""One device for several people, as the tests of the page handle it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.web.browsing import Visit
from tests.web.playing import Keyboard, Player, Way

TABLE = "local-k7m2q9xw4zap"
CURTAIN = ".curtain:not([hidden]):not(.up)"
OPEN = "[data-do=open-hand]"
KEEP = """([id, events]) => import(new URL('../device/games.js', document.querySelector('script[src*=home]').src))
    .then(({ openGames }) => openGames())
    .then((games) => games.create(id, events, { created: '' }, { seat: null, phase: 'playing', round: 1 }))"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
AWAKE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
    requestAnimationFrame(() => setTimeout(done, 510)))))"""
"""The curtain takes no press in its first half second."""

DECK = ["1/5*", "1/6", "1/7", "2/5", "2/6", "3/4", "3/5", "4/6", "4/8"]
HANDS = ["1/5 1/6 3/4", "2/5 2/6 3/5", "1/7 4/6 4/8"]
"""For three players; the star makes A begin."""


def events(
    names: list[str | None], hands: list[str] | None = None, deck: list[str] | str = "printed"
) -> list[dict[str, Any]]:
    """The events of a table with these people, and bots where there is no name; dealt if there are hands."""
    options = {"players": len(names), "deck": "", "scoring": "letters", "seconds": None, "memory": "all"}
    created = {
        "type": "created",
        "options": options,
        "deck": deck,
        "key": "me",
        "stall_limit": 20 * len(names),
    }
    people = [
        {"type": "seated", "seat": seat, "name": name, "key": f"me-{seat}"}
        for seat, name in zip("ABCDE", names, strict=False)
        if name is not None
    ]
    bots = [
        {"type": "bot-seated", "seat": seat, "level": "easy"}
        for seat, name in zip("ABCDE", names, strict=False)
        if name is None
    ]
    dealt = [{"type": "round-dealt", "hands": hands, "salt": "00"}] if hands else []
    return [created, *people, *bots, *dealt]


class Around:
    """People around one device, who play with one kind of input."""

    def __init__(self, visit: Visit, way: Way | None = None) -> None:
        self.visit = visit
        self.page = visit.page
        self.way = way or Keyboard(visit.page)
        self.player = Player(visit, self.way)

    def sit_down(self, names: list[str | None]) -> None:
        """Fill in the form: a person for each name, a bot where there is none."""
        self.visit.open("/pass/")
        for seat in range(5):
            name = names[seat] if seat < len(names) else ""
            kind = "bot" if name is None else "person" if name else "nobody"
            self.page.locator(f'[data-seat="{seat}"][data-kind={kind}]').click()
            if name:
                self.page.locator(f'[data-name="{seat}"]').fill(name)

    def deal(self) -> str:
        """Begin; returns what the table is called."""
        self.page.locator("#deal").click()
        self.page.wait_for_url("**/table/#local-*")
        return self.page.url.partition("#")[2]

    def keep(self, table: list[dict[str, Any]], name: str = TABLE) -> None:
        """Put a table with these events on the device, and open it."""
        self.visit.open("/")
        self.page.evaluate(KEEP, [name, table])
        self.page.goto(f"{self.visit.address}/table/#{name}")

    def waits_for(self, name: str) -> None:
        """The curtain hangs for someone."""
        expect(self.page.locator(CURTAIN)).to_be_visible()
        expect(self.page.locator("#whose")).to_contain_text(name)

    def open(self) -> None:
        """The person who is named opens their hand, as soon as the curtain takes a press."""
        self.page.locator(CURTAIN).wait_for()
        self.page.evaluate(AWAKE)
        self.way.press(OPEN)
        self.page.locator(CURTAIN).wait_for(state="hidden")

    def state(self) -> str:
        """What the device shows: `curtain`, `turn` or `result`."""
        self.page.locator(f"{CURTAIN}, dnup-table.my-turn, dialog.result").first.wait_for()
        if self.page.locator("dialog.result").count():
            return "result"
        return "curtain" if self.page.locator(CURTAIN).count() else "turn"

    def play_round(self) -> int:
        """Play until the round has ended; how often the device was opened."""
        opened = 0
        for _ in range(400):
            now = self.state()
            if now == "result":
                return opened
            if now == "curtain":
                self.open()
                opened += 1
                continue
            position = self.position()
            self.player.make_move()
            self.page.wait_for_function(
                "([position, curtain]) => document.querySelector(curtain) || document.querySelector('dialog.result')"
                " || document.querySelector('.log li[data-number]')?.dataset.number !== position",
                arg=[position, CURTAIN],
            )
        raise AssertionError("the round does not end")

    def position(self) -> str | None:
        """The number of the last event in the log."""
        number: str | None = self.page.evaluate(
            "() => document.querySelector('.log li[data-number]')?.dataset.number ?? null"
        )
        return number
