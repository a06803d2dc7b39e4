"""Before anyone is let in, everything is compiled: nobody's first move makes everybody wait."""

from __future__ import annotations

import errno
import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from dnup import cli
from dnup.server import rehearsal, run
from dnup.server.upkeep import logs


def functions_of(*arguments: str) -> set[tuple[str, str]]:
    """What a process has compiled or loaded when it ends, in which nothing was before."""
    command = [sys.executable, "-m", "tests.server.evening", *arguments]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=600).stdout
    return {(name.rpartition(".")[2], signature) for name, signature in json.loads(told)}


@pytest.mark.compiled
def test_nothing_is_compiled_while_people_play() -> None:
    ready = functions_of("rehearsal")
    needed = functions_of()  # after it, so that what is ready is loaded and only the rest compiled
    names = {name for name, _ in needed}
    assert names >= {
        "write_views",
        "write_updates",
        "put_moved",
        "judge",
        "replay_moves",
        "search",
        "choose_at_sight",
    }
    assert needed <= ready


def test_nobody_is_let_in_before_all_is_ready(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever asks `/health` before finds nobody there."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    happened: list[str] = []

    def knock() -> None:
        with socket.socket() as visitor:
            happened.append(errno.errorcode[visitor.connect_ex(("127.0.0.1", port))])

    def serve(store: object, settings: object, listener: socket.socket, **_: object) -> None:
        listener.close()
        happened.append("served")

    monkeypatch.setattr(rehearsal, "warm_up", knock)
    monkeypatch.setattr(run, "serve", serve)
    monkeypatch.setattr(logs, "set_up_logs", lambda level: None)
    cli.main(["serve", "--port", str(port), "--database", str(tmp_path / "games.sqlite3")])
    assert happened == ["ECONNREFUSED", "served"]
