"""How long the page is busy at a stretch, in `make audit`: on a phone games begin, go on, end and are looked at again.

The browser's own trace tells it, by processor time. At a quarter of the speed the browser makes up for the clock, so
whatever else runs on the machine is counted, too, three times over: where it is busy, full speed tells more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, Error

from dnup.server.messages.events import (
    BotSeated,
    Created,
    MoveMade,
    RoundDealt,
    Seated,
    StoredEvent,
)
from dnup.server.messages.protocol import Options
from dnup.server.tables.scribe import Scribe
from dnup.server.tables.table import Table
from tools.web_demo.serving import ROOT

TASK: Final = 50  # milliseconds a task may take at a quarter of the speed
SLOW: Final = 4
TURNS: Final = 3
STEPS: Final = 6
PLAYERS: Final = 4
GAME: Final = "local-k7m2q9xw4zap"
ABOUT: Final = {
    "seat": "A",
    "phase": "playing",
    "round": 1,
    "players": PLAYERS,
    "turn": "A",
    "opponents": [{"seat": seat, "level": "easy"} for seat in "BCD"],
    "score": [0] * PLAYERS,
}

KEEP: Final = """([id, events, about]) =>
  import(new URL('../local/games.js', document.querySelector('script[src*=home]').src))
    .then(({ openGames }) => openGames())
    .then((games) => games.create(id, events, { created: '2026-01-01T00:00:00.000Z' }, about))"""
MIDDLE: Final = """(() => {
  const box = [...document.querySelectorAll(%s)].at(0).getBoundingClientRect();
  return [box.x + box.width / %d, box.y + box.height / 2];
})()"""


@dataclass(frozen=True)
class Tasks:
    """The longest task of a page, in milliseconds: on the clock, and of processor time."""

    clock: float
    processor: float
    long: int
    """How many took longer than a task may, by processor time."""


def game_before_the_end() -> tuple[list[StoredEvent], str]:
    """The events of a game in which the person's next move ends a round, and that move."""
    for line in (ROOT / "tests" / "data" / "golden.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if len(record["players"]) != PLAYERS or record["deck"] != "standard":
            continue
        events: list[StoredEvent] = [
            Created(Options(players=PLAYERS, deck="standard"), "standard", "me", 40 * PLAYERS),
            Seated("A", "Ada", "me"),
            *(BotSeated(seat, "easy") for seat in "BCD"),
            RoundDealt(tuple(record["rounds"][0]["deal"]), ""),
        ]
        table = Table(GAME, Scribe())
        for event in events:
            table.apply(event)
        *moves, last = record["rounds"][0]["moves"]
        for move in moves:
            assert table.turn is not None
            events.append(MoveMade(table.turn, move, "person" if table.turn == "A" else "bot"))
            table.apply(events[-1])
        if table.turn == "A":
            return events, last
    raise AssertionError("no game ends with a move of A's")


class Phone:
    """A page that is used by a finger.

    It is asked by the protocol of the browser's own tools: what Playwright brings along to look at a page is read by
    the page, too, and would be measured.
    """

    def __init__(
        self, browser: Browser, address: str, rate: int, kept: list[StoredEvent] | None = None
    ) -> None:
        self.browser = browser
        self.most = TASK * rate / SLOW
        self.page = browser.new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
        self.page.add_init_script(
            f"localStorage.setItem('level', 'expert'); localStorage.setItem('players', '{PLAYERS}')"
        )
        self.tools = self.page.context.new_cdp_session(self.page)
        self.page.goto(address, wait_until="networkidle")
        if kept:
            self.page.evaluate(KEEP, [GAME, [msgspec.to_builtins(event) for event in kept], ABOUT])
            self.page.reload(wait_until="networkidle")
        self.wait(3000)  # what follows the first load has come
        self.tools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        self.wait(1000)

    def wait(self, milliseconds: int) -> None:
        self.page.wait_for_timeout(milliseconds)

    def ask(self, expression: str) -> Any:
        while True:
            try:
                answer = self.tools.send(
                    "Runtime.evaluate", {"expression": expression, "returnByValue": True}
                )
                return answer["result"].get("value")
            except Error:  # between two pages
                self.wait(100)

    def has(self, selector: str) -> bool:
        return bool(self.ask(f"document.querySelector({json.dumps(selector)}) !== null"))

    def until(self, selector: str) -> None:
        """Look now and then: whoever looks at each frame is measured, too."""
        while not self.has(selector):
            self.wait(100)

    def tap(self, selector: str, *, edge: bool = False) -> None:
        x, y = self.ask(MIDDLE % (json.dumps(selector), 8 if edge else 2))
        self.tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def go(self, address: str) -> None:
        self.ask(f"void (location.href = {json.dumps(address)})")

    def tasks(self, work: Callable[[], None]) -> Tasks:
        """What the page does while something happens."""
        self.browser.start_tracing(
            page=self.page, categories=["toplevel", "devtools.timeline", "blink.user_timing"]
        )
        try:
            work()
            # Other pages are open: this one's thread is where the mark is.
            self.ask("void performance.mark('measured')")
        finally:
            events = json.loads(self.browser.stop_tracing())["traceEvents"]
        (thread,) = {(event["pid"], event["tid"]) for event in events if event["name"] == "measured"}
        found = [
            (event["dur"] / 1000, event.get("tdur", 0) / 1000)
            for event in events
            if event["name"] == "ThreadControllerImpl::RunTask"
            and event["ph"] == "X"
            and (event["pid"], event["tid"]) == thread
        ]
        return Tasks(
            max((clock for clock, _ in found), default=0),
            max((processor for _, processor in found), default=0),
            sum(processor > self.most for _, processor in found),
        )


def _beside_experts(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, Tasks]]:
    """From Play until the cards are dealt, and some moves, while experts think."""
    phone = Phone(browser, address, rate)

    def start() -> None:
        phone.tap("#go")
        phone.until("dnup-table.my-turn")
        phone.wait(3000)

    def move() -> None:
        for _ in range(TURNS):
            phone.tap("[data-do=peek]")
            phone.wait(1500)
            phone.tap("[data-do=first]")
            phone.until("dnup-table:not(.my-turn)")
            phone.until("dnup-table.my-turn, dialog.result")
            if phone.has("dialog.result"):
                break
            phone.wait(700)

    yield "start beside experts", phone.tasks(start)
    yield "moves beside experts", phone.tasks(move)
    phone.page.context.close()


