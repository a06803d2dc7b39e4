"""Measure dnup beside a program in C, OpenSpiel and RLCard, all in one run on one machine: `make bench`."""

import argparse
import importlib.util
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from benchmarks.contest import Run, on_the_clock, one_core, rounds_in, take_turns
from benchmarks.limit import compile_limit, limit
from benchmarks.others import crazy_eights, uno
from benchmarks.report import Figure, compared, describe_machine, publish
from benchmarks.starts import starts
from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.cards.packed import pack_deck
from dnup.kernel.layout import WORDS
from dnup.random_games.bench import playout, stepping
from dnup.random_games.simulate import Summary, simulate
from dnup.workers.cores import core_count

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "lab" / "benchmarks.md"
DECK = load_deck(DEFAULT_DECK)


class Differ(Exception):
    """Two that must agree do not. This is no matter of speed, and the one thing that fails this program."""


class Bench:
    """All measurements, each of some figures."""

    def __init__(self, repeats: int, seconds: float, compiler: str | None) -> None:
        self.repeats = repeats
        self.seconds = seconds
        self.compiler = compiler

    def figures(self, screen: Console) -> Iterator[Figure]:
        """Measure everything that can be measured here, and say what cannot."""
        if self.compiler is not None:
            with screen.status("random rounds in Python and in C"):
                yield from self.beside_c()
        else:
            screen.print("No comparison with C: there is no gcc (Debian: apt-get install gcc libc6-dev).")
        if importlib.util.find_spec("pyspiel") and importlib.util.find_spec("rlcard"):
            with screen.status("one move at a time, beside OpenSpiel and RLCard"):
                for players in DECK.players:
                    yield from self.stepped(players, crazy_eights(players), "crazy_eights", at_least=2.0)
                yield from self.stepped(2, uno(), "uno")
        else:
            screen.print("No comparison with OpenSpiel and RLCard: make bench installs them.")
        if core_count() > 1:
            with screen.status("simulate on two cores"):
                yield from self.scaling()
        else:
            screen.print("No comparison of one core and two: there is only one.")
        with screen.status("starts, with nothing compiled and later"):
            yield from starts(self.repeats)
        yield Figure("Size of a state", "bytes", WORDS * 8, WORDS * 8, WORDS * 8, unit="bytes", at_most=256)

    def beside_c(self) -> Iterator[Figure]:
        """The same random rounds in C."""
        assert self.compiler is not None
        with tempfile.TemporaryDirectory() as directory, one_core():
            program = compile_limit(self.compiler, Path(directory))
            for players in DECK.players:
                ours = on_the_clock(playout(pack_deck(DECK, players).words, players))
                rounds = rounds_in(ours, self.seconds)
                samples = take_turns([(ours, rounds), (limit(program, DECK, players), rounds)], self.repeats)
                moves, their_moves = ([sample.moves for sample in each] for each in samples)
                if moves != their_moves:
                    raise Differ(f"with {players} players, kernel and limit.c do not play the same rounds")
                kernel, c = ([sample.rate for sample in each] for each in samples)
                yield compared(
                    "Random rounds on one core; other: the same rounds in C",
                    f"{players} players, {sum(moves) / rounds / self.repeats:.4f} turns",
                    kernel,
                    c,
                    at_least=0.7,
                )

    def stepped(
        self, players: int, theirs: Run, name: str, at_least: float | None = None
    ) -> Iterator[Figure]:
        """Random moves chosen in Python one at a time, here and in another game."""
        topic = "One move at a time from Python; other: OpenSpiel's crazy_eights, RLCard's uno"
        with one_core():
            ours = on_the_clock(stepping(pack_deck(DECK, players).words, players))
            runs = [(run, rounds_in(run, self.seconds)) for run in (ours, theirs)]
            mine, other = take_turns(runs, self.repeats)
        speeds = [sample.rate for sample in mine]
        what = f"{name} of {players}"
        if other[0].steps:
            # To count the steps of chance with the moves is kindest to those who have them: the bar is there.
            steps = [sample.steps / sample.seconds for sample in other]
            yield compared(topic, f"{what}, all its steps", speeds, steps, at_least)
            yield compared(topic, f"{what}, only its moves", speeds, [sample.rate for sample in other])
        else:
            yield compared(topic, what, speeds, [sample.rate for sample in other], at_least)

    def scaling(self) -> Iterator[Figure]:
        """The function behind `dnup simulate` on two cores and on one."""

        def simulated(games: int, workers: int) -> tuple[Summary, float]:
            started = time.perf_counter()
            summary = simulate(4, games, seed=1, deck=DECK, workers=workers)
            return summary, time.perf_counter() - started

        games = 100
        simulated(games, 1)
        while simulated(games, 1)[1] < 2 * self.seconds:
            games *= 2
        speeds: tuple[list[float], list[float]] = ([], [])
        got = 0.0
        for _ in range(self.repeats):
            one, alone = simulated(games, 1)
            before = time.process_time()
            two, together = simulated(games, 2)
            got += (time.process_time() - before) / together / self.repeats
            if one != two:
                raise Differ("what simulate finds depends on the number of workers")
            speeds[0].append(two.moves / together)
            speeds[1].append(one.moves / alone)
        # On a busy machine two cores are not to be had: the processor time we got tells.
        what = f"simulate of 4, got {got:.1f} cores"
        yield compared("Two cores; other: one core", what, *speeds, at_least=1.7)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write everything to this file as JSON, too")
    parser.add_argument(
        "--update-docs", action="store_true", help="write the tables into docs/lab/benchmarks.md"
    )
    parser.add_argument("--repeats", type=int, default=15, metavar="N", help="runs of each (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.2, metavar="S", help="of each run (default: 0.2)")
    options = parser.parse_args()
    if options.repeats < 3 or not 0 < options.seconds <= 60:
        parser.error("at least 3 repeats of more than 0 and up to 60 seconds are needed")
    compiler = shutil.which("gcc")
    machine = describe_machine(ROOT, compiler)
    try:
        figures = list(Bench(options.repeats, options.seconds, compiler).figures(Console(stderr=True)))
    except Differ as error:
        print(f"make bench: {error}", file=sys.stderr)
        return 1
    publish(machine, figures, options.json, PAGE if options.update_docs else None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
