"""A server that is still getting ready, in a separate process: every address is requested.

`python -m tests.server.early` says as JSON what it answered, and which compiled functions it has called or loaded.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import httpx

from dnup.kernel.jit import compiled_signatures
from dnup.server.runtime.readiness import Readiness
from tests.server.evening import THREES_AND_FIVES
from tests.server.running import PATIENCE, Running, running

TABLE = "abcdefghjkmn"

ASKED: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
    ("GET", "/", None),
    ("GET", f"/table/{TABLE}", None),
    ("GET", f"/game/{TABLE}", None),
    ("GET", "/learn/", None),
    ("GET", "/health", None),
    ("GET", "/metrics", None),
    ("GET", "/api/decks", None),
    ("GET", "/api/tables", None),
    ("POST", "/api/tables", {"name": "Ada", "start": True}),
    ("GET", f"/api/games?tables={TABLE}", None),
    ("GET", f"/api/tables/{TABLE}", None),
    ("DELETE", f"/api/tables/{TABLE}", None),
    ("POST", f"/api/tables/{TABLE}/seats", {"name": "Bea"}),
    ("GET", f"/api/tables/{TABLE}/record", None),
    ("POST", "/api/inspect", {"position": THREES_AND_FIVES, "seat": "A", "move": None}),
    ("GET", f"/table/{TABLE}/qr.svg", None),
    ("GET", f"/seat/{TABLE}/token", None),
)


class Never(Readiness):
    """Gets no further than half."""

    def __init__(self) -> None:
        super().__init__([(None, ())])
        self.progress = 0.5

    async def prepare(self) -> None:
        pass


def ask(server: Running) -> dict[str, Any]:
    """What is answered, by what was asked; of pages only the status."""
    told: dict[str, Any] = {}
    for method, path, body in ASKED:
        # An old cookie of a seat would have its table loaded.
        answer = httpx.request(
            method, server.url + path, json=body, timeout=60, cookies={f"dnup-{TABLE}": "token"}
        )
        json_told = answer.headers["content-type"].startswith("application/json")
        told[f"{method} {path}"] = [answer.status_code, answer.json() if json_told else None]
    page = httpx.get(f"{server.url}/seat/{TABLE}/token", headers={"accept": "text/html"}, timeout=PATIENCE)
    told["page"] = [page.status_code, "starting.js" in page.text]
    client = server.silent()
    client.send("hello", protocol=1, table=TABLE)
    told["socket"] = client.receive()
    return told


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), readiness=Never()) as server:
        told = ask(server)
    print(json.dumps({"told": told, "called": sorted(compiled_signatures())}))


if __name__ == "__main__":
    main()
