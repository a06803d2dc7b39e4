"""Make the positions of `dnup benchmark`: python -m tools.measure.benchmark_positions.

Rounds between bots of different strength are played and written down whole, for the task *beliefs*. Some decisions
of each get the loss of every legal move, for the task *decisions*. The file belongs to a version of the benchmark: new
data is a new version.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from dnup import Round, analyse
from dnup.benchmark.positions import DATA
from dnup.bots import get
from dnup.kernel.rng import split
from dnup.workers.parallel import in_order

BOTS: Final = ("medium", "hard", "search:1000", "search:1000+belief")
"""Each seat is played by one of these, drawn by lot: middling and strong play."""

DECISIONS: Final = 8
"""Decisions of a round whose moves are valued."""


@dataclass(frozen=True)
class Task:
    """A round to play and to value."""

    players: int
    number: int
    seed: int
    tries: int


def make_line(task: Task) -> str:
    """A round as a line of the file."""
    rng = random.Random(f"{task.seed} {task.players} {task.number}")
    position = Round.deal(task.players, rng.getrandbits(64))
    deal = list(map(str, position.hand_texts))
    names = [rng.choice(BOTS) for _ in position.seats]
    moves, views = [], []
    bots = {
        seat: get(name, seed=rng.getrandbits(63)) for seat, name in zip(position.seats, names, strict=True)
    }
    while (seat := position.turn) is not None:
        views.append(position.view(seat))
        move = bots[seat].choose(views[-1]).move
        moves.append(str(move))
        position = position.apply(move)
    for bot in bots.values():
        bot.close()
    open_to_choice = [number for number, view in enumerate(views) if len(view.legal_moves) > 1]
    chosen = sorted(rng.sample(open_to_choice, min(DECISIONS, len(open_to_choice))))
    losses: dict[str, dict[str, tuple[float, float]]] = {}
    for number in chosen:
        found = analyse(views[number], task.tries, seed=rng.getrandbits(63))
        losses[str(number)] = {
            str(line.move): (round(line.loss, 4), round(line.loss_error, 4)) for line in found
        }
    line: dict[str, Any] = {
        "players": task.players,
        "bots": names,
        "deal": deal,
        "moves": moves,
        "losses": losses,
    }
    return json.dumps(line, separators=(",", ":"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.measure.benchmark_positions", description=__doc__)
    parser.add_argument("--rounds", type=int, default=30, metavar="N", help="for each number of players (30)")
    parser.add_argument("--tries", type=int, default=60_000, metavar="N", help="for each decision (60,000)")
    parser.add_argument("--seed", type=int, default=20261118, metavar="N")
    parser.add_argument("--workers", type=int, metavar="N", help="processes (one for each core)")
    parser.add_argument("--out", type=Path, default=DATA, metavar="FILE", help="the file to write")
    options = parser.parse_args()
    tasks = [
        Task(players, number, int(split(options.seed, players)), options.tries)
        for players in (2, 3, 4, 5)
        for number in range(options.rounds)
    ]
    lines = []
    for task, line in in_order(make_line, tasks, options.workers, processes=True):
        lines.append(line)
        print(f"\r{len(lines)} of {len(tasks)} rounds ({task.players} players)", end="", file=sys.stderr)
    print(file=sys.stderr)
    header = {
        "format": "dnup-benchmark-positions",
        "version": 1,
        "command": f"python -m tools.measure.benchmark_positions --rounds {options.rounds} --tries {options.tries} "
        f"--seed {options.seed}",
    }
    options.out.write_text("\n".join([json.dumps(header), *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
