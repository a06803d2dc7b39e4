"""How long the page is busy at a stretch: on a phone games begin, go on, end and are looked at again.

Part of `make audit`; by itself `python -m tools.page.long_tasks`. It reads processor times from the browser's trace.
That of one task varies by half between runs on machines with shared cores, and a CPU throttled to a quarter counts
other work three times over. So everything is measured several times; the best counts, and the spread is shown.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, Error, sync_playwright

from dnup.server.messages.events import (
    BotSeated,
    Created,
    MoveMade,
    RoundDealt,
    Seated,
    StoredEvent,
)
from dnup.server.messages.protocol import Options
from dnup.server.tables.table import Table
from dnup.server.tables.wire_writer import WireWriter
from tools import ROOT
from tools.page.demo.serving import FLAGS, serving

TASK: Final = 100  # milliseconds a task may take at a quarter of the speed
SLOW: Final = 4
RUNS: Final = 5
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
  import(new URL('../device/games.js', document.querySelector('script[src*=home]').src))
    .then(({ openGames }) => openGames())
    .then((games) => games.create(id, events, { created: '2026-01-01T00:00:00.000Z' }, about))"""
MIDDLE: Final = """(() => {
  const box = [...document.querySelectorAll(%s)].at(0).getBoundingClientRect();
  return [box.x + box.width / %d, box.y + box.height / 2];
})()"""


@dataclass(frozen=True)
class Longest:
    """The longest task of each run, in milliseconds of processor time, the best first."""

    runs: tuple[float, ...]
    most: float
    """What a task may take."""

    @property
    def good(self) -> bool:
        return self.runs[0] <= self.most

    def __str__(self) -> str:
        best, *others = (f"{run:.0f}" for run in self.runs)
        return f"{best} ms (other runs {', '.join(others)}); bar {self.most:g}" if others else f"{best} ms"


def game_before_the_end() -> tuple[list[StoredEvent], str]:
    """The events of a game in which the person's next move ends a round, and that move."""
    for line in (ROOT / "tests" / "data" / "golden.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if len(record["players"]) != PLAYERS or record["deck"] != "standard":
            continue
        events: list[StoredEvent] = [
            Created(Options(players=PLAYERS, deck="balanced"), "balanced", "me", 40 * PLAYERS),
            Seated("A", "Ada", "me"),
            *(BotSeated(seat, "easy") for seat in "BCD"),
            RoundDealt(tuple(record["rounds"][0]["deal"]), ""),
        ]
        table = Table(GAME, WireWriter())
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
        # A phone by its size and its finger. Whatever else is pretended (a kind of screen, a color scheme) is told to
        # the page again whenever it is left, which then styles all it has: nobody's phone does that.
        self.page = browser.new_page(
            viewport={"width": 390, "height": 844},
            has_touch=True,
            color_scheme="null",
            contrast="null",
            forced_colors="null",
            reduced_motion="null",
        )
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
        """Poll now and then: polling at each frame would be measured too."""
        while not self.has(selector):
            self.wait(100)

    def tap(self, selector: str, *, edge: bool = False) -> None:
        x, y = self.ask(MIDDLE % (json.dumps(selector), 8 if edge else 2))
        self.tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        self.tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def go(self, address: str) -> None:
        self.ask(f"void (location.href = {json.dumps(address)})")

    def longest(self, work: Callable[[], None]) -> float:
        """The longest task of the page while something happens, in milliseconds of processor time."""
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
        return max(
            float(event.get("tdur", 0)) / 1000
            for event in events
            if event["name"] == "ThreadControllerImpl::RunTask"
            and event["ph"] == "X"
            and (event["pid"], event["tid"]) == thread
        )


def _beside_experts(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, float]]:
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

    yield "start beside experts", phone.longest(start)
    yield "moves beside experts", phone.longest(move)
    phone.page.context.close()


def _kept_game(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, float]]:
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

    yield "a kept game opens", phone.longest(go_on)
    yield "a round ends", phone.longest(end)
    yield "the next round", phone.longest(next_round)
    phone.page.context.close()


def _review(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, float]]:
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

    yield "a review opens", phone.longest(open_it)
    yield "steps through a review", phone.longest(step)
    phone.page.context.close()


def _puzzles(browser: Browser, address: str, rate: int) -> Iterator[tuple[str, float]]:
    phone = Phone(browser, address, rate)

    def open_them() -> None:
        phone.go(f"{address}/puzzles/")
        phone.until("dnup-table .hand .card")
        phone.wait(4000)

    yield "puzzles open", phone.longest(open_them)
    phone.page.context.close()


def all_tasks(browser: Browser, address: str, rate: int, runs: int = RUNS) -> Iterator[tuple[str, Longest]]:
    """Everything that is measured, by name, at one part of the processor's speed."""
    for scene in (_beside_experts, _kept_game, _review, _puzzles):
        for same in zip(*(list(scene(browser, address, rate)) for _ in range(runs)), strict=True):
            times = sorted(longest for _, longest in same)
            yield same[0][0], Longest(tuple(times), TASK * rate / SLOW)


def main() -> None:
    """Say what takes how long; end with 1 if something takes too long."""
    parser = argparse.ArgumentParser(prog="python -m tools.page.long_tasks", description=main.__doc__)
    parser.add_argument(
        "--slow", type=int, default=SLOW, metavar="N", help="an Nth of the processor's speed (%(default)s)"
    )
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help="times of each (%(default)s)")
    parser.add_argument("--json", action="store_true", help="the longest tasks of all runs, in milliseconds")
    chosen = parser.parse_args()
    found: dict[str, Longest] = {}
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        for what, longest in all_tasks(browser, address, chosen.slow, chosen.runs):
            found[what] = longest
            if not chosen.json:
                print(f"  {what:24} {longest}", flush=True)
        browser.close()
    if chosen.json:
        print(json.dumps({what: longest.runs for what, longest in found.items()}, indent=1))
    sys.exit(not all(longest.good for longest in found.values()))


if __name__ == "__main__":
    main()
