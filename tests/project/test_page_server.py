"""`dnup` where the extra `server` is not installed: the page alone, to this computer."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from dnup.server.runtime.listener import listen
from dnup.site import Site, read_site
from dnup.site.page_server import PageServer

WITHOUT_EXTRA = (
    "import sys; sys.modules['uvicorn'] = None; from dnup.cli import main; sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture(scope="module")
def site() -> Site:
    return read_site(has_server=False)


@pytest.fixture(scope="module")
def server(site: Site) -> Iterator[http.client.HTTPConnection]:
    with PageServer(site, listen("127.0.0.1", 0)) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        connection = http.client.HTTPConnection("127.0.0.1", running.server_address[1], timeout=60)
        yield connection
        connection.close()
        running.shutdown()
        thread.join()


def get(
    server: http.client.HTTPConnection, path: str, method: str = "GET", **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    server.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items():
        server.putheader(name.replace("_", "-"), value)
    server.endheaders()
    answer = server.getresponse()
    return answer.status, answer.headers, answer.read()


def test_every_page_and_every_file_is_there(server: http.client.HTTPConnection, site: Site) -> None:
    for address in site.pages:
        status, headers, data = get(server, f"/{address}")
        assert (status, data) == (200, site.page(address).data)
        assert headers["Cache-Control"] == "no-cache"
    for path, file in site.files.items():
        status, headers, data = get(server, f"/{path}")
        assert (status, headers["Content-Type"], data) == (200, file.kind, file.data)
        assert ("immutable" in headers["Cache-Control"]) == file.lasting
    assert get(server, "/?seed=1")[0] == 200


def test_what_shrinks_is_sent_compressed_to_those_who_take_it(server: http.client.HTTPConnection) -> None:
    _, plain, whole = get(server, "/")
    _, headers, small = get(server, "/", Accept_Encoding="gzip")
    assert (plain["Content-Encoding"], headers["Content-Encoding"]) == (None, "gzip")
    assert len(small) < len(whole)
    assert get(server, "/", "HEAD")[2] == b""


def test_a_page_without_its_slash_leads_to_the_page(server: http.client.HTTPConnection) -> None:
    status, headers, _ = get(server, "/learn")
    assert (status, headers["Location"]) == (301, "/learn/")


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "//example.org",
        "/../pyproject.toml",
        "/static/../../files.py",
        "/%2e%2e/cli.py",
        "/etc/passwd",
    ],
)
def test_nothing_else_is_there(server: http.client.HTTPConnection, path: str) -> None:
    status, headers, data = get(server, path)
    assert status == 404
    assert b">dnup</title>" in data
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_nothing_can_be_sent(server: http.client.HTTPConnection) -> None:
    assert get(server, "/", "POST", Content_Length="0")[0] == 501


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT to a process is not a thing there")
def test_dnup_alone_serves_and_opens_the_page(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}.half" && mv "{opened}.half" "{opened}"\n')
    browser.chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-c", WITHOUT_EXTRA, "serve", "--open", "--port", "0"],
        env={**os.environ, "BROWSER": str(browser)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            found = re.match(r"dnup is at (http://127\.0\.0\.1:(\d+)/) ", process.stdout.readline())
            assert found
            assert re.match(
                r"To play with friends, more is needed: \S+ -m pip install ", process.stderr.readline()
            )
            connection = http.client.HTTPConnection("127.0.0.1", int(found[2]), timeout=60)
            assert b">dnup</title>" in get(connection, "/")[2]
            connection.close()
            while not opened.exists():
                assert process.poll() is None
                os.sched_yield()
            assert opened.read_text() == found[1]
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait() == 0
