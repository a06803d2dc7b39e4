"""Refusals of a real server, shown to a player in Italian: never the server's English sentence."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.web.browsing import Browsing, Visit

ITALIAN: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "locale": "it-IT",
    "reduced_motion": "reduce",
}
KEEP_SOCKETS = """
  globalThis.sockets = [];
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args) { super(...args); globalThis.sockets.push(this); }
  };
"""
"""Lets a test send messages that the page itself would not send."""


def changing(fields: dict[str, Any], options: dict[str, Any]) -> Any:
    """Sends the first request of the page that says something to the server with other fields."""
    changed = False

    def answer(route: Route) -> None:
        nonlocal changed
        if changed or route.request.method == "GET":  # the first page asks for the list of tables
            return route.fallback()
        changed = True
        body = json.loads(route.request.post_data or "{}")
        body |= fields
        if options:
            body["options"] |= options
        return route.continue_(post_data=json.dumps(body))

    return answer


def sends(visit: Visit, **message: Any) -> None:
    visit.page.evaluate("(text) => sockets.at(-1).send(text)", json.dumps(message))


@pytest.mark.chromium_only("Playwright cannot read what Firefox posts, and the test changes it")
def test_refusals_are_in_italian(browsing: Browsing) -> None:
    host = browsing.visit(**ITALIAN)
    host.page.add_init_script(KEEP_SOCKETS)
    host.open("/")
    host.page.locator("#friends").click()
    host.page.locator("input[name=name]").fill("Ilse")
    host.page.locator(".create label", has_text=re.compile("^2$")).click()
    # Over HTTP: a deck that the server does not have.
    host.page.route("**/api/tables", changing({}, {"deck": "tarocchi"}))
    host.page.locator(".create .first").click()
    host.sees(
        ".create .problem",
        "Non è stato possibile creare il tavolo. Questo server non ha il mazzo tarocchi. Scegline un altro.",
    )
    host.page.locator(".create .first").click()
    host.sees(".lobby .qr")
    link = host.page.locator(".invite input").input_value()
    # Over the WebSocket, before the start.
    sends(host, type="fill", seat="A", level="easy")
    host.sees(".lobby .problem", "Il posto A è occupato. Scegline uno libero.")
    guest = browsing.visit(**ITALIAN)
    guest.page.add_init_script(KEEP_SOCKETS)
    guest.page.goto(link)
    guest.page.locator("#name").fill("Ada")
    guest.page.route("**/seats", changing({"seat": "A"}, {}))
    guest.page.locator(".lobby form .first").click()
    guest.sees(
        ".lobby .problem",
        "Non è stato possibile prendere quel posto. Il posto A è occupato. Scegline uno libero.",
    )
    sends(guest, type="start")
    guest.sees(".lobby .problem", "Può farlo solo l’host del tavolo.")
    # And during the game, in which nobody moves.
    guest.page.locator(".lobby form .first").click()
    guest.sees(".seats li.mine", "Ada")
    host.sees(".seats li.person:not(.mine)", "Ada")
    host.page.locator(".foot .first").click()
    host.hears("Round 1")
    sends(host, type="ready")
    host.hears("Il round non è ancora finito.")
    sends(host, type="move", position=0, move="rotate", ref=1)
    host.hears("La partita è andata avanti. Scegli di nuovo.")
    expect(host.page.locator("#say")).not_to_contain_text("round is not over")
    browsing.console.clear()  # the browser reports the refused requests
