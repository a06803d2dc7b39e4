"""Several people at one table, bad lines, and a server that goes and comes back."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PATIENCE, Browsing, Visit
from tests.web.cable import Cable
from tests.web.playing import IN_TURN, Player, Pointer
from tools import ROOT
from tools.ports import keep_port, port_of

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "locale": "en-GB",
    "reduced_motion": "reduce",
}

SETS = """(table) => [...table.querySelectorAll('.set')]
  .map((set) => [set.dataset.slot, [...set.querySelectorAll('[data-card]')].map((card) => card.dataset.card)]).sort()"""


def sits_down(visit: Visit, link: str, name: str) -> Player:
    visit.page.goto(link)
    visit.page.locator("#name").fill(name)
    visit.page.locator(".lobby form .first").click()
    visit.sees(".seats li.mine", name)
    return Player(visit, Pointer(visit.page))


def log_lines(visit: Visit) -> int:
    return visit.page.locator(".log li.moved").count()


def test_two_people_and_a_spectator_with_a_line_that_breaks(browsing: Browsing) -> None:
    cable = Cable(int(re.findall(r":(\d+)", browsing.address)[0]))
    host, guest, watcher = browsing.visit(**DESK), browsing.visit(**PHONE), browsing.visit(**PHONE)
    host.open("/")
    host.page.locator("#friends").click()
    host.page.locator("input[name=name]").fill("Ilse")
    host.page.locator(".create label", has_text=re.compile("^2$")).click()
    host.page.locator(".create .first").click()
    host.sees(".lobby .qr")
    link = host.page.locator(".invite input").input_value()
    ada = sits_down(guest, link.replace(browsing.address.rstrip("/"), cable.address), "Ada")
    host.sees(".seats li.person:not(.mine)", "Ada")
    # At a full table all that is left is to start: on a small phone too, without scrolling.
    host.resize(360, 640)
    host.sees(".lobby h2", "The table is full")
    expect(host.page.locator(".foot .first")).to_be_in_viewport(ratio=1)
    host.resize(1280, 800)
    watcher.page.goto(link)
    host.page.locator(".foot .first").click()
    ilse = Player(host, Pointer(host.page))
    for visit in (host, guest, watcher):
        visit.sees("dnup-table .hand")
    # A spectator, on a phone too, sees that they watch, and who it is they sit behind.
    watcher.sees("#watching", "Watching")
    watcher.sees(".plate.me .name", "Ilse")
    watcher.sees(".plate.me .score")
    watcher.sees(".plate.in-turn .who", "Thinking")
    for _ in range(4):
        mover = one_in_turn(ilse, ada)
        before = mover.last_move()
        mover.make_move()
        mover.moved_on(before)
    agree(host, guest, watcher)
    # The line breaks while a move is under way: the server has it, and the answer is lost.
    while one_in_turn(ilse, ada) is not ada:
        before = ilse.last_move()
        ilse.make_move()
        ilse.moved_on(before)
    done = max(log_lines(host), log_lines(guest))
    for visit in (host, guest):
        expect(visit.page.locator(".log li.moved")).to_have_count(done)
    cable.mute = True
    ada.make_move()
    expect(host.page.locator(".log li.moved")).to_have_count(done + 1)
    cable.cut()
    guest.sees("#line.wait", "Reconnecting")
    assert_bar_is_legible(guest)
    host.sees(".seat .who.away")
    cable.mend()
    guest.sees("#line.ok")
    # A move made once is counted once.
    expect(guest.page.locator(".log li.moved")).to_have_count(done + 1)
    agree(host, guest, watcher)
    assert log_lines(host) == done + 1
    # And someone who closes the page comes back to the same seat.
    guest.page.goto("about:blank")
    host.sees(".seat .who.away")
    guest.page.goto(link.replace(browsing.address.rstrip("/"), cable.address))
    guest.sees("dnup-table .hand")
    expect(host.page.locator(".seat .who.away")).to_have_count(0)
    guest.page.locator("#react").click()
    guest.page.locator('.reactions button[aria-label="Applause"]').click()
    host.sees(".seat .bubble .icon")
    host.hears(": Applause")
    guest.page.locator("#react").click()
    guest.resize(360, 640)
    for button in guest.page.locator(".reactions button").all():
        expect(button).to_be_in_viewport(ratio=1)
    guest.page.locator(".reactions button", has_text="Well played!").click()
    host.sees(".seat .bubble", "Well played!")
    cable.close()


OVERLAPS = """(word) => {
  const line = document.querySelector('#line span');
  const before = line.textContent;
  line.textContent = word;
  const texts = [];
  const walk = document.createTreeWalker(document.querySelector('.bar'), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement } = walk.currentNode, range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    if (parentElement.closest('.sr, .wide, .skip')) continue;
    if (parentElement.checkVisibility({ visibilityProperty: true })) texts.push(range);
  }
  const boxes = [...texts, ...document.querySelectorAll('.bar > .tool, .bar > .brand')]
    .map((one) => one.getBoundingClientRect()).filter(({ width }) => width);
  line.textContent = before;
  return boxes.flatMap((one, i) => boxes.slice(i + 1).filter((other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom));
}"""


def assert_bar_is_legible(visit: Visit) -> None:
    """No text of the bar lies on another or on a button, in no language, on no phone."""
    for language in ("en", "it", "nb", "fi"):
        words = json.loads((ROOT / "src/dnup/web/locales" / f"{language}.json").read_text(encoding="utf-8"))
        for width in (390, 360):
            visit.resize(width, 844)
            assert visit.page.evaluate(OVERLAPS, words["line"]["lost"]) == [], f"{language}, {width} px"
    visit.resize(390, 844)


def test_a_move_whose_receipt_is_lost_does_not_lock_the_page(browsing: Browsing) -> None:
    """Two players: after area 1 it is the same player's turn again. The page must know that the move has arrived."""
    cable = Cable(int(re.findall(r":(\d+)", browsing.address)[0]))
    visit, watcher = browsing.visit(old=True, **PHONE), browsing.visit(**DESK)
    visit.page.goto(cable.address)
    visit.page.evaluate("localStorage.setItem('players', '2')")
    visit.page.reload()
    visit.page.locator("#go").click()
    visit.page.wait_for_url("**/table/*")
    player = Player(visit, Pointer(visit.page))
    watcher.page.goto(visit.page.url.replace(cable.address, browsing.address.rstrip("/")))
    player.wait_for_turn()
    while not visit.page.locator(".near1.now").count():
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
        assert player.wait_for_turn() == "turn"
    lines = watcher.page.locator(".log li.moved")
    expect(lines).to_have_count(log_lines(visit))
    done = log_lines(visit)
    before = player.last_move()
    cable.mute = True
    player.make_move()
    expect(lines).to_have_count(done + 1)
    visit.sees(".hint", "Sending")
    cable.cut()
    visit.sees("#line.wait", "Reconnecting")
    cable.mend()
    visit.sees("#line.ok")
    visit.sees(".near0.now")
    expect(visit.page.locator(".hint", has_text="Sending")).to_have_count(0)
    player.moved_on(before)
    before = player.last_move()
    player.make_move()
    player.moved_on(before)
    cable.close()


