"""A site of `dnup site` in a subfolder of the simplest of hosts: all of it works there, in every language."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import dnup.site.folder
from dnup.site.folder import write_site
from tests.web.browsing import CANCELLED, PATIENCE, Browsing, Visit
from tests.web.engines import Engine
from tests.web.offline_use import use_every_page
from tests.web.test_tutorial import texts

LANGUAGES = ("en", "it", "nb", "fi")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dnup.site.folder, "CODINGS", ())  # this host does not know them
        write_site(here / "games" / "dnup")
    return here


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    command = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(folder),
        "0",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    port = re.search(r"port (\d+)", process.stdout.readline())
    assert port
    yield f"http://127.0.0.1:{port[1]}/games/dnup/"
    process.terminate()
    process.wait(30)
    process.stdout.close()


@pytest.fixture
def failed() -> list[str]:
    return []


@pytest.fixture
def windows() -> bool:
    """Whether the browser has windows; Chromium installs nothing without them."""
    return False


@pytest.fixture
def visit(engine: Engine, address: str, failed: list[str], windows: bool) -> Iterator[Visit]:
    browsing = Browsing(engine, address)
    visit = browsing.visit(keeping=True, windows=windows, locale="en-GB")
    # Going to another page cancels what this one was still fetching.
    visit.page.on(
        "requestfailed",
        lambda request: None if request.failure in CANCELLED else failed.append(request.url),
    )
    visit.page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    yield visit
    browsing.close()
    assert browsing.console == []
    assert failed == []


def test_every_page_opens_in_every_language(visit: Visit, address: str) -> None:
    for language in LANGUAGES:
        words = texts(language)
        visit.open("/")
        visit.page.evaluate(f"localStorage.setItem('language', '{language}')")
        visit.open("/")
        expect(visit.page.locator("html")).to_have_attribute("lang", language)
        # Friends need more than files.
        visit.sees("#friends small", words["home"]["friends_how"])
        visit.page.locator("#friends").click()
        visit.sees("dialog", words["home"]["friends_server"])
        visit.sees("dialog code", "dnup serve")
        visit.page.keyboard.press("Escape")
        visit.gone("dialog")
        visit.page.locator('main a[href$="rules/"]').click()
        visit.sees("main h1", words["rules"]["title"])
        assert visit.page.url == f"{address}rules/"


def test_a_game_against_bots_is_played_there(visit: Visit, address: str) -> None:
    visit.open("/")
    visit.page.locator("#go").click()
    visit.sees("dnup-table .hand .card")
    assert visit.page.url.startswith(f"{address}table/#local-")


def test_the_pages_for_one_table_work_there(visit: Visit) -> None:
    """From files alone; where the driver can take the network away, without any."""
    visit.page.emulate_media(reduced_motion="reduce")
    visit.open("/")
    visit.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    if "Firefox" not in visit.page.evaluate("navigator.userAgent"):
        visit.page.context.set_offline(True)
    use_every_page(visit)


@pytest.mark.chromium_only("its driver says whether a page can be installed")
@pytest.mark.parametrize("windows", [True], ids=["with windows"])
def test_it_can_be_installed(visit: Visit, address: str) -> None:
    visit.open("/")
    visit.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    session = visit.page.context.new_cdp_session(visit.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{address}manifest.webmanifest"
    assert session.send("Page.getAppId")["appId"] == address, "each folder of a host is a separate app"
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Nobody installs anything in a window that forgets.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def test_a_wrong_address_leads_home_from_any_depth(browser: Browser, address: str, folder: Path) -> None:
    text = (folder / "games" / "dnup" / "404.html").read_text(encoding="utf-8")
    with browser.new_context(locale="fi-FI", service_workers="block") as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        # As hosts do that know this page.
        context.route(
            "**/deep/**", lambda route: route.fulfill(status=404, body=text, content_type="text/html")
        )
        page.goto(f"{address}deep/down/there")
        expect(page.locator("h1")).to_have_text(texts("fi")["nowhere"]["title"])
        page.locator("main a.btn").click()
        page.wait_for_url(address)
