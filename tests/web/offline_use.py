"""The pages for people around one table, used once each: what works there has to work with no network, too."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.web.browsing import Visit
from tests.web.one_device import Around

GOLDEN = Path(__file__).parents[1] / "data" / "golden.jsonl"


def use_every_page(visit: Visit) -> None:
    """In another language each: score pad, set-up, referee, statistics, pass and play."""
    pages = {"en": keep_score, "it": set_up, "nb": ask_the_referee, "fi": look_at_the_statistics}
    visit.open("/")
    for language, use in pages.items():
        visit.page.evaluate("(language) => localStorage.setItem('language', language)", language)
        use(visit)
        expect(visit.page.locator("html")).to_have_attribute("lang", language)
    pass_and_play(visit)


def keep_score(visit: Visit) -> None:
    """A round on the pad is there after a reload."""
    page = visit.page
    visit.open("/score/")
    page.locator("#begin").click()
    for seat in (1, 0):
        page.locator(f'[data-player="{seat}"]').click()
    page.reload()
    expect(page.locator("#players .letter.lit")).to_have_count(3)


def set_up(visit: Visit) -> None:
    """The cards for two, and the aid in a language that was not needed before."""
    page = visit.page
    visit.open("/setup/")
    page.locator('#many label:has([value="2"])').click()
    expect(page.locator("#steps .cards .card")).to_have_count(14)
    page.locator("#aid-language").select_option("fi")
    expect(page.locator("#aid")).to_have_attribute("lang", "fi")


def ask_the_referee(visit: Visit) -> None:
    """The engine answers, and the rule that it names can be read."""
    page = visit.page
    visit.open("/referee/")
    page.locator('[data-of=set][data-value="7"]').click()
    page.locator('[data-of=move][data-value="5"]').click()
    page.locator("#verdict").get_by_role("link", name="R10").click()
    page.wait_for_url("**/rules/#R10")
    visit.sees("#R10")


def look_at_the_statistics(visit: Visit) -> None:
    """A game of another device is added and reviewed."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    record = next(line for line in lines if len(json.loads(line)["players"]) == 2)
    game = {"format": "dnup-my-play", "version": 1, "key": "local-other#1", "at": 1_760_000_000_000}
    game |= {"seat": "A", "people": {"A": "Ada"}, "record": record, "review": None}
    page = visit.page
    visit.open("/stats/")
    page.locator("#keep").click()
    text = json.dumps(game).encode()
    page.locator("#games-file").set_input_files(
        {"name": "games.jsonl", "mimeType": "application/jsonl", "buffer": text}
    )
    expect(page.locator("dialog [role=status]")).to_contain_text("1")
    page.keyboard.press("Escape")
    expect(page.locator("#trend .pt")).to_have_count(1)


def pass_and_play(visit: Visit) -> None:
    """Two people, a move, and the curtain for the other one; also after a reload."""
    around = Around(visit)
    around.sit_down(["Ada", "Bea"])
    around.deal()
    around.waits_for("")
    first = around.page.locator("#whose").inner_text()
    around.open()
    around.player.make_move()
    around.page.locator(".curtain:not([hidden]):not(.up)").wait_for()
    around.page.reload()
    around.waits_for("Bea" if "Ada" in first else "Ada")
    around.open()
    expect(around.page.locator(".hand button.card")).to_have_count(13)
