"""Measure our environments beside those of PettingZoo, RLCard, OpenSpiel and Pgx, all in one run: `make bench-rl`."""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from benchmarks import rl_others as others
from benchmarks.contest import Run, Sample, one_core, rounds_in, take_turns
from benchmarks.report import Figure, compared, describe_machine, publish
from dnup.rl import VectorEnv

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "lab" / "rl.md"
PACKAGES = {
    "Numba": "numba",
    "PettingZoo": "pettingzoo",
    "RLCard": "rlcard",
    "OpenSpiel": "open_spiel",
    "Pgx": "pgx",
    "JAX": "jax",
}
PLAYERS = (2, 3, 4, 5)
CONTESTANTS: dict[str, Callable[[], Run]] = {
    "PettingZoo hanabi": lambda: others.pettingzoo("hanabi-v5"),
    "PettingZoo texas_holdem": lambda: others.pettingzoo("texas_holdem-v4"),
    "RLCard uno": lambda: others.rlcard("uno"),
    "RLCard doudizhu": lambda: others.rlcard("doudizhu"),
    "OpenSpiel crazy_eights": lambda: others.open_spiel("crazy_eights", 4),
    "Pgx sparrow_mahjong": lambda: others.pgx("sparrow_mahjong", 1024),
}


def vector(players: int, batch: int, *, observe: bool = True) -> Run:
    """Our batch with random legal actions: observations and masks are written at every step, unless said."""
    env = VectorEnv(players, batch, seed=0, observe=observe)

    def run(rounds: int, seed: int) -> Sample:
        env.reset(seed)
        started = time.process_time()
        for _ in range(rounds):
            env.step(env.sample())
        return Sample(rounds * batch, time.process_time() - started)

    return run


def alone(players: int) -> Run:
    """Our environment for PettingZoo, stepped as theirs are."""
    from dnup.rl import pettingzoo

    return others.stepped_agents(pettingzoo.env(players=players))


def speeds(samples: list[Sample]) -> list[float]:
    return [(sample.steps or sample.moves) / sample.seconds for sample in samples]


def figures(repeats: int, seconds: float, screen: Console) -> Iterator[Figure]:
    """Every figure; all runs take turns on one core, and the clock is the time they had it."""
    with one_core():
        runs: dict[str, Run] = {f"{players} players": vector(players, 4096) for players in PLAYERS}
        runs |= {f"{players} unobserved": vector(players, 4096, observe=False) for players in PLAYERS}
        for name, make in CONTESTANTS.items():
            with screen.status(f"setting up {name}"):
                runs[name] = make()
        runs["alone"] = alone(4)
        with screen.status("finding out how long each takes"):
            timed = [(run, rounds_in(run, seconds)) for run in runs.values()]
        with screen.status("measuring"):
            samples = dict(zip(runs, map(speeds, take_turns(timed, repeats)), strict=True))
    for title, run, at_least in (
        ("with observations and masks", "players", 1.0),
        ("nothing observed", "unobserved", None),
    ):
        for players in PLAYERS:
            mine = [speed / 1e6 for speed in samples[f"{players} {run}"]]
            yield Figure(
                f"VectorEnv, batch 4096, {title}, on one core",
                f"{players} players",
                max(mine),
                min(mine),
                max(mine),
                unit="M steps/s",
                at_least=at_least if players == 4 else None,
            )
    for name in CONTESTANTS:
        yield compared(
            "VectorEnv of 4 players, per CPU-second; other: see row",
            name,
            samples["4 players"],
            samples[name],
            at_least=1.0,
        )
    for name in list(CONTESTANTS)[:2]:
        yield compared(
            "Our PettingZoo environment of 4 players; other: see row",
            name,
            samples["alone"],
            samples[name],
            at_least=1.0,
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench-rl", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write everything to this file as JSON, too")
    parser.add_argument("--update-docs", action="store_true", help="write the tables into docs/lab/rl.md")
    parser.add_argument("--repeats", type=int, default=11, metavar="N", help="runs of each (default: 11)")
    parser.add_argument("--seconds", type=float, default=0.3, metavar="S", help="of each run (default: 0.3)")
    options = parser.parse_args()
    if options.repeats < 3 or not 0 < options.seconds <= 60:
        parser.error("at least 3 repeats of more than 0 and up to 60 seconds are needed")
    machine = describe_machine(ROOT, None, PACKAGES)
    measured = list(figures(options.repeats, options.seconds, Console(stderr=True)))
    publish(machine, measured, options.json, PAGE if options.update_docs else None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
