"""The games on the device, in a real browser: what is kept when tabs meet, and when there is no room or no place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.web.browsing import PATIENCE
from tests.web.engines import Engine

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route

WEB = Path(__file__).parents[2] / "src" / "dnup" / "web"
FIXTURE = Path(__file__).parent / "data" / "games-version-1.json"
START = "globalThis.kept = await import('/device/games.js'); globalThis.games = await kept.openGames();"
ERROR = "(error) => error.constructor.name"


def _serve(route: Route) -> None:
    path = urlsplit(route.request.url).path.removeprefix("/")
    body = (WEB / path).read_bytes() if path else b""
    route.fulfill(body=body, content_type="text/javascript" if path else "text/html")


@pytest.fixture(scope="module")
def profile(engine: Engine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """A browser that keeps things on disk, as a person's does."""
    context = engine.launch_profile(tmp_path_factory.mktemp("profile"))
    context.set_default_timeout(PATIENCE)
    context.route("**/*", _serve)
    yield context
    context.close()


class Device:
    """A site of a test's own: nobody has played there yet."""

    def __init__(self, context: BrowserContext, name: str) -> None:
        self.context = context
        self.origin = f"http://{name}.localhost"

    def page(self, before: str = "") -> Page:
        page = self.context.new_page()
        if before:
            page.add_init_script(before)
        page.goto(self.origin)
        return page

    def tab(self, before: str = "") -> Page:
        """A page that has opened the games as `games`."""
        page = self.page(before)
        run(page, START)
        return page


@pytest.fixture
def device(profile: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Device]:
    yield Device(profile, re.sub("[^a-z]+", "-", request.node.name).strip("-"))
    for page in profile.pages[1:]:  # the first keeps the browser open
        page.close()


def run(page: Page, code: str, given: object = None) -> Any:
    """What the code returns. Playwright waits for ever for a promise, so the page itself sets the limit."""
    limit = f"setTimeout(() => fail(new Error({json.dumps('no answer to: ' + code)})), {PATIENCE})"
    answer = f"(async () => {{ {code} }})()"
    return page.evaluate(f"(given) => Promise.race([{answer}, new Promise((_, fail) => {limit})])", given)


def moves(first: int, last: int) -> list[dict[str, object]]:
    return [
        {"type": "move-made", "seat": "A", "move": f"play {n}/9", "by": "bot"} for n in range(first, last + 1)
    ]


def create(page: Page, name: str, events: int) -> None:
    about = {"created": "2026-11-16T18:00:00Z"}
    run(
        page,
        "await games.create(given.name, given.events, given.about)",
        {"name": name, "events": moves(1, events), "about": about},
    )


def append(page: Page, name: str, after: int, last: int) -> Any:
    """None if it was kept, or the name of the error."""
    given = {"name": name, "after": after, "events": moves(after + 1, last)}
    return run(
        page, f"return games.append(given.name, given.after, given.events).then(() => null, {ERROR})", given
    )


def events(page: Page, name: str) -> Any:
    return run(page, "return (await games.load(given))?.events ?? null", name)


def test_what_was_kept_is_there(device: Device) -> None:
    page = device.tab()
    assert run(page, "return [games.lasting, games.why, await games.list(), await games.load('none')]") == [
        True,
        None,
        [],
        None,
    ]
    create(page, "local-1", 3)
    create(page, "local-2", 1)
    assert append(page, "local-1", 3, 5) is None
    run(
        page,
        "await games.append('local-1', 5, [], { round: 2 }); await games.summarize('local-2', { round: 1 })",
    )
    page.reload()
    run(page, START)
    listed = run(page, "return games.list()")
    assert [(one["id"], one["summary"], one["about"]) for one in listed] == [
        ("local-1", {"round": 2}, {"created": "2026-11-16T18:00:00Z"}),
        ("local-2", {"round": 1}, {"created": "2026-11-16T18:00:00Z"}),
    ]
    assert events(page, "local-1") == moves(1, 5)
    assert run(page, "return (await games.load('local-1', 4)).events") == moves(5, 5)
    run(page, "await games.remove('local-1')")
    assert [one["id"] for one in run(page, "return games.list()")] == ["local-2"]
    assert append(page, "local-1", 5, 6) == "Gone"
    assert run(page, f"return games.summarize('local-1', {{}}).catch({ERROR})") == "Gone"
    create(page, "local-1", 1)  # nothing of the old one is left
    assert events(page, "local-1") == moves(1, 1)


