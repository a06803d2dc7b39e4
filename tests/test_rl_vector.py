"""VectorEnv: every row is a round as anywhere else, and what it writes goes where the caller says."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dnup import Round
from dnup.game.match import round_seed
from dnup.kernel.chance import split
from dnup.rl import Encoding, VectorEnv
from tests.random_play import DECKS, PLAYERS, scaled


@pytest.mark.parametrize("rewards, zero_sum", [("points", False), ("win", False), ("points", True)])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["standard", "many copies"])
def test_rows_are_rounds(deck: str, players: int, rewards: str, zero_sum: bool) -> None:
    batch, limit = 4, 60
    env = VectorEnv(
        players,
        batch,
        seed=9,
        deck=DECKS[deck],
        history=2,
        rewards=rewards,
        zero_sum=zero_sum,
        turn_limit=limit,
        stall_limit=7,
    )
    encoding = Encoding(players, deck=DECKS[deck], history=2)
    numbers = [0] * batch

    def deal(row: int) -> Round:
        seed = round_seed(int(split(np.uint64(9), row)), numbers[row])
        first = "ABCDE"[numbers[row] % players]
        return Round.deal(players, seed, deck=DECKS[deck], first=first, turn_limit=limit, stall_limit=7)

    rounds = [deal(row) for row in range(batch)]
    past = encoding.new_history(batch)
    ended = 0
    step = env.reset()
    for _ in range(scaled(300)):
        for row, round in enumerate(rounds):
            assert round.seats[step.seats[row]] == round.turn
            assert env.round(row) == round
            assert np.array_equal(step.observations[row], encoding.observe(round, past=past[row]))
            assert np.array_equal(step.masks[row], encoding.mask(round))
        actions = env.sample()
        step = env.step(actions)
        for row, before in enumerate(rounds):
            rounds[row] = round = encoding.apply(before, int(actions[row]), past[row])
            assert round == before.apply(encoding.move_of(before, int(actions[row])))
            assert step.done[row] == round.over
            if not round.over:
                assert not step.rewards[row].any()
                continue
            points = list(map(float, round.points))
            if rewards == "win":
                points = [
                    0.0 if not round.finish else 1.0 if seat == round.finish[0] else -1.0
                    for seat in round.seats
                ]
            mean = sum(points) / players if zero_sum else 0.0
            assert step.rewards[row].tolist() == pytest.approx([point - mean for point in points])
            ended += 1
            numbers[row] += 1
            rounds[row] = deal(row)
            past[row] = encoding.new_history()
    assert ended >= scaled(300) * batch // limit - batch


def test_arrays_of_the_caller_are_written_to() -> None:
    env, other = (VectorEnv(3, 8, seed=4) for _ in range(2))
    observations = np.full((5, 8, env.encoding.observation_size), -1, np.int8)
    masks = np.full((5, 8, env.encoding.action_count), True)
    step, plain = env.reset(observations=observations[0], masks=masks[0]), other.reset()
    for time in range(1, 5):
        assert np.shares_memory(step.observations, observations[time - 1])
        assert np.shares_memory(step.masks, masks[time - 1])
        assert np.array_equal(observations[time - 1], plain.observations)
        assert np.array_equal(masks[time - 1], plain.masks)
        actions = env.sample()
        step = env.step(actions, observations=observations[time], masks=masks[time])
        plain = other.step(actions)
    small = np.zeros(masks[0].shape, np.int8)
    assert env.step(env.sample(), masks=small).masks is small


def test_arrays_that_do_not_fit_are_refused() -> None:
    env = VectorEnv(2, 4)
    with pytest.raises(ValueError, match=r"masks are written into an array of bool and shape \(4, 156\)"):
        env.step(env.sample(), masks=np.zeros((4, 155), np.bool_))
    with pytest.raises(ValueError, match="observations are written into an array of int8"):
        env.step(env.sample(), observations=np.zeros((4, 309), np.float32))
    with pytest.raises(ValueError, match="in one piece"):
        env.step(env.sample(), observations=np.zeros((309, 4), np.int8).T)


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv(2, 4, seed=1)
    before = [env.round(row) for row in range(4)]
    actions = env.sample()
    illegal = int(np.flatnonzero(env.reset().masks[2] == 0)[0])
    actions[2] = illegal
    with pytest.raises(ValueError, match=f"action {illegal} is not legal in row 2"):
        env.step(actions)
    assert [env.round(row) for row in range(4)] == before
    with pytest.raises(ValueError, match="actions are 4 whole numbers, not float64"):
        env.step(np.zeros(4))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="actions are 4 whole numbers, not int64 of"):
        env.step(np.zeros(3, np.int64))


def test_seeds() -> None:
    def play(env: VectorEnv) -> list[bytes]:
        return [env.step(env.sample()).observations[:3].tobytes() for _ in range(scaled(200))]

    env = VectorEnv(4, 3, seed=5)
    first = play(env)
    env.reset()
    assert play(env) == first, "a reset begins again"
    env.reset(6)
    assert play(env) != first
    assert play(VectorEnv(4, 7, seed=5)) == first, "a row does not depend on the others"
    with pytest.raises(ValueError, match="a seed is a whole number"):
        env.reset(-1)
    with pytest.raises(ValueError, match="a batch has 1 round or more"):
        VectorEnv(4, 0)
    with pytest.raises(ValueError, match="rewards are one of points, win, not 'love'"):
        VectorEnv(4, 1, rewards="love")


@pytest.mark.compiled
def test_samples_are_uniform() -> None:
    env = VectorEnv(2, 1, seed=3)
    legal = np.flatnonzero(env.reset().masks[0])
    count = Counter(int(env.sample()[0]) for _ in range(200 * len(legal)))
    assert set(count) == set(legal.tolist())
    assert all(130 < times < 280 for times in count.values())


def test_a_score_can_end_the_match() -> None:
    env = VectorEnv(3, 2, score=[3, 3, 3], seed=2)
    step = env.reset()
    assert step.observations[0, env.encoding.slices["score"]].tolist() == [3, 3, 3]
    while not step.done.any():
        step = env.step(env.sample())
    assert sorted(step.rewards[int(step.done.argmax())]) == [0, 0, 2], (
        "the first one out has won, so nobody is second"
    )
