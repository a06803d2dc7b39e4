"""What should not fail does: it is logged with its table, counted, tried again, and the table goes on."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable, Collection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dnup.server.messages.events import MoveMade, StoredEvent
from dnup.server.runtime import tasks
from dnup.server.runtime.logs import JsonLines
from dnup.server.runtime.tasks import FIRST_RETRY, Tasks
from dnup.server.store.sqlite import SqliteStore
from dnup.server.tables.bot_pool import BotPool
from dnup.server.tables.live_table import LiveTable
from dnup.server.tables.table import Table
from tests.server.running import PATIENCE, Running, people, running

SECRET = "the hand is 3/4 7/1, the token 5rGx"


class Unexpected(Exception):
    """Nobody has thought of this one."""

    def __init__(self) -> None:
        super().__init__(SECRET)


def stumbling(function: Callable[..., Any], times: int) -> Callable[..., Any]:
    """The same function, which fails the first times."""
    left = [times]

    def stumble(*args: Any, **kwargs: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise Unexpected
        return function(*args, **kwargs)

    return stumble


def failures(server: Running, task: str) -> int:
    found = re.search(rf'^dnup_failures_total{{task="{task}"}} (\d+)', server.api.get("/metrics").text, re.M)
    return int(found[1]) if found else 0


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.02)


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """What the log has of failures, as an operator reads it; never with what the error said."""
    texts = [JsonLines().format(record) for record in caplog.records if record.levelno >= logging.ERROR]
    assert SECRET not in "".join(texts)
    return [json.loads(text) for text in texts]


def test_a_bot_that_fails_is_asked_again_and_the_table_goes_on(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = failures(server, "bot")
    monkeypatch.setattr(BotPool, "_think", stumbling(BotPool._think, 3))
    joined = server.create(players=2, start=True)
    ada = server.client(joined["table"]["id"], joined["token"])
    while not any(event["type"] == "moved" and event["by"] == "bot" for event in ada.log):
        if ada.in_turn:
            ada.move(ada.moves[0]["move"])
        else:
            ada.receive()
    assert failures(server, "bot") - before == 3
    found = lines(caplog)
    assert [line["table"] for line in found] == [joined["table"]["id"]] * 3
    assert {(line["message"], line["reason"]) for line in found} == {("bot failed", "Unexpected")}
    assert all("in stumble" in line["trace"] for line in found), "it says where"


def test_a_bot_that_always_fails_holds_up_no_other_table(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    think = BotPool._think

    def fail(self: BotPool, level: Any, view: Any, seed: int) -> str:
        if level == "hard":
            raise Unexpected
        return think(self, level, view, seed)

    monkeypatch.setattr(BotPool, "_think", fail)
    stuck = server.create(players=2, name=None, bots={"A": "hard", "B": "hard"}, start=True)
    watcher = server.client(stuck["table"]["id"])
    wait_until(lambda: failures(server, "bot") >= 1)
    fine = server.create(players=2, name=None, bots={"A": "easy", "B": "easy"}, start=True)
    server.client(fine["table"]["id"]).until("update", test=lambda update: update["state"].get("result"))
    watcher.sync()
    assert watcher.phase == "playing"


class Stumbling(SqliteStore):
    """A database in which something unexpected goes wrong, twice each."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.expired = 0
        self.swept = 0
        self._stumble = {name: stumbling(lambda: None, 2) for name in ("expire", "release")}

    async def expire(self, untouched_since: float) -> int:
        self._stumble["expire"]()
        self.expired += 1
        return await super().expire(untouched_since)

    async def release(self, tables: Collection[str]) -> None:
        self._stumble["release"]()
        self.swept += 1
        await super().release(tables)


def test_sweeping_and_expiring_go_on_after_a_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = Stumbling(tmp_path / "games.sqlite3")
    with running(tmp_path, store=store) as server:
        wait_until(lambda: store.expired > 0 and store.swept > 1)
        assert (failures(server, "expire"), failures(server, "sweep")) == (2, 2)
        assert (
            sorted(line["message"] for line in lines(caplog)) == ["expire failed"] * 2 + ["sweep failed"] * 2
        )


