"""Thousands of rounds in lock step: NumPy in, NumPy out, compiled code between."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dnup.cards.deck import DEFAULT_DECK, Deck
from dnup.deprecated import AttributeAlias, warn_renamed
from dnup.error_text import quoted
from dnup.game.history import Past, read_history, write_history
from dnup.game.limits import TURN_LIMIT, check_turn_limit, pack_limits
from dnup.game.position import parse_position
from dnup.game.round import Round, pack_score
from dnup.game.seats import seat_number
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.rng import split
from dnup.kernel.views import order_copies
from dnup.rl.compiled import vector as batch_code
from dnup.rl.compiled.observation import NO_MOVE
from dnup.rl.encoding import Encoding
from dnup.rl.rewards import check_rewards
from dnup.rl.seeds import seed_of

FASTEST_BATCH: Final = 1024
"""The default number of rounds: the arrays of a step fit into the processor's cache."""

LONGEST_DIARY: Final = 1000
"""Moves that a row stores for `round`, 8 bytes each."""

NEVER_DEALT: Final = 1 << 62
"""A round number that no row reaches: its seed is used for the random actions of `sample`."""


Seeds = Sequence[SupportsIndex] | NDArray[np.integer[Any]]
"""A seed for each row."""

_Into = tuple[NDArray[np.int8], NDArray[np.bool_]]
"""Arrays of observations and masks."""


class Ends(NamedTuple):
    """Some rounds at their end, with everything needed to observe them."""

    encoding: Encoding
    states: Words
    past: Words

    def observations(self) -> NDArray[np.int8]:
        """The observation of every seat, seat A first: (rounds, players, observation_size)."""
        encoding, rows = self.encoding, np.arange(len(self.states))
        seen = np.empty((len(rows), encoding.players, encoding.observation_size), np.int8)
        batch_code.look_back(
            encoding.packed.words,
            encoding.plan,
            self.states,
            self.past,
            rows,
            encoding.players,
            seen,
        )
        return seen


