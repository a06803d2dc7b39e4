"""Trains a network with Adam on softmax cross-entropy, and rounds it to integers.

Only a few features are active at once and the network is small, so these compiled loops are six times as fast as
PyTorch.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dnup.cards.deck import Deck
from dnup.network import inference as at
from dnup.network.features import feature_count
from dnup.network.simd import NARROW, WIDTH, Weights
from tools.champion.training_data import TrainingData

Array: TypeAlias = NDArray[np.float32]


class Layers(NamedTuple):
    """The parameters of a network, or as many gradients or moments."""

    first: Array
    """A row of weights for each feature."""
    first_bias: Array
    second: Array
    """A row of weights for each cell of the second layer."""
    second_bias: Array
    third: Array
    """A row of weights for each ending."""
    third_bias: Array


class Activations(NamedTuple):
    """Buffers for one position; sums are before the clipped ReLU, cells after it."""

    first_sums: Array
    first_cells: Array
    first_gradients: Array
    second_sums: Array
    second_cells: Array
    second_gradients: Array
    outputs: Array
    """The unnormalized probabilities of the endings."""


BATCH = 4096
LEARNING_RATE = 2.5e-3
"""At the start; it falls linearly to FINAL_RATE."""
FINAL_RATE = 3e-5
TOP_CELL = np.float32(at.TOP / at.FIRST_SCALE)
"""Upper end of the clipped ReLU."""
FIRST_BOUND = at.TOP / at.FIRST_SCALE
BOUNDS = (FIRST_BOUND, FIRST_BOUND, 127 / at.SECOND_SCALE, 4.0, 127 / at.THIRD_SCALE, 8.0)
"""The largest absolute value of the parameters in each field of `Layers`, so that integers can express them."""

compiled = njit(cache=True, nogil=True, fastmath=True)


@compiled  # type: ignore[untyped-decorator]
def forward(
    features: NDArray[np.int16], impossible: NDArray[np.bool_], layers: Layers, work: Activations
) -> np.float32:
    """Evaluate the network at one position; returns the sum of the unnormalized probabilities."""
    zero = np.float32(0)
    for cell in range(len(work.first_sums)):
        work.first_sums[cell] = layers.first_bias[cell]
    for feature in features:
        if feature == len(layers.first):
            break
        row = layers.first[feature]
        for cell in range(len(work.first_sums)):
            work.first_sums[cell] += row[cell]
    for cell in range(len(work.first_sums)):
        work.first_cells[cell] = min(max(work.first_sums[cell], zero), TOP_CELL)
    for cell in range(len(work.second_sums)):
        total = zero
        for other in range(len(work.first_cells)):
            total += layers.second[cell, other] * work.first_cells[other]
        work.second_sums[cell] = total + layers.second_bias[cell]
        work.second_cells[cell] = min(max(work.second_sums[cell], zero), TOP_CELL)
    highest = np.float32(-1e9)
    for ending in range(len(work.outputs)):
        if not impossible[ending]:
            total = zero
            for cell in range(len(work.second_cells)):
                total += layers.third[ending, cell] * work.second_cells[cell]
            work.outputs[ending] = total + layers.third_bias[ending]
            highest = max(highest, work.outputs[ending])
    normalizer = zero
    for ending in range(len(work.outputs)):
        work.outputs[ending] = zero if impossible[ending] else np.exp(work.outputs[ending] - highest)
        normalizer += work.outputs[ending]
    return normalizer


@compiled  # type: ignore[untyped-decorator]
def backward(features: NDArray[np.int16], layers: Layers, work: Activations, gradients: Layers) -> None:
    """Backpropagate `second_gradients` to the first two layers, and add to their gradients."""
    zero = np.float32(0)
    for cell in range(len(work.first_gradients)):
        work.first_gradients[cell] = zero
    for cell in range(len(work.second_sums)):
        if zero < work.second_sums[cell] < TOP_CELL:
            gradient = work.second_gradients[cell]
            gradients.second_bias[cell] += gradient
            for other in range(len(work.first_cells)):
                gradients.second[cell, other] += gradient * work.first_cells[other]
                work.first_gradients[other] += gradient * layers.second[cell, other]
    for cell in range(len(work.first_sums)):
        if not zero < work.first_sums[cell] < TOP_CELL:
            work.first_gradients[cell] = zero
        gradients.first_bias[cell] += work.first_gradients[cell]
    for feature in features:
        if feature == len(layers.first):
            break
        row = gradients.first[feature]
        for cell in range(len(work.first_gradients)):
            row[cell] += work.first_gradients[cell]


@compiled  # type: ignore[untyped-decorator]
def add_gradients(
    features: NDArray[np.int16],
    targets: Array,
    impossible: NDArray[np.bool_],
    positions: NDArray[np.int64],
    layers: Layers,
    gradients: Layers,
) -> float:
    """Add the gradients of the loss at some positions; returns the sum of the losses."""
    width, narrow, endings = layers.first.shape[1], len(layers.second), len(layers.third)
    work = Activations(
        np.empty(width, np.float32),
        np.empty(width, np.float32),
        np.empty(width, np.float32),
        np.empty(narrow, np.float32),
        np.empty(narrow, np.float32),
        np.empty(narrow, np.float32),
        np.empty(endings, np.float32),
    )
    loss = 0.0
    for index in positions:
        normalizer = forward(features[index], impossible[index], layers, work)
        weight = np.float32(0)
        for ending in range(endings):
            weight += targets[index, ending]
        for cell in range(narrow):
            work.second_gradients[cell] = 0
        for ending in range(endings):
            if impossible[index, ending]:
                continue
            probability = work.outputs[ending] / normalizer
            loss -= targets[index, ending] * np.log(max(probability, np.float32(1e-9)))
            gradient = probability * weight - targets[index, ending]
            gradients.third_bias[ending] += gradient
            for cell in range(narrow):
                gradients.third[ending, cell] += gradient * work.second_cells[cell]
                work.second_gradients[cell] += gradient * layers.third[ending, cell]
        backward(features[index], layers, work, gradients)
    return loss


@compiled  # type: ignore[untyped-decorator]
def adam_step(
    parameters: Array, gradients: Array, means: Array, squares: Array, rate: float, step: int, bound: float
) -> None:
    """One step of Adam, clipped to the bound; the gradients are sums over a batch and are set to 0."""
    rate *= np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    parameters, gradients = parameters.ravel(), gradients.ravel()
    means, squares = means.ravel(), squares.ravel()
    for index in range(len(parameters)):
        gradient = gradients[index] / np.float32(BATCH)
        gradients[index] = 0
        means[index] += np.float32(0.1) * (gradient - means[index])
        squares[index] += np.float32(0.001) * (gradient * gradient - squares[index])
        change = np.float32(rate) * means[index] / (np.sqrt(squares[index]) + np.float32(1e-8))
        parameters[index] = min(max(parameters[index] - change, np.float32(-bound)), np.float32(bound))


class Network:
    """A network in floating point, within the range of its integers."""

    def __init__(self, deck: Deck, players: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        endings = at.ending_count(players)

        def uniform(rows: int, columns: int) -> Array:
            layer: Array = (rng.uniform(-1, 1, (rows, columns)) / np.sqrt(columns)).astype(np.float32)
            return layer

        self.deck = deck
        self.players = players
        self.layers = Layers(
            rng.normal(0, 0.08, (feature_count(players), WIDTH)).astype(np.float32),
            np.full(WIDTH, 0.3, np.float32),
            uniform(NARROW, WIDTH),
            np.full(NARROW, 0.3, np.float32),
            uniform(endings, NARROW),
            np.zeros(endings, np.float32),
        )

    def weights(self) -> Weights:
        """The network in integers, as `network/inference.py` reads it."""
        inner, last = at.FIRST_SCALE * at.SECOND_SCALE, at.FIRST_SCALE * at.THIRD_SCALE
        scales = (at.FIRST_SCALE, at.FIRST_SCALE, at.SECOND_SCALE, inner, at.THIRD_SCALE, last)
        powers = np.round(at.POWER_SCALE * np.exp(-np.arange(at.POWERS) / 64))
        parts = [np.round(layer * scale).ravel() for layer, scale in zip(self.layers, scales, strict=True)]
        weights = np.concatenate([*parts, powers, self._fingerprint()]).astype(np.int16)
        assert len(weights) == at.weight_count(self.players)
        return weights

    def _fingerprint(self) -> NDArray[np.int64]:
        """The fingerprint of the cards in use, in parts, lowest bits first."""
        cards = int(self.deck.fingerprint(self.players), 16)
        shifts = range(0, at.FINGERPRINT_BITS * at.FINGERPRINT_PARTS, at.FINGERPRINT_BITS)
        return np.array([cards >> shift & ((1 << at.FINGERPRINT_BITS) - 1) for shift in shifts])


def train(
    deck: Deck, players: int, data: TrainingData, epochs: float, *, seed: int, threads: int
) -> tuple[Network, float]:
    """Train a new network; returns it with its mean loss on held-out rounds, the last twentieth of the data."""
    rng = np.random.default_rng(seed)
    network = Network(deck, players, seed)
    gradients = [_zeros(network.layers) for _ in range(threads)]
    means, squares = _zeros(network.layers), _zeros(network.layers)
    training = len(data.features) - len(data.features) // 20
    steps = int(epochs * training / BATCH)
    with ThreadPoolExecutor(threads) as pool:

        def add_all_gradients(positions: NDArray[np.int64]) -> float:
            parts = np.array_split(positions, threads)
            return sum(pool.map(partial(_add_gradients, data, network), parts, gradients))

        for step in range(1, steps + 1):
            add_all_gradients(rng.integers(0, training, BATCH))
            rate = LEARNING_RATE * (1 - step / steps) + FINAL_RATE
            for number, layer in enumerate(network.layers):
                total = gradients[0][number]
                for other in gradients[1:]:
                    total += other[number]
                    other[number][:] = 0
                adam_step(layer, total, means[number], squares[number], rate, step, BOUNDS[number])
        held_out = np.arange(training, len(data.features))
        return network, add_all_gradients(held_out) / len(held_out)


def _add_gradients(
    data: TrainingData, network: Network, positions: NDArray[np.int64], gradients: Layers
) -> float:
    loss: float = add_gradients(
        data.features, data.targets, data.impossible, positions, network.layers, gradients
    )
    return loss


def _zeros(layers: Layers) -> Layers:
    return Layers(*(np.zeros_like(layer) for layer in layers))