def test_news_of_one_table_that_fails_reach_the_others(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = (server.create(players=2)["table"]["id"] for _ in range(2))
    told: list[str] = []

    def presence_changed(live: LiveTable) -> None:
        told.append(live.table.id)
        if live.table.id == bad:
            raise Unexpected

    async def news() -> None:
        server.hub._on_news({bad: 0, good: 0})

    with monkeypatch.context() as patch:
        patch.setattr(LiveTable, "presence_changed", presence_changed)
        server.do(news)
    assert told == [bad, good]
    assert [(line["message"], line["table"]) for line in lines(caplog)] == [("news failed", bad)]


def test_a_table_that_fails_in_memory_is_loaded_again_with_all_that_was_kept(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, clients = people(server, 2)
    clients[0].ask("start")
    for client in clients:
        client.sync()
    mover = next(client for client in clients if client.in_turn)
    apply = Table.apply

    def fail(self: Table, event: StoredEvent) -> Any:
        if self.id == table and isinstance(event, MoveMade):
            raise Unexpected
        return apply(self, event)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "apply", fail)
        mover.send("move", position=mover.position, move=mover.moves[0]["move"], ref=1)
        assert mover.until("refused")["code"] == "server-error"
        assert [client.until_closed().code for client in clients] == [1011, 1011]
    back = [server.client(table, client.token, client.number) for client in clients]
    assert [client.number for client in back] == [mover.number + 1] * 2, "the move was kept, and is there"
    assert ("table failed", table) in [(line["message"], line["table"]) for line in lines(caplog)]
    again = next(client for client in back if client.in_turn)
    assert again.move(again.moves[0]["move"])["type"] == "update"


def test_an_answer_that_fails_holds_up_nobody(server: Running) -> None:
    table, (ada, _) = people(server, 2)
    before = failures(server, "answer")

    async def ask() -> None:
        def fail(kept: int, error: Exception | None) -> None:
            raise Unexpected

        live = server.hub.live_tables[table]
        live.request(lambda table: (), fail)
        await live.act(lambda table: ())

    server.do(ask)
    assert failures(server, "answer") - before == 1
    assert ada.ask("start")["type"] == "update"


def test_the_writer_goes_on_after_a_failure(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    joined = server.create(players=2)
    table = joined["table"]["id"]
    me = {"Authorization": f"Bearer {joined['token']}"}
    with monkeypatch.context() as patch:
        patch.setattr(server.hub.store, "_forget", stumbling(lambda tables: None, 1))
        answer = server.api.delete(f"/api/tables/{table}", headers=me)
        assert (answer.status_code, answer.json()["code"]) == (500, "server-error")
    assert server.api.get(f"/api/tables/{table}").status_code == 200
    assert server.create(players=2)["seat"] == "A", "what comes later is kept"
    assert server.api.delete(f"/api/tables/{table}", headers=me).status_code == 204


def test_what_fails_where_nobody_looks_is_counted(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    before = failures(server, "callback")

    def fail() -> None:
        raise Unexpected

    async def later() -> None:
        asyncio.get_running_loop().call_soon(fail)

    server.do(later)
    wait_until(lambda: failures(server, "callback") - before == 1)
    assert [line["message"] for line in lines(caplog)] == ["callback failed"]


def test_the_pauses_between_tries_grow(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        await real(0)

    async def try_it() -> None:
        work = stumbling(lambda: real(0), 9)
        await Tasks(server.hub.metrics).start("try", work)

    with monkeypatch.context() as patch:
        # For this one alone: the server of the other tests sleeps as it did.
        patch.setattr(tasks, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
        asyncio.run(try_it())
    assert pauses[:4] == [FIRST_RETRY * 2**number for number in range(4)]
    assert pauses[-1] == max(pauses) <= 30
