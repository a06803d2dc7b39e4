"""Thousands of rounds in lock step, NumPy in and NumPy out, everything between in compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dnup.cards.deck import Deck
from dnup.game.limits import TURN_LIMIT, pack_limits
from dnup.game.round import Round, check_seed, pack_score
from dnup.kernel import layout as at
from dnup.kernel.chance import split
from dnup.kernel.knowledge import order_copies
from dnup.kernel.layout import Words
from dnup.rl.compiled import vector as kernel
from dnup.rl.encoding import Encoding
from dnup.rl.rewards import check_rewards
from dnup.wording import quoted

NEVER_DEALT: Final = 1 << 62
"""No row gets to a round of this number, so its seed is free for the random actions of `sample`."""


class Step(NamedTuple):
    """Where every row stands. The arrays are written anew by the next step, unless the caller gave others.

    `observations` and `masks` are those of `seats`, who are in turn now. `rewards` has a column for each seat and is
    zero but where the step has ended a round, which `done` tells; there the rest is of the next round already.

    >>> from dnup.rl import VectorEnv
    >>> step = VectorEnv(players=3, batch=4).reset(seed=1)
    >>> step.observations.shape, step.masks.shape, step.seats.shape, step.rewards.shape, step.done.shape
    ((4, 455), (4, 588), (4,), (4, 3), (4,))
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]


class VectorEnv:
    """A batch of rounds that are played in lock step; where one ends, the next is dealt at once.

    Row `i` plays the rounds of its own seed, number `i` of `seed`, so a row does not depend on the others.

    >>> from dnup.rl import VectorEnv
    >>> env = VectorEnv(players=4, batch=1000)
    >>> step = env.step(env.sample())
    >>> step.rewards.shape, bool(step.done.any())
    ((1000, 4), False)
    """

    def __init__(
        self,
        players: int,
        batch: int,
        *,
        seed: int = 0,
        deck: str | Deck = "standard",
        history: int = 0,
        rewards: str = "points",
        zero_sum: bool = False,
        score: Sequence[int] | None = None,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
    ) -> None:
        self.encoding = Encoding(players, deck=deck, history=history)
        if type(batch) is not int or batch < 1:
            raise ValueError(f"a batch has 1 round or more, not {quoted(batch)}")
        self.players = players
        self.batch = batch
        self._rewarded = check_rewards(rewards)
        self._zero_sum = bool(zero_sum)
        self._score = pack_score(score, players)
        self._limits = pack_limits(players, turn_limit, stall_limit)
        self._deck = self.encoding.packed.words
        self._states: Words = np.zeros((batch, at.WORDS), np.int64)
        self._past = self.encoding.new_history(batch)
        self._moves = np.zeros(batch, np.int64)
        self._numbers = np.zeros(batch, np.int64)
        self._observations = np.zeros((batch, self.encoding.observation_size), np.int8)
        self._masks = np.zeros((batch, self.encoding.action_count), np.bool_)
        self._seats = np.zeros(batch, np.int64)
        self._rewards = np.zeros((batch, players), np.float32)
        self._done = np.zeros(batch, np.bool_)
        self.reset(seed)

    def reset(
        self,
        seed: int | None = None,
        *,
        observations: NDArray[np.int8] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Deal the first round of every row; with a seed from 0 to 2**64 - 1, from that seed on."""
        if seed is not None:
            seeds = [split(np.uint64(check_seed(seed)), row) for row in range(self.batch)]
            self._seeds = np.array(seeds, np.uint64)
        self._streams = np.array([[split(own, NEVER_DEALT)] for own in self._seeds], np.uint64)
        self._numbers[:] = 0
        self._rewards[:] = 0
        self._done[:] = False
        kernel.deal_rounds(
            *(self._deck, self._states, self._past, self._seeds, self._numbers),
            *(self.players, self._score, self._limits),
        )
        return self._look(observations, masks)

    def step(
        self,
        actions: NDArray[np.integer[Any]],
        *,
        observations: NDArray[np.int8] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Make an action in every row. Observations and masks go into the caller's arrays, if given.

        If one of the actions is not legal, nothing is done and a `ValueError` says which.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.batch,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {self.batch} whole numbers, not {actions.dtype} of {actions.shape}"
            )
        wanted = actions.astype(np.int64, copy=False)
        wrong = kernel.decode_actions(self._deck, self.encoding.code, self._states, wanted, self._moves)
        if wrong >= 0:
            raise ValueError(f"action {wanted[wrong]} is not legal in row {wrong}: its mask is 0 there")
        kernel.make_moves(
            *(self._deck, self._states, self._past, self._seeds, self._numbers, self._moves),
            *(self.players, self._score, self._limits, self._rewarded, self._zero_sum),
            *(self._rewards, self._done),
        )
        return self._look(observations, masks)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every row, each as likely as any other."""
        actions = np.empty(self.batch, np.int64)
        kernel.random_actions(self._deck, self.encoding.code, self._states, self._streams, actions)
        return actions

    def round(self, row: int) -> Round:
        """The round of a row as a value, with all hands: to look at, not to learn from."""
        words = self._states[row].copy()
        order_copies(self._deck, words)  # in play nobody needs it; rounds that look alike are equal
        return Round(self.encoding.deck, words, self.encoding.packed)

    def _look(self, observations: NDArray[np.int8] | None, masks: NDArray[np.bool_] | None) -> Step:
        rows = _fitting(observations, self._observations, "observations", (np.int8,))
        legal = _fitting(masks, self._masks, "masks", (np.bool_, np.int8))
        kernel.look(
            *(self._deck, self.encoding.code, self.encoding.plan, self._states, self._past),
            *(rows, legal.view(np.int8), self._seats),
        )
        return Step(rows, legal, self._seats, self._rewards, self._done)


def _fitting(
    given: NDArray[Any] | None, own: NDArray[Any], name: str, types: Sequence[DTypeLike]
) -> NDArray[Any]:
    """The caller's array if there is one, and it can be written to as it is."""
    if given is None:
        return own
    if given.shape != own.shape or given.dtype not in types or not given.flags.c_contiguous:
        raise ValueError(
            f"{name} are written into an array of {own.dtype} and shape {own.shape} that lies in one piece, not "
            f"{given.dtype} and {given.shape}"
        )
    return given
