"""A web host with a site of `dnup site` in a subfolder: it can be given another version, break off, and go away."""

from __future__ import annotations

import shutil
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from dnup.site import Site, read_site
from dnup.site.files import SOURCES
from tools.ports import keep_port, port_of

FOLDER = "/games/dnup/"


class Host:
    """Serves a site under FOLDER until it is stopped, and at the same address when it is started again."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.broken = ""
        """A request for a path with this ending is cut off."""
        self._kept = keep_port()
        self._port = port_of(self._kept)
        self._server: ThreadingHTTPServer | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}{FOLDER}"

    def start(self) -> None:
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                host.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def close(self) -> None:
        """It is gone for good."""
        self.stop()
        self._kept.close()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path.partition("?")[0].removeprefix(FOLDER)
        if self.broken and path.endswith(self.broken):
            request.connection.close()
            return
        file = self.site.page(path) if path in self.site.pages else self.site.files.get(path)
        request.send_response(200 if file else 404)
        request.send_header("Content-Type", file.kind if file else "text/plain")
        request.send_header("Content-Length", str(len(file.data) if file else 0))
        request.end_headers()
        request.wfile.write(file.data if file else b"")


def next_version(folder: Path, mark: str) -> Site:
    """The site as it would be after some change: the words of the first page, a style, a script."""
    shutil.copytree(SOURCES[""], folder)
    for name in ("locales/en.json", "shared/dnup.css", "settings/sheet.js"):
        file = folder / name
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace("Every card has two values.", mark)
            if name.endswith(".json")
            else f"{text}/* {mark} */\n",
            encoding="utf-8",
        )
    return read_site({"": folder}, has_server=False)
