"""dnup for Gymnasium: one learner among bots, for a round or for a match.

`gymnasium.make("dnup.rl:dnup/Round-v1")` and `gymnasium.make("dnup.rl:dnup/Match-v1")`; after `import dnup.rl` the part
after the colon is enough. Version 0 of both has the deck `balanced`, version 1 the deck `printed`.
`gymnasium.make_vec("dnup.rl:dnup/Round-v1", 1024, vectorization_mode="vector_entry_point")` is a batch of rounds in
compiled code, against compiled bots; `make_vec` takes it if no mode is named. With `vectorization_mode="sync"` or
`"async"` every round has an environment, with any bots and `render_mode`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dnup.bots import Bot, BotLike, get
from dnup.bots.custom import bot_for_each_seat
from dnup.cards.deck import DEFAULT_DECK, Deck
from dnup.error_text import quoted
from dnup.extras import need
from dnup.game.enums import Ending, Result
from dnup.game.limits import TURN_LIMIT, check_finish_round, check_stall_limit, check_turn_limit
from dnup.game.match import Match, round_seed
from dnup.game.round import Round
from dnup.game.seats import seat_names, seat_number
from dnup.rl.encoding import Encoding
from dnup.rl.rendering import RENDERING, Frame, check_render_mode, show
from dnup.rl.rewards import check_rewards, match_rewards_of, rewards_of
from dnup.rl.seeds import seed_of, signed_seed
from dnup.rl.vector import Seeds, Step, VectorEnv

need("gymnasium", "rl", "dnup.rl.gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

Info = dict[str, Any]


class RoundEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A round in which a learner has one seat and bots have the others.

    `opponents` is a bot, or a list with one for each opponent, clockwise from the learner, in any form that
    `dnup.bots.get` takes. `seat` is the learner's; by default it moves on by one every round. The mask of legal actions
    is in `info["action_mask"]`, and `action_masks()` returns it. An illegal action loses at once: the episode is
    terminated with a reward of -1. A round that was abandoned (D2, D5) is truncated, any other is terminated.

    A mask is never empty: when the round is over, it has only the last action, rotate. Vector environments need one,
    which they ignore before they reset.

    `reset(seed=...)` deals round 0 of a seed; a reset without a seed deals the next round of the same one. If no seed
    was ever given, one is drawn; `info["seed"]` has it.

    `render_mode` is `human` (every position is printed), `ansi` (`render` returns that line) or `rgb_array` (`render`
    returns a picture of what the learner sees, as an array of pixels).
    """

    observation_space: spaces.Box
    action_space: spaces.Discrete
    seat: str
    """The learner's seat since the last reset."""
    round: Round
    """The position with all hands, for inspection; an agent must not use it."""
    metadata: dict[str, Any] = {"render_modes": list(RENDERING), "render_fps": 1}  # noqa: RUF012 - Gymnasium reads it from the class

    def __init__(
        self,
        players: int = 2,
        opponents: BotLike | Sequence[BotLike] = "greedy",
        *,
        seat: str | None = None,
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
        self.encoding = Encoding(players, deck=deck, history=history)
        self.opponents = bot_for_each_seat(
            opponents, players - 1, f"a learner among {players} players has {players - 1} opponents"
        )
        for bot in self.opponents:
            get(bot).close()  # raises if it is not a bot
        if seat is not None:
            seat_number(seat, players)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = spaces.Box(0, 127, (self.encoding.observation_size,), np.int8)
        self.action_space = spaces.Discrete(self.encoding.action_count)
        self._rewarded = check_rewards(rewards)
        self._zero_sum = zero_sum
        self._score = score
        self._limits = check_turn_limit(turn_limit), check_stall_limit(stall_limit, players)
        self._finish_round = check_finish_round(finish_round)
        self._fixed_seat = seat
        self._seed: int | None = None
        self._number = -1
        self._bots: dict[str, Bot] = {}
        self._lost = True

    def reset(
        self, *, seed: SupportsIndex | None = None, options: Info | None = None
    ) -> tuple[NDArray[np.int8], Info]:
        if seed is not None or self._seed is None:
            self._seed, self._number = seed_of(seed), -1
            super().reset(seed=self._seed)
        self._lost = False
        self._begin()
        while self.over:  # the round ended before the learner had a turn
            self._begin()
        self._show()
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[NDArray[np.int8], float, bool, bool, Info]:
        if self._lost or self.over:
            raise ValueError("it is over: call reset")
        if not self.encoding.is_legal(self.round, action):
            self._lost = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal_action": int(action)}
        self._reward = 0.0
        self._make(action)
        self._let_bots_move()
        self._show()
        truncated = self.over and self._was_abandoned()
        return self._observation(), self._reward, self.over and not truncated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of the learner."""
        if not (self._lost or self.over):
            return self.encoding.mask(self.round).astype(np.bool_)
        only_rotate = np.zeros(self.encoding.action_count, np.bool_)
        only_rotate[-1] = True
        return only_rotate

    def render(self) -> str | Frame | None:
        return show(self.round.view(self.seat), self.render_mode)

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()
        self._bots = {}

    @property
    def over(self) -> bool:
        """Whether the episode is over."""
        return self.round.over

    def _begin(self) -> None:
        """Deal the next episode, and let the bots before the learner move."""
        self._number += 1
        own_seed = round_seed(self._series(), self._number)
        seats = seat_names(self.encoding.players)
        place = self._number % len(seats) if self._fixed_seat is None else seats.index(self._fixed_seat)
        self.seat = seats[place]
        self._past = self.encoding.new_history()
        self._reward = 0.0
        self._deal(own_seed)
        self.close()
        others = [*seats[place + 1 :], *seats[:place]]
        self._bots = {
            seat: get(name, seed=round_seed(own_seed, number + 1))
            for number, (seat, name) in enumerate(zip(others, self.opponents, strict=True))
        }
        self._let_bots_move()

    def _deal(self, seed: int) -> None:
        self.round = Round.deal(
            self.encoding.players,
            seed,
            deck=self.encoding.deck,
            score=self._score,
            first=seat_names(self.encoding.players)[self._number % self.encoding.players],
            turn_limit=self._limits[0],
            stall_limit=self._limits[1],
            finish_round=self._finish_round,
        )

    def _make(self, action: SupportsIndex) -> None:
        """Make a move of the seat in turn."""
        self.round = self.encoding.apply(self.round, action, self._past)
        if self.over:
            self._earn(rewards_of(self.round, self._rewarded, self._zero_sum))

    def _earn(self, rewards: Sequence[float]) -> None:
        self._reward += rewards[self.round.seats.index(self.seat)]

    def _was_abandoned(self) -> bool:
        return self.round.ending is Ending.ABANDONED

    def _let_bots_move(self) -> None:
        while not self.over and (seat := self.round.turn) is not None and seat != self.seat:
            move = self._bots[seat].choose(self.round.view(seat)).move
            self._make(self.encoding.action_of(self.round, move))

    def _series(self) -> int:
        """The seed that all rounds are derived from."""
        if self._seed is None:
            raise ValueError("nothing is dealt yet: call reset")
        return self._seed

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> NDArray[np.int8]:
        return self.encoding.observe(self.round, self.seat, self._past)

    def _info(self) -> Info:
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "seat": self.seat,
            "seed": signed_seed(self._series()),
        }


class RoundVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many rounds in lock step, each with a learner among compiled bots: `VectorEnv` with `opponents`, for Gymnasium.

    `opponents` are `random`, `greedy`, `easy` or `medium`, one for all or a list, clockwise from the learner. Where a
    round ends, the next is dealt in the same step (`AutoresetMode.SAME_STEP`): observation and mask are of the next
    round, and `infos["final_obs"]` has the last observation. An illegal action loses at once, as in `RoundEnv`.

    Row `i` plays the rounds of `RoundEnv` with the seed `split(seed, i)`, or with its own if `seed` is a list; it is in
    `infos["seed"]`. A reset without a seed deals the next rounds, in all rows or in those of `options["reset_mask"]`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium reads it from the class
        "render_modes": [],
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        opponents: str | Sequence[str] = "greedy",
        *,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of `VectorEnv`: `seat`, `deck`, `history`, `rewards`, `zero_sum`, `score` and limits."""
        if render_mode is not None:
            raise ValueError(
                f"a batch of rounds is not drawn: render_mode={quoted(render_mode)} is for RoundEnv, also by "
                'gymnasium.make_vec with vectorization_mode="sync"'
            )
        self.rounds = VectorEnv(players, num_envs, opponents=opponents, **options)
        self.encoding = self.rounds.encoding
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = spaces.Box(0, 127, (self.encoding.observation_size,), np.int8)
        self.single_action_space = spaces.Discrete(self.encoding.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mask = self.rounds.look().legal_action_mask
        self._seat_names = np.array(seat_names(players))
        self._begun = False

    def reset(
        self, *, seed: SupportsIndex | Seeds | None = None, options: Info | None = None
    ) -> tuple[NDArray[np.int8], Info]:
        mask = (options or {}).get("reset_mask")
        rows = np.arange(self.num_envs) if mask is None else np.flatnonzero(self._check_mask(mask))
        if seed is None:
            # The first rounds of a new seed are dealt already.
            return self._seen(self.rounds.reset(rows=rows) if self._begun else self.rounds.look())
        if isinstance(seed, Sequence | np.ndarray):
            if len(seed) != self.num_envs:
                raise ValueError(f"{self.num_envs} rounds have one seed or {self.num_envs}, not {len(seed)}")
            return self._seen(self.rounds.reset([seed[row] for row in rows.tolist()], rows=rows))
        super().reset(seed=seed_of(seed))
        return self._seen(self.rounds.reset(seed, rows=None if mask is None else rows))

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        wanted = np.asarray(actions, np.int64)
        rows = np.arange(self.num_envs)
        known = (wanted >= 0) & (wanted < self.encoding.action_count)
        illegal = ~(known & self._mask[rows, np.where(known, wanted, 0)])
        before = self.rounds.look() if illegal.any() else None
        # A row with an illegal action makes the last one, rotate, and is dealt again.
        step = self.rounds.step(np.where(illegal, self.encoding.action_count - 1, wanted))
        rewards, terminated, truncated = step.learner_rewards, step.terminated, step.truncated
        final: dict[int, NDArray[np.int8]] = {}
        ended = np.flatnonzero(terminated | truncated)
        if len(ended):
            last = step.final_observations
            final = {int(row): last[index, step.learners[row]] for index, row in enumerate(ended)}
        if before is not None:
            lost = np.flatnonzero(illegal)
            final |= {int(row): before.observations[row] for row in lost}
            unfinished = lost[~(terminated | truncated)[lost]]
            step = self.rounds.reset(rows=unfinished) if len(unfinished) else step
            rewards[lost], terminated[lost], truncated[lost] = -1.0, True, False
        seen, infos = self._seen(step)
        if final:
            infos["final_obs"] = np.empty(self.num_envs, object)
            infos["_final_obs"] = np.zeros(self.num_envs, np.bool_)
            for row, observation in final.items():
                infos["final_obs"][row] = observation
                infos["_final_obs"][row] = True
        return seen, rewards, terminated, truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of the learner in every row."""
        return self._mask

    def _seen(self, step: Step) -> tuple[NDArray[np.int8], Info]:
        self._mask = step.legal_action_mask
        self._begun = True
        infos = {
            "action_mask": self._mask.view(np.int8),
            "seat": self._seat_names[step.current_player],
            "seed": self.rounds.seeds.view(np.int64),  # as signed_seed
        }
        return step.observations, infos | {f"_{key}": np.ones(self.num_envs, np.bool_) for key in infos}

    def _check_mask(self, mask: ArrayLike) -> NDArray[np.bool_]:
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_:
            raise ValueError(f"reset_mask has {self.num_envs} booleans, not {given.dtype} of {given.shape}")
        return given


class MatchEnv(RoundEnv):
    """A match: rounds with the same bots until it is won or drawn.

    Everything is as in `RoundEnv`, except for `rewards`: with `win` they come when the match is won, 1 or -1; with
    `points` at the end of every round. A drawn match (too many abandoned rounds, D2) is truncated.
    """

    match: Match

    def __init__(
        self,
        players: int = 2,
        opponents: BotLike | Sequence[BotLike] = "greedy",
        *,
        seat: str | None = None,
        deck: str | Deck = DEFAULT_DECK,
        history: int = 0,
        rewards: str = "win",
        zero_sum: bool = False,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        finish_round: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            players,
            opponents,
            seat=seat,
            deck=deck,
            history=history,
            rewards=rewards,
            zero_sum=zero_sum,
            turn_limit=turn_limit,
            stall_limit=stall_limit,
            finish_round=finish_round,
            render_mode=render_mode,
        )

    @property
    def over(self) -> bool:
        return self.match.over

    def _deal(self, seed: int) -> None:
        turn_limit, stall_limit = self._limits
        self.match = Match.new(
            self.encoding.players,
            seed,
            deck=self.encoding.deck,
            turn_limit=turn_limit,
            stall_limit=stall_limit,
            finish_round=self._finish_round,
        )
        self.round = self.match.round

    def _make(self, action: SupportsIndex) -> None:
        move = self.encoding.move_of(self.round, action)
        after = self.encoding.apply(self.round, action, self._past)
        self.match = self.match.apply(move)
        self.round = self.match.round
        if after.over:
            self._earn(match_rewards_of(self.match, after, self._rewarded, self._zero_sum))
            if not self.over:
                self._past = self.encoding.new_history()

    def _was_abandoned(self) -> bool:
        return self.match.result is Result.DRAWN
