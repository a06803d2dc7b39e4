"""The daily game on the page: once for the record, again for practice, through reloads, with what came of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import Browsing, Visit
from tests.web.playing import Player, Pointer

DATE = "2026-11-16"
PAR = [2, 2, 1]
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "reduced_motion": "reduce",
    "permissions": ["clipboard-read", "clipboard-write"],
}

# Plays a kept game on, as another tab would, with `hard` in all seats: up to a number of moves before its end.
PLAY_ON = """async ([id, date, left]) => {
    const { src } = document.querySelector('script[src*="daily"]');
    const load = (path) => import(new URL(path, src));
    const { openGames } = await load('../device/games.js');
    const { Play, LEVEL, ROUNDS } = await load('../device/daily.js');
    const { movesOf } = await load('./worker-client.js');
    const engine = await (await load('../engine/load.js')).loadEngine();
    const [games, play, events] = [await openGames(), new Play(engine, date), []];
    const before = (await games.load(id)).events;
    const made = movesOf(before);
    for (let round = made.length - 1; round < ROUNDS; round++) {
        const hands = play.deal(round);
        if (round >= made.length) {
            events.push({ type: 'seat-ready', seat: 'A' }, { type: 'round-dealt', hands, salt: '0'.repeat(64) });
        }
        for (const move of made[round] ?? []) play.move(move);
        while (!play.over) {
            const seat = 'ABCD'[play.turn];
            const move = play.choose(round, LEVEL);
            events.push({ type: 'move-made', seat, move, by: seat === 'A' ? 'person' : 'bot' });
            play.move(move);
        }
    }
    await games.append(id, before.length, left ? events.slice(0, -left) : events);
}"""


DELETE = """async (id) => {
    const { src } = document.querySelector('script[src*="daily"]');
    const { openGames } = await import(new URL('../device/games.js', src));
    await (await openGames()).remove(id);
}"""


def begin(browsing: Browsing) -> Visit:
    visit = browsing.visit(**PHONE)
    visit.page.clock.set_fixed_time(f"{DATE}T12:00:00")
    visit.open("/daily/")
    return visit


def go_to_table(page: Page, button: str) -> str:
    """Press a button that leads to the table; what it is called."""
    page.locator(button).click()
    page.wait_for_url("**/table/#local-*")
    page.locator("dnup-table .hand .card").first.wait_for()
    return page.url.partition("#")[2]


def diary(page: Page) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('daily') ?? '{}'"))
    return kept


def test_once_for_the_record_and_again_for_practice(browsing: Browsing) -> None:
    visit = begin(browsing)
    page = visit.page
    visit.sees("h1", "Monday, 16\u00a0November")
    visit.sees("#play", "Play")
    visit.axe()

    # Everybody is dealt the same; what was begun goes on after a reload, and from the page of the day.
    game = go_to_table(page, "#play")
    hand = page.locator(".hand .card")
    expect(hand).to_have_count(9)
    assert sorted(card.get_attribute("data-card") or "" for card in hand.all()) == [
        *("1/3", "1/9", "3/6", "4/5", "5/6", "5/7", "8/6", "9/7", "9/8")
    ]
    visit.sees("#goal", "Daily game")
    player = Player(visit, Pointer(page, touch=True))
    player.wait_for_turn()
    player.make_move()
    player.moved_on(0)
    made = player.last_move()
    page.reload()
    expect(page.locator(".log .moved.mine").first).to_have_attribute("data-number", str(made))
    visit.open("/daily/")
    visit.sees("#play", "Continue: Round 1")
    assert diary(page) == {DATE: {"game": game}}

    # Near its end; then the result leads to the card of the day.
    page.evaluate(PLAY_ON, [game, DATE, 3])
    page.reload()
    visit.sees("#play", "Continue: Round 3")
    assert go_to_table(page, "#play") == game
    player.play_round()
    # The three rounds are added up, in the order of their sums as in the table below.
    page.locator("dialog.result .by-round summary").click()
    sums = [int(cell) for cell in page.locator("dialog.result .rounds .sum").all_inner_texts()]
    assert [
        int(score) for score in page.locator("dialog.result .standings .score").all_inner_texts()
    ] == sorted(sums, reverse=True)
    page.locator("dialog.result [data-do=daily]").click()
    page.wait_for_url(f"**/daily/#{DATE}")
    visit.sees("#share")
    # Bots play the same cards, and the result is measured by them.
    visit.sees(".field-of-bots h2", "100 bots with your cards")
    entry = diary(page)[DATE]
    assert entry["game"] == game
    assert entry["par"] == PAR
    assert len(entry["points"]) == 3
    total = sum(entry["points"])
    expect(page.locator(".figure")).to_have_attribute("aria-label", str(total))
    assert page.locator(".pillar i.on").count() == total
    totals = entry["field"]["totals"]
    assert sum(totals) == 100
    assert totals[sum(PAR)] >= 1, "the bot that makes par is one of them"
    same = totals[total] if total < len(totals) else 0
    better = f"Better than {sum(totals[:total])} of 100 bots with these cards, level with {same}."
    visit.sees(".band p", better)
    average = sum(points * count for points, count in enumerate(totals)) / 100
    visit.sees(".tally-text", f"bots average {average:.1f}".removesuffix(".0"))
    assert [link.get_attribute("href") for link in page.locator(".reviews a").all()] == [
        f"{visit.address}/review/?game={game}&n={number}" for number in (1, 2, 3)
    ]
    visit.sees(".days h2", "1 day in a row")
    visit.axe()
    visit.fits()

    # The line to share has points, par and bars, and no card.
    said = f"dnup 16 Nov 2026: {total}, better than {sum(totals[:total])} of 100 bots"
    line = f"{said}  " + " ".join("▁▄█"[points] for points in entry["points"])
    expect(page.locator(".sharing output")).to_have_text(line)
    page.evaluate("navigator.share = undefined")
    page.locator("#share").click()
    visit.sees("#share", "Copied")
    assert page.evaluate("navigator.clipboard.readText()") == line

    # And as a picture, where the browser shares files.
    page.evaluate(
        """() => { navigator.canShare = () => true;
            navigator.share = async ({ files: [one] }) => { window.given = [one.name, one.type, one.size > 9999]; };
        }"""
    )
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.locator("#picture").click()
        page.wait_for_function("() => window.given")
        assert page.evaluate("window.given") == [f"dnup-{DATE}.png", "image/png", True]

    # Again it is for practice: another game, and nothing that counts is changed by it, nor by losing the first.
    other = go_to_table(page, "#practice")
    assert other != game
    visit.open("/daily/")
    visit.sees("#practice", "Continue practice")
    page.evaluate(PLAY_ON, [other, DATE, 0])
    page.evaluate(DELETE, game)
    page.reload()
    visit.sees(".after .note", "Last practice: 5 points")
    assert diary(page)[DATE] == entry
    visit.sees("#share")
    visit.open("/")
    visit.sees("#daily", f"{total} point")

    # The next day goes on where this one ended, and a day that is over is for practice alone.
    page.clock.set_fixed_time("2026-11-17T00:01:00")
    visit.open("/")
    visit.sees("#daily", "1 day in a row")
    page.locator("#daily").click()
    visit.sees("h1", "Tuesday, 17\u00a0November")
    page.locator('.days a[href$="#2026-11-15"]').click()
    visit.sees("#play", "Play for practice")
    assert not browsing.console


def test_a_date_without_a_deal(browsing: Browsing) -> None:
    visit = begin(browsing)
    never = "There is no game for that date. The first one is that of 1 January 2026."
    for date, said in (
        ("2026-11-17", "This day has not come yet."),
        ("2025-12-31", never),
        ("2026-02-30", never),
        ("nonsense", never),
    ):
        visit.open(f"/daily/#{date}")
        visit.sees(".band p", said)
    visit.page.locator(".btn.first").click()
    visit.sees("#play", "Play")


@pytest.mark.parametrize("lack", ["delete globalThis.WebAssembly", "WebAssembly.validate = () => false"])
def test_where_the_engine_cannot_run(browsing: Browsing, lack: str) -> None:
    """There is no WebAssembly, or one of a time before vectors."""
    visit = browsing.visit(**PHONE)
    visit.page.add_init_script(lack)
    visit.open("/daily/")
    visit.sees(".band p", "This browser is too old for the daily game")
    assert visit.page.locator("#play").count() == 0