def test_the_number_decides_between_two_tabs(device: Device) -> None:
    one, other = device.tab(), device.tab()
    create(one, "local-1", 2)
    run(
        other,
        "globalThis.heard = []; globalThis.stop = games.onChange('local-1', (number) => heard.push(number));"
        "games.onChange('local-2', () => heard.push('another game'));",
    )
    assert append(one, "local-1", 2, 4) is None
    other.wait_for_function("() => heard.length === 1")
    assert append(other, "local-1", 2, 3) == "Elsewhere"
    assert append(other, "local-1", 4, 5) is None
    # Both at once, again and again: each number is there once, and the tab that got the confirmation has stored it.
    race = """
      const name = given; globalThis.mine = [];
      for (let i = 0; i < 40; i++) {
        const { length } = (await games.load('local-1')).events;
        const event = { type: 'move-made', seat: name, move: `play ${length}`, by: 'bot' };
        try { await games.append('local-1', length, [event]); mine.push(length + 1); }
        catch (error) { if (!(error instanceof kept.Elsewhere)) throw error; }
      }"""
    for page, name in ((one, "A"), (other, "B")):
        page.evaluate(f"(given) => {{ globalThis.raced = (async () => {{ {race} }})(); }}", name)
    kept = {"A": run(one, "await raced; return mine"), "B": run(other, "await raced; return mine")}
    found = events(one, "local-1")
    assert len(found) == 5 + len(kept["A"]) + len(kept["B"])
    for name, numbers in kept.items():
        assert numbers
        assert [
            number for number, event in enumerate(found, 1) if event["seat"] == name and number > 5
        ] == numbers
    run(
        other,
        "stop(); heard.length = 0; games.onChange('local-1', (number) => { if (!number) heard.push(number); })",
    )
    run(one, "await games.remove('local-1')")
    other.wait_for_function("() => heard.length === 1 && heard[0] === 0")
    assert append(other, "local-1", len(found), len(found) + 1) == "Gone"


def test_one_tab_plays_the_bots(device: Device) -> None:
    """Until it goes, or is taken over; without locks all do."""
    mine = """
      globalThis.state = 'waits'; globalThis.stop = new AbortController();
      globalThis.ended = kept.whileMine('local-1', stop.signal, async (signal) => {
        state = 'mine'; await new Promise((go) => signal.addEventListener('abort', go)); state = 'lost';
      }, given ?? {});"""
    one, other, third = (device.tab() for _ in range(3))
    run(one, mine)
    one.wait_for_function("() => state === 'mine'")
    run(other, mine)
    run(third, mine)
    third.evaluate("stop.abort()")
    assert run(third, "await ended; return state") == "waits"
    run(third, mine + "stop.abort()")  # before the browser has heard of the request
    assert run(third, "await ended; return state") == "waits"
    assert other.evaluate("state") == "waits"
    one.close()
    other.wait_for_function("() => state === 'mine'")
    run(third, mine, {"steal": True})
    third.wait_for_function("() => state === 'mine'")
    assert run(other, "await ended; return state") == "lost"
    without = device.tab("Object.defineProperty(navigator, 'locks', { value: undefined })")
    run(without, mine)
    without.wait_for_function("() => state === 'mine'")
    assert third.evaluate("state") == "mine"


@pytest.mark.chromium_only("room is taken away by its driver")
def test_no_room(device: Device) -> None:
    """Nothing is half kept; once there is room, the same can be kept."""
    page = device.page()
    browser = device.context.new_cdp_session(page)
    browser.send("Storage.overrideQuotaForOrigin", {"origin": device.origin, "quotaSize": 300_000})
    run(page, START)
    create(page, "local-1", 2)
    # Two events at a time, until the second does not fit any more.
    fill = """
      const event = (number) => ({ type: 'move-made', number, move: 'x'.repeat(20_000) });
      for (let number = 3; ; number += 2)
        try { await games.append('local-1', number - 1, [event(number), event(number + 1)]); }
        catch (error) { if (number < 1000) return [error.constructor.name, number - 1]; }"""
    error, last = run(page, fill)
    assert error == "Full"
    assert run(page, f"return games.create('local-2', given, {{}}).catch({ERROR})", ["x" * 50_000]) == "Full"
    kept = "return (await games.load('local-1')).events.slice(2).map(({ number }) => number)"
    for _ in range(2):
        assert run(page, kept) == list(range(3, last + 1))
        assert events(page, "local-2") is None
        page.reload()
        run(page, START)
    browser.send("Storage.overrideQuotaForOrigin", {"origin": device.origin})
    assert append(page, "local-1", last, 1000) is None
    assert events(page, "local-1")[last:] == moves(last + 1, 1000)


def test_a_private_window(browser: Browser) -> None:
    """It keeps games as long as it is open; pages come and go."""
    with browser.new_context() as context:
        context.route("**/*", _serve)
        page = Device(context, "private").tab()
        create(page, "local-1", 2)
        page.reload()
        run(page, START)
        assert append(page, "local-1", 2, 3) is None
        assert events(page, "local-1") == moves(1, 3)