class _Arrays(NamedTuple):
    observations: NDArray[np.int8]
    legal_action_mask: NDArray[np.bool_]
    current_player: NDArray[np.int64]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Step(_Arrays):
    """The state of every row after a step, with the field names of Pgx.

    A later step does not change these arrays, unless the environment has `copy=False`.

    `current_player` is the seat in turn, 0 for A; `observations` and `legal_action_mask` are those of that seat. Where
    the step has ended a round, `terminated` or, if the round was abandoned (D2, D5), `truncated` is true, `rewards` has
    the reward of each seat, and everything else is already of the next round. Elsewhere `rewards` is 0.
    `final_observations` has the observations at the end of these rounds.

    >>> from dnup.rl import VectorEnv
    >>> step = VectorEnv(players=3, batch=4, deck="printed").reset(seed=1)
    >>> step.observations.shape, step.legal_action_mask.shape, step.rewards.shape
    ((4, 423), (4, 753), (4, 3))
    >>> step.current_player.shape, step.terminated.shape, step.truncated.shape
    ((4,), (4,), (4,))
    """

    ends: Ends
    """The rounds that the step has ended."""
    learners: NDArray[np.int64]
    """With opponents, the learner's seat in the round that `rewards` belong to; otherwise empty."""

    @property
    def learner_rewards(self) -> NDArray[np.float32]:
        """The learner's reward in every row, of an environment with opponents."""
        if not len(self.learners):
            raise ValueError("without opponents there is no learner: rewards has the reward of every seat")
        return self.rewards[np.arange(len(self.learners)), self.learners]

    @property
    def legal_action_bits(self) -> NDArray[np.uint8]:
        """The mask with eight actions in a byte, to keep many of them; `Encoding.unpack_bits` gives the mask back."""
        return np.packbits(self.legal_action_mask, axis=1, bitorder="little")

    @property
    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all rows, one row after the other, and where each row begins and ends.

        Those of row `i` are `actions[starts[i]:starts[i + 1]]`.

        >>> from dnup.rl import VectorEnv
        >>> step = VectorEnv(players=2, batch=4).reset(seed=1)
        >>> actions, starts = step.legal_actions
        >>> bool(step.legal_action_mask[3, actions[starts[3] : starts[4]]].all())
        True
        """
        rows, actions = np.nonzero(self.legal_action_mask)
        starts = np.searchsorted(rows, np.arange(len(self.legal_action_mask) + 1))
        return actions, starts

    @property
    def final_observations(self) -> NDArray[np.int8]:
        """The observation of every seat at the end of each round that this step has ended.

        The shape is (rounds, players, observation_size), seat A first; rounds are in the order of
        `np.flatnonzero(step.terminated | step.truncated)`. They are computed on access.
        """
        return self.ends.observations()

    masks: ClassVar[AttributeAlias] = AttributeAlias("legal_action_mask")
    seats: ClassVar[AttributeAlias] = AttributeAlias("current_player")

    @property
    def done(self) -> NDArray[np.bool_]:
        """The old name of `terminated | truncated`."""
        warn_renamed("Step.done", "Step.terminated | Step.truncated")
        return self.terminated | self.truncated


class VectorEnv:
    """A batch of rounds that are played in lock step; when one ends, the next is dealt at once.

    Row `i` plays the rounds of a seed that is derived from `seed` and `i`, so a row does not depend on the others.
    Without `seed` a new one is drawn; the attribute `seed` has it. With `observe=False` a step writes neither
    observations nor masks, which are most of its cost; `look` writes them on request.

    With `opponents`, compiled bots have all seats but one, and a step goes on until the learner is in turn again: every
    row is always the learner's decision. Their names are `random`, `greedy`, `easy` and `medium`; one for all of them,
    or a list, clockwise from the learner. The learner's seat moves on by one every round, unless `seat` fixes it;
    `step.learner_rewards` has its rewards.

    Every step returns new arrays. With `copy=False` the next step overwrites them, which is a little faster: for
    programs that are done with a step before they make the next one, or that pass their own arrays.

    >>> from dnup.rl import VectorEnv
    >>> env = VectorEnv(players=4, batch=1000)
    >>> step = env.step(env.sample())
    >>> step.rewards.shape, bool(step.terminated.any())
    ((1000, 4), False)
    >>> env = VectorEnv(players=3, batch=8, opponents=["greedy", "medium"], rewards="win")
    >>> env.step(env.sample()).learner_rewards.shape
    (8,)
    """

    def __init__(
        self,
        players: int,
        batch: SupportsIndex = FASTEST_BATCH,
        *,
        seed: SupportsIndex | None = None,
        deck: str | Deck = DEFAULT_DECK,
        history: int = 0,
        rewards: str = "points",
        zero_sum: bool = False,
        score: Sequence[int] | None = None,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        finish_round: bool = False,
        observe: bool = True,
        copy: bool = True,
        opponents: str | Sequence[str] | None = None,
        seat: str | None = None,
    ) -> None:
        self.encoding: Encoding = Encoding(players, deck=deck, history=history)
        """Which number of an observation, and which action, means what."""
        self.players = players
        self.batch: int = _check_batch(batch)
        self._rewarded = check_rewards(rewards)
        self._zero_sum = bool(zero_sum)
        limits = pack_limits(players, turn_limit, stall_limit, finish_round)
        self._terms = batch_code.Terms(players, int(pack_score(score, players)), int(limits))
        self._deck = self.encoding.packed.words
        self._states: Words = np.zeros((self.batch, at.WORDS), np.int64)
        self._past = self.encoding.new_history(self.batch)
        self._last_states, self._last_past = self._states.copy(), self._past.copy()
        longest = min(check_turn_limit(turn_limit), LONGEST_DIARY)
        self._diary: Words = np.full((self.batch, longest), NO_MOVE, np.int64)
        self._moves = np.zeros(self.batch, np.int64)
        self._numbers = np.zeros(self.batch, np.int64)
        self._seeds = np.zeros(self.batch, np.uint64)
        self._streams = np.zeros((self.batch, 1), np.uint64)
        self._observing, self._copying = bool(observe), bool(copy)
        self._into: _Into | None = None
        self._seats = np.zeros(self.batch, np.int64)
        self._rewards = np.zeros((self.batch, players), np.float32)
        self._done = np.zeros(self.batch, np.bool_)
        self._truncated = np.zeros(self.batch, np.bool_)
        self._rounds = batch_code.Rounds(
            self._states, self._past, self._seats, self._seeds, self._numbers, self._diary
        )
        self._last = batch_code.Ends(
            self._rewards, self._done, self._truncated, self._last_states, self._last_past
        )
        self._opponents = self._seat_opponents(opponents, seat)
        self.seed: int = seed_of(seed)
        """The seed that all rounds are derived from, since the last reset of all rows with one seed."""
        self.reset(self.seed)

    def reset(
        self,
        seed: SupportsIndex | Seeds | None = None,
        *,
        rows: ArrayLike | None = None,
        observations: NDArray[np.int8] | None = None,
        legal_action_mask: NDArray[np.bool_] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Start again with the first round of every row, of a new seed if one is given.

        With a list of seeds, one for each of these rows, a row plays the rounds of `RoundEnv` with its seed.

        With `rows` (indices or a mask), the other rows do not change; and without a seed, these rows drop their round
        and get their next one.
        """
        into = self._targets(observations, _renamed(legal_action_mask, masks))
        chosen = np.arange(self.batch) if rows is None else self._rows(rows)
        if isinstance(seed, Sequence | np.ndarray):
            self._seeds[chosen] = _seed_of_each(seed, len(chosen))
        elif seed is not None:
            own = np.uint64(seed_of(seed))
            if rows is None:
                self.seed = int(own)
            self._seeds[chosen] = [split(own, row) for row in chosen.tolist()]
        if seed is not None or rows is None:
            self._streams[chosen, 0] = [split(own, NEVER_DEALT) for own in self._seeds[chosen]]
            self._numbers[chosen] = 0
            if self._opponents is not None:
                streams = [[split(own, NEVER_DEALT + 1)] for own in self._seeds[chosen]]
                self._opponents.streams[chosen] = np.array(streams, np.uint64).reshape(-1, 1)
        else:
            self._numbers[chosen] += 1
        batch_code.deal_rounds(self._deck, self._rounds, self._terms, chosen)
        if self._opponents is not None:
            batch_code.start_against(
                self._deck,
                self.encoding.code,
                self._rounds,
                self._terms,
                chosen,
                self._last,
                self._opponents,
            )
        return self._start_rows(chosen, into)

    def set(
        self,
        rows: ArrayLike,
        positions: Round | str | Sequence[Round | str],
        *,
        observations: NDArray[np.int8] | None = None,
        legal_action_mask: NDArray[np.bool_] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Set the positions of these rows: a round or its text for each, or one for all of them.

        A round has its history; a text has none. After the round ends, the row continues with its own next round.
        """
        into = self._targets(observations, _renamed(legal_action_mask, masks))
        chosen = self._rows(rows)
        if isinstance(positions, Round | str):
            positions = [positions] * len(chosen)
        if len(positions) != len(chosen):
            raise ValueError(f"{len(chosen)} rows need as many positions, not {len(positions)}")
        found = [self._position(position, number) for number, position in enumerate(positions)]
        for row, position in zip(chosen.tolist(), found, strict=True):
            self._states[row] = position.words
            self._seats[row] = at.seat_in_turn(position.words)
            self._past[row] = self.encoding.past_of(position)
            history = position.history_words
            self._diary[row] = NO_MOVE
            if history is not None:
                self._diary[row, : len(history)] = history[: self._diary.shape[1]]
        self._seat_learners(chosen, self._seats[chosen])
        return self._start_rows(chosen, into)

    def copy(
        self,
        rows: ArrayLike,
        from_rows: ArrayLike,
        *,
        observations: NDArray[np.int8] | None = None,
        legal_action_mask: NDArray[np.bool_] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Copy the positions of other rows, with their history, to these rows: a row for each, or one for all of them.

        A row keeps its seed: the actions of `sample` and the rounds that follow are its own.

        >>> from dnup.rl import VectorEnv
        >>> env = VectorEnv(players=2, batch=4, seed=1)
        >>> step = env.copy([1, 2, 3], 0)
        >>> env.round(3) == env.round(0)
        True
        """
        into = self._targets(observations, _renamed(legal_action_mask, masks))
        chosen, source = self._rows(rows), self._rows(from_rows)
        if len(source) not in (1, len(chosen)):
            raise ValueError(
                f"{len(chosen)} rows are copied from as many, or from one, not from {len(source)}"
            )
        for own in (self._states, self._past, self._diary, self._seats):
            own[chosen] = own[source]
        self._seat_learners(chosen, self._seats[chosen])
        return self._start_rows(chosen, into)

    def step(
        self,
        actions: ArrayLike,
        *,
        observations: NDArray[np.int8] | None = None,
        legal_action_mask: NDArray[np.bool_] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Take an action in every row. Observations and masks are written into the caller's arrays, if given.

        If an action is not legal, no row changes and a `ValueError` names it.
        """
        into = self._targets(observations, _renamed(legal_action_mask, masks))
        actions = np.asarray(actions)
        if actions.shape != (self.batch,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {self.batch} whole numbers, not {actions.dtype} of {actions.shape}"
            )
        wanted = actions.astype(np.int64, copy=False)
        wrong = batch_code.decode_actions(self._deck, self.encoding.code, self._states, wanted, self._moves)
        if wrong >= 0:
            raise ValueError(f"action {wanted[wrong]} is not legal in row {wrong}: its mask is 0 there")
        rewards = self._rewarded, self._zero_sum
        played = self._rounds, self._terms, self._moves, *rewards, self._last
        if self._opponents is None:
            batch_code.make_moves(self._deck, *played)
        else:
            batch_code.make_learner_moves(self._deck, self.encoding.code, *played, self._opponents)
        return self._make_step(into)

    def look(
        self,
        *,
        observations: NDArray[np.int8] | None = None,
        legal_action_mask: NDArray[np.bool_] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """The current step with observations and masks, also with `observe=False`."""
        return self._make_step(self._buffers(observations, _renamed(legal_action_mask, masks)))

    def final_observations(self, rows: ArrayLike | None = None) -> NDArray[np.int8]:
        """The observation of every seat at the end of a row's last round: (rows, players, observation_size).

        The default `rows` are those in which the last step has ended a round.
        """
        chosen = np.flatnonzero(self._done) if rows is None else self._rows(rows)
        early = chosen[self._last_states[chosen, at.ENDING] == 0]
        if early.size:
            raise ValueError(f"no round has ended yet in row {early[0]}")
        return self._ends(chosen).observations()

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed of every row: `RoundEnv` plays the same rounds with it."""
        return self._seeds.copy()

    def _ends(self, rows: NDArray[np.int64]) -> Ends:
        """The last rounds of these rows at their end: a copy, which later steps do not change."""
        return Ends(self.encoding, self._last_states[rows], self._last_past[rows])

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal action for every row."""
        actions = np.empty(self.batch, np.int64)
        batch_code.random_actions(self._deck, self.encoding.code, self._states, self._streams, actions)
        return actions

    def round(self, row: int) -> Round:
        """The round of a row as a value, with all hands and its history, for inspection; an agent must not use it.

        The history is not known (`None`) after `set` with a text, and beyond the first 1,000 moves of a round.
        """
        words = self._states[row].copy()
        order_copies(self._deck, words)  # not needed during play, but equal rounds must have equal words
        actions = int(words[at.ACTIONS])
        moves = self._diary[row, :actions].copy()
        past: Past = None
        if len(moves) == actions and (moves != NO_MOVE).all():
            past = ((), moves) if actions else ()
        return Round(self.encoding.deck, words, self.encoding.packed, past)

    def _start_rows(self, rows: NDArray[np.int64], into: _Into) -> Step:
        self._rewards[rows] = 0
        self._done[rows] = False
        self._truncated[rows] = False
        return self._make_step(into)

    def _make_step(self, into: _Into) -> Step:
        observations, masks = into
        if len(observations):
            batch_code.look(
                self._deck,
                self.encoding.code,
                self.encoding.plan,
                self._states,
                self._past,
                self._seats,
                observations,
                masks.view(np.int8),
            )
        seats, rewards, truncated = self._seats, self._rewards, self._truncated
        if self._copying:
            seats, rewards, truncated = seats.copy(), rewards.copy(), truncated.copy()
        step = Step(observations, masks, seats, rewards, self._done & ~truncated, truncated)
        step.ends = self._ends(np.flatnonzero(self._done))
        step.learners = np.empty(0, np.int64) if self._opponents is None else self._opponents.rewarded.copy()
        return step

    def _seat_opponents(
        self, opponents: str | Sequence[str] | None, seat: str | None
    ) -> batch_code.Opponents | None:
        """The compiled bots and the learner's seat in every row; None without opponents."""
        if opponents is None:
            if seat is not None:
                raise ValueError("seat is that of a learner among opponents, and there are no opponents")
            return None
        several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
        names = list(opponents) if several else [opponents] * (self.players - 1)
        if len(names) != self.players - 1:
            raise ValueError(
                f"a learner among {self.players} players has {self.players - 1} opponents, not {len(names)}"
            )
        for name in names:
            if name not in batch_code.COMPILED_BOTS:
                raise ValueError(
                    f"{quoted(name)} cannot play in a batch; {', '.join(batch_code.COMPILED_BOTS)} can, and RoundEnv "
                    'takes any bot, also by gymnasium.make_vec with vectorization_mode="sync"'
                )
        learners = np.zeros(self.batch, np.int64)
        return batch_code.Opponents(
            np.array([batch_code.COMPILED_BOTS.index(name) for name in names], np.int64),
            -1 if seat is None else seat_number(seat, self.players),
            learners,
            learners.copy(),
            np.zeros((self.batch, 1), np.uint64),
            self.encoding.action_count,
        )

    def _seat_learners(self, rows: NDArray[np.int64], seats: NDArray[np.int64]) -> None:
        """Give the learner the seat in turn of positions that were set."""
        if self._opponents is not None:
            self._opponents.learners[rows] = seats
            self._opponents.rewarded[rows] = seats

    def _targets(self, observations: NDArray[np.int8] | None, masks: NDArray[np.bool_] | None) -> _Into:
        """The arrays to write to, checked before anything changes; without rows if nothing is to be written."""
        if self._observing:
            return self._buffers(observations, masks)
        if observations is not None or masks is not None:
            raise ValueError("with observe=False nothing is written into these arrays; look does that")
        seen, legal = (0, self.encoding.observation_size), (0, self.encoding.action_count)
        return np.empty(seen, np.int8), np.empty(legal, np.bool_)

    def _buffers(self, observations: NDArray[np.int8] | None, masks: NDArray[np.bool_] | None) -> _Into:
        """The caller's arrays if given, otherwise new ones or those of the last step."""
        seen = (self.batch, self.encoding.observation_size)
        legal = (self.batch, self.encoding.action_count)
        if observations is not None:
            _check_target(observations, seen, "observations", (np.int8,))
        if masks is not None:
            _check_target(masks, legal, "legal_action_mask", (np.bool_, np.int8))
        own = self._into
        if own is None:
            own = np.empty(seen, np.int8), np.empty(legal, np.bool_)
            self._into = None if self._copying else own
        return own[0] if observations is None else observations, own[1] if masks is None else masks

    def _rows(self, rows: ArrayLike) -> NDArray[np.int64]:
        """The indices of rows, given as indices or as a mask."""
        given = np.asarray(rows)
        if given.dtype == np.bool_ and given.shape == (self.batch,):
            return np.flatnonzero(given)
        if given.size == 0:
            return np.empty(0, np.int64)
        if given.ndim > 1 or given.dtype.kind not in "iu" or not ((given >= 0) & (given < self.batch)).all():
            raise ValueError(
                f"rows are whole numbers from 0 to {self.batch - 1} or a mask of {self.batch}, not {quoted(rows)}"
            )
        return np.atleast_1d(given).astype(np.int64)

    def _position(self, position: Round | str, number: int) -> Round:
        if isinstance(position, str):
            position = parse_position(position, deck=self.encoding.deck)
        if not isinstance(position, Round) or position.over:
            raise ValueError(
                f"position {number} is a round that goes on, or its text, not {quoted(str(position), 400)}"
            )
        self.encoding.check(position)
        return with_deck(position, self.encoding.deck)


def with_deck(position: Round, deck: Deck) -> Round:
    """The same position in another deck with the same cards in play, which may number them differently."""
    if position.deck == deck:
        return position
    same = parse_position(str(position), deck=deck)
    past = read_history(write_history(position.history), same.view().words, deck, same.packed_deck)
    return Round(deck, same.words, same.packed_deck, past)


def _renamed(
    legal_action_mask: NDArray[np.bool_] | None, masks: NDArray[np.bool_] | None
) -> NDArray[np.bool_] | None:
    """The argument `legal_action_mask`, or `masks`, its old name."""
    if masks is None:
        return legal_action_mask
    warn_renamed("the argument masks", "legal_action_mask", 3)
    return masks


def _check_batch(batch: SupportsIndex) -> int:
    try:
        count = operator.index(batch)
    except TypeError:
        count = 0
    if count < 1:
        raise ValueError(f"a batch has 1 round or more, not {quoted(batch)}")
    return count


def _seed_of_each(seeds: Seeds, count: int) -> NDArray[np.uint64]:
    if len(seeds) != count or any(seed is None for seed in seeds):
        raise ValueError(f"{count} rows need one seed or {count} of them, not {quoted(str(seeds))}")
    return np.array([seed_of(seed) for seed in seeds], np.uint64)


def _check_target(
    given: NDArray[Any], shape: tuple[int, int], name: str, types: Sequence[type[np.generic]]
) -> None:
    """Raise a `ValueError` if compiled code cannot write to an array of the caller."""
    if given.shape != shape or given.dtype not in types or not given.flags.c_contiguous:
        raise ValueError(
            f"the array for {name} has the type {np.dtype(types[0])} and the shape {shape} and is contiguous, not "
            f"{given.dtype} and {given.shape}"
        )
