"""What a learner sees and does, as numbers: the observation of a seat, and an action for every move.

docs/rl.md has the tables. Both follow from the deck, the number of players and the length of the history alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dnup.board import Board
from dnup.cards import quoted
from dnup.deck import Deck, load_deck
from dnup.kernel import actions as kernel
from dnup.kernel import layout as at
from dnup.kernel import observation as plan_of
from dnup.kernel.layout import Words
from dnup.move import Move
from dnup.seats import SEATS, check_players, seat_number
from dnup.tables import tables_of
from dnup.view import View

OBSERVATION_VERSION: Final = 1
ACTIONS_VERSION: Final = 1
"""These grow when a number comes to mean something else; a trained network belongs to a pair of them."""

MAX_HISTORY: Final = 1000


class Encoding:
    """Observations and actions of one deck and number of players.

    `observation_size` numbers make an observation, and `slices` says by name where each part is. `action_count` is
    how many actions there are.
    """

    def __init__(self, players: int, *, deck: str | Deck = "standard", history: int = 0) -> None:
        self.players = check_players(players)
        self.deck = load_deck(deck)
        if type(history) is not int or not 0 <= history <= MAX_HISTORY:
            raise ValueError(f"a history has 0 to {MAX_HISTORY} moves, not {quoted(history)}")
        self.history = history
        in_play = self.deck.in_play(players)
        faces = [(card.low, card.high) for card in self.deck.cards]
        self.tables = tables_of(self.deck, players)
        self.code: Words = kernel.make_code(faces, in_play, players)
        self.plan: Words = plan_of.make_plan(faces, in_play, players, history)
        self.kinds = tuple(sorted({self.deck.cards[card].card for card in in_play}))
        """The different cards, in the order in which an observation counts them."""
        starts = [int(start) for start in self.plan[: plan_of.LENGTH + 1]]
        self.slices = {
            name: slice(start, end)
            for name, start, end in zip(plan_of.PARTS, starts, starts[1:], strict=False)
        }

    @property
    def observation_size(self) -> int:
        return int(self.plan[plan_of.LENGTH])

    @property
    def action_count(self) -> int:
        return int(self.code[kernel.ACTION_COUNT])

    def observe(self, board: Board, seat: str | None = None, past: Words | None = None) -> NDArray[np.int8]:
        """What a seat knows of a round, that in turn unless said; of a view, what its seat knows.

        `past` are the moves before, as `new_history` and `remember` keep them.
        """
        if isinstance(board, View):
            if board.seat is None or seat not in (None, board.seat):
                raise ValueError("the view of a seat can be observed by that seat only")
            seat = board.seat
        elif seat is None:
            seat = board.turn or SEATS[0]
        self._check(board)
        row = np.empty(self.observation_size, np.int8)
        past = self.new_history() if past is None else past
        words = board._words
        plan_of.write_observation(
            self.tables.words, self.plan, words, past, seat_number(seat, self.players), row[None], 0
        )
        return row

    def mask(self, board: Board) -> NDArray[np.int8]:
        """1 for every action that is a legal move of the seat in turn; of a view, of its seat if that is in turn."""
        self._check(board)
        row = np.zeros(self.action_count, np.int8)
        if board._may_move():
            scratch = np.empty(kernel.SCRATCH_WORDS, np.int64)
            kernel.write_mask(self.tables.words, self.code, board._words, scratch, row[None], 0)
        return row

    def move_of(self, board: Board, action: int) -> Move:
        """The legal move that an action is here."""
        self._check(board)
        number = -1
        if board._may_move():
            number = int(kernel.decode_action(self.tables.words, self.code, board._words, int(action)))
        if number < 0:
            raise ValueError(
                f"action {action} is not legal in {board}; legal are {_some(np.flatnonzero(self.mask(board)).tolist())}"
            )
        return board._decode(number)

    def action_of(self, board: Board, move: Move | str) -> int:
        """The action that a legal move is here."""
        self._check(board)
        if not isinstance(move, Move):
            move = board.parse_move(move)
        number = board._check(move, str(move))
        return int(kernel.encode_move(self.tables.words, self.code, board._words, number))

    def new_history(self, rows: int | None = None) -> Words:
        """An empty history, or so many of them."""
        shape = (self.history, plan_of.PAST_WORDS)
        return np.full(shape if rows is None else (rows, *shape), plan_of.NO_MOVE, np.int64)

    def remember(self, past: Words, board: Board, move: Move) -> None:
        """Put a move that is about to be made before the others of a history."""
        number = board._check(move, str(move))
        words = board._words
        plan_of.remember(past, words[at.TURN], number, words[at.TURNED])

    def _check(self, board: Board) -> None:
        if board.players != self.players or board.deck != self.deck:
            raise ValueError(
                f"this encoding is for {self.players} players and the deck {self.deck.name}, the position for "
                f"{board.players} and {board.deck.name}"
            )

    def __repr__(self) -> str:
        return f"Encoding({self.players}, deck={self.deck.name!r}, history={self.history})"


def _some(actions: Sequence[int]) -> str:
    return ", ".join(map(str, actions[:12])) + (f" and {len(actions) - 12} more" if len(actions) > 12 else "")
