"""A ruler for decisions: what bots lose against the best move in recorded positions, far quicker than matches show it.

    python -m benchmarks.decisions generate --players 2 --rounds 50   # continues where it was stopped
    python -m benchmarks.decisions score champion:500 search:500      # mean losses and paired differences
    python -m benchmarks.decisions ranks --rounds 200                 # do losses predict matches?

Rounds between middling and strong bots are recorded. In some decisions of each, every legal move is valued once: in
worlds weighted by what everyone did, the move is made and the round is played to its end, all seats deciding by a small
search with the champion's network. The data are in `benchmarks/data`, in the format of the benchmark `dnup benchmark`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import dnup.arena
from benchmarks.decision_values import value_moves
from dnup.arena.intervals import Interval, ratio
from dnup.benchmark.decisions import Question, loss_of_round
from dnup.benchmark.positions import FORMAT, VERSION, RecordedRound, read_positions
from dnup.bots import get
from dnup.game.round import Round
from dnup.workers.parallel import in_order

FOLDER: Final = Path(__file__).parent / "data"

BOTS: Final = ("medium", "hard", "search:1000", "champion:300")
"""Each seat of a recorded round is played by one of these, drawn by lot."""

DECISIONS: Final = 6
"""Decisions of a round whose moves are valued."""

ITERATIONS: Final = {2: 30, 3: 30, 4: 30, 5: 30}
"""By number of players, the iterations of a move when a round is played on."""

LADDER: Final = (
    "random",
    "greedy",
    "easy",
    "medium",
    "search:30",
    "search:100",
    "hard",
    "search:1000",
    "instinct",
    "champion:100",
    "champion:500",
)
"""The bots whose ranks are compared."""


@dataclass(frozen=True)
class Task:
    """A round to record and to value."""

    players: int
    number: int
    seed: int
    worlds: int


def file_of(players: int) -> Path:
    return FOLDER / f"decisions-{players}.jsonl"


def make_line(task: Task) -> str:
    """A recorded round with the losses of the moves in some of its decisions, as a line of the file."""
    rng = random.Random(f"{task.seed} {task.players} {task.number}")
    position = Round.deal(task.players, rng.getrandbits(63))
    deal = list(position.hand_texts)
    names = [rng.choice(BOTS) for _ in position.seats]
    bots = [get(name, seed=rng.getrandbits(63)) for name in names]
    views, moves = [], []
    while position.turn is not None:
        views.append(position.view(position.turn))
        move = bots[position.seats.index(position.turn)].choose(views[-1]).move
        moves.append(str(move))
        position = position.apply(move)
    for bot in bots:
        bot.close()
    choices = [number for number, view in enumerate(views) if len(view.legal_moves) > 1]
    chosen = sorted(rng.sample(choices, min(DECISIONS, len(choices))))
    iterations = ITERATIONS[task.players]
    losses = {
        number: value_moves(views[number], rng.getrandbits(62), iterations, task.worlds) for number in chosen
    }
    line = {"players": task.players, "bots": names, "deal": deal, "moves": moves, "losses": losses}
    return json.dumps(line, separators=(",", ":"))


def generate(options: argparse.Namespace) -> None:
    """Append rounds to the files until they have as many as asked for."""
    for players in options.players:
        file = file_of(players)
        if not file.exists():
            command = f"python -m benchmarks.decisions generate --players {players} --seed {options.seed}"
            header = {
                "format": FORMAT,
                "version": VERSION,
                "command": f"{command} --worlds {options.worlds} --rounds N",
            }
            file.write_text(json.dumps(header) + "\n", encoding="utf-8")
        done = len(file.read_text(encoding="utf-8").splitlines()) - 1
        tasks = [
            Task(players, number, options.seed, options.worlds) for number in range(done, options.rounds)
        ]
        with file.open("a", encoding="utf-8") as out:
            for task, line in in_order(make_line, tasks, options.workers, processes=True):
                out.write(line + "\n")
                out.flush()
                progress = f"\x1b[2K{players} players: {task.number + 1} of {options.rounds} rounds"
                print(progress, end="\r", file=sys.stderr, flush=True)


def losses_of(bot: str, rounds: Sequence[RecordedRound], workers: int | None) -> NDArray[np.float64]:
    """By round the sum of a bot's losses, in points of 100, and the number of its decisions."""
    questions = [Question(bot, recorded, seed, 60.0) for seed, recorded in enumerate(rounds)]
    return np.array([sums for _, sums in in_order(loss_of_round, questions, workers, processes=True)])


def mean_loss(sums: NDArray[np.float64]) -> Interval:
    """The mean per decision with its 95 % interval; rounds are the clusters."""
    found = ratio(sums[:, 0].tolist(), sums[:, 1].tolist())
    assert found is not None
    return found


