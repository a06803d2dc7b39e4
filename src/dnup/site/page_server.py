"""Serve the page alone, with nothing but the standard library: for `dnup` where the extra `server` is not installed.

Bots, lessons, puzzles and reviews run in the browser, so this is all that playing on this computer needs.
"""

from __future__ import annotations

import socket
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from dnup.site.compressed import choose, press
from dnup.site.files import File, Site

HEADERS: Final = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What a page cannot say itself. The content-security policy is in the pages."""

PATIENCE: Final = 10.0
"""The seconds that a client has for a request."""


class PageServer(ThreadingHTTPServer):
    """All files of a site, from memory. A path that is not in the list of files leads nowhere."""

    daemon_threads = True

    def __init__(self, site: Site, listener: socket.socket) -> None:
        super().__init__(listener.getsockname()[:2], _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.server_activate()
        self.site = site
        self.compress = lru_cache(maxsize=None)(press)

    def find(self, path: str) -> File | None:
        """What is at a path: a file, or a page."""
        name = path.partition("?")[0].removeprefix("/")
        if name in self.site.pages:
            return self.site.page(name)
        return self.site.files.get(name)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version = "dnup"
    sys_version = ""
    timeout = PATIENCE

    def do_GET(self) -> None:
        file = self.server.find(self.path)
        if file is not None:
            self._send(HTTPStatus.OK, file)
        elif self.server.find(f"{self.path}/") is not None and "?" not in self.path:
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header("Location", f"{self.path}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            page = self.server.site.page_elsewhere("not-found/", "/")
            self._send(HTTPStatus.NOT_FOUND, File(page, "text/html; charset=utf-8", lasting=False))

    def do_HEAD(self) -> None:
        self.do_GET()

    def _send(self, status: HTTPStatus, file: File) -> None:
        data = file.data
        coding = choose(self.headers.get("Accept-Encoding")) if file.shrinks else None
        if coding is not None:
            data = self.server.compress(data, coding)
        self.send_response(status)
        self.send_header("Content-Type", file.kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header(
            "Cache-Control", "public, max-age=31536000, immutable" if file.lasting else "no-cache"
        )
        if coding is not None:
            self.send_header("Content-Encoding", coding)
        if file.shrinks:
            self.send_header("Vary", "Accept-Encoding")
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing: the terminal is for people."""
