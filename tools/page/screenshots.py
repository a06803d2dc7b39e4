"""Takes the pictures of the page in docs/pictures: python -m tools.page.screenshots.

All are WebP, which Chromium writes itself; the moving one is put together here.
"""

from __future__ import annotations

import base64
import shutil
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Final, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from dnup.site.folder import write_site
from tools import ROOT
from tools.page.demo.serving import FLAGS, serving

PICTURES: Final = ROOT / "docs" / "pictures"
DESK: Final = (1280, 800)
PHONE: Final = (390, 844)
SMALL: Final = (900, 640)
STILLS: Final = (
    ("page-table", "/demo?view=4&bare", DESK, "light"),
    ("page-table-dark", "/demo?view=13&bare", DESK, "dark"),
    ("page-home", "/", DESK, "light"),
    ("page-phone", "/demo?view=5&bare", PHONE, "light"),
    ("page-phone-dark", "/demo?view=13&bare", PHONE, "dark"),
    ("page-phone-five", "/demo?view=11&bare", PHONE, "dark"),
    ("page-phone-home", "/", PHONE, "light"),
    ("page-phone-result", "/demo?view=20&bare", PHONE, "light"),
    ("page-learn", "/learn#add", DESK, "light"),
    ("page-phone-learn", "/learn#play", PHONE, "dark"),
    ("page-rules", "/rules#R11", DESK, "light"),
)
DAY: Final = "2026-11-16"
DIARY: Final = {
    f"2026-11-{day:02}": {"game": f"local-{day}", "points": points, "par": par}
    for day, points, par in (
        (5, [0, 1, 0], [1, 2, 0]),
        (6, [2, 1, 1], [2, 1, 1]),
        (8, [2, 2, 0], [1, 2, 0]),
        (9, [1, 0, 0], [0, 1, 2]),
        (11, [2, 2, 2], [1, 2, 2]),
        (12, [0, 2, 1], [0, 2, 1]),
        (13, [1, 1, 0], [2, 1, 1]),
        (14, [2, 0, 2], [1, 0, 2]),
        (15, [2, 1, 2], [2, 1, 0]),
        (16, [2, 2, 2], [2, 2, 1]),
    )
}
"""A book of days; par is right for the last one."""
STEP: Final = 60  # milliseconds between two frames of a motion
MOTION: Final = 1080
PAUSE: Final = "(t) => { for (const one of document.getAnimations()) { one.pause(); one.currentTime = t; } }"


def _open(browser: Browser, address: str, size: tuple[int, int], side: str) -> Page:
    scheme: Literal["dark", "light"] = "dark" if side == "dark" else "light"
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script("localStorage.setItem('knows', 'yes')")
    page.goto(address)
    page.locator(".actions, .turnable .card, .rule").first.wait_for()
    page.wait_for_timeout(1200)
    return page


def _device(browser: Browser, address: str) -> None:
    """The page from a web host: a phone without a network plays a game, and shows what came of a day."""
    page = _open(browser, address, DESK, "light")
    (PICTURES / "site.webp").write_bytes(_webp(page))
    page.context.close()
    for side, suffix in (("light", ""), ("dark", "-dark")):
        page = _open(browser, address, PHONE, side)
        page.evaluate("async () => void (await navigator.serviceWorker.ready)")
        page.context.set_offline(True)
        page.locator("#go").click()
        for _ in range(3):
            _move(page)
        page.locator(".hand .card:not(.dimmed)").last.click(position={"x": 14, "y": 40})
        page.wait_for_timeout(1000)
        (PICTURES / f"engine-phone{suffix}.webp").write_bytes(_webp(page))
        page.clock.set_fixed_time(f"{DAY}T12:00:00")
        page.evaluate("(diary) => localStorage.setItem('daily', JSON.stringify(diary))", DIARY)
        page.goto(f"{address}daily/")
        page.locator("#share").wait_for()
        page.locator(".field-progress").wait_for(state="detached", timeout=300_000)
        page.wait_for_timeout(1200)
        (PICTURES / f"daily-phone{suffix}.webp").write_bytes(_webp(page))
        page.context.close()


def _move(page: Page) -> None:
    """The first card that can be played, or else the hand is turned; then the others have had their turns."""
    turn = "dnup-table.my-turn:not(:has(.flyer))"
    page.locator(turn).wait_for()
    cards = page.locator(".hand .card:not(.dimmed)")
    if cards.count():
        cards.last.click(position={"x": 14, "y": 40})
    if not page.locator("[data-do=first]").is_visible():
        page.locator("[data-do=peek]").click()
    page.wait_for_timeout(1000)
    page.locator("[data-do=first]").click()
    page.locator("dnup-table:not(.my-turn)").wait_for()
    page.locator(turn).wait_for()
    page.wait_for_timeout(1500)


@contextmanager
def _host() -> Iterator[str]:
    """Any web host, with what `dnup site` writes."""
    with TemporaryDirectory() as folder:
        write_site(Path(folder) / "public")
        files = partial(_Quiet, directory=f"{folder}/public")
        with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def _turn(page: Page) -> list[tuple[bytes, int]]:
    """A turn as frames with the milliseconds each is shown: two cards are chosen and played, and beat a pair."""
    chosen = [card.get_attribute("data-card") for card in page.locator(".hand .selected").all()]
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    frames = [(_webp(page), 900)]
    for card in chosen:
        page.locator(f'.hand [data-card="{card}"]').click(position={"x": 14, "y": 40})
        page.wait_for_timeout(400)
        frames.append((_webp(page), 500))
    frames[-1] = (frames[-1][0], 1500)
    page.locator("[data-do=first]").click()
    for time in range(0, MOTION, STEP):
        page.evaluate(PAUSE, time)
        frames.append((_webp(page), STEP))
    frames[-1] = (frames[-1][0], 1600)
    return frames


def _webp(page: Page) -> bytes:
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 88})
    session.detach()
    return base64.b64decode(shot["data"])


def animated_webp(frames: list[tuple[bytes, int]], size: tuple[int, int]) -> bytes:
    """Pictures of one size as an animation that never ends."""
    width, height = (struct.pack("<I", side - 1)[:3] for side in size)
    parts = [
        _chunk(b"VP8X", b"\x02\0\0\0" + width + height),  # it moves
        _chunk(b"ANIM", b"\xff\xff\xff\xff" + b"\0\0"),  # on white, for ever
    ]
    for data, shown in frames:
        place = b"\0" * 6 + width + height + struct.pack("<I", shown)[:3] + b"\x02"  # each replaces the last
        parts.append(_chunk(b"ANMF", place + _picture(data)))
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _picture(data: bytes) -> bytes:
    """The one chunk of a WebP file that is the picture."""
    at = 12
    while at < len(data):
        kind, (length,) = data[at : at + 4], struct.unpack("<I", data[at + 4 : at + 8])
        if kind in {b"VP8 ", b"VP8L"}:
            return _chunk(kind, data[at + 8 : at + 8 + length])
        at += 8 + length + length % 2
    raise ValueError("this is not a WebP picture")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def main() -> None:
    """Take all of them."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        for name, path, size, side in STILLS:
            page = _open(browser, address + path, size, side)
            (PICTURES / f"{name}.webp").write_bytes(_webp(page))
            page.context.close()
        page = _open(browser, address + "/demo?view=4&bare", SMALL, "light")
        (PICTURES / "page-turn.webp").write_bytes(animated_webp(_turn(page), SMALL))
        with _host() as host:
            _device(browser, host)
        browser.close()


if __name__ == "__main__":
    main()
