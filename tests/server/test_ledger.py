"""The torture's judge sees what it is there to see: a lost event, a changed one, a doubled one, a gap."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dnup.cards.deck import deck_to_json, load_deck
from dnup.server.messages.events import Created, MoveMade, RoundDealt, Seated, StoredEvent, encode_event
from dnup.server.messages.protocol import Options
from dnup.server.runtime.deals import deal
from dnup.server.tables.table import Table
from dnup.server.tables.wire_writer import WireWriter
from tools.torture.ledger import Verdict, compare

Rows = list[tuple[int, bytes | str]]


@pytest.fixture
def rows() -> Rows:
    """A table of two people with six moves, from event 5 on."""
    deck = load_deck("balanced")
    dealt = deal(deck, 2, 0)
    table = Table("t", WireWriter())
    events: list[StoredEvent] = [
        Created(Options(players=2), deck_to_json(deck, 2), "a"),
        Seated("A", "Ada", "a"),
        Seated("B", "Bea", "b"),
        RoundDealt(dealt.hands, dealt.salt),
    ]
    for event in events:
        table.apply(event)
    for _ in range(6):
        assert table.position is not None
        move = MoveMade(table.turn or "", str(table.position.legal_moves[0]), "person")
        table.apply(move)
        events.append(move)
    return [(number, encode_event(event)) for number, event in enumerate(events, 1)]


def judge(folder: Path, told: Rows, kept: Rows) -> Verdict:
    """The verdict when people were told one thing and the database has another."""
    moves = [(number, json.loads(body)) for number, body in told[4:]]
    report = {
        "intents": [["t", move["seat"], number - 1, move["move"], number] for number, move in moves],
        "seen": {"t": {number: f"{move['seat']} {move['move']}" for number, move in moves} | {4: "dealt"}},
        "finished": [],
        "problems": [],
        "counts": {},
    }
    (folder / "report.json").write_text(json.dumps(report))
    return compare([folder / "report.json"], {"t": kept})


def test_all_is_well_when_all_is_there(rows: Rows, tmp_path: Path) -> None:
    verdict = judge(tmp_path, rows, rows)
    assert verdict.is_clean
    assert (verdict.acknowledged, verdict.seen, verdict.events) == (6, 7, 10)


def test_an_event_that_was_told_and_is_not_there_is_lost(rows: Rows, tmp_path: Path) -> None:
    assert len(judge(tmp_path, rows, rows[:-1]).lost) == 2, "acknowledged, and shown"


def test_an_event_that_is_another_now_is_lost(rows: Rows, tmp_path: Path) -> None:
    changed = json.loads(rows[-1][1])
    changed["move"] = "rotate" if changed["move"] != "rotate" else "take A1"
    assert judge(tmp_path, [*rows[:-1], (10, json.dumps(changed))], rows).lost


def test_a_move_that_nobody_meant_is_doubled(rows: Rows, tmp_path: Path) -> None:
    assert len(judge(tmp_path, rows[:-1], rows).doubled) == 1


def test_a_gap_is_a_loss(rows: Rows, tmp_path: Path) -> None:
    assert judge(tmp_path, rows[:4], [*rows[:7], *rows[8:]]).lost
