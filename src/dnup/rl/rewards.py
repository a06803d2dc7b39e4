"""What a round brings: points, or a win."""

from __future__ import annotations

import numpy as np

from dnup.board import Board
from dnup.cards import quoted
from dnup.kernel.vector import REWARDED, write_rewards


def check_rewards(name: str) -> int:
    """The kernel's number of a kind of rewards; otherwise a `ValueError`."""
    if name not in REWARDED:
        raise ValueError(f"rewards are one of {', '.join(REWARDED)}, not {quoted(name)}")
    return REWARDED.index(name)


def rewards_of(board: Board, rewarded: int, zero_sum: bool) -> tuple[float, ...]:
    """What a round that is over brings each seat."""
    rewards = np.zeros((1, board.players), np.float32)
    write_rewards(board._words, board.players, rewarded, zero_sum, rewards, 0)
    return tuple(rewards[0].tolist())
