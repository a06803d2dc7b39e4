"""The page on the device: it opens with no network, and a new version comes in whole, beside pages that go on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from dnup.site import Site, read_site
from tests.web.browsing import CANCELLED, PATIENCE, Browsing, Visit
from tests.web.host import Host, next_version
from tests.web.offline_use import use_every_page
from tests.web.playing import Player, Pointer
from tests.web.test_cookies import create

MARK = "Every card is new."

NOW = """async () => {
  const registration = await navigator.serviceWorker.ready;
  return [registration.active.state, (await caches.keys()).filter((name) => name.startsWith('dnup '))
    .map((name) => name.split('/').at(-2))];
}"""
"""How the worker is, and which versions are kept."""

UPDATE = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update().catch(() => {});
  const coming = registration.installing;
  if (coming) await new Promise((done) => coming.addEventListener('statechange', () =>
    ['redundant', 'activated'].includes(coming.state) && done()));
}"""
"""Ask for a new version, and wait for how that ends."""


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Site]:
    return read_site(has_server=False), next_version(tmp_path_factory.mktemp("next") / "web", MARK)


@pytest.fixture
def host(sites: tuple[Site, Site]) -> Iterator[Host]:
    host = Host(sites[0])
    yield host
    host.close()


@pytest.fixture
def page(browser: Browser, host: Host) -> Iterator[Page]:
    with browser.new_context(locale="en-GB") as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(host.address)
        speaks(page)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        yield page


def speaks(page: Page, language: str = "en") -> None:
    page.locator(f'html[data-words="{language}"]').wait_for()


def versions(page: Page) -> set[str]:
    """The versions of all files that a page has asked for, and of those that it names."""
    asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    return set(re.findall(r"/static/(\w+)/", " ".join([*asked, page.content()])))


def kept(page: Page) -> set[str]:
    state, names = page.evaluate(NOW)
    assert state in ("activating", "activated")
    return {*names}


