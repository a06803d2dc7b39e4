"""Why a move would have been better: facts, with sentences on the page and in the terminal; see docs/estimators.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dnup.analysis import explanations, proven_values
from dnup.analysis import principal_variation as at
from dnup.cards.card import Card
from dnup.game.enums import Verb
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.kernel.layout import TURNED, WORDS, Words
from dnup.kernel.rng import new_stream
from dnup.review.enums import ReasonKind
from dnup.search.forced_wins import write_forced_line
from dnup.search.match_equity import match_equity
from dnup.search.tree import NODE_WORDS, RATES, Rates

KINDS: Final = {
    explanations.WINS_MATCH: ReasonKind.WINS_MATCH,
    explanations.GOES_OUT: ReasonKind.GOES_OUT,
    explanations.UNBEATABLE: ReasonKind.UNBEATABLE,
    explanations.KNOWN_TO_BEAT: ReasonKind.KNOWN_TO_BEAT,
    explanations.SENDS_BACK: ReasonKind.SENDS_BACK,
    explanations.ROTATES: ReasonKind.ROTATES,
    explanations.FITS: ReasonKind.FITS,
    explanations.BREAKS_UP: ReasonKind.BREAKS_UP,
    explanations.LEAVES_SINGLES: ReasonKind.LEAVES_SINGLES,
    explanations.FEWER_TURNS: ReasonKind.FEWER_TURNS,
    explanations.KEEPS_HIGH: ReasonKind.KEEPS_HIGH,
    explanations.NEARLY_OUT: ReasonKind.NEARLY_OUT,
    explanations.WINS_BY_FORCE: ReasonKind.WINS_BY_FORCE,
    explanations.BECOMES: ReasonKind.BECOMES,
    explanations.LETS_PLAY_OUT: ReasonKind.LETS_PLAY_OUT,
    explanations.LETS_ADD_OUT: ReasonKind.LETS_ADD_OUT,
}
"""By number, as `dnup.analysis.explanations` writes them; the page's sentences are `explanation.*`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact that speaks for the better move, or against the one made.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> made, best = dnup.parse_move("play 3/4"), dnup.parse_move("play 3/4 3/5 3/7 3/9")
    >>> dnup.review.reasons(view, made, best)[0]
    Reason(kind=ReasonKind.BREAKS_UP, count=4, value=3, seat='A', cards=())
    """

    kind: ReasonKind
    count: int
    value: int
    seat: str
    cards: tuple[Card, ...] = ()
    """The cards that come from the table into a hand, as they are there: turned."""

    def to_json(self) -> dict[str, Any]:
        """The fact as JSON data."""
        return {
            "kind": str(self.kind),
            "count": self.count,
            "value": self.value,
            "seat": self.seat,
            "cards": " ".join(map(str, self.cards)),
        }


def reasons(view: View, made: Move, best: Move, *, forced: int = 0) -> tuple[Reason, ...]:
    """Why `best` is better than `made`, the strongest fact first; empty if no fact tells them apart.

    `forced` is the number of actions in which `best` wins by force, if `made` does not (`MoveValues.forced`).

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> made, best = dnup.parse_move("play 3/4"), dnup.parse_move("play 3/4 3/5 3/7 3/9")
    >>> [reason.kind for reason in dnup.review.reasons(view, made, best)]
    [ReasonKind.BREAKS_UP, ReasonKind.FEWER_TURNS]
    """
    moves = list(view.legal_moves)
    numbers = np.array(view.legal_moves.numbers(), np.int64)
    facts = np.zeros((explanations.MOST_FACTS, explanations.FACT), np.int64)
    count = explanations.explain(
        view.deck_words, view.words, numbers[moves.index(made)], numbers[moves.index(best)], forced, facts
    )
    turned = ~int(view.words[TURNED])
    return tuple(
        Reason(KINDS[kind], number, value, view.seats[seat], view.packed_deck.cards(coming, turned))
        for kind, number, value, seat, coming in facts[:count].tolist()
    )


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of a line: how a win by force goes, or what can follow a move.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> line = dnup.review.principal_variation(view, dnup.parse_move("play 3/4 3/5 3/7 3/9"))
    >>> str(line[0]), line[0].seat, line[0].position.view("A").hand == view.hand
    ('A play 3/4 3/5 3/7 3/9', 'A', True)
    """

    seat: str
    move: Move
    position: Round
    """The position before the move in a world that agrees with the view. What the view's seat knows of it is certain if
    the moves before it are made."""
    takes: tuple[Card, ...] = ()
    """The cards of the set that a take takes."""

    def __str__(self) -> str:
        return f"{self.seat} {self.move}"

    @property
    def after(self) -> Round:
        """The position after the move, in the same world."""
        return self.position.apply(self.move)

    def to_json(self) -> dict[str, Any]:
        """The move as JSON data, the position without its deck."""
        return {
            "seat": self.seat,
            "move": str(self.move),
            "takes": " ".join(map(str, self.takes)),
            "position": str(self.position).partition(" ")[2],
        }


