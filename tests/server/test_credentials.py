"""Whose seat it is: a browser has one key for all its tables, however many games it has played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import httpx
import pytest

from dnup.server.messages.events import Created, Seated, StoredEvent, decode_event, encode_event
from dnup.server.messages.protocol import Options
from dnup.server.runtime.settings import key_of
from dnup.server.store.store import Append, StoreDown
from dnup.server.tables.table import MOST_SHARED
from dnup.server.transport.credentials import COOKIES_PER_RESPONSE, seat_token
from tests.server.client import Client
from tests.server.conftest import Start
from tests.server.running import PATIENCE, QUICK, Running, keep

TABLES = 300
MOST = 500
"""Bytes that a browser carries, whatever it has played."""


class Browser:
    """Someone's browser: its cookies, and what it does with them."""

    def __init__(self, server: Running, cookies: dict[str, str]) -> None:
        self._server = server
        # To load the certificates of the world would take longer than all the rest.
        self.web = httpx.Client(base_url=server.url, timeout=PATIENCE, verify=False)
        for name, value in cookies.items():
            self.web.cookies.set(name, value, domain="127.0.0.1")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.web.cookies.items())

    def create(self, name: str | None = "Ada", **options: Any) -> dict[str, Any]:
        body = {"options": {"players": 3, **options}, **({"name": name} if name else {})}
        answer = self.web.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        joined: dict[str, Any] = answer.json()
        return joined

    def sit(self, table: str, name: str, seat: str | None = None) -> httpx.Response:
        return self.web.post(f"/api/tables/{table}/seats", json={"name": name, "seat": seat})

    def open(self, path: str) -> httpx.Response:
        answer = self.web.get(path, follow_redirects=True)
        assert answer.status_code == 200, answer.text
        return answer

    def switch(self, link: str) -> None:
        """Open a link where this browser has another seat, and press the button."""
        assert "Switch seats?" in self.open(link).text
        answer = self.web.post(link, json={}, headers={"Origin": self._server.url})
        assert answer.status_code == 204, answer.text

    def at(self, table: str) -> Client:
        """A socket with this browser's cookies, welcomed."""
        client = self._server.silent(additional_headers={"Cookie": self.cookie} if self.cookie else {})
        client.hello(table)
        return client


Browse = Callable[..., Browser]


@pytest.fixture
def browse(server: Running) -> Iterator[Browse]:
    """Opens browsers, each a stranger to the others."""
    browsers: list[Browser] = []

    def open_one(cookies: dict[str, str] | None = None, at: Running = server) -> Browser:
        browsers.append(Browser(at, cookies or {}))
        return browsers[-1]

    yield open_one
    for browser in browsers:
        browser.web.close()


def who(client: Client) -> tuple[str | None, bool]:
    return client.seat, client.welcome["host"]


async def kept_events(server: Running, table: str) -> str:
    return b"\n".join(await server.hub.store.load(table)).decode()


