"""Thousands of rounds in lock step, NumPy in and NumPy out, everything between in compiled code."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dnup.cards.deck import DEFAULT_DECK, Deck
from dnup.game.history import Past, read_history, unroll, write_history
from dnup.game.limits import TURN_LIMIT, check_turn_limit, pack_limits
from dnup.game.position import parse_position
from dnup.game.round import Round, pack_score
from dnup.kernel import layout as at
from dnup.kernel.chance import split
from dnup.kernel.knowledge import order_copies
from dnup.kernel.layout import Words
from dnup.rl.compiled import vector as kernel
from dnup.rl.compiled.observation import NO_MOVE
from dnup.rl.encoding import Encoding
from dnup.rl.rewards import check_rewards
from dnup.rl.seeds import seed_of
from dnup.wording import quoted

FASTEST_BATCH: Final = 1024
"""Rounds that are played in lock step unless said: what a step writes stays in the processor's cache."""

LONGEST_DIARY: Final = 1000
"""Moves of a round that a row keeps, so that `round` knows them: 8 bytes each."""

NEVER_DEALT: Final = 1 << 62
"""No row gets to a round of this number, so its seed is free for the random actions of `sample`."""


_Into = tuple[NDArray[np.int8], NDArray[np.bool_]]
"""Arrays for observations and for masks."""


class Ends(NamedTuple):
    """Some rounds as they ended, and what is needed to observe them."""

    encoding: Encoding
    states: Words
    past: Words

    def observations(self) -> NDArray[np.int8]:
        """What every seat knew then, seat A first: (rounds, players, observation_size)."""
        encoding, rows = self.encoding, np.arange(len(self.states))
        seen = np.empty((len(rows), encoding.players, encoding.observation_size), np.int8)
        kernel.look_back(
            *(encoding.packed.words, encoding.plan, self.states, self.past, rows, encoding.players, seen)
        )
        return seen


class _Arrays(NamedTuple):
    observations: NDArray[np.int8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int64]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class Step(_Arrays):
    """Where every row stands. The arrays are the caller's to keep, unless the environment has `copy=False`.

    `observations` and `masks` are those of `seats`, who are in turn now. `rewards` has a column for each seat and is
    zero but where the step has ended a round, which `done` tells; there the rest is of the next round already.
    `truncated` are those of the ended rounds that were abandoned (D2, D5), and `final_observations` has what every seat
    saw at the end of the ended rounds.

    >>> from dnup.rl import VectorEnv
    >>> step = VectorEnv(players=3, batch=4, deck="printed").reset(seed=1)
    >>> step.observations.shape, step.masks.shape, step.seats.shape, step.rewards.shape, step.done.shape
    ((4, 423), (4, 753), (4,), (4, 3), (4,))
    """

    ends: Ends
    """The rounds that the step has ended."""

    @property
    def final_observations(self) -> NDArray[np.int8]:
        """What every seat knew at the end of each round that this step has ended: (rounds, players, observation_size).

        Seat A comes first, and rounds are in the order of `np.flatnonzero(step.done)`. They are worked out when they
        are asked for.
        """
        return self.ends.observations()


