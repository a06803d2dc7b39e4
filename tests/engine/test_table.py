"""What a page does by itself is what a server does: records of games on the device, and positions to study."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dnup import Round, deck_names, parse_position
from dnup.cli import main
from dnup.server.messages.events import (
    BotSeated,
    Created,
    MoveMade,
    RoundDealt,
    Seated,
    SeatReady,
    SeatRenamed,
    SeatResigned,
    StoredEvent,
)
from dnup.server.messages.protocol import Options
from dnup.server.messages.refusals import Refusal
from dnup.server.runtime.deals import Shuffle
from dnup.server.tables.inspection import InspectionRequest, Inspector
from dnup.server.tables.table import Table
from dnup.server.tables.wire_writer import WireWriter
from tests.chance import drawn
from tests.engine.test_same import HERE, MODULE
from tests.need import need_program

LESSONS = HERE.parents[1] / "src" / "dnup" / "web" / "learn" / "lessons.json"

pytestmark = pytest.mark.compiled


def on_the_device(questions: list[Any], tmp_path: Path) -> Iterator[str]:
    """What the page's own code answers, in node."""
    asked = tmp_path / "questions.jsonl"
    asked.write_bytes(b"".join(msgspec.json.encode(question) + b"\n" for question in questions))
    command = [need_program("node"), str(HERE / "table.mjs"), str(MODULE)]
    with asked.open() as source:
        done = subprocess.run(command, stdin=source, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    answers = done.stdout.removesuffix("\n").split("\n")
    assert len(answers) == len(questions)
    return iter(answers)


def evening(
    players: int, deck: str, seed: int, *, games: int = 1, stall_limit: int = 40
) -> list[StoredEvent]:
    """All events of a table until a number of games is over: the seat in turn does something at random."""
    chance = random.Random(seed)
    events: list[StoredEvent] = [
        Created(Options(players=players, deck=deck), deck, "me", stall_limit),
        Seated("A", 'Ada "Ö" \u2028 \\', "me"),
        *(BotSeated(seat, "easy") for seat in "BCDE"[: players - 1]),
    ]
    table = Table("local-k7m2q9xw4zap", WireWriter())
    for event in events:
        table.apply(event)

    def happen(event: StoredEvent) -> None:
        events.append(event)
        table.apply(event)

    while table.game < games or table.phase != "over":
        if table.phase != "open":
            happen(SeatReady("A"))
        number = table.round_number if table.phase == "between" else 0
        shuffle = Shuffle(number, drawn("evening", seed).hex(), ())
        dealt = shuffle.deal(table.deck, players, number % players)
        happen(RoundDealt(dealt.hands, dealt.salt))
        while table.turn is not None:
            assert table.position is not None
            if chance.random() < 0.01:
                happen(SeatRenamed("A", f"Ada {table.number}"))
            move = str(chance.choice(table.position.legal_moves))
            happen(MoveMade(table.turn, move, "person" if table.turn == "A" else "bot"))
    happen(SeatResigned("A", "hard") if chance.random() < 0.5 else SeatRenamed("A", "Åsa"))
    return events


def test_records_of_the_device_are_those_of_a_server(tmp_path: Path) -> None:
    """At the end, after the first game, between rounds and in the middle of one; and `dnup verify` accepts them."""
    chance = random.Random(1)
    tables = [evening(players, deck, players) for deck in deck_names() for players in (2, 3, 4, 5)]
    tables += [evening(3, "printed", 1, games=2), evening(4, "printed", 1, stall_limit=6)]
    parts = [
        events[:end] for events in tables for end in (len(events), *chance.sample(range(9, len(events)), 3))
    ]
    unequal = 0
    lines: list[str] = []
    for events, answer in zip(
        parts, on_the_device([{"events": part} for part in parts], tmp_path), strict=True
    ):
        table = Table("local-k7m2q9xw4zap", WireWriter())
        for event in events:
            table.apply(event)
        records = json.loads(answer)
        own = table.record()
        if own is not None:
            assert records[-1] == str(own)
            unequal += len(records) > 1
        lines += records
    assert unequal, "a table with two games was among them"
    assert {json.loads(line)["result"] for line in lines} == {"won", "drawn", "unfinished"}
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert main(["verify", str(file)]) == 0


def lesson_questions() -> Iterator[dict[str, Any]]:
    """All that the lessons ever ask, and each of their positions through everyone's eyes."""
    for lesson in json.loads(LESSONS.read_text(encoding="utf-8")):
        position = ""
        for step in lesson["steps"]:
            position = step.get("position", position)
            for move in [None, *step.get("before", ())]:
                for seat in "ABC":
                    yield {"position": position, "seat": seat, "move": move}
                position = position if move is None else str(_round(position).apply(move))
            for move in [*step["goal"], *(wrong["move"] for wrong in step.get("wrong", ()))]:
                yield {"position": position, "seat": "A", "move": move}
            position = str(_round(position).apply(step["goal"][0]))


def _round(position: str) -> Round:
    return parse_position(position)


def other_questions() -> Iterator[dict[str, Any]]:
    """Positions of random rounds, with moves that are legal, are not, or are none at all."""
    chance = random.Random(2)
    for deck in deck_names():
        for players in (2, 3, 4, 5):
            position = Round.deal(players, players, deck=deck)
            texts = ["rotate", "take A", "take", "play 1/5", "play 9/1 9/2", "add 3/4 to B", "jump"]
            while not position.over:
                moves = [str(move) for move in position.legal_moves]
                texts = [*texts[-40:], *chance.sample(moves, min(2, len(moves)))]
                for move in (None, chance.choice(moves), chance.choice(texts)):
                    yield {"position": str(position), "seat": chance.choice(position.seats), "move": move}
                position = position.apply(chance.choice(moves))
            yield {"position": str(position), "seat": "A", "move": "rotate"}


def test_positions_are_studied_as_at_a_server(tmp_path: Path) -> None:
    """Byte for byte: the lessons need no server."""
    questions = [*lesson_questions(), *other_questions()]
    reasons = set()
    for question, answer in zip(questions, on_the_device(questions, tmp_path), strict=True):
        try:
            right = msgspec.json.encode(
                Inspector(WireWriter()).inspect(InspectionRequest(**question))
            ).decode()
        except Refusal:
            assert "error" in json.loads(answer), question
            continue
        assert answer == right, question
        reasons.add((json.loads(answer)["why"] or {}).get("code"))
    assert len(reasons) > 6
