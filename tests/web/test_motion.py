"""What moves explains what happens: it is shown to its end, one thing after another, and can be seen again."""

from typing import Any

from playwright.sync_api import expect

from tests.web.browsing import Browsing
from tests.web.playing import Keyboard, Player, edge_of, wait_for_rest

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "locale": "en-GB",
    "has_touch": True,
    "is_mobile": True,
}

WATCH = """() => {
  const seen = { motions: 0, cut: 0, together: 0, frames: 0, astray: 0 }, running = new WeakMap();
  window.seen = seen;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    if (this.matches('.flyer')) running.set(this, [...(running.get(this) ?? []), one]);
    return one;
  };
  let batch = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.matches?.('.flyer:not(.ghost)'));
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]).filter((node) => node.matches?.('.flyer:not(.ghost)'));
    for (const flyer of removed) if ((running.get(flyer) ?? []).some((one) => one.playState !== 'finished')) seen.cut += 1;
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
    assert (seen["cut"], seen["together"], seen["astray"]) == (0, 0, 0), seen
    assert seen["frames"] > seen["motions"]
    assert not browsing.console