SOCKETS = """() => {
  const Real = WebSocket;
  window.sockets = [];
  window.WebSocket = class extends Real {
    constructor(...where) {
      super(...where);
      window.sockets.push(this);
    }
  };
  Object.assign(window.WebSocket, { OPEN: Real.OPEN, CONNECTING: Real.CONNECTING });
}"""

# In one task: a message that came between the two would show that the line is alive.
SLEPT = """() => {
  const awake = Date.now;
  Date.now = () => awake() + 86400000;
  dispatchEvent(new Event('online'));
}"""


def test_a_line_that_is_given_up_is_closed(browsing: Browsing) -> None:
    """The page slept until its connection seemed dead, though it is not: there is only ever one."""
    visit = browsing.visit(old=True, **DESK)
    page = visit.page
    page.add_init_script(f"({SOCKETS})()")
    visit.open("/")
    page.locator("#go").click()
    visit.sees("#line.ok")
    page.evaluate(SLEPT)
    page.wait_for_function("() => window.sockets.length === 2 && window.sockets[1].readyState === 1")
    assert page.evaluate("window.sockets[0].readyState") >= 2  # closing, or closed
    visit.sees("#line.ok")


def one_in_turn(*players: Player) -> Player:
    for _ in range(PATIENCE // 50):
        for player in players:
            if player.page.locator(IN_TURN).count():
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is in turn")


def agree(*visits: Visit) -> None:
    """All of them see the same sets on the table."""
    seen: list[str] = []
    for _ in range(PATIENCE // 50):
        seen = [json.dumps(visit.page.locator("dnup-table").evaluate(SETS)) for visit in visits]
        if len(set(seen)) == 1:
            return
        visits[0].page.wait_for_timeout(50)
    raise AssertionError(f"they see different tables: {seen}")


@contextmanager
def server(database: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.web.quick_server", "--port", str(port), "--bot-pause", "0"]
    command += ["--database", str(database)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_server_that_is_killed_during_a_turn(browsing: Browsing, tmp_path: Path) -> None:
    with keep_port() as kept:
        kill_during_a_turn(browsing, tmp_path / "games.sqlite3", port_of(kept))


def kill_during_a_turn(browsing: Browsing, games: Path, port: int) -> None:
    with server(games, port) as first:
        visit = browsing.visit(old=True, **DESK)
        player = Player(visit, Pointer(visit.page))
        visit.page.goto(f"http://127.0.0.1:{port}/")
        player.way.press("#go")
        player.wait_for_turn()
        while not player.select():
            before = player.last_move()
            player.make_move()
            player.moved_on(before)
            player.wait_for_turn()
        held = visit.page.locator(".hand button.card").count()
        selected = visit.page.locator(".hand .selected").count()
        first.send_signal(signal.SIGKILL)
        visit.sees("#line.wait", "Reconnecting")
    with server(games, port):
        visit.sees("#line.ok")
        expect(visit.page.locator(".hand button.card")).to_have_count(held)
        expect(visit.page.locator(".hand .selected")).to_have_count(selected)
        before = player.last_move()
        player.way.confirm()
        player.moved_on(before)
        assert player.wait_for_turn() in {"turn", "result"}


@pytest.mark.parametrize("path", ["/table/nosuchtable1"])
def test_a_table_that_does_not_exist(browsing: Browsing, path: str) -> None:
    visit = browsing.visit(**DESK)
    visit.open(path)
    visit.sees(".lobby h2", "does not exist")
