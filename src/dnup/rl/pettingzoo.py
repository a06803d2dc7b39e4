"""dnup for PettingZoo: a round as an AEC environment, `player_0` in seat A and so on.

An observation is a dict: `observation` has what the agent's seat knows, `action_mask` its legal actions.
Rewards come when the round ends. A round that was abandoned (D2, D5) is truncated, any other is terminated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dnup.cards.deck import DEFAULT_DECK, Deck
from dnup.extras import need
from dnup.game.enums import Ending
from dnup.game.limits import TURN_LIMIT, check_finish_round, check_stall_limit, check_turn_limit
from dnup.game.match import round_seed
from dnup.game.round import Round
from dnup.game.seats import SEATS
from dnup.rl.encoding import Encoding
from dnup.rl.rendering import RENDERING, Frame, check_render_mode, show
from dnup.rl.rewards import check_rewards, rewards_of
from dnup.rl.seeds import seed_of, signed_seed

need("pettingzoo", "rl", "dnup.rl.pettingzoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

Observation: TypeAlias = dict[str, NDArray[np.int8]]
"""An observation of an agent: `observation` and `action_mask`."""

AgentsEnv: TypeAlias = AECEnv[str, Observation, SupportsIndex | None]
TogetherEnv: TypeAlias = ParallelEnv[str, Observation, SupportsIndex | None]


def env(**options: Any) -> AgentsEnv:
    """A round with the usual wrappers: an illegal action ends it, with a reward of -1 for the agent that chose it.

    The options are those of `raw_env`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(**options: Any) -> TogetherEnv:
    """The same for PettingZoo's parallel API: of all actions in a step, that of the seat in turn counts."""
    return turn_based_aec_to_parallel(env(**options))


def env_v1(**options: Any) -> AgentsEnv:
    """`dnup_v1`: the environment with the deck `balanced`, unless another one is given."""
    return _called("dnup_v1", env(**{"deck": "balanced", **options}))


def parallel_env_v1(**options: Any) -> TogetherEnv:
    """The same for PettingZoo's parallel API."""
    return turn_based_aec_to_parallel(env_v1(**options))


def env_v2(**options: Any) -> AgentsEnv:
    """`dnup_v2`: the environment with the deck `printed`, unless another one is given."""
    return _called("dnup_v2", env(**{"deck": "printed", **options}))


def parallel_env_v2(**options: Any) -> TogetherEnv:
    """The same for PettingZoo's parallel API."""
    return turn_based_aec_to_parallel(env_v2(**options))


def _called(name: str, wrapped: AgentsEnv) -> AgentsEnv:
    """The same environment with this name in its metadata."""
    raw: Any = wrapped.unwrapped
    raw.metadata = {**raw.metadata, "name": name}
    return wrapped


class raw_env(AECEnv[str, Observation, SupportsIndex | None]):  # noqa: N801 - PettingZoo's own name for it
    """A round without wrappers; an illegal action is a `ValueError`.

    `reset(seed=...)` deals round 0 of a seed, and a reset without one the next round of the same seed. Without any
    seed a fresh one is drawn; every agent's `info["seed"]` has it.
    """

    encoding: Encoding
    round: Round
    """The position with all hands, for inspection; an agent must not use it."""
    possible_agents: list[str]
    agents: list[str]
    rewards: dict[str, float]
    infos: dict[str, dict[str, Any]]
    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo reads it from the class
        "name": "dnup_v2",
        "render_modes": list(RENDERING),
        "render_fps": 1,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        players: int = 4,
        *,
        deck: str | Deck = DEFAULT_DECK,
        history: int = 0,
        rewards: str = "points",
        zero_sum: bool = False,
        score: Sequence[int] | None = None,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        finish_round: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.encoding = Encoding(players, deck=deck, history=history)
        self.render_mode = check_render_mode(render_mode)
        self._rewarded = check_rewards(rewards)
        self._zero_sum = zero_sum
        self._score = score
        self._limits = check_turn_limit(turn_limit), check_stall_limit(stall_limit, players)
        self._finish_round = check_finish_round(finish_round)
        self._seed, self._number = seed_of(None), -1
        self.round = self._deal(0)
        self._past = self.encoding.new_history()
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space(self.encoding))
        self.action_spaces = dict.fromkeys(self.possible_agents, action_space(self.encoding))
        self._hand = self.encoding.slices["hand"]
        everything = self.encoding.observation_size + (players - 1) * (self._hand.stop - self._hand.start)
        self.state_space = spaces.Box(0, 127, (everything,), np.int8)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._number = seed_of(seed), -1
        self._number += 1
        self.round = self._deal(self._number)
        self._past = self.encoding.new_history()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"seed": signed_seed(self._seed)} for agent in self.agents}
        self.agent_selection = self._in_turn()
        self._show()

    def observe(self, agent: str) -> Observation:
        seat = SEATS[self.possible_agents.index(agent)]
        if seat == self.round.turn:
            mask = self.encoding.mask(self.round)
        else:
            mask = np.zeros(self.encoding.action_count, np.int8)
        return {"observation": self.encoding.observe(self.round, seat, self._past), "action_mask": mask}

    def state(self) -> NDArray[np.int8]:
        """The full state, for a centralized critic: the observation of seat A, then the hands of the others by face."""
        first, *others = (self.encoding.observe(self.round, seat, self._past) for seat in self.round.seats)
        return np.concatenate([first, *(seen[self._hand] for seen in others)])

    def step(self, action: SupportsIndex | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.round = self.encoding.apply(self.round, -1 if action is None else action, self._past)
        self._clear_rewards()
        if self.round.over:
            rewards = rewards_of(self.round, self._rewarded, self._zero_sum)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            over = self.truncations if self.round.ending is Ending.ABANDONED else self.terminations
            over.update(dict.fromkeys(self.agents, True))
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._in_turn()
        self._show()

    def render(self) -> str | Frame | None:
        """What a spectator sees: on one line, or as a picture."""
        return show(self.round.view(), self.render_mode)

    def close(self) -> None:
        pass

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _in_turn(self) -> str:
        return self.possible_agents[SEATS.index(self.round.turn or "A")]

    def _deal(self, number: int) -> Round:
        players = self.encoding.players
        return Round.deal(
            players,
            round_seed(self._seed, number),
            deck=self.encoding.deck,
            score=self._score,
            first=SEATS[number % players],
            turn_limit=self._limits[0],
            stall_limit=self._limits[1],
            finish_round=self._finish_round,
        )


def observation_space(encoding: Encoding) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 127, (encoding.observation_size,), np.int8),
            "action_mask": spaces.Box(0, 1, (encoding.action_count,), np.int8),
        }
    )


def action_space(encoding: Encoding) -> spaces.Discrete:
    return spaces.Discrete(encoding.action_count)
