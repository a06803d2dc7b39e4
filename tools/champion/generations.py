"""Generations of networks: self-play with the best one so far, training on its rounds, and a match between both."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnup.cards.deck import Deck
from dnup.cards.packed import pack_deck
from dnup.kernel.layout import WORDS, Words, seat_in_turn
from dnup.kernel.rng import new_stream, split
from dnup.kernel.views import make_view
from dnup.network.simd import Weights
from dnup.search.match_equity import match_equity
from dnup.search.tree import NODE_WORDS, RATES
from dnup.workers.cores import core_count
from dnup.workers.parallel import in_order
from tools.champion.self_play import LABELS, Labels, grow_tree, play_match, play_rounds
from tools.champion.training import train
from tools.champion.training_data import make_training_data

NO_NETWORK: Weights = np.zeros(1, np.int16)
"""Stands for the search without a network."""

CHUNK = 25_000
"""Positions of one self-play job."""

TRAINED_ON = 4
"""A generation is trained on the rounds of this many generations: its own and those before."""

GATE_ITERATIONS = 200
"""Iterations per move in the matches after each generation."""
GATE_ROUNDS = 1000
"""Rounds against the best network so far."""
EQUAL_TIME_ROUNDS = 500
"""Rounds against the search without a network, in equal processor time."""
LONG_ITERATIONS = 4000
LONG_ROUNDS = 600
"""Before it is installed, a network must beat the search without a network with this many iterations per move."""


@dataclass(frozen=True)
class Result:
    """How strong a generation is: its share of rounds against the best one before, and against the plain search."""

    players: int
    generation: int
    positions: int
    iterations: int
    unseen_loss: float
    against_best: float
    against_best_error: float
    against_search: float
    against_search_error: float
    kept: bool
    hours: float


@dataclass(frozen=True)
class SelfPlayJob:
    """A chunk of self-play for one process."""

    deck: Deck
    players: int
    seed: int
    weights: Weights
    iterations: int


def run_self_play(job: SelfPlayJob) -> tuple[Words, Labels]:
    """The positions of a job, and their labels."""
    states = np.zeros((CHUNK, WORDS), np.int64)
    labels = np.zeros((CHUNK, LABELS), np.int8)
    deck = pack_deck(job.deck, job.players).words
    count = play_rounds(
        deck,
        job.players,
        match_equity(job.players),
        job.seed,
        job.weights,
        job.iterations,
        states,
        labels,
    )
    return states[:count], labels[:count]


@dataclass(frozen=True)
class MatchJob:
    """Deals on which one network plays alone against copies of another, for one process."""

    deck: Deck
    players: int
    seed: int
    deals: int
    hero: Weights
    hero_iterations: int
    rival: Weights
    rival_iterations: int


def run_match(job: MatchJob) -> NDArray[np.float64]:
    """The share of rounds that the first network won, for each deal."""
    shares = np.zeros(job.deals, np.float64)
    deck = pack_deck(job.deck, job.players).words
    play_match(
        deck,
        job.players,
        match_equity(job.players),
        job.seed,
        job.deals,
        job.hero,
        job.hero_iterations,
        job.rival,
        job.rival_iterations,
        shares,
    )
    return shares


class TrainingRun:
    """The generations of networks of one deck and number of players, in a folder."""

    def __init__(self, deck: Deck, players: int, folder: Path, workers: int | None, ray: str | None) -> None:
        self.deck = deck
        self.players = players
        self.folder = folder
        self._run_jobs = partial(in_order, workers=workers, ray=ray)
        self._threads = workers or core_count()
        folder.mkdir(parents=True, exist_ok=True)

    def results(self) -> list[Result]:
        file = self.folder / "results.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return [Result(**json.loads(line)) for line in lines]

    def best(self) -> Weights:
        """The last network that was accepted; `NO_NETWORK` if there is none."""
        kept = [result.generation for result in self.results() if result.kept]
        return self._network(kept[-1]) if kept else NO_NETWORK

    def beats_search(self) -> bool:
        """Whether the best network is significantly better than the plain search, at equal time and many iterations."""
        best = self.best()
        if len(best) == 1:
            return False
        iterations = int(self.speed(NO_NETWORK) / self.speed(best) * LONG_ITERATIONS)
        share, error = self._gate(best, iterations, NO_NETWORK, LONG_ITERATIONS, LONG_ROUNDS, 0)
        self._print(f"{share:.1%} ± {error:.1%} against {LONG_ITERATIONS} iterations of the plain search")
        return share - error > 1 / self.players

    def advance(self, generation: int, positions: int, iterations: int, epochs: float) -> None:
        """Play, train and test a generation, unless that was done before."""
        if any(result.generation == generation for result in self.results()):
            return
        began = time.perf_counter()
        if generation == 0:
            iterations = 0
        self._play(generation, positions, iterations)
        network, loss = self._train(generation, epochs)
        np.save(self.folder / f"{generation}.npy", network)
        best = self.best()
        share, error = self._gate(network, GATE_ITERATIONS, best, GATE_ITERATIONS, GATE_ROUNDS, generation)
        ratio = self.speed(NO_NETWORK) / self.speed(network)
        plain, plain_error = self._gate(
            network, int(ratio * GATE_ITERATIONS), NO_NETWORK, GATE_ITERATIONS, EQUAL_TIME_ROUNDS, generation
        )
        hours = (time.perf_counter() - began) / 3600
        kept = share > 1 / self.players or len(best) == 1
        result = Result(
            self.players,
            generation,
            positions,
            iterations,
            round(loss, 4),
            round(share, 4),
            round(error, 4),
            round(plain, 4),
            round(plain_error, 4),
            kept,
            round(hours, 3),
        )
        with (self.folder / "results.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
        self._print(
            f"generation {generation}: {share:.1%} ± {error:.1%} against the best before, {plain:.1%} ± "
            f"{plain_error:.1%} against the plain search in equal time{'' if kept else '; not kept'} "
            f"({60 * hours:.0f} min)"
        )

    def speed(self, network: Weights) -> float:
        """Processor seconds per iteration in some self-play positions, the best of five runs."""
        states = np.load(self.folder / "0.npz")["states"][::40_000]
        view = np.zeros(WORDS, np.int64)
        tree, rates = np.zeros((4000, NODE_WORDS), np.int64), np.zeros((4000, RATES), np.float64)
        deck = pack_deck(self.deck, self.players).words
        stream, equity = new_stream(1), match_equity(self.players)
        best = np.inf
        for _ in range(5):
            began = time.thread_time()
            for state in states:
                make_view(deck, state, seat_in_turn(state) + 1, view)
                grow_tree(deck, view, stream, equity, network, tree, rates, 400)
            best = min(best, time.thread_time() - began)
        return best / 400 / len(states)

    def _play(self, generation: int, positions: int, iterations: int) -> None:
        file = self.folder / f"{generation}.npz"
        if file.exists():
            return
        best = self.best()
        seeds = range(-(-positions // CHUNK))
        jobs = [
            SelfPlayJob(self.deck, self.players, _seed(generation, number), best, iterations)
            for number in seeds
        ]
        states, labels = [], []
        for number, (_, (new_states, new_labels)) in enumerate(self._run_jobs(run_self_play, jobs)):
            states.append(new_states)
            labels.append(new_labels)
            self._print(
                f"generation {generation}: {(number + 1) * CHUNK:,} of {positions:,} positions", end="\r"
            )
        np.savez(file, states=np.concatenate(states), labels=np.concatenate(labels))

    def _train(self, generation: int, epochs: float) -> tuple[Weights, float]:
        """Train on the rounds of the last generations, without generation 0 as soon as there are two others."""
        first = max(0 if generation < 2 else 1, generation - TRAINED_ON + 1)
        data = [np.load(self.folder / f"{number}.npz") for number in range(first, generation + 1)]
        states, labels = (np.concatenate([one[part] for one in data]) for part in ("states", "labels"))
        self._print(f"generation {generation}: training", end="\r")
        teacher = self.best() if generation else NO_NETWORK
        data_rows = make_training_data(
            self.deck, self.players, states, labels, teacher, generation, self._threads
        )
        network, loss = train(
            self.deck, self.players, data_rows, epochs, seed=generation, threads=self._threads
        )
        return network.weights(), loss

    def _gate(
        self, hero: Weights, iterations: int, rival: Weights, rival_iterations: int, rounds: int, seed: int
    ) -> tuple[float, float]:
        """The share of rounds in which the first network was first out, and half of its 95 % interval."""
        deals = max(1, rounds // self.players // 20)
        jobs = [
            MatchJob(
                self.deck,
                self.players,
                _seed(seed, 10**6 + part),
                deals,
                hero,
                iterations,
                rival,
                rival_iterations,
            )
            for part in range(20)
        ]
        shares = np.concatenate([won for _, won in self._run_jobs(run_match, jobs)])
        return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(len(shares)))

    def _network(self, generation: int) -> Weights:
        weights: Weights = np.load(self.folder / f"{generation}.npy")
        return weights

    def _print(self, what: str, end: str = "\n") -> None:
        print(f"\x1b[2K{self.players} players, {what}", end=end, flush=True)


def _seed(generation: int, number: int) -> int:
    return int(split(np.uint64(generation), number)) >> 1
