"""How soon bots answer on the device while the server compiles, and when it has compiled everything.

`python -m benchmarks.device` starts a server with an empty cache and plays against two hard bots in Chromium.
`taskset -c 0` before it shows the same on one core.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

from playwright.sync_api import Page, Route, sync_playwright
from rich.console import Console

from benchmarks.report import Figure, describe_machine, show
from benchmarks.starts import is_healthy, server

TOPIC: Final = "Bots on the device, from a person's move to the first answer"
STARTS: Final = 3
"""Starts of a server with an empty cache."""
MOVES: Final = 15
"""Moves to measure after the server is ready; before, all that fit in."""
LISTEN: Final = """
  window.answers = [];
  const Plain = Worker;
  let asked = 0, seat = '';
  window.Worker = class extends Plain {
    constructor(...how) {
      super(...how);
      this.addEventListener('message', ({ data: { event, data } }) => {
        if (event !== 'message') return;
        const message = JSON.parse(data);
        if (message.type === 'welcome') seat = message.seat;
        const moves = (message.events ?? []).filter(({ type, seat: by }) => type === 'moved' && by !== seat);
        if (asked && moves.length) {
          window.answers.push(performance.now() - asked);
          asked = 0;
        }
      });
    }
    postMessage(message, ...more) {
      if (message.data?.type === 'move') asked = performance.now();
      super.postMessage(message, ...more);
    }
  };
"""
"""Notes the milliseconds from a person's move to the bot's, as the page gets to know of them."""


def answer_at_once(route: Route) -> None:
    """Let bots think without the pause that makes them seem human."""
    original = route.fetch()
    text, count = re.subn(r"(BOT_PAUSE = )\d+", r"\g<1>0", original.text())
    assert count == 1
    route.fulfill(response=original, body=text)


def open_page(page: Page, address: str) -> None:
    page.route("**/device/scheduler.js", answer_at_once)
    page.add_init_script("localStorage.setItem('level', 'hard'); localStorage.setItem('players', '3')")
    page.add_init_script(LISTEN)
    page.goto(address)
    page.locator("html[data-words]").wait_for()
    page.locator("#go").click()


def moves(page: Page) -> Iterator[float]:
    """Rotate the hand again and again, round after round; the milliseconds until each answer."""
    while True:
        page.locator("dnup-table.my-turn, dialog.result").first.wait_for()
        if page.locator("dialog.result").count():
            page.locator("dialog.result [data-do=ready]").click()
            page.locator("dialog.result").wait_for(state="detached")
            continue
        page.locator("[data-do=peek]").click()
        page.locator(".actions:not(.fresh) [data-do=first]").click()
        page.wait_for_function("() => window.answers.length || document.querySelector('dialog.result')")
        yield from page.evaluate("window.answers.splice(0)")


def measure(page: Page, address: str) -> tuple[list[float], list[float]]:
    """The milliseconds of all answers while the server compiles, and of `MOVES` afterwards."""
    open_page(page, address)
    answers = moves(page)
    next(answers)  # the first one loads the engine
    during: list[float] = []
    while not is_healthy(address):
        during.append(next(answers))
    return during[:-1], [next(answers) for _ in range(MOVES)]


def figures() -> list[Figure]:
    """Compare the answers of some starts."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("benchmarks.device: there is no chromium (Debian: apt-get install chromium)")
    options: dict[str, Any] = {"executable_path": program, "args": ["--no-sandbox"]}
    during: list[float] = []
    after: list[float] = []
    with sync_playwright() as playwright, playwright.chromium.launch(**options) as browser:
        for _ in range(STARTS):
            with (
                browser.new_page(reduced_motion="reduce") as page,
                tempfile.TemporaryDirectory() as cache,
                server({**os.environ, "NUMBA_CACHE_DIR": cache}) as address,
            ):
                beside, alone = measure(page, address)
            during += beside
            after += alone
    return [
        Figure(TOPIC, "while the server compiles", *_middle(during), unit="ms"),
        Figure(TOPIC, "when it has compiled everything", *_middle(after), unit="ms"),
        Figure(TOPIC, "ratio of the medians", *3 * [median(during) / median(after)], at_most=1.5),
    ]


def _middle(times: list[float]) -> tuple[float, float, float]:
    """The median, and where the middle eight tenths begin and end."""
    tenths = quantiles(times, n=10)
    return median(times), tenths[0], tenths[-1]


if __name__ == "__main__":
    show(Console(), describe_machine(Path(__file__).parent, None), figures())
