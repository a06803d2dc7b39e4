"""This browser shuffles along, and says so when a server cheats."""

import json
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.web.browsing import Browsing
from tests.web.playing import Player, Pointer


def test_a_server_that_says_nothing_came_is_found_out(waiting: Browsing) -> None:
    """It asks for the bits, deals with them, and then tells everyone that there were none."""
    asked: list[dict[str, Any]] = []

    def lie(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            state = message.get("state", {})
            if shuffle := state.get("shuffle"):
                asked.append(shuffle)
            if result := state.get("result"):
                result["shuffle"]["people"][0]["bits"] = None
            route.send(json.dumps(message))

        server.on_message(pass_on)

    visit = waiting.visit(
        old=True, viewport={"width": 390, "height": 844}, locale="en-GB", reduced_motion="reduce"
    )
    visit.page.route_web_socket("**/socket", lie)
    player = Player(visit, Pointer(visit.page))
    visit.open("/")
    visit.page.locator("#against summary").click()
    visit.page.locator("#against label", has_text="1").first.click()
    player.way.press("#go")
    player.play_round()
    assert [one["seat"] for one in asked[0]["people"]] == ["A"]
    visit.page.locator("details.proof summary").click()
    visit.sees(".verdict.bad", "not what was promised")
