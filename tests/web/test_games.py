"""Whole games against bots in a real browser: by mouse, by keyboard alone, by touch on a small phone."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.web.browsing import Browsing
from tests.web.playing import Keyboard, Player, Pointer, edge_of, wait_for_rest


@pytest.fixture
def browsing(browsing: Browsing) -> Iterator[Browsing]:
    yield browsing
    assert not browsing.console


def test_by_mouse(waiting: Browsing) -> None:
    """At the server, as browsers do that cannot play on their own."""
    desk: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
    visit = waiting.visit(old=True, reduced_motion="reduce", **desk)
    player = Player(visit, Pointer(visit.page))
    visit.open("/")
    player.way.press("#go")
    visit.page.wait_for_url("**/table/*")
    rounds = player.play_game()
    visit.sees("dialog.result h2", "game")
    record = json.loads(visit.saves(lambda: player.way.press("dialog.result a[download]")).text)
    assert len(record["rounds"]) == rounds
    expect(visit.page.locator("dialog.result details > :not(summary)")).to_have_count(0)
    visit.page.locator("details.proof summary").click()
    visit.sees(".verdict", "your browser took part in the shuffle")
    assert [
        [one["bits"] is not None for one in played["shuffle"]["people"]] for played in record["rounds"]
    ] == [[True]] * rounds
    player.way.press("[data-do=ready]")
    visit.gone("dialog.result")
    assert player.wait_for_turn() == "turn"
    visit.sees("#round", "Round 1")
    assert not waiting.console


def test_by_keyboard(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    way = Keyboard(visit.page)
    player = Player(visit, way)
    visit.open("/")
    # A game for two: the arrows choose among the numbers of opponents.
    way.press("#against summary")
    way.focus("input[name=opponents]:checked")
    visit.page.keyboard.press("ArrowLeft")
    expect(visit.page.locator("input[name=opponents][value='1']")).to_be_checked()
    way.focus("#go", back=True)
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url("**/table/*")
    rounds = player.play_game()
    visit.sees("dialog.result h2", "game")
    # A round is worth two letters, and a table tells who has won which.
    visit.sees(".standings .gain >> text=+2")
    visit.sees("dialog.result .rule", "Each round won is worth two letters.")
    way.press(".by-round summary")
    points = visit.page.locator(".by-round tbody td:not(.sum)").all_inner_texts()
    assert sorted(points) == ["+2"] * rounds + ["–"] * rounds
    sums = [int(text) for text in visit.page.locator(".by-round .sum").all_inner_texts()]
    assert (max(sums), sum(sums)) == (4, 2 * rounds)
    visit.axe()
    visit.open("/")
    visit.sees("#games li", "1 opponent · Medium")
    own = visit.page.locator("#games li small").first.inner_text().split(" · ")[1]
    assert {own.split()[1][0], own.split()[3]} == {"2", str(rounds - 2)}, "everyone's points have their name"


def test_by_touch_on_a_small_phone(browsing: Browsing) -> None:
    visit = browsing.visit(
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
        reduced_motion="reduce",
    )
    player = Player(visit, Pointer(visit.page, touch=True))
    visit.open("/")
    player.way.press("#go")
    visit.page.wait_for_url("**/table/*")
    player.play_game()
    visit.fits()


def test_dragging_reorders_the_hand_and_plays_a_set(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    player = Player(visit, Pointer(visit.page))
    visit.open("/")
    player.way.press("#go")
    player.wait_for_turn()
    wait_for_rest(player.page)
    cards = visit.page.locator(".hand button.card")
    held = [card.get_attribute("data-card") for card in cards.all()]
    drag(player, cards.first, cards.last)
    now = [card.get_attribute("data-card") for card in cards.all()]
    assert now == [*held[1:], held[0]]
    while not selects_a_play(player):
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
        assert player.wait_for_turn() == "turn"
        wait_for_rest(player.page)
    chosen = visit.page.locator(".hand .selected")
    values = [str(card.get_attribute("data-card")).split("/")[0] for card in chosen.all()]
    before = player.last_move()
    drag(player, chosen.last, visit.page.locator(".centre .place"))
    player.moved_on(before)
    # Bots may have beaten the set by now; the log keeps what was played.
    line = visit.page.locator(".log .moved.mine").first
    expect(line).to_contain_text("You played")
    said = [chip.get_attribute("aria-label") for chip in line.locator(".chips").first.locator(".chip").all()]
    assert said == values


GHOSTS = """() => [...document.querySelectorAll('.ghost')].map((ghost) => {
  const { x, y, width, height } = ghost.getBoundingClientRect();
  return { middle: [x + width / 2, y + height / 2], size: [ghost.offsetWidth, ghost.offsetHeight] };
})"""


def test_what_is_dragged_is_the_card_and_it_is_under_the_pointer(browsing: Browsing) -> None:
    visit = browsing.visit(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    page = visit.page
    visit.open("/demo?view=1")
    visit.sees(".hand .card")
    # By now both sides of every card are drawn.
    expect(page.locator(".hand button.card:not(:has(.other))")).to_have_count(0)
    card = page.locator(".hand button.card").first
    page.mouse.move(*edge_of(card))
    page.mouse.down()
    page.mouse.move(500, 300, steps=4)
    (ghost,) = page.evaluate(GHOSTS)
    assert ghost["middle"] == pytest.approx((500, 300), abs=1)
    size = card.evaluate("(card) => [card.offsetWidth, card.offsetHeight]")
    assert ghost["size"] == pytest.approx(size, abs=1)
    assert page.locator(".ghost .face").count() == 1
    page.mouse.up()
    visit.gone(".ghost")


def test_a_tap_counts_for_the_card_that_was_pressed(browsing: Browsing) -> None:
    """Even if the hand is in another order when the finger is lifted."""
    visit = browsing.visit(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    visit.open("/demo?view=1")
    visit.sees(".hand .card")
    card = visit.page.locator(".hand button.card").first
    pressed = str(card.get_attribute("data-card"))
    visit.page.mouse.move(*edge_of(card))
    visit.page.mouse.down()
    visit.page.keyboard.press("Shift+ArrowRight")
    expect(visit.page.locator(".hand button.card").nth(1)).to_have_attribute("data-card", pressed)
    visit.page.mouse.up()
    expect(visit.page.locator(".hand .selected")).to_have_attribute("data-card", pressed)


def test_play_counts_before_the_page_has_its_words(browsing: Browsing) -> None:
    visit = browsing.visit(locale="en-GB")
    words: list[Route] = []

    def keep(route: Route) -> None:
        words.append(route)

    visit.page.route("**/locales/*.json", keep)
    with visit.page.expect_request("**/locales/*.json"):
        visit.page.goto(visit.address)
    visit.page.locator("#go").click()
    expect(visit.page.locator("#go")).to_be_disabled()
    words[0].continue_()
    visit.page.wait_for_url("**/table/*", wait_until="commit")


def selects_a_play(player: Player) -> bool:
    """Select cards that can be played as a set; False if none can, and then nothing is selected."""
    if player.select() and player.page.locator("[data-do=first]", has_text="Play").count():
        return True
    if player.page.locator("[data-do=clear]").count():
        player.way.press("[data-do=clear]")
    return False


def drag(player: Player, what: Locator, where: Locator) -> None:
    """Drag by the left edge, which no other card covers, to the right half of the goal."""
    wait_for_rest(player.page)
    mouse, goal = player.page.mouse, where.bounding_box()
    assert goal
    mouse.move(*edge_of(what))
    mouse.down()
    mouse.move(goal["x"] + goal["width"] * 0.9, goal["y"] + goal["height"] / 2, steps=6)
    mouse.up()
