"""Wins by force: moves with which a seat is the next to go out, whatever the others hold and do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dnup.bots.bot import check_view
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel.layout import WORDS
from dnup.search.forced_wins import DEEPEST, LONGEST, find_forced_wins, write_forced_line

BUDGET: Final = 20_000
"""Positions that a proof may look at: some milliseconds."""


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A move that wins the round by force: its seat is the next to go out, in every world that agrees with the view.

    `line` is how it can go on until then: the seat plays what wins soonest, the others what takes longest. Cards that
    nobody had seen may be shown in it. It is empty if it was not asked for.

    >>> hands, table = "1/8!,6/1!,6/2!|4/2!,4/2!", "-|-|10/2|8/3,8/5"
    >>> discards = "3/4,3/5,3/7,3/9,5/1,5/2,5/2,5/7,6/1,6/3,6/4,7/1,7/1,7/4,7/6,8/4,9/1,9/2"
    >>> view = dnup.parse_position(f"printed A1 15/500,0/40 0,0 - A {hands} {table} {discards}").view("A")
    >>> win = dnup.bots.forced_wins(view)[0]
    >>> str(win.move), win.actions, [str(move) for move in win.line[1:3]]
    ('take B2', 6, ['play 6/1 6/2', 'play 4/2'])
    """

    move: Move
    actions: int
    """The number of actions until the seat is out at the latest, those of the others included."""
    line: tuple[Move, ...] = ()


def forced_wins(
    view: View, *, longest: int = LONGEST, budget: int = BUDGET, thorough: bool = False, lines: bool = True
) -> tuple[ForcedWin, ...]:
    """The moves of the seat in turn that win by force, the shortest win first; empty if none was found.

    It looks for wins of up to `longest` actions (20 at most) until it has seen `budget` positions. Without `thorough`
    it stops at the shortest.

    >>> discards = "3/4,3/5,3/7,3/9,5/1,5/2,5/2,5/7,6/1,6/3,6/4,7/1,7/1,7/4,7/6,8/4,9/1,9/2"
    >>> position = f"printed A1 15/500,0/40 0,0 - A 1/8!,6/1!,6/2!|4/2!,4/2! -|-|10/2|8/3,8/5 {discards}"
    >>> [win] = dnup.bots.forced_wins(dnup.parse_position(position).view("A"))
    >>> win.actions, str(win.move)
    (6, 'take B2')
    """
    numbers = np.array(check_view(view).legal_moves.numbers(), np.int64)
    lengths = np.zeros(len(numbers), np.int64)
    deck, words = view.deck_words, view.words
    find_forced_wins(deck, words, numbers, lengths, longest, budget, int(thorough))
    wins = [
        ForcedWin(
            view.decode_move(number), length, forced_line(view, number, length, budget) if lines else ()
        )
        for number, length in zip(numbers.tolist(), lengths.tolist(), strict=True)
        if length
    ]
    return tuple(sorted(wins, key=lambda win: win.actions))


def forced_line(view: View, number: int, length: int, budget: int = BUDGET) -> tuple[Move, ...]:
    """The line of a win by force that begins with a move, given as the kernel's number, and takes `length` actions."""
    worlds = np.zeros((DEEPEST, WORDS), np.int64)
    line = np.zeros(DEEPEST, np.int64)
    count = write_forced_line(view.deck_words, view.words, number, length, budget, worlds, line)
    return tuple(
        Round(view.deck, world, view.packed_deck).decode_move(made)
        for world, made in zip(worlds[:count], line[:count].tolist(), strict=True)
    )