def keeps(page: Page, site: Site) -> None:
    """Nothing but this version is kept, in good time."""
    for _ in range(PATIENCE // 50):
        if kept(page) == {site.version}:
            return
        page.wait_for_timeout(50)
    assert kept(page) == {site.version}


def test_after_one_visit_it_opens_without_a_network_in_every_language(host: Host, page: Page) -> None:
    failed: list[tuple[str, str | None]] = []
    page.context.on("requestfailed", lambda request: failed.append((request.url, request.failure)))
    host.stop()
    for language, address in zip(
        ("en", "it", "nb", "fi", "en"), ("?theme=dark", "rules", "table/", "not-found/", ""), strict=True
    ):
        page.evaluate(f"localStorage.setItem('language', '{language}')")
        page.goto(host.address + address)
        speaks(page, language)
        assert not page.locator("link[rel=modulepreload]").count(), "what is here is not asked for ahead"
    assert versions(page) == {host.site.version}
    page.locator("[data-settings]").click()
    page.locator("dialog .sheet").wait_for()
    engine = f"{host.address}static/{host.site.version}/engine/"
    compiled = page.evaluate(
        f"WebAssembly.compileStreaming(fetch('{engine}dnup.wasm')).then((module) => String(module))"
    )
    assert compiled == "[object WebAssembly.Module]"
    # Another address is not ours to answer.
    with pytest.raises(Error, match="CONNECTION_REFUSED"):
        page.goto(f"{host.address}seat/x/y")
    # Going to another page cancels what this one was still fetching; Firefox lists the table's socket, too.
    wrong = [url for url, reason in failed if "/seat/" not in url and reason not in CANCELLED]
    assert [url for url in wrong if not url.endswith("/socket")] == []


def test_a_new_version_comes_in_whole_while_open_pages_keep_to_theirs(
    host: Host, page: Page, sites: tuple[Site, Site]
) -> None:
    old, new = sites
    reading = page.context.new_page()
    reading.goto(f"{host.address}rules/")
    speaks(reading)
    host.site = new
    # The first page comes from the device, as it was; nobody has touched it when the new one is there.
    page.reload()
    expect(page.locator(".line")).to_contain_text(MARK)
    assert versions(page) == {new.version}
    assert kept(page) == {old.version, new.version}
    # Another page is open since before, and opens something that it had not needed yet.
    host.stop()
    reading.locator("[data-settings]").click()
    reading.locator("dialog .sheet").wait_for()
    assert versions(reading) == {old.version}
    for address in ("rules/", "", "table/"):
        page.goto(host.address + address)
        speaks(page)
        assert versions(page) == {new.version}
    # When none is left, the old files go.
    reading.close()
    page.close()
    later = page.context.new_page()
    later.goto(host.address)
    speaks(later)
    keeps(later, new)


def test_a_game_goes_on_without_a_network_and_through_a_new_version(
    host: Host, page: Page, sites: tuple[Site, Site]
) -> None:
    old, new = sites
    host.stop()
    page.locator("#go").click()
    player = Player(Visit(page, host.address), Pointer(page))

    def move() -> int:
        assert player.hurry_to_turn() == "turn"
        before = player.last_move()
        player.make_move()
        player.moved_on(before)
        return player.last_move()

    made = move()
    assert versions(page) == {old.version}
    # Another page brings the new version; this one goes on as it is, and after a reload with the new one.
    host.site = new
    host.start()
    other = page.context.new_page()
    other.goto(host.address)
    expect(other.locator(".line")).to_contain_text(MARK)
    other.close()
    host.stop()
    page.locator("#menu").click()
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    assert versions(page) == {old.version}
    page.reload()
    assert player.hurry_to_turn() == "turn"
    expect(page.locator(".log .moved.mine").first).to_have_attribute("data-number", str(made))
    assert move() > made
    assert versions(page) == {new.version}


def test_the_pages_for_one_table_work_without_a_network(host: Host, page: Page) -> None:
    """Score pad, set-up, referee, statistics, pass and play: nobody has opened any of them before."""
    page.emulate_media(reduced_motion="reduce")
    host.stop()
    use_every_page(Visit(page, host.address))
    assert versions(page) == {host.site.version}


def test_half_a_new_version_is_none(host: Host, page: Page, sites: tuple[Site, Site]) -> None:
    old, new = sites
    host.site, host.broken = new, "locales/fi.json"
    page.goto(f"{host.address}rules/")
    page.evaluate(UPDATE)
    keeps(page, old)
    page.reload()
    speaks(page)
    host.stop()
    page.goto(f"{host.address}table/")
    speaks(page)
    assert versions(page) == {old.version}
    host.broken = ""
    host.start()
    page.goto(f"{host.address}rules/")
    page.evaluate(UPDATE)
    page.reload()
    speaks(page)
    assert versions(page) == {new.version}


@pytest.mark.chromium_only("the network is taken away by its driver; other tests stop the server")
def test_a_table_of_the_server_comes_from_it_and_without_it_says_so(browsing: Browsing) -> None:
    visit = browsing.visit(keeping=True, locale="en-GB")
    visit.open("/")
    visit.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    table = f"/table/{create(browsing.address)['table']['id']}"
    visit.open(table)
    visit.sees("#line.ok")
    visit.page.context.set_offline(True)
    visit.open(table)
    visit.sees("#line")
    visit.open("/learn#rotate")
    assert visit.page.url == f"{visit.address}/learn/#rotate"
    visit.page.context.set_offline(False)


@pytest.mark.chromium_only("room is taken away by its driver")
def test_where_there_is_no_room_the_page_works_from_the_network(browser: Browser, host: Host) -> None:
    with browser.new_context(locale="en-GB") as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        session = context.new_cdp_session(page)
        origin = re.match(r"http://[^/]+", host.address)
        assert origin
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin[0], "quotaSize": 20_000})
        page.goto(host.address)
        speaks(page)
        page.wait_for_load_state("networkidle")
        tried = page.evaluate(
            "navigator.serviceWorker.register('service-worker.js').then(() => 'in', () => 'out')"
        )
        assert tried in ("in", "out")
        while page.evaluate("navigator.serviceWorker.getRegistration().then((one) => !!one?.installing)"):
            page.wait_for_timeout(50)
        assert page.evaluate("caches.keys()") == []
        page.goto(f"{host.address}rules/")
        speaks(page)
        assert versions(page) == {host.site.version}
