"""A network learns from positions what became of them, and is rounded to whole numbers. This alone needs PyTorch."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from dnup.cards.deck import load_deck
from dnup.cards.packed import pack_deck
from dnup.kernel.layout import IN_PLAY, Words
from dnup.thinking import network as at
from dnup.thinking.features import face_of, fact_count
from dnup.thinking.vectors import NARROW, WIDTH, Weights
from tools.champion.selfplay import Notes, learnable

HIGHEST = at.TOP / at.FIRST_SCALE

MOST_FACTS = {2: 64, 3: 84, 4: 104, 5: 124}
"""By number of players, more facts than are ever true at once."""


class Net(nn.Module):
    """The network in floating point, kept within what whole numbers can say."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self.players = players
        self.nothing = fact_count(players)
        self.first = nn.EmbeddingBag(self.nothing + 1, WIDTH, mode="sum", padding_idx=self.nothing)
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.3))
        self.second = nn.Linear(WIDTH, NARROW)
        self.third = nn.Linear(NARROW, at.ending_count(players))
        nn.init.normal_(self.first.weight, 0, 0.08)
        with torch.no_grad():
            self.first.weight[self.nothing] = 0
            self.second.bias += 0.3

    def forward(self, facts: torch.Tensor) -> torch.Tensor:
        cells = (self.first(facts) + self.bias).clamp(0, HIGHEST)
        return self.third(self.second(cells).clamp(0, HIGHEST))

    def keep_within(self) -> None:
        with torch.no_grad():
            self.first.weight.clamp_(-HIGHEST, HIGHEST)
            self.bias.clamp_(-HIGHEST, HIGHEST)
            self.second.weight.clamp_(-127 / at.SECOND_SCALE, 127 / at.SECOND_SCALE)
            self.third.weight.clamp_(-127 / at.THIRD_SCALE, 127 / at.THIRD_SCALE)

    def weights(self) -> Weights:
        """All of it in whole numbers, as `thinking/network.py` reads them."""

        def whole(numbers: torch.Tensor, scale: int) -> NDArray[np.int16]:
            return np.round(numbers.detach().numpy() * scale).astype(np.int16).ravel()

        inner = at.FIRST_SCALE * at.SECOND_SCALE
        last = at.FIRST_SCALE * at.THIRD_SCALE
        powers = np.round(at.POWER_SCALE * np.exp(-np.arange(at.POWERS) / 64)).astype(np.int16)
        parts = [
            whole(self.first.weight[: self.nothing], at.FIRST_SCALE),
            whole(self.bias, at.FIRST_SCALE),
            whole(self.second.weight, at.SECOND_SCALE),
            whole(self.second.bias, inner),
            whole(self.third.weight, at.THIRD_SCALE),
            whole(self.third.bias, last),
            powers,
            self._cards(),
        ]
        weights = np.concatenate(parts)
        assert len(weights) == at.weight_count(self.players)
        return weights

    def _cards(self) -> NDArray[np.int16]:
        """Which faces are in play."""
        deck = pack_deck(load_deck("standard"), self.players).words
        faces = sum({1 << face_of(deck, card) for card in range(64) if deck[IN_PLAY] >> card & 1})
        parts = range(0, at.FACES, at.FACE_BITS)
        return np.array([faces >> part & ((1 << at.FACE_BITS) - 1) for part in parts], np.int16)


def learn(
    players: int,
    states: Words,
    notes: Notes,
    passes: float,
    *,
    trust: float = 1.0,
    seed: int = 0,
    batch: int = 4096,
) -> tuple[Net, float]:
    """A network that has gone through the positions so often, and its loss on rounds it has not seen.

    `trust` is how much more how a round ended counts than what the search thought of it.
    """
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    facts, goals, closed = (torch.from_numpy(part) for part in _lessons(players, states, notes, trust))
    net = Net(players)
    optimizer = torch.optim.Adam(net.parameters(), 2e-3)
    fit = len(facts) - len(facts) // 20  # the last ones are rounds of their own

    def loss_of(which: torch.Tensor) -> torch.Tensor:
        outputs = net(facts[which].int()).masked_fill(closed[which], -30.0)
        return -(goals[which] * torch.log_softmax(outputs, 1)).sum(1).mean()

    steps = int(passes * fit / batch)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 2.5e-3 * (1 - step / steps) + 3e-5
        loss = loss_of(torch.from_numpy(chance.integers(0, fit, batch)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.keep_within()
    with torch.no_grad():
        return net, float(loss_of(torch.arange(fit, len(facts))))


def _lessons(
    players: int, states: Words, notes: Notes, trust: float
) -> tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.bool_]]:
    """By position: its facts, how often the round should end how, and which endings are not possible any more."""
    deck = pack_deck(load_deck("standard"), players).words
    facts = np.zeros((len(states), MOST_FACTS[players]), np.int16)
    goals = np.zeros((len(states), at.ending_count(players)), np.float32)
    closed = np.zeros(goals.shape, np.bool_)
    learnable(deck, states, notes, trust, facts, goals, closed)
    return facts, goals, closed
