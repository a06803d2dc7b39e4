"""A review made by the page's engine is the one made natively, number for number."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import dnup
from dnup.review import moment_details, review
from tests.engine.test_same import MODULE
from tests.need import need_program

pytestmark = pytest.mark.compiled

TASKS = (
    (["easy", "hard"], "printed", 700),
    (["random", "easy", "medium", "hard"], "printed", 300),
    (["medium", "easy", "random"], "balanced", 200),
)


DETAILS = 11
"""The decision of the first round whose details are compared, too."""


def test_in_node() -> None:
    records = [dnup.play_match(names, seed=5, deck=dnup.load_deck(deck)) for names, deck, _ in TASKS]
    tasks = [
        {"record": record.to_json(), "seed": 3, "effort": effort, "details": DETAILS}
        for record, (_, _, effort) in zip(records, TASKS, strict=True)
    ]
    command = [need_program("node"), str(Path(__file__).with_name("review.mjs")), str(MODULE)]
    asked = "".join(json.dumps(task) + "\n" for task in tasks)
    told = subprocess.run(
        command, input=asked, capture_output=True, text=True, check=True, timeout=600
    ).stdout
    for line, record, task in zip(told.splitlines(), records, tasks, strict=True):
        ours = review(record, effort=task["effort"], seed=3).to_json()  # type: ignore[arg-type]
        decision = list(record.positions())[DETAILS]
        assert decision.move is not None
        view = decision.view(decision.turn)
        details = moment_details(view, decision.move, decision.round, seed=3).to_json()
        ours["details"] = [details, details]
        assert json.loads(line) == json.loads(json.dumps(ours))