def _kept_game(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, Tasks]]:
    """A game of *My games* is opened, its round ends, and another begins."""
    events, last = game_before_the_end()
    phone = Phone(browser, address, rate, events)

    def go_on() -> None:
        phone.tap(f"[data-game={GAME}] a.btn")
        phone.until("dnup-table.my-turn")
        phone.wait(3000)

    def end() -> None:
        for card in last.split()[1:]:
            phone.tap(f".hand button.card[data-card='{card}']:not(.selected)", edge=True)
            phone.wait(600)
        phone.tap("[data-do=first]")
        phone.until("dialog.result")
        phone.wait(2500)

    def next_round() -> None:
        phone.tap("[data-do=ready]")
        phone.wait(6000)

    yield "a kept game opens", phone.tasks(go_on)
    yield "a round ends", phone.tasks(end)
    yield "the next round", phone.tasks(next_round)
    phone.page.context.close()


def _review(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, Tasks]]:
    events, last = game_before_the_end()
    phone = Phone(browser, address, rate, [*events, MoveMade("A", last, "person")])

    def open_it() -> None:
        phone.go(f"{address}/review/?game={GAME}")
        phone.until("dnup-table .hand .card")
        phone.wait(5000)

    def step() -> None:
        for _ in range(STEPS):
            phone.tap("[data-do=next]")
            phone.wait(1300)

    yield "a review opens", phone.tasks(open_it)
    yield "steps through a review", phone.tasks(step)
    phone.page.context.close()


def _puzzles(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, Tasks]]:
    phone = Phone(browser, address, rate)

    def open_them() -> None:
        phone.go(f"{address}/puzzles/")
        phone.until("dnup-table .hand .card")
        phone.wait(4000)

    yield "puzzles open", phone.tasks(open_them)
    phone.page.context.close()


def all_tasks(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, Tasks]]:
    """Everything that is measured, by name, at one part of the processor's speed."""
    for scene in (_beside_experts, _kept_game, _review, _puzzles):
        yield from scene(browser, address, rate)
