"""Many nodes: one is killed, the database is restarted, and every game comes to its end."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from tools.torture.crowd import Crowd
from tools.torture.database import Database
from tools.torture.killing import FINISH_WITHIN, OPTIONS, records_are_right
from tools.torture.ledger import compare
from tools.torture.servers import Nursery, Server

TABLES = 100


@pytest.mark.compiled
def test_three_nodes_play_on_when_one_dies_and_the_database_restarts(tmp_path: Path) -> None:
    with Database() as database, Nursery() as nursery, contextlib.ExitStack() as stack:
        nodes = [Server(nursery, database.address, tmp_path, *OPTIONS) for _ in range(3)]
        for node in nodes:  # all at once, so that they make the tables in the database at once
            node.start()
        for node in nodes:
            node.wait()
        crowd = Crowd([node.address for node in nodes], TABLES, 2, tmp_path, seed=3)
        stack.callback(crowd.close)
        crowd.wait_for_all(moves=2)
        nodes[0].kill()
        crowd.wait_for_all(moves=2)
        database.restart()
        crowd.wait_for_all(moves=2)
        nodes[0].start()
        reports = crowd.finish(FINISH_WITHIN)
        assert [node.stop() for node in nodes] == [0, 0, 0]
        verdict = compare(reports, database.kept())
        assert verdict.lost == []
        assert verdict.doubled == []
        assert verdict.problems == []
        assert verdict.games >= TABLES
        (ended,) = database.fetch("SELECT count(*) FROM games")
        assert ended[0] == verdict.games
        assert records_are_right(database.address, tmp_path)
        assert [node.complaints(but_for="events could not be kept") for node in nodes] == [[], [], []]