def forced_line(view: View, move: Move, length: int) -> tuple[LineMove, ...]:
    """The moves of a win by force that begins with a move and takes `length` actions at most.

    It is empty if that is 0, see `MoveValue.forced`. The others reply with what holds out longest.

    >>> hands, table = "1/8!,6/1!,6/2!|4/2!,4/2!", "-|-|10/2|8/3,8/5"
    >>> discards = "3/4,3/5,3/7,3/9,5/1,5/2,5/2,5/7,6/1,6/3,6/4,7/1,7/1,7/4,7/6,8/4,9/1,9/2"
    >>> view = dnup.parse_position(f"printed A1 15/500,0/40 0,0 - A {hands} {table} {discards}").view("A")
    >>> for one in dnup.review.forced_line(view, dnup.parse_move("take B2"), 6):
    ...     print(one)
    A take B2
    A play 6/1 6/2
    B play 4/2
    B take A2
    A rotate
    A play 8/1 8/3 8/5
    """
    if not length:
        return ()
    worlds: Words = np.zeros((length, WORDS), np.int64)
    line: Words = np.zeros(length, np.int64)
    words = view.deck_words, view.words
    count = write_forced_line(*words, _number_of(view, move), length, proven_values.LINE_BUDGET, worlds, line)
    return _line_moves(view, worlds[:count], line[:count])


def principal_variation(view: View, move: Move) -> tuple[LineMove, ...]:
    """A legal move and what a search expects to follow: three moves, or with more players one of each.

    It is an example, because what the others can do depends on cards that the view does not know.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> for one in dnup.review.principal_variation(view, dnup.parse_move("play 3/4 3/5 3/7 3/9")):
    ...     print(one)
    A play 3/4 3/5 3/7 3/9
    B play 2/4 2/5
    B play 6/1 6/7
    A play 8/4
    """
    tree: Words = np.zeros((at.LINE_NODES, NODE_WORDS), np.int64)
    rates: Rates = np.zeros((at.LINE_NODES, RATES), np.float64)
    worlds: Words = np.zeros((at.MAX_LINE, WORDS), np.int64)
    line: Words = np.zeros(at.MAX_LINE, np.int64)
    count = at.write_principal_variation(
        view.deck_words,
        view.words,
        new_stream(at.LINE_SEED),
        match_equity(view.players),
        _number_of(view, move),
        tree,
        rates,
        worlds,
        line,
    )
    return _line_moves(view, worlds[:count], line[:count])


def line_after(view: View, move: Move, forced: int) -> tuple[LineMove, ...]:
    """How a move wins by force in `forced` actions; if that is 0, what can follow it.

    >>> view = dnup.Round.deal(players=2, seed=1).view("A")
    >>> move = dnup.parse_move("play 3/4 3/5 3/7 3/9")
    >>> dnup.review.line_after(view, move, 0) == dnup.review.principal_variation(view, move)
    True
    """
    return forced_line(view, move, forced) or principal_variation(view, move)


def _number_of(view: View, move: Move) -> int:
    return int(view.legal_moves.numbers()[list(view.legal_moves).index(move)])


def _line_moves(view: View, worlds: Words, line: Words) -> tuple[LineMove, ...]:
    moves = []
    for world, one in zip(worlds, line.tolist(), strict=True):
        position = Round(view.deck, world.copy(), view.packed_deck)
        made = position.decode_move(one)
        takes = position.table.get(made.slot or "", ()) if made.verb is Verb.TAKE else ()
        moves.append(LineMove((position.turn or "")[:1], made, position, takes))
    return tuple(moves)
