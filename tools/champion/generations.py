"""Generation after generation: a network plays against itself, another learns from that, and the better one goes on."""

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
from tools.champion.learning import learn
from tools.champion.lessons import lessons_of
from tools.champion.selfplay import NOTED, Notes, play_against, play_alone, ponder

NONE: Weights = np.zeros(1, np.int16)
"""No network: the plain search."""

CHUNK = 25_000
KEPT = 4
"""The number of generations whose rounds a generation learns from: its own and those before."""

GATE_ITERATIONS = 200
GATE_ROUNDS = 1000
EQUAL_TIME_ROUNDS = 500
LONG_ITERATIONS = 4000
LONG_ROUNDS = 600
"""A network that is worth its place has to be better in thoughts that are as long as in a game."""


@dataclass(frozen=True)
class Result:
    """What a generation was worth: its share against the best before, and against the plain search in equal time."""

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
class Share:
    """A share of self-play: which rounds, how many positions, who plays."""

    deck: Deck
    players: int
    seed: int
    weights: Weights
    iterations: int


def play_share(share: Share) -> tuple[Words, Notes]:
    states = np.zeros((CHUNK, WORDS), np.int64)
    notes = np.zeros((CHUNK, NOTED), np.int8)
    deck = pack_deck(share.deck, share.players).words
    count = play_alone(
        deck,
        share.players,
        match_equity(share.players),
        share.seed,
        share.weights,
        share.iterations,
        states,
        notes,
    )
    return states[:count], notes[:count]


@dataclass(frozen=True)
class Duel:
    """One network alone among another on some deals, each with a number of iterations."""

    deck: Deck
    players: int
    seed: int
    deals: int
    hero: Weights
    hero_iterations: int
    rival: Weights
    rival_iterations: int


def play_duel(duel: Duel) -> NDArray[np.float64]:
    shares = np.zeros(duel.deals, np.float64)
    deck = pack_deck(duel.deck, duel.players).words
    stakes = match_equity(duel.players)
    play_against(
        deck,
        duel.players,
        stakes,
        duel.seed,
        duel.deals,
        duel.hero,
        duel.hero_iterations,
        duel.rival,
        duel.rival_iterations,
        shares,
    )
    return shares


