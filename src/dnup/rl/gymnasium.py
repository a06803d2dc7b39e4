"""dnup for Gymnasium: `gymnasium.make("dnup/Round-v0")`, one learner among bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dnup.bots import Bot, BotLike, get
from dnup.bots.own import one_each
from dnup.cards.deck import Deck
from dnup.extras import need
from dnup.game.limits import TURN_LIMIT, check_stall_limit, check_turn_limit
from dnup.game.match import round_seed
from dnup.game.round import Round, check_seed
from dnup.game.seats import seat_names, seat_number
from dnup.rl.encoding import Encoding
from dnup.rl.rewards import check_rewards, rewards_of
from dnup.wording import quoted

need("gymnasium", "rl", "dnup.rl.gymnasium")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402

NAME: Final = "dnup/Round-v0"

Info = dict[str, Any]


class RoundEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A round in which a learner has one seat and bots have the others.

    `opponents` is a bot, or a list of one for each opponent, clockwise from the learner: names, or whatever else
    `dnup.bots.get` takes. `seat` is the learner's;
    unless said it moves on by one every round. The mask of legal actions is in `info["action_mask"]`, and
    `action_masks()` returns it. An illegal action loses the round at once: it is terminated with a reward of -1.

    `reset(seed=...)` deals round 0 of a seed, and a reset without one the next round of the same seed.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium reads it from the class

    def __init__(
        self,
        players: int = 2,
        opponents: BotLike | Sequence[BotLike] = "greedy",
        *,
        seat: str | None = None,
        deck: str | Deck = "standard",
        history: int = 0,
        rewards: str = "points",
        zero_sum: bool = False,
        score: Sequence[int] | None = None,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.encoding = Encoding(players, deck=deck, history=history)
        self.opponents = one_each(
            opponents, players - 1, f"a learner among {players} players has {players - 1} opponents"
        )
        for bot in self.opponents:
            get(bot).close()  # what is wrong with it is said here
        if seat is not None:
            seat_number(seat, players)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the only render_mode is 'ansi', not {quoted(render_mode)}")
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 127, (self.encoding.observation_size,), np.int8)
        self.action_space = spaces.Discrete(self.encoding.action_count)
        self._rewarded = check_rewards(rewards)
        self._zero_sum = zero_sum
        self._score = score
        self._limits = check_turn_limit(turn_limit), check_stall_limit(stall_limit, players)
        self._fixed_seat = seat
        self._seed, self._number = 0, -1
        self._bots: dict[str, Bot] = {}
        self._lost = True

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[NDArray[np.int8], Info]:
        super().reset(seed=seed)
        if seed is not None:
            self._seed, self._number = check_seed(seed), -1
        self._number += 1
        self._lost = False
        players = self.encoding.players
        own_seed = round_seed(self._seed, self._number)
        seats = seat_names(players)
        self.round = Round.deal(
            players,
            own_seed,
            deck=self.encoding.deck,
            score=self._score,
            first=seats[self._number % players],
            turn_limit=self._limits[0],
            stall_limit=self._limits[1],
        )
        self.seat = self._fixed_seat or seats[self._number % players]
        self._past = self.encoding.new_history()
        self.close()
        place = seats.index(self.seat)
        others = [*seats[place + 1 :], *seats[:place]]
        self._bots = {
            seat: get(bot, seed=round_seed(own_seed, number + 1))
            for number, (seat, bot) in enumerate(zip(others, self.opponents, strict=True))
        }
        self._let_bots_move()
        if self.round.over:  # they were out before the learner had a turn
            return self.reset(options=options)
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.int8], float, bool, bool, Info]:
        if self._lost or self.round.over:
            raise ValueError("the round is over: call reset")
        if not self.action_masks()[action]:
            self._lost = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal_action": int(action)}
        self.round = self.encoding.apply(self.round, int(action), self._past)
        self._let_bots_move()
        reward = 0.0
        if self.round.over:
            rewards = rewards_of(self.round, self._rewarded, self._zero_sum)
            reward = rewards[self.round.seats.index(self.seat)]
        abandoned = self.round.ending == "abandoned"
        return self._observation(), reward, self.round.over and not abandoned, abandoned, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of the learner."""
        return self.encoding.mask(self.round.view(self.seat)).astype(np.bool_)

    def render(self) -> str | None:
        return str(self.round.view(self.seat)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()
        self._bots = {}

    def _let_bots_move(self) -> None:
        while (seat := self.round.turn) is not None and seat != self.seat:
            move = self._bots[seat].choose(self.round.view(seat)).move
            self.round = self.encoding.apply(
                self.round, self.encoding.action_of(self.round, move), self._past
            )

    def _observation(self) -> NDArray[np.int8]:
        return self.encoding.observe(self.round, self.seat, self._past)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}


def register() -> None:
    """Make the name known to Gymnasium; `import dnup.rl` does this."""
    if NAME not in gymnasium.registry:
        gymnasium.register(NAME, entry_point="dnup.rl.gymnasium:RoundEnv")