class VectorEnv:
    """A batch of rounds that are played in lock step; where one ends, the next is dealt at once.

    Row `i` plays the rounds of its own seed, number `i` of `seed`, so a row does not depend on the others. Without a
    `seed` a fresh one is drawn; the attribute tells it. With `observe=False` a step writes neither observations nor
    masks, which takes most of its time; `look` does when asked.

    Every step returns arrays of its own. With `copy=False` they are written over by the next step, which is a little
    faster: for those who are done with a step before they make the next one, or who give arrays to write into.

    >>> from dnup.rl import VectorEnv
    >>> env = VectorEnv(players=4, batch=1000)
    >>> step = env.step(env.sample())
    >>> step.rewards.shape, bool(step.done.any())
    ((1000, 4), False)
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
        observe: bool = True,
        copy: bool = True,
    ) -> None:
        self.encoding = Encoding(players, deck=deck, history=history)
        self.players = players
        self.batch = _check_batch(batch)
        self._rewarded = check_rewards(rewards)
        self._zero_sum = bool(zero_sum)
        self._score = pack_score(score, players)
        self._limits = pack_limits(players, turn_limit, stall_limit)
        self._deck = self.encoding.packed.words
        self._states: Words = np.zeros((self.batch, at.WORDS), np.int64)
        self._past = self.encoding.new_history(self.batch)
        self._last_states, self._last_past = self._states.copy(), self._past.copy()
        room = min(check_turn_limit(turn_limit), LONGEST_DIARY)
        self._diary: Words = np.full((self.batch, room), NO_MOVE, np.int64)
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
        self.seed = seed_of(seed)
        """What all rounds follow from, since the last reset of all rows with a seed."""
        self.reset(self.seed)

    def reset(
        self,
        seed: SupportsIndex | None = None,
        *,
        rows: ArrayLike | None = None,
        observations: NDArray[np.int8] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Begin again with the first round of every row; with a seed, any whole number, from that seed on.

        With `rows`, their numbers or a mask, the other rows stay as they are; and unless there is a seed, these give up
        their round and get their next one.
        """
        into = self._targets(observations, masks)
        chosen = np.arange(self.batch) if rows is None else self._rows(rows)
        if seed is not None:
            own = np.uint64(seed_of(seed))
            if rows is None:
                self.seed = int(own)
            self._seeds[chosen] = [split(own, row) for row in chosen.tolist()]
        if seed is not None or rows is None:
            self._streams[chosen, 0] = [split(own, NEVER_DEALT) for own in self._seeds[chosen]]
            self._numbers[chosen] = 0
        else:
            self._numbers[chosen] += 1
        kernel.deal_rounds(
            *(self._deck, self._states, self._past, self._seats, self._seeds, self._numbers, chosen),
            *(self.players, self._score, self._limits),
        )
        return self._begun(chosen, into)

    def set(
        self,
        rows: ArrayLike,
        positions: Round | str | Sequence[Round | str],
        *,
        observations: NDArray[np.int8] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Go on from other positions in these rows: a round or its text for each, or one for all of them.

        A round brings its history along; a text has none. Then the row goes on with its own next round.
        """
        into = self._targets(observations, masks)
        chosen = self._rows(rows)
        if isinstance(positions, Round | str):
            positions = [positions] * len(chosen)
        if len(positions) != len(chosen):
            raise ValueError(f"{len(chosen)} rows need as many positions, not {len(positions)}")
        found = [self._position(position, number) for number, position in enumerate(positions)]
        for row, position in zip(chosen.tolist(), found, strict=True):
            self._states[row] = position._words
            self._seats[row] = at.seat_in_turn(position._words)
            self._past[row] = self.encoding.past_of(position)
            told = unroll(position._past)
            self._diary[row] = NO_MOVE
            if told is not None:
                self._diary[row, : len(told)] = told[: self._diary.shape[1]]
        return self._begun(chosen, into)

    def copy(
        self,
        rows: ArrayLike,
        from_rows: ArrayLike,
        *,
        observations: NDArray[np.int8] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Go on in these rows from where others stand, with their history: a row for each, or one for all of them.

        Only the position is copied. A row keeps its seed: what `sample` chooses there is its own, and so are the rounds
        that follow.

        >>> from dnup.rl import VectorEnv
        >>> env = VectorEnv(players=2, batch=4, seed=1)
        >>> step = env.copy([1, 2, 3], 0)
        >>> env.round(3) == env.round(0)
        True
        """
        into = self._targets(observations, masks)
        chosen, source = self._rows(rows), self._rows(from_rows)
        if len(source) not in (1, len(chosen)):
            raise ValueError(
                f"{len(chosen)} rows are copied from as many, or from one, not from {len(source)}"
            )
        for own in (self._states, self._past, self._diary, self._seats):
            own[chosen] = own[source]
        return self._begun(chosen, into)

    def step(
        self,
        actions: ArrayLike,
        *,
        observations: NDArray[np.int8] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> Step:
        """Make an action in every row. Observations and masks go into the caller's arrays, if given.

        If one of the actions is not legal, nothing is done and a `ValueError` says which.
        """
        into = self._targets(observations, masks)
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
            *(self._deck, self._states, self._past, self._seats, self._seeds, self._numbers, self._moves),
            *(self.players, self._score, self._limits, self._rewarded, self._zero_sum),
            *(self._rewards, self._done, self._truncated),
            *(self._last_states, self._last_past, self._diary),
        )
        return self._shown(into)

    def look(
        self, *, observations: NDArray[np.int8] | None = None, masks: NDArray[np.bool_] | None = None
    ) -> Step:
        """Observations and masks of where every row stands, also with `observe=False`."""
        return self._shown(self._fitting(observations, masks))

    def final_observations(self, rows: ArrayLike | None = None) -> NDArray[np.int8]:
        """What every seat knew at the end of a row's last round, seat A first: (rows, players, observation_size).

        Of the rows that the last step has ended a round in, or of those that are asked for.
        """
        chosen = np.flatnonzero(self._done) if rows is None else self._rows(rows)
        early = chosen[self._last_states[chosen, at.ENDING] == 0]
        if early.size:
            raise ValueError(f"no round has ended yet in row {early[0]}")
        return self._ends(chosen).observations()

    def _ends(self, rows: NDArray[np.int64]) -> Ends:
        """How the last rounds of these rows ended; it stays as it is when the rows go on."""
        return Ends(self.encoding, self._last_states[rows], self._last_past[rows])

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every row, each as likely as any other."""
        actions = np.empty(self.batch, np.int64)
        kernel.random_actions(self._deck, self.encoding.code, self._states, self._streams, actions)
        return actions

    def round(self, row: int) -> Round:
        """The round of a row as a value, with all hands and its history: to look at, not to learn from.

        The history is not known (`None`) after `set` with a text, and beyond the first 1,000 moves of a round.
        """
        words = self._states[row].copy()
        order_copies(self._deck, words)  # in play nobody needs it; rounds that look alike are equal
        actions = int(words[at.ACTIONS])
        told = self._diary[row, :actions].copy()
        past: Past = None
        if len(told) == actions and (told != NO_MOVE).all():
            past = ((), told) if actions else ()
        return Round(self.encoding.deck, words, self.encoding.packed, past)

    def _begun(self, rows: NDArray[np.int64], into: _Into) -> Step:
        self._rewards[rows] = 0
        self._done[rows] = False
        self._truncated[rows] = False
        return self._shown(into)

    def _shown(self, into: _Into) -> Step:
        observations, masks = into
        if len(observations):
            kernel.look(
                *(self._deck, self.encoding.code, self.encoding.plan, self._states, self._past, self._seats),
                *(observations, masks.view(np.int8)),
            )
        seats, rewards, done, truncated = self._seats, self._rewards, self._done, self._truncated
        if self._copying:
            seats, rewards, done, truncated = seats.copy(), rewards.copy(), done.copy(), truncated.copy()
        step = Step(observations, masks, seats, rewards, done, truncated)
        step.ends = self._ends(np.flatnonzero(self._done))
        return step

    def _targets(self, observations: NDArray[np.int8] | None, masks: NDArray[np.bool_] | None) -> _Into:
        """Where to write, found before anything happens; arrays without rows if nothing is written."""
        if self._observing:
            return self._fitting(observations, masks)
        if observations is not None or masks is not None:
            raise ValueError("with observe=False nothing is written into these arrays; look does that")
        seen, legal = (0, self.encoding.observation_size), (0, self.encoding.action_count)
        return np.empty(seen, np.int8), np.empty(legal, np.bool_)

    def _fitting(self, observations: NDArray[np.int8] | None, masks: NDArray[np.bool_] | None) -> _Into:
        """The caller's arrays, if they can be written to as they are, else new ones or those of the last step."""
        seen = (self.batch, self.encoding.observation_size)
        legal = (self.batch, self.encoding.action_count)
        if observations is not None:
            _check_target(observations, seen, "observations", (np.int8,))
        if masks is not None:
            _check_target(masks, legal, "masks", (np.bool_, np.int8))
        own = self._into
        if own is None:
            own = np.empty(seen, np.int8), np.empty(legal, np.bool_)
            self._into = None if self._copying else own
        return own[0] if observations is None else observations, own[1] if masks is None else masks

    def _rows(self, rows: ArrayLike) -> NDArray[np.int64]:
        """The numbers of rows, given as such or as a mask."""
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
    """The same position in another deck with the same cards in play, which may count them otherwise."""
    if position.deck == deck:
        return position
    same = parse_position(str(position), deck=deck)
    past = read_history(write_history(position.history), same.view()._words, deck, same._packed)
    return Round(deck, same._words, same._packed, past)


def _check_batch(batch: SupportsIndex) -> int:
    try:
        count = operator.index(batch)
    except TypeError:
        count = 0
    if count < 1:
        raise ValueError(f"a batch has 1 round or more, not {quoted(batch)}")
    return count


def _check_target(
    given: NDArray[Any], shape: tuple[int, int], name: str, types: Sequence[type[np.generic]]
) -> None:
    """A `ValueError` if an array of the caller's cannot be written to as it is."""
    if given.shape != shape or given.dtype not in types or not given.flags.c_contiguous:
        raise ValueError(
            f"{name} are written into an array of {np.dtype(types[0])} and shape {shape} that lies in one piece, not "
            f"{given.dtype} and {given.shape}"
        )