def test_a_browser_carries_no_more_after_hundreds_of_games_and_every_table_knows_it(
    server: Running, browse: Browse
) -> None:
    ada, bea = browse(), browse()

    def play(number: int) -> tuple[str, str]:
        mine, theirs = ada.create()["table"]["id"], bea.create(name="Bea")["table"]["id"]
        assert ada.sit(theirs, "Ada", "C").status_code == 201
        return mine, theirs

    tables = [play(0)]
    with ThreadPoolExecutor(20) as side_by_side:
        tables += side_by_side.map(play, range(1, TABLES // 2))
    ada.open(f"/table/{tables[0][1]}")
    assert len(ada.cookie) < MOST
    assert len(bea.cookie) < MOST
    for mine, theirs in tables[::30]:
        assert who(ada.at(mine)) == ("A", True)
        assert who(bea.at(mine)) == (None, False)
        assert who(ada.at(theirs)) == ("C", False)
        assert who(bea.at(theirs)) == ("A", True)


def test_the_powers_of_the_host_go_with_the_key(server: Running, browse: Browse) -> None:
    ada, bea = browse(), browse()
    table = ada.create()["table"]["id"]
    assert bea.sit(table, "Bea").status_code == 201
    host, guest = ada.at(table), bea.at(table)
    assert guest.refusal("start")["code"] == "not-host"
    assert host.ask("fill", seat="C", level="easy")["type"] == "update"
    assert host.ask("start")["type"] == "update"
    assert bea.web.delete(f"/api/tables/{table}").json()["code"] == "not-host"
    assert browse().web.delete(f"/api/tables/{table}").json()["code"] == "not-host"
    assert ada.web.delete(f"/api/tables/{table}").status_code == 204


def test_the_cookie_is_for_the_browser_alone_and_is_kept_for_longer_with_every_page(
    server: Running, browse: Browse
) -> None:
    ada = browse()
    assert "set-cookie" not in ada.open("/").headers, "who only looks gets none"
    joined = ada.create()
    key = ada.web.cookies["dnup"]
    assert key not in str(joined)
    assert joined["token"] == seat_token(key, joined["table"]["id"])
    page = ada.open("/")
    cookie = page.headers["set-cookie"]
    assert cookie.startswith(f"dnup={key};")
    wanted = {"HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={400 * 86_400}"}
    assert wanted <= {part.strip() for part in cookie.split(";")}
    assert page.headers["cache-control"] == "private, no-cache"


def test_what_is_kept_of_two_tables_does_not_show_that_one_browser_was_there(
    server: Running, browse: Browse
) -> None:
    ada, phone = browse(), browse()
    joined = [ada.create() for _ in range(2)]
    for one in joined:
        phone.open(one["link"])
    events = [server.do(lambda one=one: kept_events(server, one["table"]["id"])) for one in joined]  # type: ignore[misc]
    assert ada.web.cookies["dnup"] not in "".join(events)
    keys = [
        {word for word in text.replace('"', " ").split() if len(word) == 32 and word.isalnum()}
        for text in events
    ]
    assert all(len(some) == 2 for some in keys), "the browser that sat down, and the one with the link"
    assert not keys[0] & keys[1]


##### Links #####


def test_a_link_gives_the_seat_to_another_browser_and_nothing_else(server: Running, browse: Browse) -> None:
    ada, phone = browse(), browse()
    joined, other = ada.create(), ada.create()
    own = phone.create(name="Phil")["table"]["id"]
    table = joined["table"]["id"]
    phone.open(joined["link"])
    assert who(phone.at(table)) == ("A", True)
    assert who(phone.at(other["table"]["id"])) == (None, False)
    assert who(phone.at(own)) == ("A", True), "what it had it keeps"
    assert who(ada.at(own)) == (None, False)
    assert joined["token"] not in phone.cookie
    assert phone.at(table).ask("start")["type"] == "update"
    assert phone.web.delete(f"/api/tables/{table}").status_code == 204


def test_hundreds_of_links_make_no_cookie_longer(server: Running, browse: Browse) -> None:
    ada, phone = browse(), browse()
    links = [ada.create()]
    phone.open(links[0]["link"])
    with ThreadPoolExecutor(20) as side_by_side:
        links += side_by_side.map(lambda number: ada.create(), range(TABLES // 6))
        list(side_by_side.map(lambda joined: phone.open(joined["link"]), links))
    assert len(phone.cookie) < MOST
    for joined in links[::10]:
        assert who(phone.at(joined["table"]["id"])) == ("A", True)


def test_a_link_that_was_opened_is_still_known_after_a_restart(start: Start, browse: Browse) -> None:
    first = start()
    ada, phone = browse(at=first), browse(at=first)
    joined = ada.create()
    phone.open(joined["link"])
    first.stop()
    second = start()
    again = browse(dict(phone.web.cookies), second)
    assert who(again.at(joined["table"]["id"])) == ("A", True)


def test_the_link_that_was_opened_last_counts_and_ones_own_brings_one_back(
    server: Running, browse: Browse
) -> None:
    ada, bea = browse(), browse()
    mine = ada.create()
    table = mine["table"]["id"]
    theirs = bea.sit(table, "Bea").json()
    ada.switch(theirs["link"])
    assert who(ada.at(table)) == ("B", False)
    assert who(bea.at(table)) == ("B", False)
    third = browse()
    third.open(mine["link"])
    assert who(third.at(table)) == ("A", True), "a link gives the seat it is for, wherever its owner went"
    ada.switch(mine["link"])
    assert who(ada.at(table)) == ("A", True)
    assert "Switch seats?" not in ada.open(mine["link"]).text, "one's own link changes nothing"


def test_a_link_does_not_change_whose_seat_a_browser_has_without_asking(
    server: Running, browse: Browse
) -> None:
    """Any page could lead a browser to a link, and its person would go on in another's seat."""
    ada, eve = browse(), browse()
    mine = ada.create()
    table = mine["table"]["id"]
    theirs = eve.sit(table, 'Eve "&<b>').json()["link"]
    page = ada.open(theirs)
    assert page.headers["cache-control"] == "no-store"
    assert 'data-name="Eve &quot;&amp;&lt;b&gt;" data-own="Ada"' in page.text
    assert who(ada.at(table)) == ("A", True)
    elsewhere: list[dict[str, Any]] = [
        {"json": {}, "headers": {"Origin": "http://evil.example"}},
        {"json": {}, "headers": {"Origin": "null"}},
        {"data": {}, "headers": {"Origin": server.url}},
        {"content": b"{}", "headers": {"Origin": "http://evil.example", "Content-Type": "text/plain"}},
        {"data": {"a": "b"}},
        {"json": {"a": "b"}},
    ]
    for request in elsewhere:
        assert ada.web.post(theirs, **request).status_code in (400, 403)
        assert who(ada.at(table)) == ("A", True)
    assert ada.web.post(f"/seat/{table}/wrong", json={}).json()["code"] == "wrong-link"
    ada.switch(theirs)
    assert who(ada.at(table)) == ("B", False)


def test_a_host_who_sits_nowhere_is_asked_too(server: Running, browse: Browse) -> None:
    host, ada = browse(), browse()
    table = host.create(name=None)["table"]["id"]
    link = ada.sit(table, "Ada").json()["link"]
    assert 'data-name="Ada" data-own=""' in host.open(link).text
    assert who(host.at(table)) == (None, True)
    host.switch(link)
    assert who(host.at(table)) == ("A", False)


def test_who_sits_down_again_after_a_link_gets_a_link_that_works(server: Running, browse: Browse) -> None:
    ada, phone = browse(), browse()
    joined = ada.create()
    table = joined["table"]["id"]
    phone.open(joined["link"])
    phone.at(table).ask("free", seat="A")
    moved = phone.sit(table, "Ada", "C")
    assert (moved.status_code, moved.json()["seat"]) == (201, "C")
    bea = browse()
    seated = bea.sit(table, "Bea", "B").json()
    bea.switch(moved.json()["link"])
    assert who(bea.at(table)) == ("C", True)
    bea.at(table).ask("free", seat="C")
    back = bea.sit(table, "Ada", "A").json()
    for link, seat in ((back["link"], ("A", True)), (seated["link"], ("B", False))):
        other = browse()
        other.open(link)
        assert who(other.at(table)) == seat
    program = server.client(table, back["token"])
    assert (program.seat, program.welcome["host"]) == ("A", True)


def test_one_who_opens_their_link_often_does_not_push_others_out(server: Running, browse: Browse) -> None:
    ada, bea = browse(), browse()
    mine = ada.create()
    table = mine["table"]["id"]
    theirs = bea.sit(table, "Bea").json()
    phone = browse()
    phone.open(theirs["link"])
    devices = [browse() for _ in range(MOST_SHARED + 3)]
    devices[0].open(mine["link"])
    with ThreadPoolExecutor(10) as side_by_side:
        list(side_by_side.map(lambda device: device.open(mine["link"]), devices[1:]))
    assert who(phone.at(table)) == ("B", False)
    assert who(devices[-1].at(table)) == ("A", True)
    assert who(devices[0].at(table)) == (None, False)
    devices[0].open(mine["link"])
    assert who(devices[0].at(table)) == ("A", True), "opened again, it works again"


def test_links_cannot_be_opened_without_end(start: Start, browse: Browse) -> None:
    server = start(replace(QUICK, links_per_minute=3))
    joined = browse(at=server).create()
    answers = [
        httpx.get(joined["link"], follow_redirects=False, verify=False, timeout=PATIENCE) for _ in range(5)
    ]
    assert [answer.status_code for answer in answers] == [303] * 3 + [429] * 2
    assert answers[-1].json()["code"] == "too-fast"
    old = browse({f"dnup-{joined['table']['id']}": joined["token"]}, server)
    old.open("/")
    assert who(old.at(joined["table"]["id"])) == ("A", True), "an old cookie waits until it can be moved"


def test_the_others_see_nothing_of_a_link_that_is_opened(server: Running, browse: Browse) -> None:
    ada, bea = browse(), browse()
    mine = ada.create(players=2)
    table = mine["table"]["id"]
    bea.sit(table, "Bea")
    host, guest = ada.at(table), bea.at(table)
    host.ask("start")
    guest.sync()
    heard = len(guest.messages)
    browse().open(mine["link"])
    guest.sync()
    assert {message["type"] for message in guest.messages[heard:]} <= {"pong", "presence"}


##### Cookies of before #####


def old_tables(server: Running, number: int, prefix: str = "old") -> dict[str, str]:
    """Tables as they were when each browser had a cookie for each of them: by cookie the token of seat A."""

    async def make(table: str, token: str) -> None:
        key = key_of(token)
        events: list[StoredEvent] = [Created(Options(), "balanced", key), Seated("A", "Ada", key)]
        await keep(server.hub.store, Append(table, 1, 1e9, list(map(encode_event, events))))

    async def make_all() -> None:
        await asyncio.gather(*(make(name, token) for name, token in tokens.items()))

    # Names and tokens as long as real ones.
    tokens = {f"{prefix}{index:0{12 - len(prefix)}}": f"{index:032}" for index in range(number)}
    server.do(make_all)
    return {f"dnup-{table}": token for table, token in tokens.items()}


def test_cookies_of_before_are_read_and_become_the_key_of_the_browser(
    server: Running, browse: Browse
) -> None:
    cookies = old_tables(server, 180)
    tables = [name.removeprefix("dnup-") for name in cookies]
    ada = browse({**cookies, "dnup-gone": "x" * 32, "dnup-no-table": "y" * 32})
    some = browse(dict(list(cookies.items())[:5]))
    assert who(some.at(tables[3])) == ("A", True), "without having moved"
    assert len(ada.cookie) > 8192, "too much for a handshake"
    answer = ada.open("/")
    assert len(ada.cookie) < 8000, "one page is enough to get in"
    assert sum(len(name) + len(value) + 4 for name, value in answer.headers.raw) < 4096
    assert who(ada.at(tables[0])) == ("A", True)
    for _ in range(182 // COOKIES_PER_RESPONSE):
        ada.open("/")
    assert list(ada.web.cookies) == ["dnup"]
    for table in tables[::20]:
        assert who(ada.at(table)) == ("A", True)
    assert who(browse().at(tables[0])) == (None, False)


def test_a_cookie_of_before_stays_while_the_database_is_away(
    server: Running, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    cookies = old_tables(server, 2, "kept")
    ada = browse(cookies)

    async def nothing(table: str, after: int = 0) -> list[bytes]:
        raise StoreDown("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(server.hub.store, "load", nothing)
        ada.open("/")
    assert set(cookies) <= set(ada.web.cookies)
    ada.open("/")
    assert list(ada.web.cookies) == ["dnup"]
    assert who(ada.at("kept00000001")) == ("A", True)


def test_a_link_counts_more_than_the_cookie_of_before(server: Running, browse: Browse) -> None:
    cookies = old_tables(server, 1, "link")
    ada, bea = browse(cookies), browse()
    theirs = bea.sit("link00000000", "Bea").json()
    ada.switch(theirs["link"])
    assert who(ada.at("link00000000")) == ("B", False)


def test_what_was_kept_of_a_link_is_read_again() -> None:
    event = decode_event(b'{"type":"seat-shared","key":"a","other":"b"}')
    assert decode_event(encode_event(event)) == event
