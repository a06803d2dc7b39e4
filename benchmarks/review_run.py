"""How long a review takes: of six rounds of four, natively and as the page does it, by processor time.

Four play for four points, and a round brings three: no match takes six rounds, so it is two of three. The page's part
runs in Node, whose engine is that of Chromium; both come to the same numbers, and that is checked.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from itertools import count, islice
from pathlib import Path
from typing import Any

import dnup
from dnup.review import Reviewer
from dnup.review.reviewer import NORMAL

ROOT = Path(__file__).resolve().parent.parent
MODULE = ROOT / "src" / "dnup" / "web" / "engine" / "dnup.wasm"
LEVELS = ["easy", "medium", "hard", "medium"]
ROUNDS = 6
LIMITS = {"native": 30, "page": 60}
"""The time limit on one core, in seconds."""


def matches() -> list[dnup.Record]:
    """The first matches of these levels that take three rounds, six in all."""
    played = (dnup.play_match(LEVELS, seed=seed) for seed in count())
    return list(islice((record for record in played if len(record.rounds) == ROUNDS // 2), 2))


def natively(record: dnup.Record, effort: int) -> tuple[dict[str, Any], float, float]:
    """The review, how long it took, and how long until there was something to see."""
    started = time.process_time()
    reviewer = Reviewer(record)
    steps = reviewer.think(effort)
    next(steps)
    first = time.process_time() - started
    for _ in steps:
        pass
    return reviewer.review().to_json(), time.process_time() - started, first


def on_the_page(record: dnup.Record, effort: int) -> tuple[dict[str, Any], float, float]:
    """The same of the engine in Node."""
    command = [
        shutil.which("node") or "node",
        str(ROOT / "tests" / "engine" / "review.mjs"),
        str(MODULE),
        "timed",
    ]
    task = json.dumps({"record": record.to_json(), "seed": 0, "effort": effort}) + "\n"
    told = json.loads(subprocess.run(command, input=task, capture_output=True, text=True, check=True).stdout)
    return told["review"], told["seconds"], told["first"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review_run", description=__doc__)
    parser.add_argument("--effort", type=int, default=NORMAL)
    options = parser.parse_args()
    records = matches()
    moves = sum(len(one.moves) for record in records for one in record.rounds)
    print(f"4 players, {ROUNDS} rounds, {moves} moves, {options.effort} tries a decision")
    natively(records[0], 1)  # everything is compiled then
    took = dict.fromkeys(LIMITS, 0.0)
    for record in records:
        results = {"native": natively(record, options.effort), "page": on_the_page(record, options.effort)}
        if json.loads(json.dumps(results["native"][0])) != results["page"][0]:
            print("they differ")
            return 1
        for name, (_, seconds, first) in results.items():
            print(f"{name}: {seconds:.1f} s, something to see after {first:.2f} s")
            took[name] += seconds
    for name, limit in LIMITS.items():
        print(f"{name}: {took[name]:.1f} s in all, at most {limit}")
    return int(any(took[name] > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
