"""A network learns from positions what became of them, and is rounded to whole numbers.

Few facts are true at once, and a network is small, so plain loops, compiled, are six times as fast as PyTorch here.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dnup.cards.deck import Deck
from dnup.network import inference as at
from dnup.network.features import feature_count
from dnup.network.simd import NARROW, WIDTH, Weights
from tools.champion.lessons import Lessons

Layer: TypeAlias = NDArray[np.float32]
Layers: TypeAlias = tuple[Layer, Layer, Layer, Layer, Layer, Layer]
"""Rows of the first layer by fact and what is added, then of the second by cell, then of the third by ending."""

BATCH = 4096
RATE = 2.5e-3
HIGHEST = np.float32(at.TOP / at.FIRST_SCALE)
BOUNDS = (at.TOP / at.FIRST_SCALE,) * 2 + (127 / at.SECOND_SCALE, 4.0, 127 / at.THIRD_SCALE, 8.0)
"""How large the numbers of each layer may be, so that whole numbers can say them."""

compiled = njit(cache=True, nogil=True, fastmath=True)


@compiled  # type: ignore[untyped-decorator]
def add_slopes(
    facts: NDArray[np.int16],
    goals: Layer,
    closed: NDArray[np.bool_],
    which: NDArray[np.int64],
    layers: Layers,
    slopes: Layers,
) -> float:
    """Add to the slopes how the surprise about some positions changes with each number; returns that surprise."""
    first, first_more, second, second_more, third, third_more = layers
    to_first, to_first_more, to_second, to_second_more, to_third, to_third_more = slopes
    width, narrow, endings, nothing = first.shape[1], len(second), len(third), len(first)
    zero = np.float32(0)
    wide = np.empty(width, np.float32)
    wide_cells = np.empty(width, np.float32)
    wide_slopes = np.empty(width, np.float32)
    small = np.empty(narrow, np.float32)
    small_cells = np.empty(narrow, np.float32)
    small_slopes = np.empty(narrow, np.float32)
    outputs = np.empty(endings, np.float32)
    surprise = 0.0
    for index in which:
        for cell in range(width):
            wide[cell] = first_more[cell]
        for fact in facts[index]:
            if fact == nothing:
                break
            row = first[fact]
            for cell in range(width):
                wide[cell] += row[cell]
        for cell in range(width):
            wide_cells[cell] = min(max(wide[cell], zero), HIGHEST)
        for cell in range(narrow):
            total = zero
            for other in range(width):
                total += second[cell, other] * wide_cells[other]
            small[cell] = total + second_more[cell]
            small_cells[cell] = min(max(small[cell], zero), HIGHEST)
            small_slopes[cell] = zero
        highest = np.float32(-1e9)
        for ending in range(endings):
            if not closed[index, ending]:
                total = zero
                for cell in range(narrow):
                    total += third[ending, cell] * small_cells[cell]
                outputs[ending] = total + third_more[ending]
                highest = max(highest, outputs[ending])
        powers = zero
        wanted = zero
        for ending in range(endings):
            outputs[ending] = zero if closed[index, ending] else np.exp(outputs[ending] - highest)
            powers += outputs[ending]
            wanted += goals[index, ending]
        for ending in range(endings):
            if closed[index, ending]:
                continue
            chance = outputs[ending] / powers
            surprise -= goals[index, ending] * np.log(max(chance, np.float32(1e-9)))
            slope = chance * wanted - goals[index, ending]
            to_third_more[ending] += slope
            for cell in range(narrow):
                to_third[ending, cell] += slope * small_cells[cell]
                small_slopes[cell] += slope * third[ending, cell]
        for cell in range(width):
            wide_slopes[cell] = zero
        for cell in range(narrow):
            if zero < small[cell] < HIGHEST:
                slope = small_slopes[cell]
                to_second_more[cell] += slope
                for other in range(width):
                    to_second[cell, other] += slope * wide_cells[other]
                    wide_slopes[other] += slope * second[cell, other]
        for cell in range(width):
            if not zero < wide[cell] < HIGHEST:
                wide_slopes[cell] = zero
            to_first_more[cell] += wide_slopes[cell]
        for fact in facts[index]:
            if fact == nothing:
                break
            row = to_first[fact]
            for cell in range(width):
                row[cell] += wide_slopes[cell]
    return surprise


@compiled  # type: ignore[untyped-decorator]
def step_down(
    numbers: Layer, slopes: Layer, means: Layer, squares: Layer, rate: float, step: int, bound: float
) -> None:
    """A step of Adam; the slopes are of a whole batch, and are gone then."""
    rate *= np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    numbers, slopes, means, squares = numbers.ravel(), slopes.ravel(), means.ravel(), squares.ravel()
    for index in range(len(numbers)):
        slope = slopes[index] / np.float32(BATCH)
        slopes[index] = 0
        means[index] += np.float32(0.1) * (slope - means[index])
        squares[index] += np.float32(0.001) * (slope * slope - squares[index])
        down = np.float32(rate) * means[index] / (np.sqrt(squares[index]) + np.float32(1e-8))
        numbers[index] = min(max(numbers[index] - down, np.float32(-bound)), np.float32(bound))


class Net:
    """A network in floating point, kept within what whole numbers can say."""

    def __init__(self, deck: Deck, players: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        facts, endings = feature_count(players), at.ending_count(players)

        def spread(rows: int, columns: int) -> Layer:
            layer: Layer = (chance.uniform(-1, 1, (rows, columns)) / np.sqrt(columns)).astype(np.float32)
            return layer

        self.deck = deck
        self.players = players
        self.layers: Layers = (
            chance.normal(0, 0.08, (facts, WIDTH)).astype(np.float32),
            np.full(WIDTH, 0.3, np.float32),
            spread(NARROW, WIDTH),
            np.full(NARROW, 0.3, np.float32),
            spread(endings, NARROW),
            np.zeros(endings, np.float32),
        )

    def weights(self) -> Weights:
        """All of it in whole numbers, as `network/inference.py` reads them."""
        inner, last = at.FIRST_SCALE * at.SECOND_SCALE, at.FIRST_SCALE * at.THIRD_SCALE
        scales = (at.FIRST_SCALE, at.FIRST_SCALE, at.SECOND_SCALE, inner, at.THIRD_SCALE, last)
        powers = np.round(at.POWER_SCALE * np.exp(-np.arange(at.POWERS) / 64))
        parts = [np.round(layer * scale).ravel() for layer, scale in zip(self.layers, scales, strict=True)]
        weights = np.concatenate([*parts, powers, self._cards()]).astype(np.int16)
        assert len(weights) == at.weight_count(self.players)
        return weights

    def _cards(self) -> NDArray[np.int64]:
        """The fingerprint of the cards in play."""
        cards = int(self.deck.fingerprint(self.players), 16)
        shifts = range(0, at.FINGERPRINT_BITS * at.FINGERPRINT_PARTS, at.FINGERPRINT_BITS)
        return np.array([cards >> shift & ((1 << at.FINGERPRINT_BITS) - 1) for shift in shifts])


def learn(
    deck: Deck, players: int, lessons: Lessons, passes: float, *, seed: int, threads: int
) -> tuple[Net, float]:
    """A network after a number of epochs, and its loss on rounds it has not seen."""
    chance = np.random.default_rng(seed)
    net = Net(deck, players, seed)
    slopes = [_nothing(net.layers) for _ in range(threads)]
    means, squares = _nothing(net.layers), _nothing(net.layers)
    fit = len(lessons.facts) - len(lessons.facts) // 20  # the last ones are rounds of their own
    steps = int(passes * fit / BATCH)
    with ThreadPoolExecutor(threads) as pool:

        def look(which: NDArray[np.int64]) -> float:
            parts = np.array_split(which, threads)
            return sum(pool.map(partial(add_slopes_of, lessons, net), parts, slopes))

        for step in range(1, steps + 1):
            look(chance.integers(0, fit, BATCH))
            rate = RATE * (1 - step / steps) + 3e-5
            for number, layer in enumerate(net.layers):
                total = slopes[0][number]
                for other in slopes[1:]:
                    total += other[number]
                    other[number][:] = 0
                step_down(layer, total, means[number], squares[number], rate, step, BOUNDS[number])
        unseen = np.arange(fit, len(lessons.facts))
        return net, look(unseen) / len(unseen)


def add_slopes_of(lessons: Lessons, net: Net, which: NDArray[np.int64], slopes: Layers) -> float:
    surprise: float = add_slopes(lessons.facts, lessons.goals, lessons.closed, which, net.layers, slopes)
    return surprise


def _nothing(layers: Layers) -> Layers:
    one, two, three, four, five, six = (np.zeros_like(layer) for layer in layers)
    return one, two, three, four, five, six
