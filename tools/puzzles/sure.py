"""Sure wins: moves after which a seat goes out first whatever the others hold and whatever they do.

The others are allowed more than they may be able to: any card that nobody has seen can be in any of their hands, either
way up, at any of their turns. Who wins even so wins in every world that agrees with the view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np

from dnup.game.move import Move
from dnup.game.view import View
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.moves import list_moves
from dnup.kernel.turn import apply_move

MOST_HIDDEN: Final = 9
MOST_POSITIONS: Final = 4000
"""What takes longer to prove is left."""


class TooLong(Exception):
    """There are too many positions to look at."""


@dataclass(frozen=True)
class Known:
    """What is known of a position: the cards that nobody has seen are in no hand, `room` says how many each has."""

    words: Words
    hidden: int
    room: tuple[int, ...]

    @classmethod
    def of(cls, view: View) -> Known:
        words = view.words.copy()
        hands = [int(words[at.HANDS + seat]) for seat in range(view.players)]
        room = tuple(size - hand.bit_count() for size, hand in zip(view.sizes, hands, strict=True))
        own = hands[view.seats.index(view.seat or "")]
        words[at.VIEWER] = words[at.SIZES] = 0
        return cls(words, view.packed_deck.in_play & ~int(words[at.SHOWN]) & ~own, room)


class Prover:
    """Looks for sure wins of the seat in turn of a view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.deck = view.deck_words
        self.seat = view.seats.index(view.turn or "")
        self.looked_at = 0
        self._moves = np.empty(1 << 13, np.int64)

    def sure_wins(self, turns: int) -> list[Move]:
        """The moves that certainly win within a number of own turns; none if the search takes long."""
        start = Known.of(self.view)
        if start.hidden.bit_count() > MOST_HIDDEN or start.words[at.FINISH]:
            return []
        try:
            return [
                self.view.decode_move(number)
                for number in self._legal(start.words)
                if self._wins_after(start, number, turns)
            ]
        except TooLong:
            return []

    def _wins(self, known: Known, turns: int) -> bool:
        """Whether the seat wins within a number of own turns."""
        self.looked_at += 1
        if self.looked_at > MOST_POSITIONS:
            raise TooLong
        words = known.words
        if int(words[at.FINISH]):
            return int(words[at.FINISH]) & 15 == self.seat + 1
        if int(words[at.ENDING]):
            return False
        if at.seat_in_turn(words) == self.seat:
            return turns > 0 and any(self._wins_after(known, move, turns) for move in self._legal(words))
        return all(self._wins(after, turns) for after in self._answers(known))

    def _wins_after(self, known: Known, move: int, turns: int) -> bool:
        return self._wins(self._make(known, move, 0), turns - 1)

    def _legal(self, words: Words) -> list[int]:
        count = list_moves(self.deck, words, self._moves)
        return [int(move) for move in self._moves[:count]]

    def _make(self, known: Known, move: int, shown: int) -> Known:
        """Make a move, for which a seat may show cards that nobody had seen."""
        words = known.words.copy()
        left = known.hidden & ~shown
        mover = int(at.seat_in_turn(words))
        room = list(known.room)
        room[mover] -= shown.bit_count()
        words[at.HANDS + mover] |= shown
        spare = left
        for seat, number in enumerate(room):  # hands are as large as they are, whatever is in them
            for _ in range(number):
                card = spare & -spare
                words[at.HANDS + seat] |= card
                spare &= ~card
        apply_move(self.deck, words, move)
        for seat in range(len(room)):
            words[at.HANDS + seat] &= ~left
        words[at.TURNED] &= ~left
        return Known(words, left, tuple(room))

    def _answers(self, known: Known) -> Iterator[Known]:
        """Whatever the seat in turn may be able to do, what beats most first."""
        words = known.words
        mover = int(at.seat_in_turn(words))
        for value in range(int(self.deck[at.TOP_VALUE]), 0, -1):
            lows, highs = int(self.deck[at.LOWS + value]), int(self.deck[at.HIGHS + value])
            hand = int(words[at.HANDS + mover])
            turned = int(words[at.TURNED])
            open_cards = hand & ((lows & ~turned) | (highs & turned))
            hidden = [1 << bit for bit in range(at.MAX_CARDS) if (known.hidden & (lows | highs)) >> bit & 1]
            for number in range(min(known.room[mover], len(hidden)) + 1):
                for chosen in combinations(hidden, number):
                    shown = sum(chosen)
                    yield from self._with_value(known, value, open_cards, shown)
        for move in self._legal(words):
            if move >> at.VERB_SHIFT in (at.TAKE, at.ROTATE):
                yield self._make(known, move, 0)

    def _with_value(self, known: Known, value: int, open_cards: int, shown: int) -> Iterator[Known]:
        """All plays and adds of a value that use just these of the cards nobody had seen."""
        words = known.words.copy()
        mover = int(at.seat_in_turn(words))
        words[at.HANDS + mover] = open_cards | shown
        words[at.TURNED] = (int(words[at.TURNED]) & ~shown) | (shown & int(self.deck[at.HIGHS + value]))
        if not open_cards | shown:
            return
        turned = words[at.TURNED]
        for move in self._legal(words):
            cards = move & at.CARDS
            if move >> at.VERB_SHIFT in (at.PLAY, at.ADD) and cards & shown == shown:
                ready = known.words.copy()
                ready[at.TURNED] = turned
                yield self._make(replace(known, words=ready), move, shown)
