"""Measure the WebAssembly engine in Node beside native code, in one run on one core: `make bench-engine`."""

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.contest import Run, Sample, one_core, rounds_in, take_turns
from benchmarks.report import Figure, compared, describe_machine, publish
from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.cards.packed import pack_deck
from dnup.game.limits import pack_limits
from dnup.kernel import layout as at
from dnup.kernel.deal import new_round
from dnup.kernel.playout import random_rounds
from dnup.kernel.rng import new_stream
from dnup.kernel.views import make_view
from dnup.network.files import load_network, network_players
from dnup.network.guided_search import guided_search
from dnup.search import tree as nodes_at
from dnup.search.match_equity import match_equity
from dnup.search.mcts import search

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "lab" / "engine.md"
MODULE = ROOT / "src" / "dnup" / "web" / "engine" / "dnup.wasm"
NODES = 100_000
NETWORK_DECK = "balanced"  # the one that networks know; all else is measured with the default deck
AT_LEAST = 0.7
CHAMPION_AT_LEAST = 0.6
MOST_KILOBYTES = 70
SPEED = "Speed, by processor time; dnup: WebAssembly in Node, other: native code"
BROTLI = "console.log(require('zlib').brotliCompressSync(require('fs').readFileSync(process.argv[1])).length)"


class Differ(Exception):
    """Both must do the same. This is no matter of speed, and the one thing that fails this program."""


class Twin:
    """The engine in Node, asked line by line."""

    def __init__(self, node: str) -> None:
        command = [node, str(ROOT / "benchmarks" / "engine.mjs"), str(MODULE)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, what: str, players: int, streams: list[int]) -> Run:
        """A run of a number of rounds or iterations; the final state of its random stream is recorded."""

        def run(size: int, seed: int) -> Sample:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(f"{what} {players} {size} {seed}\n")
            self._process.stdin.flush()
            units, seconds, stream = self._process.stdout.readline().split()
            streams.append(int(stream) & (1 << 64) - 1)
            return Sample(int(units), max(float(seconds), 1e-9))

        return run

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def native(what: str, players: int, streams: list[int]) -> Run:
    """The same natively."""
    deck, limits, equity = (
        pack_deck(load_deck(NETWORK_DECK if what == "champion" else DEFAULT_DECK), players).words,
        pack_limits(players),
        match_equity(players),
    )
    state, view = np.zeros(at.WORDS, np.int64), np.zeros(at.WORDS, np.int64)
    worlds = np.empty((0, at.WORDS), np.int64)
    nodes, rates = (
        np.zeros((NODES, nodes_at.NODE_WORDS), np.int64),
        np.zeros((NODES, nodes_at.RATES), np.float64),
    )

    def run(size: int, seed: int) -> Sample:
        stream = new_stream(seed)
        nodes[:] = 0
        rates[:] = 0
        started = time.process_time()
        if what == "random":
            units = int(random_rounds(deck, players, size, limits, stream))
        else:
            new_round(deck, state, stream, players, 0, 0, limits)
            make_view(deck, state, at.seat_in_turn(state) + 1, view)
            if what == "search":
                search(deck, view, stream, equity, worlds, nodes, rates, 1, size)
            else:
                guided_search(
                    deck,
                    view,
                    stream,
                    equity,
                    load_network(NETWORK_DECK, players),
                    worlds,
                    nodes,
                    rates,
                    1,
                    size,
                )
            units = size
        seconds = time.process_time() - started
        streams.append(int(stream[0]))
        return Sample(units, max(seconds, 1e-9))

    return run


def speeds(twin: Twin, repeats: int, seconds: float) -> Iterator[Figure]:
    """Random play, search and champion beside native code."""
    for what, named, numbers, bar in (
        ("random", "random moves", (2, 3, 4, 5), AT_LEAST),
        ("search", "search iterations", (2, 3, 4, 5), AT_LEAST),
        ("champion", "the champion's iterations", network_players(NETWORK_DECK), CHAMPION_AT_LEAST),
    ):
        for players in numbers:
            here: list[int] = []
            there: list[int] = []
            ours, other = twin.run(what, players, here), native(what, players, there)
            size = rounds_in(other, seconds)
            ours(size, 0)  # by now the engine's machine code is the final one
            here.clear()
            there.clear()
            samples = take_turns([(ours, size), (other, size)], repeats)
            if here != there:
                raise Differ(f"with {players} players, {named} in WebAssembly are not those of native code")
            wasm, machine = ([sample.rate for sample in each] for each in samples)
            yield compared(SPEED, f"{named}, {players} players", wasm, machine, bar)


def sizes(node: str, twin: Twin, repeats: int) -> Iterator[Figure]:
    """What is sent, and how soon it is ready."""
    told = subprocess.run([node, "-e", BROTLI, str(MODULE)], capture_output=True, text=True, check=True)
    topic = "What is sent, and how soon it is ready"
    sent = int(told.stdout) / 1000
    yield Figure(topic, "dnup.wasm as brotli", sent, sent, sent, unit="kB", at_most=MOST_KILOBYTES)
    whole = MODULE.stat().st_size / 1000
    yield Figure(topic, "dnup.wasm", whole, whole, whole, unit="kB")
    start = twin.run("start", 5, [])
    took = sorted(1000 * start(1, 0).seconds for _ in range(repeats))
    what = "ready for a match of five"
    yield Figure(topic, what, took[len(took) // 2], took[0], took[-1], unit="ms")


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench-engine", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write everything to this file as JSON, too")
    parser.add_argument("--update-docs", action="store_true", help="write the tables into docs/lab/engine.md")
    parser.add_argument("--repeats", type=int, default=15, metavar="N", help="runs of each (default: 15)")
    parser.add_argument("--seconds", type=float, default=0.2, metavar="S", help="of each run (default: 0.2)")
    options = parser.parse_args()
    if options.repeats < 3 or not 0 < options.seconds <= 60:
        parser.error("at least 3 repeats of more than 0 and up to 60 seconds are needed")
    node = shutil.which("node")
    if node is None:
        print("make bench-engine: node is needed (Debian: apt-get install nodejs)", file=sys.stderr)
        return 1
    packages = {"Numba": "numba", "llvmlite": "llvmlite"}
    machine = describe_machine(ROOT, None, packages)
    machine["Node"] = subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with one_core():
        twin = Twin(node)
        try:
            figures = [*speeds(twin, options.repeats, options.seconds), *sizes(node, twin, options.repeats)]
        except Differ as error:
            print(f"make bench-engine: {error}", file=sys.stderr)
            return 1
        finally:
            twin.close()
    publish(machine, figures, options.json, PAGE if options.update_docs else None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
