"""The files in deploy/ and the page about them fit the program as it is."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shlex
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from dnup.cli import build_parser
from dnup.server.runtime.connection_limits import CLOSE_TIMEOUT, MAX_QUEUED_BYTES
from dnup.server.runtime.metrics import Metrics
from dnup.server.runtime.settings import Settings
from dnup.server.store.sqlite import SqliteStore
from dnup.server.store.store import Append
from dnup.server.transport.http_protocol import KEEP_ALIVE, MAX_REQUEST
from tests.server.running import keep

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SERVER = ROOT / "src" / "dnup" / "server"
PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
CLUB = (ROOT / "docs" / "tutorials" / "club.md").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def nodes() -> dict[str, dict[str, Any]]:
    services: dict[str, dict[str, Any]] = COMPOSE["services"]
    return {name: service for name, service in services.items() if service.get("image") == "dnup"}


def commands() -> list[list[str]]:
    """Every command line of dnup that deploy/ or the page shows."""
    unit = (DEPLOY / "dnup.service").read_text(encoding="utf-8")
    entry = re.search(r"^CMD (\[.*\])$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert entry
    found = [node["command"] for node in nodes().values()]
    found += [shlex.split(line)[1:] for line in re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)]
    found += [yaml.safe_load(entry[1])]
    found += [shlex.split(line)[1:] for line in re.findall(r"^dnup .*$", PAGE, re.MULTILINE)]
    found += [shlex.split(line)[1:] for line in re.findall(r"`(dnup [^`]*)`", PAGE + CLUB)]
    return found


@pytest.mark.parametrize("arguments", commands(), ids=" ".join)
def test_every_command_that_is_shown_is_one(arguments: list[str]) -> None:
    build_parser().parse_args(arguments)


def test_every_option_that_is_named_is_one() -> None:
    known = set(re.findall(r"--[a-z-]+", (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")))
    named = set(re.findall(r"`(--[a-z-]+)[ `]", PAGE))
    assert named
    assert named <= known


def test_what_compose_needs_is_there() -> None:
    assert len(nodes()) >= 2
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for name, node in nodes().items():
        assert (DEPLOY / node["build"]["context"] / node["build"]["dockerfile"]).is_file()
        assert set(node["depends_on"]) <= set(COMPOSE["services"])
        assert f"{name}:8000" in caddy
    mounted = [volume for service in COMPOSE["services"].values() for volume in service.get("volumes", [])]
    sources = {str(volume).split(":", maxsplit=1)[0] for volume in mounted}
    assert {source for source in sources if not source.startswith(".")} == set(COMPOSE["volumes"])
    assert all((DEPLOY / source).exists() for source in sources if source.startswith("."))


def test_what_the_image_copies_is_there() -> None:
    ignore = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    copied = re.findall(
        r"^COPY (?!--from)(.*) \S+$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE
    )
    for name in " ".join(copied).split():
        assert (ROOT / name).exists()
        assert f"!{name}" in ignore


def test_nothing_in_compose_has_more_rights_than_it_needs() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["read_only"] is True, name
        assert "privileged" not in service, name
        assert ("ports" in service) == (name == "caddy"), "only the proxy can be reached from outside"
    assert COMPOSE["networks"]["inside"]["internal"] is True


def test_the_image_runs_as_a_user_and_writes_its_volumes_only() -> None:
    lines = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines()
    last = lines[max(number for number, line in enumerate(lines) if line.startswith("FROM ")) :]
    assert [line for line in last if line.startswith("USER ")] == ["USER 10001:10001"]
    volumes = [json.loads(line.removeprefix("VOLUME ")) for line in last if line.startswith("VOLUME ")]
    settings = dict(re.findall(r"(\w+)=(\S+)", next(line for line in last if line.startswith("ENV "))))
    assert volumes == [[f"{settings['XDG_DATA_HOME']}/dnup", settings["NUMBA_CACHE_DIR"]]]
    assert any(line.startswith("HEALTHCHECK ") for line in last)


def test_the_unit_exposes_little() -> None:
    """By the judgment of systemd, whose scale goes from 0 to 10; the threshold is ten times that."""
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    unit = DEPLOY / "dnup.service"
    done = subprocess.run(
        [analyze, "security", "--offline=true", "--threshold=20", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze reads no files")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_metric_is_on_the_page() -> None:
    names = set(re.findall(r"^# TYPE (\w+) ", Metrics().text().decode(), re.MULTILINE))
    names = {name for name in names if not name.endswith("_created")}
    assert names == set(re.findall(r"^\| `(dnup_\w+)`", PAGE, re.MULTILINE))


def test_the_limits_on_the_page_are_the_limits() -> None:
    settings = Settings()
    assert settings.max_per_address is not None
    for number in (
        settings.tables_per_minute,
        settings.messages_per_second,
        settings.max_message,
        settings.max_connections,
        settings.keep_days,
        settings.stale_after,
        settings.hello_within,
        settings.max_per_address,
        settings.request_within,
        settings.answer_within,
        CLOSE_TIMEOUT,
    ):
        assert re.search(rf"\b{number:,.0f}\b", PAGE), number
    assert MAX_QUEUED_BYTES == 1_000_000
    assert MAX_REQUEST == 64 * 1024
    assert f"| {KEEP_ALIVE} s |" in PAGE


def test_every_reason_to_drop_a_connection_is_on_the_page() -> None:
    """As they are in the code: counted, given with a deadline, or sent with a close frame."""
    names = (
        "runtime/connection_limits",
        "transport/http_protocol",
        "transport/websocket_protocol",
        "transport/websocket",
    )
    code = "".join((SERVER / f"{name}.py").read_text() for name in names)
    reasons = set(
        re.findall(r'(?:count|abort|set_deadline|_fail|_reject)\((?:[^()]*, )?"([a-z-]+)"', code)
    ) - {
        "dropped",
        "idle",
    }
    table = PAGE[PAGE.index("## Limits") :].split("\n\n")[1]
    assert reasons == set(re.findall(r"`([a-z-]+)`", table))


def test_a_backup_of_a_server_that_runs_has_everything(tmp_path: Path) -> None:
    """The page's VACUUM INTO, beside a store that goes on writing."""

    async def serve_and_copy() -> list[bytes]:
        store = SqliteStore(tmp_path / "games.sqlite3")
        await store.open(lambda news: None)
        try:
            await keep(store, Append("t", 1, 0.0, [b"1", b"2"]))
            with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as beside:
                beside.execute("VACUUM INTO ?", (str(tmp_path / "copy.sqlite3"),))
            await keep(store, Append("t", 3, 0.0, [b"3"]))
        finally:
            await store.close()
        copy = SqliteStore(tmp_path / "copy.sqlite3")
        await copy.open(lambda news: None)
        try:
            return await copy.load("t")
        finally:
            await copy.close()

    assert asyncio.run(serve_and_copy()) == [b"1", b"2"]
