"""What Playwright cannot prove of Firefox: fingers, going back to a page that was kept whole, files that are saved."""

from __future__ import annotations

from pathlib import Path

from dnup.cli import main
from tests.webdriver.driver import wait_until
from tests.webdriver.visiting import DOWN, POINT_OF, UP, Player, Visit, move

RESTORED = "addEventListener('pageshow', (event) => { window.restored = event.persisted; })"


def start(visit: Visit) -> Player:
    """A game of two against a bot of the device."""
    visit.open("/")
    visit.set(players="2")
    visit.open("/")
    visit.press("#go")
    visit.comes_to("/table/#local-")
    return Player(visit)


def test_a_round_by_touch_and_its_record(finger: Visit, downloads: Path) -> None:
    """It is played to its end with a finger, goes on after that, and is saved as a file that is a record."""
    player = start(finger)
    assert player.play_round() > 1
    finger.press("dialog.result [data-do=save]")
    (file,) = wait_until(lambda: [*downloads.glob("dnup-*.jsonl")], "the record to be saved")
    wait_until(lambda: not [*downloads.glob("*.part")] and file.stat().st_size, "all of it")
    assert main(["verify", str(file)]) == 0
    finger.press("dialog.result [data-do=ready]")
    finger.sees("#round", "Round 2")


def test_a_finger_drags_and_a_second_tap_plays_nothing(finger: Visit) -> None:
    player = start(finger)
    assert player.wait_for_turn() == "turn"
    player.wait_for_rest()
    finger.run(
        "document.addEventListener('pointerdown', ({ pointerType }) => { window.kind = pointerType; }, true)"
    )
    held = finger.run(
        "return [...document.querySelectorAll('.hand button.card')].map((card) => card.dataset.card)"
    )
    first = finger.wait(POINT_OF, ".hand button.card", 0)
    finger.drag(first, (250, 400), drop=False)
    assert finger.run("return window.kind") == "touch"
    x, y = (
        finger.run("""const { x, y, width, height } = document.querySelector('.ghost').getBoundingClientRect();
      return [x + width / 2, y + height / 2]""")
    )
    assert abs(x - 250) <= 1
    assert y < 400, "above the finger, where it can be seen"
    last = finger.run("""const card = [...document.querySelectorAll('.hand button.card')].at(-1);
      const { right, top, height } = card.getBoundingClientRect();
      return [Math.round(right) - 3, Math.round(top + height / 2)]""")
    finger.point(move(last[0], last[1], 100), UP)
    asked = (
        "return [...document.querySelectorAll('.hand button.card')].map((card) => card.dataset.card).join()"
    )
    finger.wait(f"{asked} === arguments[0]", ",".join([*held[1:], held[0]]))
    # Twice on a card: it is chosen, and not played.
    place = finger.wait(POINT_OF, ".hand button.card:not(.dimmed)", 0)
    finger.point(move(*place), DOWN, UP, DOWN, UP)
    assert player.last_move() == 0


def test_back_and_forward_from_the_cache(finger: Visit) -> None:
    """The first page is as it was left. Firefox keeps no page whose worker holds a lock: a table is opened again."""
    finger.open("/")
    finger.set(players="2")
    finger.open("/")
    finger.run(RESTORED)
    finger.press("#go")
    finger.comes_to("/table/#local-")
    player = Player(finger)
    assert player.wait_for_turn() == "turn"
    player.make_move()
    made = player.last_move()
    table = finger.where().partition("#")[2]
    finger.wire.back()
    finger.wait("return window.restored")
    finger.sees(f"#games [data-game={table}]")
    finger.wire.forward()
    finger.comes_to(f"#{table}")
    assert player.wait_for_turn() == "turn"
    assert player.last_move() == made
    player.make_move()
