"""Batches with compiled opponents: the same games as with the bots in Python, for Gymnasium and Stable-Baselines3."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import dnup.rl
from dnup.kernel.rng import split
from dnup.rl import VectorEnv
from dnup.rl.gymnasium import RoundEnv, RoundVectorEnv

BATCH = 5


@pytest.mark.parametrize("players", [2, 3, 5])
def test_rows_are_the_rounds_of_round_env(players: int) -> None:
    """`greedy` has no chance: every observation, mask and reward must be the same."""
    batch = VectorEnv(players, BATCH, seed=3, opponents="greedy", rewards="win")
    alone = [RoundEnv(players, "greedy", rewards="win") for _ in range(BATCH)]
    seen = [env.reset(seed=int(split(np.uint64(3), row))) for row, env in enumerate(alone)]
    step, ended = batch.look(), 0
    for _ in range(60):
        for row, (observation, info) in enumerate(seen):
            assert np.array_equal(step.observations[row], observation)
            assert np.array_equal(step.legal_action_mask[row], info["action_mask"])
            assert "ABCDE"[step.current_player[row]] == info["seat"]
        actions = batch.sample()
        step = batch.step(actions)
        finals = iter(step.final_observations)
        for row, env in enumerate(alone):
            observation, reward, terminated, truncated, info = env.step(actions[row])
            assert (terminated, truncated) == (step.terminated[row], step.truncated[row])
            assert reward == step.learner_rewards[row]
            if terminated or truncated:
                ended += 1
                assert np.array_equal(next(finals)[step.learners[row]], observation)
                observation, info = env.reset()
            seen[row] = observation, info
    assert ended > BATCH


def played(env: VectorEnv, steps: int) -> tuple[int, float]:
    """Random play for some steps: the rounds that ended, and the share that the learner won."""
    env.reset(seed=env.seed)
    ended, won = 0, 0
    for _ in range(steps):
        step = env.step(env.sample())
        done = step.terminated | step.truncated
        ended += int(done.sum())
        won += int((step.learner_rewards[done] > 0).sum())
    return ended, won / max(1, ended)


@pytest.mark.compiled
def test_opponents_have_their_strength() -> None:
    shares = [
        played(VectorEnv(2, 100, seed=4, opponents=kind, rewards="win", observe=False), 150)[1]
        for kind in ("random", "easy", "greedy", "medium")
    ]
    assert 0.4 < shares[0] < 0.6
    assert shares[0] > shares[1] > shares[3]
    assert shares[2] < 0.15


def test_chance_follows_from_the_seed() -> None:
    def states(seed: int) -> Any:
        env = VectorEnv(3, 6, seed=seed, opponents=["medium", "easy"])
        return [env.step(env.sample()).observations for _ in range(20)]

    assert np.array_equal(states(1), states(1))
    assert not np.array_equal(states(1), states(2))


def test_a_seat_can_be_fixed_and_positions_set() -> None:
    env = VectorEnv(4, 8, seed=2, opponents="greedy", seat="C")
    for _ in range(40):
        assert (env.step(env.sample()).current_player == 2).all()
    step = env.set([0, 1], dnup.Round.deal(4, 7))
    assert step.current_player[0] == "ABCD".index(dnup.Round.deal(4, 7).turn or "")
    assert step.learners[0] == step.current_player[0]


def test_bits_and_lists_are_the_mask() -> None:
    env = VectorEnv(4, 16, seed=6)
    step = env.step(env.sample())
    assert np.array_equal(env.encoding.unpack_bits(step.legal_action_bits), step.legal_action_mask)
    actions, starts = step.legal_actions
    for row, mask in enumerate(step.legal_action_mask):
        assert actions[starts[row] : starts[row + 1]].tolist() == np.flatnonzero(mask).tolist()


@pytest.mark.parametrize(
    "options, words",
    [
        ({"opponents": "hard"}, "'hard' cannot play in a batch; random, greedy"),
        ({"opponents": ["greedy"]}, "has 2 opponents, not 1"),
        ({"seat": "A"}, "there are no opponents"),
        ({"opponents": "greedy", "seat": "E"}, "E"),
    ],
)
def test_bad_opponents_get_a_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        VectorEnv(3, 2, **options)


def test_without_opponents_there_is_no_learner() -> None:
    with pytest.raises(ValueError, match="no learner"):
        _ = VectorEnv(2, 2).look().learner_rewards


def test_gymnasium_makes_it() -> None:
    """`make_vec` with the vector entry point; the next round begins in the step that ends one."""
    env = gymnasium.make_vec(
        "dnup.rl:dnup/Round-v1", 6, vectorization_mode="vector_entry_point", opponents="greedy", rewards="win"
    )
    rounds = env.unwrapped
    assert isinstance(rounds, RoundVectorEnv)
    twin = VectorEnv(2, 6, seed=9, opponents="greedy", rewards="win")
    observations, infos = env.reset(seed=9)
    ended = 0
    for _ in range(60):
        assert np.array_equal(infos["action_mask"], rounds.action_masks())
        actions = twin.sample()
        observations, rewards, terminated, truncated, infos = env.step(actions)
        step = twin.step(actions)
        assert np.array_equal(observations, step.observations)
        assert np.array_equal(rewards, step.learner_rewards)
        for row in np.flatnonzero(terminated | truncated):
            ended += 1
            assert infos["_final_obs"][row]
            assert infos["final_obs"][row].shape == observations[row].shape
    assert ended > 6
    env.close()


def test_an_illegal_action_loses_in_its_row_only() -> None:
    env = RoundVectorEnv(4, opponents="greedy", rewards="win")
    env.reset(seed=1)
    masks = env.action_masks()
    actions = masks.argmax(axis=1)
    actions[2] = np.flatnonzero(~masks[2])[0]
    actions[3] = -5
    _, rewards, terminated, truncated, infos = env.step(actions)
    assert terminated.tolist() == [False, False, True, True]
    assert not truncated.any()
    assert rewards.tolist() == [0, 0, -1, -1]
    assert infos["_final_obs"].tolist() == [False, False, True, True]
    with pytest.raises(ValueError, match="render_mode"):
        RoundVectorEnv(2, render_mode="rgb_array")


@pytest.mark.parametrize("seed", [None, 9, [5, -1, 2**63]])
def test_the_seeds_it_tells_deal_the_same_rounds(seed: Any) -> None:
    env = RoundVectorEnv(3, 3, opponents="greedy")
    alone = [RoundEnv(3, "greedy") for _ in range(3)]

    def assert_same(observations: Any, infos: Any, seeds: Any) -> None:
        for row, other in enumerate(alone):
            observation, info = other.reset(seed=seeds[row])
            assert np.array_equal(observations[row], observation)
            assert np.array_equal(infos["action_mask"][row], info["action_mask"])
            assert (infos["seat"][row], infos["seed"][row]) == (info["seat"], info["seed"])

    observations, infos = env.reset(seed=seed)
    assert_same(observations, infos, infos["seed"].tolist())
    assert_same(*env.reset(), [None] * 3)
    again, told = env.reset(seed=[1, 2, 3], options={"reset_mask": np.array([False, True, False])})
    assert told["seed"].tolist() == [infos["seed"][0], 2, infos["seed"][2]]
    assert np.array_equal(again[1], alone[1].reset(seed=2)[0])


def test_wrappers_read_its_infos() -> None:
    env = gymnasium.wrappers.vector.DictInfoToList(RoundVectorEnv(2, opponents="greedy"))
    _, infos = env.reset(seed=[3, 4])
    assert [info["seed"] for info in infos] == [3, 4]


@pytest.mark.parametrize(
    "make, words",
    [
        (
            lambda: gymnasium.make_vec("dnup/Round-v1", 2, render_mode="rgb_array"),
            'vectorization_mode="sync"',
        ),
        (lambda: gymnasium.make_vec("dnup/Round-v1", 2, opponents=len), 'vectorization_mode="sync"'),
        (lambda: RoundVectorEnv(2).reset(seed=[1]), "2 rounds have one seed or 2, not 1"),
        (lambda: RoundVectorEnv(2).reset(seed=[1, None]), "2 rows need one seed or 2 of them"),  # type: ignore[list-item]
        (lambda: RoundVectorEnv(2).reset(options={"reset_mask": [1]}), "reset_mask has 2 booleans"),
    ],
)
def test_what_a_batch_cannot_do_gets_a_sentence(make: Callable[[], object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()


def test_stable_baselines3_learns_with_it() -> None:
    pytest.importorskip("sb3_contrib", reason="installed by make test-learning")
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks

    from dnup.rl.stable_baselines3 import RoundVecEnv

    env = RoundVecEnv(8, opponents="medium", rewards="win")
    env.seed(3)
    env.reset()
    assert get_action_masks(env).shape == (8, env.action_space.n)
    player = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, seed=1, device="cpu")
    player.learn(600)
    assert player.num_timesteps >= 600
