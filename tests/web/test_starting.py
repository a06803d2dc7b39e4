"""A server that is still getting ready: the page shows how far it is, covers nothing, and goes on by itself."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest
from playwright.sync_api import expect

from dnup.compile_cache import make_ready
from dnup.entry_points import SERVER
from dnup.server.runtime import readiness as runtime
from dnup.server.runtime.readiness import Readiness
from tests.server.running import Running, running
from tests.web.browsing import Browsing, Visit
from tests.web.engines import Engine

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce"}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
REPEAT = "import sys\nfor line in open(sys.argv[1]): print(line, end='', flush=True)"
"""A compiler that says what a test writes into a pipe, and is done when the test closes it."""


class Compiled:
    """Stands for a function that the compiler has left in the cache."""

    def load(self, types: tuple[Any, ...]) -> bool:
        return True

    def compile(self, types: tuple[Any, ...]) -> None:
        pass


class Starting:
    """A server with a table, started again with an empty cache."""

    def __init__(self, server: Running, compiler: TextIO, table: str, token: str) -> None:
        self.server = server
        self.compiler = compiler
        self.table = table
        self.token = token

    def compile(self, done: int, total: int) -> None:
        self.compiler.write(f"{done} {total}\n")
        self.compiler.flush()


@pytest.fixture
def starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Starting]:
    monkeypatch.setattr(runtime, "CACHED", True)
    make_ready(SERVER)
    with running(tmp_path) as before:
        joined = before.create(players=2)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    readiness = Readiness([(Compiled(), ())], command=[sys.executable, "-c", REPEAT, str(pipe)])
    with running(tmp_path, readiness=readiness) as server, pipe.open("w") as compiler:
        yield Starting(server, compiler, joined["table"]["id"], joined["token"])


@pytest.fixture
def browsing(engine: Engine, starting: Starting) -> Iterator[Browsing]:
    browsing = Browsing(engine, starting.server.url)
    yield browsing
    browsing.close()


NOTICE = ".starting:has(progress)"
COVERS = """() => [...document.querySelectorAll('.wordmark, .brand, .bar button, .corner, dialog .btn, dialog input')]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top?.closest('.starting');
  }).map((one) => one.outerHTML)"""


def sees_progress(visit: Visit, percent: str, value: float) -> None:
    visit.sees(f"{NOTICE} .how-far", percent)
    assert visit.page.locator(f"{NOTICE} progress").evaluate("(bar) => bar.value") == value
    assert visit.page.evaluate(COVERS) == []
    visit.fits()


def test_it_is_shown_with_progress_and_goes_on_by_itself(starting: Starting, browsing: Browsing) -> None:
    """At a table, with the link to a seat, in the dialog for a new table, and in a review."""
    english, finnish = browsing.visit(locale="en-GB", **PHONE), browsing.visit(locale="fi-FI", **PHONE)
    italian, norwegian = browsing.visit(locale="it-IT", **PHONE), browsing.visit(locale="nb-NO", **DESK)
    everyone = (english, finnish, italian, norwegian)
    english.page.goto(f"{english.address}/seat/{starting.table}/{starting.token}")
    finnish.open(f"/table/{starting.table}")
    italian.open("/")
    italian.page.locator("#friends").click()
    italian.page.locator("dialog .btn.first").click()
    norwegian.open(f"/game/{starting.table}")
    starting.compile(1, 4)
    for visit, percent in zip(
        everyone, ("25%", "25\N{NO-BREAK SPACE}%", "25%", "25\N{NO-BREAK SPACE}%"), strict=True
    ):
        sees_progress(visit, percent, 0.25)
        visit.axe()
    english.sees("h1", "Getting ready")
    english.sees(NOTICE, "This page opens by itself")
    finnish.sees(f"{NOTICE} h2", "Valmistellaan")
    italian.sees(f"dialog {NOTICE}", "Contro i bot si può già giocare")
    norwegian.sees(f"{NOTICE} .btn", "Spill mot boter imens")
    starting.compile(3, 4)
    for visit in everyone:
        expect(visit.page.locator(f"{NOTICE} progress")).to_have_js_property("value", 0.75)
    starting.compiler.close()
    english.page.wait_for_url(f"**/table/{starting.table}")
    for visit in (english, finnish):
        visit.sees(".lobby")
        visit.sees("#line.ok")
    italian.page.wait_for_url("**/table/*")
    italian.sees(".lobby")
    norwegian.sees("main")
    for visit in everyone:
        visit.gone(NOTICE)


def test_a_game_against_bots_begins_meanwhile(starting: Starting, browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB", **PHONE)
    visit.open(f"/table/{starting.table}")
    visit.sees(NOTICE)
    visit.page.locator(f"{NOTICE} .btn", has_text="Play against bots meanwhile").click()
    visit.page.locator("html[data-words] #go").click()
    visit.sees("dnup-table .hand .card")
    visit.gone(NOTICE)
