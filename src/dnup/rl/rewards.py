"""Rewards of a round: points, or a win."""

from __future__ import annotations

import numpy as np

from dnup.error_text import quoted
from dnup.game.board import Board
from dnup.game.match import Match
from dnup.kernel import layout as at
from dnup.rl.compiled.vector import POINTS, REWARDED, write_rewards


def check_rewards(name: str) -> int:
    """The kernel's number of a kind of rewards; a `ValueError` if there is no such kind."""
    if name not in REWARDED:
        raise ValueError(f"rewards are one of {', '.join(REWARDED)}, not {quoted(name)}")
    return REWARDED.index(name)


def rewards_of(board: Board, rewarded: int, zero_sum: bool) -> tuple[float, ...]:
    """The reward of each seat at the end of a round."""
    rewards = np.zeros((1, board.players), np.float32)
    write_rewards(board.words, board.players, rewarded, zero_sum, rewards, 0)
    return tuple(rewards[0].tolist())


def match_rewards_of(match: Match, ended: Board, rewarded: int, zero_sum: bool) -> tuple[float, ...]:
    """The reward of each seat of a match at the end of a round: points at once, a win when the match is won."""
    if rewarded == POINTS:
        return rewards_of(ended, rewarded, zero_sum)
    if match.winner is None:
        return (0.0,) * match.players
    mean = 2 / match.players - 1 if zero_sum else 0.0
    return tuple((1.0 if seat == match.winner else -1.0) - mean for seat in ended.seats)


def reward_range(players: int, rewarded: int, zero_sum: bool) -> tuple[float, float]:
    """The lowest and the highest reward of a round."""
    state = np.zeros(at.WORDS, np.int64)
    state[at.PLAYERS] = players
    rewards = np.zeros((3, players), np.float32)
    for row, finish in enumerate((0, 1, 1 | 2 << 8)):  # out: nobody, seat A, seat A and then seat B
        state[at.FINISH] = finish if players > 2 else finish & 255
        write_rewards(state, players, rewarded, zero_sum, rewards, row)
    return float(rewards.min()), float(rewards.max())