@pytest.mark.parametrize(
    "nowhere",
    [
        "Object.defineProperty(globalThis, 'indexedDB', { value: undefined })",
        "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }",
        "IDBDatabase.prototype.createObjectStore = () => { throw new DOMException('no', 'UnknownError'); }",
    ],
    ids=["missing", "forbidden", "failing"],
)
def test_nowhere_to_keep_them(device: Device, nowhere: str) -> None:
    """Then all is as ever while the page is open, and it is known that it will not last."""
    page = device.tab(nowhere)
    assert run(page, "return [games.lasting, games.why]") == [False, "none"]
    create(page, "local-1", 2)
    assert append(page, "local-1", 2, 3) is None
    assert append(page, "local-1", 2, 3) == "Elsewhere"
    assert events(page, "local-1") == moves(1, 3)
    run(page, "await games.summarize('local-1', { round: 1 }); games.onChange('local-1', () => {})()")
    assert [(one["id"], one["summary"]) for one in run(page, "return games.list()")] == [
        ("local-1", {"round": 1})
    ]
    run(page, "await games.remove('local-1')")
    assert append(page, "local-1", 3, 4) == "Gone"


def test_data_of_version_1(device: Device) -> None:
    """As the first version has left them on disk: they are read for ever."""
    page = device.page()
    run(
        page,
        """
        const request = indexedDB.open('dnup', 1);
        request.onupgradeneeded = () => {
          request.result.createObjectStore('games', { keyPath: 'id' });
          request.result.createObjectStore('events');
        };
        await new Promise((done) => { request.onsuccess = done; });
        const transaction = request.result.transaction(['games', 'events'], 'readwrite');
        for (const game of given.games) transaction.objectStore('games').add(game);
        for (const [key, event] of given.events) transaction.objectStore('events').add(event, key);
        await new Promise((done) => { transaction.oncomplete = done; });
        request.result.close();
        """,
        (left := json.loads(FIXTURE.read_text(encoding="utf-8"))),
    )
    run(page, START)
    listed = run(page, "return games.list()")
    assert {one["id"]: (one["about"], one["summary"]) for one in listed} == {
        game["id"]: (game["about"], game["summary"]) for game in left["games"]
    }
    for game in left["games"]:
        found = events(page, game["id"])
        assert found == [event for (name, _), event in left["events"] if name == game["id"]]
        assert len(found) == game["number"]
        assert append(page, game["id"], game["number"], game["number"] + 1) is None


def test_a_newer_page_has_changed_everything(device: Device) -> None:
    """It gets the games at once, an older page lets go of them and says so, and nothing of the newer is touched."""
    page = device.tab()
    create(page, "local-1", 2)
    newer = device.page()
    run(
        newer,
        """
        const request = indexedDB.open('dnup', 99);
        request.onupgradeneeded = () => request.result.createObjectStore('later').add('something', 1);
        await new Promise((done, blocked) => { request.onsuccess = done; request.onblocked = blocked; });
        globalThis.database = request.result;
        """,
    )
    assert append(page, "local-1", 2, 3) == "Newer"
    assert run(page, f"return games.list().catch({ERROR})") == "Newer"
    older = device.tab()
    assert run(older, "return [games.lasting, games.why]") == [False, "newer"]
    left = """
      const ask = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); });
      const from = (name) => database.transaction(name).objectStore(name);
      return [database.version, await ask(from('later').get(1)), await ask(from('events').count())];"""
    assert run(newer, left) == [99, "something", 2]


def test_another_tab_does_not_let_go(device: Device) -> None:
    """A page that opens the database of an older one, which hangs, goes on without after a while."""
    hanging = device.page()
    run(
        hanging,
        """
        const request = indexedDB.open('dnup', 1);
        await new Promise((done) => { request.onsuccess = done; });
        globalThis.database = request.result;
        """,
    )
    newer = """const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = function (name) { return open.call(this, name, 2); }"""
    page = device.tab(newer)
    assert run(page, "return [games.lasting, games.why]") == [False, "none"]


@pytest.mark.chromium_only("its driver throws the data away")
def test_thrown_away_while_it_is_open(device: Device) -> None:
    """By the user, or by the browser when it needs space."""
    page = device.tab()
    create(page, "local-1", 2)
    browser = device.context.new_cdp_session(page)
    browser.send("Storage.clearDataForOrigin", {"origin": device.origin, "storageTypes": "all"})
    assert append(page, "local-1", 2, 3) == "Gone"
    assert run(page, "return [await games.list(), games.lasting]") == [[], True]
    create(page, "local-2", 2)
    run(page, "await new Promise((done) => { indexedDB.deleteDatabase('dnup').onsuccess = done; })")
    assert append(page, "local-2", 2, 3) == "Gone"
    create(page, "local-3", 1)
    assert events(page, "local-3") == moves(1, 1)


def test_it_asks_once_that_games_stay(device: Device) -> None:
    page = device.tab(
        "globalThis.asked = 0; StorageManager.prototype.persist = async () => { asked += 1; return false; }",
    )
    assert run(page, "await kept.askToStay(); await kept.askToStay(); return asked") == 1
