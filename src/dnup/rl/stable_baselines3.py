"""dnup for Stable-Baselines3: a batch of rounds against compiled bots, as its `VecEnv`.

from dnup.rl.stable_baselines3 import RoundVecEnv
from sb3_contrib import MaskablePPO

MaskablePPO("MlpPolicy", RoundVecEnv(256, opponents="medium", rewards="win")).learn(1_000_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dnup.extras import need
from dnup.rl.gymnasium import RoundVectorEnv

need("stable_baselines3", "rl", "dnup.rl.stable_baselines3", "stable-baselines3")

from stable_baselines3.common.vec_env import VecEnv  # noqa: E402


class RoundVecEnv(VecEnv):
    """Many rounds in lock step, each with a learner among compiled bots; `options` are those of `RoundVectorEnv`.

    The maskable algorithms of sb3-contrib find the masks. Where a round ends, the next is dealt in the same step, and
    the row's info has `terminal_observation` and `TimeLimit.truncated`.
    """

    def __init__(
        self, num_envs: int, players: int = 2, opponents: str | Sequence[str] = "greedy", **options: Any
    ) -> None:
        self.rounds = RoundVectorEnv(num_envs, players, opponents, **options)
        self.render_mode: str | None = None
        super().__init__(num_envs, self.rounds.single_observation_space, self.rounds.single_action_space)
        self._actions = np.zeros(num_envs, np.int64)

    def reset(self) -> NDArray[np.int8]:
        seeds = [seed for seed in self._seeds if seed is not None]
        observations, _ = self.rounds.reset(seed=seeds[0] if seeds else None)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        observations, rewards, terminated, truncated, infos = self.rounds.step(self._actions)
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(terminated | truncated).tolist():
            each[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
            }
        return observations, rewards, terminated | truncated, each

    def close(self) -> None:
        self.rounds.close()

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks" or hasattr(self.rounds, attr_name)

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        value = getattr(self.rounds, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise ValueError(
            f"{attr_name} is the same in all rounds of a batch, and cannot be set; make a new one"
        )

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: int | Iterable[int] | None = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        if method_name != "action_masks":
            raise ValueError(f"the rounds of a batch have the method action_masks, and not {method_name!r}")
        masks = self.rounds.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: int | Iterable[int] | None = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
