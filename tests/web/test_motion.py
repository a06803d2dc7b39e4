"""What moves explains what happens: it is shown to its end, one thing after another, and can be seen again."""

from typing import Any

import msgspec
from playwright.sync_api import expect

from tests.web.browsing import Browsing, Visit
from tests.web.playing import IN_TURN, Keyboard, Player, wait_for_rest
from tools.page.long_tasks import ABOUT, GAME, KEEP, game_before_the_end

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "locale": "en-GB",
    "has_touch": True,
    "is_mobile": True,
}

WATCH = """() => {
  const seen = { motions: 0, cut: 0, together: 0, frames: 0, astray: 0, bare: 0, most: 0 }, running = new WeakMap();
  window.seen = seen;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    if (this.matches('.flyer')) running.set(this, [...(running.get(this) ?? []), one]);
    return one;
  };
  let batch = [];
  new MutationObserver((changes) => {
    const flyers = (lists) => lists.flatMap((list) => [...list]).filter((node) => node.matches?.('.flyer:not(.ghost)'));
    const added = flyers(changes.map((change) => change.addedNodes));
    for (const flyer of flyers(changes.map((change) => change.removedNodes))) {
      if ((running.get(flyer) ?? []).some((one) => one.playState !== 'finished')) seen.cut += 1;
    }
    if (!added.length) return;
    seen.motions += 1;
    if (batch.some((flyer) => flyer.isConnected)) seen.together += 1;
    batch = added;
  }).observe(document, { childList: true, subtree: true });
  const look = () => {
    seen.frames += 1;
    // In every picture a card is in one place: what still flies is not yet there.
    const table = document.querySelector('dnup-table'), flies = table?.querySelectorAll('.flyer').length ?? 0;
    if (!flies && table?.querySelector('.arriving')) seen.astray += 1;
    // Faces are drawn in pieces, but never later than they are seen.
    const cards = [...document.querySelectorAll('.hand > button.card:not(.arriving)')];
    if (cards.some((card) => card.querySelectorAll('.face:not(.other)').length !== 1)) seen.bare += 1;
    seen.most = Math.max(seen.most, cards.length);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def test_every_motion_is_shown_to_its_end(browsing: Browsing) -> None:
    """Bots that answer at once are watched one after another, and who acts meanwhile only makes it faster."""
    visit = browsing.visit(**DESK)
    page = visit.page
    page.add_init_script(f"({WATCH})()")
    visit.open("/")
    page.evaluate("localStorage.setItem('motion', 'fast'); localStorage.setItem('players', '4')")
    visit.open("/")
    page.locator("#go").click()
    player = Player(visit, Keyboard(page))
    for _ in range(5):
        if player.wait_for_turn() == "result":
            break
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
    player.wait_for_turn()
    wait_for_rest(page)
    flown = page.locator(".log .moved:not(:has-text('rotated'))").count()
    seen = page.evaluate("window.seen")
    assert seen["motions"] >= flown + 1, "the deal and every move with cards"
    assert (seen["cut"], seen["together"], seen["astray"], seen["bare"]) == (0, 0, 0, 0), seen
    assert seen["frames"] > seen["motions"]
    assert not browsing.console


def test_the_next_round_is_dealt_card_by_card(browsing: Browsing) -> None:
    """From the last move of a round, by a finger, until all cards of the next have arrived."""
    events, last = game_before_the_end()
    visit = browsing.visit(**PHONE)
    page = visit.page
    page.add_init_script(f"({WATCH})()")
    visit.open("/")
    page.evaluate(KEEP, [GAME, [msgspec.to_builtins(event) for event in events], ABOUT])
    page.goto(f"{visit.address}/table/#{GAME}")
    page.wait_for_selector(IN_TURN)
    for card in last.split()[1:]:
        page.locator(f".hand button.card[data-card='{card}']:not(.selected)").tap(position={"x": 8, "y": 30})
    page.locator("[data-do=first]").tap()
    page.locator("dialog.result [data-do=ready]").tap()
    page.wait_for_function("() => window.seen.most === 9")
    wait_for_rest(page)
    seen = page.evaluate("window.seen")
    assert (seen["cut"], seen["astray"], seen["bare"]) == (0, 0, 0), seen
    assert not browsing.console


def open_settings(visit: Visit) -> None:
    visit.page.locator("#menu").click()
    visit.page.locator("[data-do=settings]").click()


def test_the_speed_is_a_setting_that_is_kept(browsing: Browsing) -> None:
    """Slow takes longer than fast; none moves nothing, but marks what is new. Reduced motion means none at first."""
    visit = browsing.visit(**DESK)
    calm = browsing.visit(**DESK, reduced_motion="reduce")
    for one in (visit, calm):
        one.open("/")
        one.page.locator("#go").click()
        one.sees("dnup-table .hand")
        open_settings(one)
    expect(visit.page.locator("input[name=motion][value=normal]")).to_be_checked()
    expect(calm.page.locator("input[name=motion][value=none]")).to_be_checked()
    calm.page.locator("dialog label", has_text="Slow").click()
    calm.page.reload()
    calm.sees("dnup-table .hand")
    open_settings(calm)
    expect(calm.page.locator("input[name=motion][value=slow]")).to_be_checked()
    page = visit.page
    visit.open("/demo?view=4")
    rates = []
    for motion in ("slow", "normal", "fast"):
        page.evaluate(f"localStorage.setItem('motion', '{motion}')")
        page.locator("#views").select_option("2")
        page.locator("#views").select_option("4")
        page.locator("[data-do=first]").click()
        rate = page.wait_for_function(
            "() => document.querySelector('.flyer')?.getAnimations()[0]?.playbackRate"
        )
        rates.append(rate.json_value())
        page.locator(".flyer").first.wait_for(state="detached")
    assert rates == sorted(set(rates)), rates
    page.evaluate("localStorage.setItem('motion', 'none')")
    page.locator("#views").select_option("2")
    page.locator("#views").select_option("4")
    page.locator("[data-do=first]").click()
    visit.sees(".card.fresh")
    assert not page.locator(".flyer").count()


COUNT_FLYERS = """() => {
  window.flown = 0;
  const count = (changes) => { for (const { addedNodes } of changes) window.flown += addedNodes.length; };
  new MutationObserver(count).observe(document.querySelector('.flyers'), { childList: true });
}"""


def test_the_last_move_is_marked_and_a_line_of_the_log_shows_it_again(browsing: Browsing) -> None:
    """By finger on a phone, where the log is a sheet; by keyboard on a desk."""
    for options in (PHONE, DESK):
        visit = browsing.visit(**options)
        page = visit.page
        visit.open("/demo?view=4")
        visit.sees(".hand .card")
        # Bo's pair of 5s is beaten by two 6s, and comes back as 7 and 8.
        page.locator("[data-do=first]").click()
        visit.sees(".own .set .last-flag", "Last move")
        visit.sees(".own .spread.last-move")
        visit.sees("[data-seat=C] .gained .chip")
        assert page.locator(".gained:visible").count() == 1
        assert page.locator(".last-flag:visible").count() == 1
        assert page.locator(".hand .card").count() == 7
        line = page.locator(".log [data-again]").first
        page.evaluate(COUNT_FLYERS)
        if options is PHONE:
            page.locator(".log-open").tap()
            line.tap()
        else:
            page.locator(".log ol").focus()
            page.keyboard.press("Tab")
            expect(line).to_be_focused()
            page.keyboard.press("Enter")
        # As it was then: the pair lies there, both cards are in the hand, and the hint says what happens.
        visit.sees(".hint", "You played")
        page.wait_for_function("() => window.flown > 0")
        page.wait_for_function("() => !document.querySelector('.flyer')")
        # And back to now.
        visit.gone(".hint:has-text('You played')")
        assert page.locator(".hand .card").count() == 7
        visit.sees(".own .set .last-flag", "Last move")
        if options is DESK:
            expect(line).to_be_focused()


def test_a_table_in_play_marks_each_move_until_the_next(browsing: Browsing) -> None:
    """At a real table, and still there after a reload; what can be shown again comes back to the game as it is."""
    visit = browsing.visit(**DESK, reduced_motion="reduce")
    page = visit.page
    visit.open("/")
    page.locator("#go").click()
    player = Player(visit, Keyboard(page))
    for _ in range(3):
        assert player.wait_for_turn() == "turn"
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
    player.wait_for_turn()
    marked = ".last-flag:visible"
    visit.sees(marked)
    assert page.locator(marked).count() == 1
    flag, whose = page.locator(marked), "(flag) => flag.closest('[data-seat], .own').dataset.seat"
    where = flag.evaluate(whose)
    page.reload()
    visit.sees(marked)
    assert where == flag.evaluate(whose)
    visit.sees(".log .moved")
    expect(page.locator(".log .moved [data-again]")).to_have_count(page.locator(".log .moved").count())
    cards, sets = (
        ".hand .card",
        "[...document.querySelectorAll('.set')].map((set) => set.getAttribute('aria-label'))",
    )
    held, lying = page.locator(cards).count(), page.evaluate(sets)
    page.locator(".log [data-again]").last.click()
    visit.sees(".hint .chip, .hint:has-text('rotated')")
    visit.sees("dnup-table.my-turn")
    assert (page.locator(cards).count(), page.evaluate(sets)) == (held, lying)
