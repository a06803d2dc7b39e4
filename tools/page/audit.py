"""Measures the page on this machine, in `make audit`: python -m tools.page.audit.

Lighthouse on the first page and on a table, the size of the first load, how soon after Play there is a card to play and
a move on screen, whether anything stutters while a hand of fifteen turns, and how long the page is busy at a stretch.
These are timings, so they are no part of `make test`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Any, Final
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from tools import ROOT
from tools.page.demo.serving import FLAGS, serving
from tools.page.long_tasks import SLOW, all_tasks

LEAST: Final = 95
CATEGORIES: Final = ("performance", "accessibility", "best-practices")
MOST_KILOBYTES: Final = 60
MOST_ENGINE: Final = 70  # of 1,000 bytes, as brotli
SOON: Final = 100  # milliseconds from the tap to the picture
AT_ONCE: Final = 1000  # from Play to the first card that can be played, at a quarter of the speed
STARTS: Final = 3
MOVES: Final = 10

WATCH_START: Final = """() => {
  localStorage.setItem('motion', 'none');
  const now = (moment) => performance.timeOrigin + moment;
  addEventListener('click', (event) => { sessionStorage.tapped ??= now(event.timeStamp); }, true);
  const look = () => {
    const card = document.querySelector('dnup-table.my-turn .hand button.card:not(.dimmed)');
    if (!card) return requestAnimationFrame(look);
    window.first = now(performance.now()) - sessionStorage.tapped;
  };
  if (sessionStorage.tapped) look();
}"""

FIRST_LOAD: Final = """() => {
  const all = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));
  const engine = Math.min(...all.filter((one) => one.name.includes('/engine/')).map((one) => one.startTime));
  return all.reduce((sum, one) => sum + (one.startTime < engine ? one.transferSize : 0), 0);
}"""

KEPT: Final = """async () => {
  await navigator.serviceWorker.ready;
  const [name] = await caches.keys();
  const addresses = (await (await caches.open(name)).keys()).map((request) => request.url);
  return addresses.find((address) => address.endsWith('/dnup.wasm')) ?? '';
}"""

WATCH_MOVE: Final = """() => {
  const own = document.querySelector('.hand').childElementCount;
  window.seen = new Promise((done) => addEventListener('pointerup', (event) => {
    const look = () => (document.querySelector('.hand').childElementCount !== own || document.querySelector('.flyer')
      ? requestAnimationFrame((now) => done(now - event.timeStamp)) : requestAnimationFrame(look));
    look();
  }, { once: true, capture: true }));
}"""

WATCH_TASKS: Final = """() => {
  window.tasks = [];
  const note = (list) => window.tasks.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(note).observe({ type: 'longtask' });
}"""


def _new_table(address: str) -> str:
    body = json.dumps({"name": "Audit", "start": True}).encode()
    with urlopen(Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})) as answer:
        return str(json.load(answer)["table"]["id"])


def _lighthouse(address: str, chromium: str) -> dict[str, Any]:
    program = ROOT / "tools" / "page" / "lighthouse" / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        raise SystemExit("Lighthouse is missing: run make audit, which installs it.")
    command = [str(program), address, "--output=json", "--quiet", f"--only-categories={','.join(CATEGORIES)}"]
    command.append(f"--chrome-flags={' '.join(FLAGS)}")
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "CHROME_PATH": chromium}, check=False
    )
    if done.returncode:
        raise SystemExit(f"Lighthouse could not look at {address}:\n{done.stderr.strip()}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _first_load(page: Page, address: str) -> float:
    """What the first page asks for before it fetches the engine."""
    page.goto(address, wait_until="networkidle")
    return float(page.evaluate(FIRST_LOAD)) / 1024


def _engine(page: Page) -> float:
    """The size of the engine as it is sent, once the page has put it by."""
    with urlopen(Request(page.evaluate(KEPT), headers={"Accept-Encoding": "br"})) as answer:
        assert answer.headers["Content-Encoding"] == "br"
        return len(answer.read()) / 1000


def _move_times(page: Page, address: str) -> list[float]:
    page.goto(address)
    page.locator("#go").click()
    times: list[float] = []
    while len(times) < MOVES:
        page.locator("dnup-table.my-turn, dialog.result").first.wait_for(timeout=60_000)
        if page.locator("dialog.result").count():
            page.locator("[data-do=ready]").click()
            page.locator("dialog.result").wait_for(state="detached")
            continue
        usable = page.locator(".hand button.card:not(.dimmed)")
        if usable.count():
            usable.last.dblclick(force=True)
        first = page.locator("[data-do=first]")
        if not first.is_visible():
            rotate = page.locator("[data-do=peek][aria-disabled=false]")
            if rotate.count():  # otherwise the turn has just passed on, or the round is over
                rotate.click()
                page.wait_for_timeout(900)
                first.click()
            else:
                page.wait_for_timeout(100)
            continue
        page.evaluate(WATCH_MOVE)
        first.click()
        times.append(float(page.evaluate("window.seen")))
        page.wait_for_timeout(300)
    return sorted(times)


def _first_cards(browser: Browser, address: str) -> list[float]:
    """How long it takes from Play to a card to play, if the person has the first turn; offline if that is possible."""
    times: list[float] = []
    page = browser.new_page()
    page.add_init_script(f"({WATCH_START})()")
    page.goto(address, wait_until="networkidle")
    page.wait_for_timeout(1000)
    offline = bool(page.evaluate(KEPT))
    page.context.set_offline(offline)
    _throttle(page, SLOW)
    while len(times) < STARTS:
        page.goto(address)
        page.evaluate("sessionStorage.clear()")
        page.wait_for_timeout(2000)
        page.locator("#go").click()
        page.wait_for_function("() => window.first")
        page.wait_for_timeout(500)  # the log comes after the cards
        if not page.locator(".log .moved").count():
            times.append(float(page.evaluate("window.first")))
    page.context.close()
    return sorted(times)


def _throttle(page: Page, rate: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def _long_tasks(page: Page, address: str) -> list[float]:
    page.goto(f"{address}/demo?view=12")
    page.locator(".hand button.card").nth(14).wait_for()
    page.wait_for_timeout(1500)
    page.evaluate(WATCH_TASKS)
    for _ in range(3):
        page.locator("[data-do=peek]").click()
        page.wait_for_timeout(1200)
    tasks: list[float] = page.evaluate("window.tasks")
    return tasks


def main() -> None:
    """Measure everything, say it, and end with 1 if something is not as promised."""
    chromium = shutil.which("chromium")
    if not chromium:
        raise SystemExit("Chromium is missing: install it (Debian: apt-get install chromium).")
    failed = False

    def say(what: str, value: str, good: bool) -> None:
        nonlocal failed
        failed |= not good
        print(f"  {'ok ' if good else 'BAD'}  {what:52} {value}", flush=True)

    with serving() as address:
        for name, path in (("first page", "/"), ("table", f"/table/{_new_table(address)}")):
            report = _lighthouse(address + path, chromium)
            for category in CATEGORIES:
                score = round(report["categories"][category]["score"] * 100)
                say(f"Lighthouse, {name}: {category}", str(score), score >= LEAST)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            page = browser.new_page()
            size = _first_load(page, address)
            say("first load, before the engine", f"{size:.0f} KB", size <= MOST_KILOBYTES)
            engine = _engine(page)
            say("the engine, kept in idle time", f"{engine:.1f} kB", engine <= MOST_ENGINE)
            times = _first_cards(browser, address)
            say("from Play to a card to play, at a quarter", f"{times[1]:.0f} ms", times[1] <= AT_ONCE)
            times = _move_times(browser.new_page(), address)
            say(
                "a move is on screen after (median)",
                f"{times[len(times) // 2]:.0f} ms",
                times[len(times) // 2] <= SOON,
            )
            tasks = _long_tasks(browser.new_page(), address)
            say("long tasks while fifteen cards turn", str(len(tasks)), not tasks)
            for rate, speed in ((1, "at full speed"), (SLOW, "at a quarter")):
                for what, found in all_tasks(browser, address, rate):
                    say(f"longest task, {what}, {speed}", str(found), found.good)
            browser.close()
    sys.exit(failed)


if __name__ == "__main__":
    main()
