"""What a browser has kept is damaged: the page says so, offers to save and to delete it, and no page breaks."""

from __future__ import annotations

import json

import pytest

from tests.web.browsing import Browsing, Visit
from tests.web.test_kept_games import begin

DAMAGE = """([id, way]) => new Promise((done, failed) => {
  const request = indexedDB.open('dnup');
  request.onerror = () => failed(request.error);
  request.onsuccess = () => {
    const database = request.result;
    const transaction = database.transaction(['games', 'events'], 'readwrite');
    const [games, events] = ['games', 'events'].map((name) => transaction.objectStore(name));
    if (way === 'lost') events.delete([id, 2]);
    else if (way === 'future') events.put({ type: 'cards-swapped' }, [id, 2]);
    else if (way === 'deck') events.put({ type: 'created', options: {}, deck: '__proto__' }, [id, 1]);
    else games.put({ id, about: null, summary: 7, at: 'x', number: NaN });
    transaction.oncomplete = () => { database.close(); done(); };
    transaction.onabort = () => failed(transaction.error);
  };
})"""
GARBAGE = {
    "games": "[null]",
    "language": "__proto__",
    "players": "-1",
    "level": "__proto__",
    "deck": "no such deck",
    "motion": "x",
    "volume": "x",
    "name": "\u3164",
    "daily": '{"2026-11-17":{"game":"x","points":"x","par":7}}',
    "puzzles": '{"solved":7,"seen":{}}',
    "chance": "{}",
    "lessons": "x x x",
    "theme": "x",
}


@pytest.mark.parametrize("way", ["lost", "future", "deck", "entry"])
def test_a_damaged_game_says_so_and_can_be_saved_and_deleted(way: str, browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 360, "height": 640}, accept_downloads=True)
    name = begin(visit)
    visit.sees("dnup-table .card")
    visit.open("/")
    visit.page.evaluate(DAMAGE, [name, way])
    visit.open(f"/table/#{name}")
    visit.sees(".inner h2", "This game is damaged")
    visit.page.locator("#line").wait_for(state="hidden")
    visit.fits()
    file = visit.saves(visit.page.locator("[data-do=save]").click)
    assert file.name == f"dnup-{name}-damaged.json"
    saved = json.loads(file.text)
    assert len(saved["events"]) == len(saved["numbers"]) > 2
    # It is listed at home, where it can be deleted as well.
    visit.open("/")
    visit.sees(f"#games [data-game={name}]")
    visit.open(f"/table/#{name}")
    visit.page.locator("[data-do=bin]").click()
    visit.sees("dialog", "Delete this game?")
    visit.page.locator("[data-do=delete]").click()
    visit.page.wait_for_url(f"{visit.address}/")
    visit.gone(f"[data-game={name}]")
    assert not browsing.console


def test_a_damaged_game_is_no_game_to_review(browsing: Browsing) -> None:
    visit = browsing.visit()
    name = begin(visit)
    visit.sees("dnup-table .card")
    visit.open("/")
    visit.page.evaluate(DAMAGE, [name, "future"])
    visit.open(f"/review/?game={name}")
    visit.sees("[role=alert]", "This game is damaged")


def works(visit: Visit, path: str, selector: str) -> None:
    visit.open(path)
    visit.sees(selector)


def test_settings_that_are_none_break_no_page(browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB")
    visit.page.add_init_script(
        f"for (const [key, value] of Object.entries({json.dumps(GARBAGE)})) localStorage.setItem(key, value)"
    )
    works(visit, "/", "#go")
    works(visit, "/rules/", "main h1")
    works(visit, "/learn/", "main")
    works(visit, "/daily/", "main article .btn")
    works(visit, "/puzzles/", "dnup-table .card")
    works(visit, "/review/", ".entrance")
    begin(visit)
    visit.sees("dnup-table .card")
    assert not browsing.console
