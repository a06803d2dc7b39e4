"""The files of the page over HTTP: kept for ever under names that change, small on the way, and nothing else."""

from __future__ import annotations

import gzip
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import brotli
import httpx
import pytest

from dnup.site import Site, press, read_site
from tests.server.raw import dial
from tests.server.running import PATIENCE, Running


@pytest.fixture(scope="module")
def site() -> Site:
    return read_site()


def raw(server: Running, path: str, coding: str) -> tuple[httpx.Headers, bytes]:
    """An answer as it came, before a client makes it plain again."""
    with httpx.stream(
        "GET", f"{server.url}{path}", headers={"Accept-Encoding": coding}, timeout=PATIENCE
    ) as answer:
        assert answer.status_code == 200
        return answer.headers, b"".join(answer.iter_raw())


def test_all_that_a_page_names_is_there_and_may_be_kept_for_ever(server: Running, site: Site) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        page = client.get("/table/anything")
        assert page.headers["Cache-Control"] == "private, no-cache"
        named = re.findall(r'(?:href|src)="\.\./(static/[^"]+)"', page.text)
        assert f"static/{site.version}/play/play.js" in named
        for path in named:
            file = client.get(f"/{path}")
            assert file.content == site.files[path].data
            assert file.headers["Content-Type"] == site.files[path].kind
            assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        for path in ("/service-worker.js", "/manifest.webmanifest", "/icons/icon.svg"):
            assert client.get(path).headers["Cache-Control"] == "no-cache"


def test_the_engine_comes_as_brotli_or_gzip_or_as_it_is(server: Running, site: Site) -> None:
    path = f"static/{site.version}/engine/dnup.wasm"
    plain = site.files[path].data
    for asked, coding, back, most in (
        ("gzip, deflate, br, zstd", "br", brotli.decompress, 70_000),
        ("br;q=0, gzip", "gzip", gzip.decompress, 90_000),
        ("gzip;q=0", None, bytes, len(plain)),
    ):
        headers, data = raw(server, f"/{path}", asked)
        assert headers.get("Content-Encoding") == coding
        assert headers["Content-Type"] == "application/wasm"
        assert headers["Vary"] == "Accept-Encoding"
        assert int(headers["Content-Length"]) == len(data) <= most
        assert back(data) == plain
    headers, picture = raw(server, "/icons/icon-192.png", "br, gzip")
    assert "Content-Encoding" not in headers
    assert picture == site.files["icons/icon-192.png"].data


def test_head_and_who_has_it_already(server: Running, site: Site) -> None:
    path = f"/static/{site.version}/shared/dnup.css"
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        whole = client.get(path)
        head = client.head(path)
        assert head.content == b""
        assert head.headers["Content-Length"] == whole.headers["Content-Length"]
        tag = whole.headers["ETag"]
        for said, status in (
            (tag, 304),
            (f'"other", {tag.removeprefix("W/")}', 304),
            ("*", 304),
            ('"other"', 200),
            (tag[:-2], 200),
        ):
            for coding in ("br", "identity"):
                answer = client.get(path, headers={"If-None-Match": said, "Accept-Encoding": coding})
                assert answer.status_code == status
                assert answer.headers["ETag"] == tag
                assert answer.headers["Vary"] == "Accept-Encoding"
        assert client.get("/", headers={"If-None-Match": client.get("/").headers["ETag"]}).status_code == 304


def test_addresses_of_old_still_lead_to_the_pages(server: Running) -> None:
    for path in ("/learn", "/rules?theme=dark"):
        answer = httpx.get(f"{server.url}{path}", timeout=PATIENCE)
        assert answer.status_code == 307
        assert (
            answer.headers["Location"]
            == f"{server.url}{path.replace('?', '/?') if '?' in path else path + '/'}"
        )


def test_whoever_is_lost_finds_home_from_any_depth(server: Running, site: Site) -> None:
    browser = {"Accept": "text/html"}
    endless = httpx.get(f"{server.url}/{'d/' * 2000}", headers=browser, timeout=PATIENCE)
    assert endless.status_code == 404
    assert len(endless.content) < 10_000
    for path in ("/x", "/x/y", "/x/y/", "/static/x/y/z", "/" + "d/" * 20):
        page = httpx.get(f"{server.url}{path}", headers=browser, timeout=PATIENCE)
        assert page.status_code == 404
        (script,) = re.findall(r'src="([^"]+/not-found\.js)"', page.text)
        assert (
            httpx.URL(f"{server.url}{path}").join(script).path == f"/static/{site.version}/home/not-found.js"
        )


@pytest.mark.parametrize(
    "path",
    [
        "/static/{v}/",
        "/static/{v}",
        "/static/",
        "/static/{v}/messages.d.ts",
        "/static/0123456789ab/shared/dnup.css",
        "/static/{v}/../{v}/shared/dnup.css",
        "/static/{v}/shared/../shared/dnup.css",
        "/static/{v}/shared//dnup.css",
        "/static/{v}/%2e%2e/%2e%2e/pyproject.toml",
        "/static/{v}/..%2f..%2f..%2f..%2fetc/passwd",
        "/static/{v}/shared\\dnup.css",
        "/static/{v}/shared/dnup.css%00",
        "/static/{v}/SHARED/dnup.css",
        "/static//etc/passwd",
        "/icons/../site/files.py",
        "/icons/",
        "/web/shared/dnup.css",
    ],
)
def test_what_is_not_a_file_of_the_page_cannot_be_had(path: str, server: Running, site: Site) -> None:
    request = f"GET {path.format(v=site.version)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with dial(server.address) as line:  # as it is; a client would tidy it up
        line.sendall(request.encode())
        assert line.recv(100).split()[1] == b"404"


def test_a_file_is_compressed_once_however_many_ask(
    server: Running, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[int] = []
    gate = threading.Event()

    def slowly(data: bytes, coding: str) -> bytes:
        pressed.append(len(data))
        gate.wait(60)
        return press(data, coding)

    monkeypatch.setattr("dnup.server.transport.files.press", slowly)
    path = f"static/{site.version}/learn/lessons.json"
    with ThreadPoolExecutor(8) as pool:
        impatient = httpx.Timeout(0.3)
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{server.url}/{path}", timeout=impatient)  # the first client has gone
        asked = [pool.submit(raw, server, f"/{path}", "br") for _ in range(8)]
        assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200  # nobody else waits
        gate.set()
        for one in asked:
            assert brotli.decompress(one.result()[1]) == site.files[path].data
    assert pressed == [len(site.files[path].data)]
