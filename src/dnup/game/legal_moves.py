"""The legal moves of a position as a sequence."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator, Sequence
from typing import Protocol, SupportsIndex, overload

import numpy as np

from dnup.error_text import quoted
from dnup.game.errors import InvalidMoveError
from dnup.game.move import Move, parse_move
from dnup.kernel import legality as codes
from dnup.kernel.layout import Words
from dnup.kernel.moves import count_moves, list_moves, nth_move


class Position(Protocol):
    """The parts of a round or a view that its moves are computed from."""

    @property
    def deck_words(self) -> Words: ...
    @property
    def words(self) -> Words: ...
    @property
    def moves_known(self) -> bool: ...
    def decode_move(self, number: int) -> Move: ...
    def _encode(self, move: Move) -> tuple[int, int]: ...


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, computed on access.

    Their order is fixed: plays by value, then size, then cards, all ascending; adds by slot, then card; takes
    by slot; rotate last. They equal any other legal moves, list or tuple with the same moves in the same order.

    >>> moves = dnup.Round.deal(players=3, seed=147).legal_moves
    >>> len(moves), str(moves[0]), "rotate" in moves
    (15, 'play 1/5', True)
    >>> moves == list(moves)
    True
    """

    __slots__ = ("_board",)

    def __init__(self, board: Position) -> None:
        self._board = board

    def __len__(self) -> int:
        board = self._board
        return int(count_moves(board.deck_words, board.words)) if board.moves_known else 0

    def __iter__(self) -> Iterator[Move]:
        return map(self._board.decode_move, self.numbers())

    def numbers(self) -> list[int]:
        """The moves as the kernel's integers, in the same order."""
        board = self._board
        if not board.moves_known:
            return []
        numbers = np.empty(max(len(self), 1), np.int64)
        count = list_moves(board.deck_words, board.words, numbers)
        listed: list[int] = numbers[:count].tolist()
        return listed

    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return list(self)[index]
        number, count = operator.index(index), len(self)
        if not -count <= number < count:
            raise IndexError(f"there are {count} legal moves, so no number {number}")
        board = self._board
        return board.decode_move(int(nth_move(board.deck_words, board.words, number % count)))

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = parse_move(move)
            except InvalidMoveError:
                return False
        if not isinstance(move, Move):
            return False
        return self._board._encode(move)[0] == codes.LEGAL  # noqa: SLF001 (the two are one value)

    def index(self, move: object, start: int = 0, stop: int = sys.maxsize) -> int:
        """The number of a move or of its text; a `ValueError` if it is not legal."""
        if move in self:
            return list(self).index(parse_move(move) if isinstance(move, str) else move, start, stop)  # type: ignore[arg-type]
        raise ValueError(f"{quoted(str(move))} is not one of the {len(self)} legal moves")

    def count(self, move: object) -> int:
        """1 for a legal move or its text, else 0."""
        return int(move in self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalMoves):
            if self._board == other._board:
                return True
        elif not isinstance(other, list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))  # what a tuple of them has, for it is equal

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(map(str, self[:8]))}{', …' if len(self) > 8 else ''}>"