def half_width(interval: Interval) -> float:
    """Half of the width of an interval."""
    return float("nan") if interval.high is None else interval.high - interval.mean


def _text(interval: Interval) -> str:
    return f"{interval.mean:.2f} ± {half_width(interval):.2f}"


def score(options: argparse.Namespace) -> list[dict[str, Any]]:
    """The mean loss of each bot, and by how much it differs from that of the first bot in the same decisions."""
    rows = []
    for players in options.players:
        rounds = read_positions(options.file or file_of(players))
        first: NDArray[np.float64] | None = None
        for bot in options.bots:
            sums = losses_of(bot, rounds, options.workers)
            first = sums if first is None else first
            loss = mean_loss(sums)
            more = mean_loss(np.stack([sums[:, 0] - first[:, 0], sums[:, 1]], axis=1))
            row = {
                "bot": bot,
                "players": players,
                "decisions": int(sums[:, 1].sum()),
                "loss": round(loss.mean, 3),
                "half_interval": round(half_width(loss), 3),
                "difference": round(more.mean, 3),
                "difference_half_interval": round(half_width(more), 3),
            }
            rows.append(row)
            if not options.json:
                print(
                    f"{bot}, {players} players: {_text(loss)} points in {row['decisions']} decisions", end=""
                )
                print("" if sums is first else f"; {_text(more)} more than {options.bots[0]}", flush=True)
    return rows


def ranks_of(values: Iterable[float]) -> NDArray[np.float64]:
    """The rank of each value; equal values share theirs."""
    numbers = np.array(list(values))
    return np.array([np.sum(numbers < value) + (np.sum(numbers == value) - 1) / 2 for value in numbers])


def rank_correlation(one: Iterable[float], other: Iterable[float]) -> float:
    """Spearman's rank correlation."""
    return float(np.corrcoef(ranks_of(one), ranks_of(other))[0, 1])


def ranks(options: argparse.Namespace) -> list[dict[str, Any]]:
    """The loss of each bot beside the share of rounds that it wins against a common opponent, and their correlation."""
    rows: list[dict[str, Any]] = []
    for players in options.players:
        rounds = read_positions(options.file or file_of(players))
        losses, shares = [], []
        for bot in options.bots:
            loss = mean_loss(losses_of(bot, rounds, options.workers))
            settings = dnup.arena.Settings.of(
                [bot, options.opponent], players, single_rounds=True, seed=1, alone=True
            )
            report = dnup.arena.run(settings, options.rounds, workers=options.workers)
            found = next(one for one in report.bots if one.name == settings.names[0])
            won = found.alone or found.won  # with two players each is alone
            share = won.mean if won else float("nan")
            losses.append(loss.mean)
            shares.append(share)
            row = {"bot": bot, "players": players, "loss": loss.mean, "half_interval": half_width(loss)}
            rows.append({**row, "share": share})
            if not options.json:
                print(f"{bot}, {players} players: {_text(loss)} points, {share:.1%} of rounds", flush=True)
        correlation = -rank_correlation(losses, shares)
        rows.append({"players": players, "rank_correlation": round(correlation, 3)})
        if not options.json:
            print(f"{players} players: rank correlation {correlation:.2f} over {len(losses)} bots")
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.decisions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    making = commands.add_parser("generate", help="record rounds and value the moves of some decisions")
    making.add_argument("--rounds", type=int, default=500, metavar="N", help="rounds in a file at last (500)")
    making.add_argument("--worlds", type=int, default=256, metavar="N", help="worlds of a decision (256)")
    making.add_argument("--seed", type=int, default=30, metavar="N")
    scoring = commands.add_parser("score", help="the mean loss of bots, and differences to the first")
    scoring.add_argument("bots", nargs="+", metavar="BOT")
    ranking = commands.add_parser("ranks", help="compare the ranks by loss with those in matches")
    ranking.add_argument("--bots", nargs="+", metavar="BOT", default=LADDER)
    ranking.add_argument("--opponent", default="hard", metavar="BOT", help="of all matches (hard)")
    ranking.add_argument("--rounds", type=int, default=400, metavar="N", help="of each match (400)")
    for command, function in ((making, generate), (scoring, score), (ranking, ranks)):
        command.add_argument("--players", type=int, nargs="+", default=[2], choices=(2, 3, 4, 5))
        command.add_argument("--workers", type=int, metavar="N", help="processes (one for each core)")
        command.set_defaults(run=function, json=False)
    for command in (scoring, ranking):
        command.add_argument("--file", type=Path, metavar="FILE", help="other data")
        command.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    rows = options.run(options)
    if options.json:
        print(json.dumps(rows, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