class Breeding:
    """The networks of one deck and number of players, in a folder."""

    def __init__(self, deck: Deck, players: int, folder: Path, workers: int | None, ray: str | None) -> None:
        self.deck = deck
        self.players = players
        self.folder = folder
        self._spread = partial(in_order, workers=workers, ray=ray)
        self._threads = workers or core_count()
        folder.mkdir(parents=True, exist_ok=True)

    def results(self) -> list[Result]:
        file = self.folder / "results.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return [Result(**json.loads(line)) for line in lines]

    def best(self) -> Weights:
        """The last network that was better than those before it; none is the plain search."""
        kept = [result.generation for result in self.results() if result.kept]
        return self._network(kept[-1]) if kept else NONE

    def beats_search(self) -> bool:
        """Whether the best one is better than the plain search in equal time, in long thoughts and for certain."""
        best = self.best()
        if len(best) == 1:
            return False
        iterations = int(self.speed(NONE) / self.speed(best) * LONG_ITERATIONS)
        share, error = self._gate(best, iterations, NONE, LONG_ITERATIONS, LONG_ROUNDS, 0)
        self._tell(f"{share:.1%} ± {error:.1%} against {LONG_ITERATIONS} iterations of the plain search")
        return share - error > 1 / self.players

    def advance(self, generation: int, positions: int, iterations: int, passes: float) -> None:
        """Make a generation, unless it is there already."""
        if any(result.generation == generation for result in self.results()):
            return
        began = time.perf_counter()
        thought = iterations if generation else 0
        self._play(generation, positions, thought)
        network, loss = self._learn(generation, passes)
        np.save(self.folder / f"{generation}.npy", network)
        best = self.best()
        share, error = self._gate(network, GATE_ITERATIONS, best, GATE_ITERATIONS, GATE_ROUNDS, generation)
        ratio = self.speed(NONE) / self.speed(network)
        plain, plain_error = self._gate(
            network, int(ratio * GATE_ITERATIONS), NONE, GATE_ITERATIONS, EQUAL_TIME_ROUNDS, generation
        )
        hours = (time.perf_counter() - began) / 3600
        kept = share > 1 / self.players or len(best) == 1
        result = Result(
            self.players,
            generation,
            positions,
            thought,
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
        self._tell(
            f"generation {generation}: {share:.1%} ± {error:.1%} against the best before, {plain:.1%} ± "
            f"{plain_error:.1%} against the plain search in equal time{'' if kept else '; not kept'} "
            f"({60 * hours:.0f} min)"
        )

    def speed(self, network: Weights) -> float:
        """The processor time of an iteration in some positions of self-play, at best."""
        states = np.load(self.folder / "0.npz")["states"][::40_000]
        view = np.zeros(WORDS, np.int64)
        tree, rates = np.zeros((4000, NODE_WORDS), np.int64), np.zeros((4000, RATES), np.float64)
        deck = pack_deck(self.deck, self.players).words
        stream, stakes = new_stream(1), match_equity(self.players)
        best = np.inf
        for _ in range(5):
            began = time.thread_time()
            for state in states:
                make_view(deck, state, seat_in_turn(state) + 1, view)
                ponder(deck, view, stream, stakes, network, tree, rates, 400)
            best = min(best, time.thread_time() - began)
        return best / 400 / len(states)

    def _play(self, generation: int, positions: int, iterations: int) -> None:
        file = self.folder / f"{generation}.npz"
        if file.exists():
            return
        best = self.best()
        seeds = range(-(-positions // CHUNK))
        shares = [
            Share(self.deck, self.players, _seed(generation, number), best, iterations) for number in seeds
        ]
        states, notes = [], []
        for number, (_, (some, of_them)) in enumerate(self._spread(play_share, shares)):
            states.append(some)
            notes.append(of_them)
            self._tell(
                f"generation {generation}: {(number + 1) * CHUNK:,} of {positions:,} positions", end="\r"
            )
        np.savez(file, states=np.concatenate(states), notes=np.concatenate(notes))

    def _learn(self, generation: int, passes: float) -> tuple[Weights, float]:
        """From the rounds of the last generations, the first of all aside once there are others."""
        first = max(0 if generation < 2 else 1, generation - KEPT + 1)
        data = [np.load(self.folder / f"{number}.npz") for number in range(first, generation + 1)]
        states, notes = (np.concatenate([one[part] for one in data]) for part in ("states", "notes"))
        self._tell(f"generation {generation}: learning", end="\r")
        teacher = self.best() if generation else NONE
        lessons = lessons_of(self.deck, self.players, states, notes, teacher, generation, self._threads)
        net, loss = learn(self.deck, self.players, lessons, passes, seed=generation, threads=self._threads)
        return net.weights(), loss

    def _gate(
        self, hero: Weights, iterations: int, rival: Weights, rival_iterations: int, rounds: int, seed: int
    ) -> tuple[float, float]:
        """The share of rounds in which one was out first, alone among the other, and half its 95 % interval."""
        deals = max(1, rounds // self.players // 20)
        duels = [
            Duel(
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
        shares = np.concatenate([won for _, won in self._spread(play_duel, duels)])
        return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(len(shares)))

    def _network(self, generation: int) -> Weights:
        weights: Weights = np.load(self.folder / f"{generation}.npy")
        return weights

    def _tell(self, what: str, end: str = "\n") -> None:
        print(f"\x1b[2K{self.players} players, {what}", end=end, flush=True)


def _seed(generation: int, number: int) -> int:
    return int(split(np.uint64(generation), number)) >> 1
