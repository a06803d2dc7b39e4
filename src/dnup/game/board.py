"""The common base of `Round` and `View`: everything public, and the moves of the seat in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import numpy as np

from dnup.cards.card import Card, format_hand
from dnup.cards.deck import Deck
from dnup.cards.packed import PackedDeck, pack_deck
from dnup.deprecated import AttributeAlias
from dnup.error_text import quoted
from dnup.game.enums import Ending, Verb
from dnup.game.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Why
from dnup.game.history import Past, PastMove, read_word, unroll
from dnup.game.illegality import explain
from dnup.game.legal_moves import LegalMoves
from dnup.game.move import PROBLEMS, VERBS, Move, parse_move
from dnup.game.seats import SEATS, seat_names, slot_names
from dnup.kernel import layout as at
from dnup.kernel import legality as codes
from dnup.kernel.effects import EFFECT_WORDS, list_effects
from dnup.kernel.jit import COMPILED
from dnup.kernel.layout import Words
from dnup.kernel.move_reader import opponents_sets, read_move
from dnup.kernel.position import LONGEST, put_position
from dnup.kernel.turn import points_of, winner_of

ENDINGS: Final[tuple[Ending | None, ...]] = (None, *Ending)
"""By the kernel's numbers; the round goes on for the first."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What a legal move does to the position.

    `beaten` is the slot whose set gives way. `returned` are the cards that go into `hand`, as they will be
    held: taken or beaten ones, turned (R15); none if the beaten set is discarded (R18). `goes_out` says that
    the move empties the hand.

    >>> position = dnup.Round.deal(players=3, seed=147).apply("play 1/6")
    >>> effects = position.effects("play 2/4")
    >>> effects.beaten, effects.hand, [str(card) for card in effects.returned], effects.goes_out
    ('C', 'C', ['6/1'], False)
    """

    beaten: str | None = None
    hand: str | None = None
    returned: tuple[Card, ...] = ()
    goes_out: bool = False


class Board:
    """Everything public about a position, read from the kernel's words.

    >>> position = dnup.Round.deal(players=3, seed=147)
    >>> position.turn, position.actions, position.table
    ('C', 0, {})
    >>> isinstance(position, dnup.Board), isinstance(position.view("A"), dnup.Board)
    (True, True)
    """

    __slots__ = ("deck", "packed_deck", "past", "words")

    deck: Deck
    """All cards of the game, those that this number of players does not use included."""
    words: Words
    """The position as compiled code reads it ([kernel.md](kernel.md)); not to be written to."""
    packed_deck: PackedDeck
    """The deck for this number of players: masks and kernel words."""
    past: Past
    """The moves since the deal as a linked list of kernel words; `history_words` has them in one array."""

    def __init__(self, deck: Deck, words: Words, packed: PackedDeck | None = None, past: Past = None) -> None:
        if not COMPILED:  # for Numba it would be another type, and most of the kernel be compiled twice
            words.flags.writeable = False
        self.deck = deck
        self.words = words
        self.packed_deck = packed or pack_deck(deck, int(words[at.PLAYERS]))
        self.past = past

    @property
    def deck_words(self) -> Words:
        """The deck as compiled code reads it, with this number of players ([kernel.md](kernel.md))."""
        return self.packed_deck.words

    @property
    def history_words(self) -> Words | None:
        """The moves since the deal, one kernel word each, the first one first; None if they are not known."""
        return unroll(self.past)

    @property
    def players(self) -> int:
        """The number of players."""
        return self._word(at.PLAYERS)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in clockwise order: A, B and so on."""
        return seat_names(self.players)

    @property
    def slots(self) -> tuple[str, ...]:
        """The places for a set, in turn order: the seats, with two players A1 A2 B1 B2."""
        return slot_names(self.players)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.words.item(at.ENDING) != 0

    @property
    def ending(self) -> Ending | None:
        """How the round ended; None while it goes on."""
        return ENDINGS[self._word(at.ENDING)]

    @property
    def slot(self) -> str | None:
        """The slot in turn, None when the round is over."""
        return None if self.over else self.slots[self._word(at.TURN)]

    @property
    def turn(self) -> str | None:
        """The seat in turn, None when the round is over."""
        words = self.words
        if words.item(at.ENDING):
            return None
        return slot_names(words.item(at.PLAYERS))[words.item(at.TURN)][0]

    @property
    def starter(self) -> str:
        """The seat that was dealt the star and took the first turn (R6)."""
        return SEATS[self.words[at.STARTER]]

    @property
    def actions(self) -> int:
        """The number of actions made in this round."""
        return int(self.words[at.ACTIONS])

    @property
    def history(self) -> tuple[PastMove, ...] | None:
        """The moves of this round so far, each with its seat, as everyone has seen them.

        None if they are not known, as in a position that was written down: a round has its history if it was followed
        from the deal.
        """
        words = self.history_words
        if words is None:
            return None
        return tuple([read_word(word, self.packed_deck, self.players) for word in words.tolist()])

    @property
    def turn_limit(self) -> int:
        """The number of actions after which the round is abandoned (D2)."""
        return self._word(at.LIMITS) & at.TURN_LIMIT_MASK

    @property
    def stalled(self) -> int:
        """The number of actions in a row without a discard; 0 if there is no limit to them."""
        return self._word(at.STALLED)

    @property
    def stall_limit(self) -> int:
        """The number of actions in a row without a discard after which the round is abandoned (D5); 0 for never."""
        return self._word(at.LIMITS) >> at.STALL_SHIFT & at.STALL_LIMIT_MASK

    @property
    def finish_round(self) -> bool:
        """Whether the round is played on after somebody has won the match in it, to see who comes second (R20)."""
        return bool(self._word(at.LIMITS) & at.PLAYED_ON)

    @property
    def decided(self) -> str | None:
        """The seat that has won the match while the round is played on for second place (R20); None otherwise."""
        seat = -1 if self.over else int(winner_of(self.words))
        return None if seat < 0 else self.seats[seat]

    @property
    def in_circles(self) -> bool:
        """Whether the round was abandoned because it went in circles (D5), not for its length (D2)."""
        return self.over and 0 < self.stall_limit == self.stalled

    @property
    def score(self) -> tuple[int, ...]:
        """Points of the match before this round, by seat."""
        score = self._word(at.SCORE)
        return tuple(score >> 8 * seat & 255 for seat in range(self.players))

    @property
    def points(self) -> tuple[int, ...]:
        """Points made in this round, by seat."""
        if not self._word(at.FINISH):
            return (0,) * self.players
        return tuple(int(points_of(self.words, seat)) for seat in range(self.players))

    @property
    def finish(self) -> tuple[str, ...]:
        """The seats that went out, in order."""
        finish = int(self.words[at.FINISH])
        return tuple(SEATS[seat - 1] for seat in (finish & 255, finish >> 8) if seat)

    @property
    def table(self) -> dict[str, tuple[Card, ...]]:
        """The sets on the table by slot, empty slots left out, after the discard of the seat in turn (R8)."""
        sets = {name: self._word(at.SLOTS + slot) & at.CARDS for slot, name in enumerate(self.slots)}
        return {name: self._faces(cards) for name, cards in sets.items() if cards}

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards that have left the round, the way up they last lay."""
        return self._faces(self._word(at.DISCARDS))

    @property
    def known(self) -> tuple[tuple[Card, ...], ...]:
        """By seat, the cards in its hand that everyone has seen and can follow (D3)."""
        shown = self._word(at.SHOWN)
        return tuple(self._faces(self._word(at.HANDS + seat) & shown) for seat in range(self.players))

    @property
    def star(self) -> str | None:
        """The seat that everyone knows to hold the star, until it has been shown (D3)."""
        return None if self._word(at.SHOWN) & self.packed_deck.star else self.starter

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves of the seat in turn: see `LegalMoves` for their order."""
        return LegalMoves(self)

    def parse_move(self, text: str) -> Move:
        """The legal move that a text names here; raises one of the three `MoveError`s otherwise."""
        move = self._complete(parse_move(text), text)
        self._check(move, text)
        return move

    def why_not(self, move: Move | str) -> Why | None:
        """Why a move is not legal here, or None if it is."""
        if not isinstance(move, Move):
            move = self._complete(parse_move(move), move)
        code, _ = self._encode(move)
        return None if code == codes.LEGAL else explain(self, move, code)

    def effects(self, move: Move | str) -> Effects:
        """What a legal move would do; the position stays as it is."""
        return self._effects([self.encode_move(move)])[0]

    outcome: ClassVar[AttributeAlias] = AttributeAlias("effects")

    def _effects(self, numbers: Sequence[int]) -> list[Effects]:
        """The effects of legal moves given as the kernel's numbers."""
        effects = np.empty((len(numbers), EFFECT_WORDS), np.int64)
        list_effects(self.words, np.array(numbers, np.int64), effects)
        turned = self._word(at.TURNED)
        return [
            Effects(
                None if beaten < 0 else self.slots[beaten],
                None if hand < 0 else SEATS[hand],
                self.packed_deck.cards(returned, ~turned),
                bool(goes_out),
            )
            for beaten, hand, returned, goes_out in effects.tolist()
        ]

    def encode_move(self, move: Move | str) -> int:
        """The kernel's number of a legal move; `decode_move` reads it back."""
        if isinstance(move, Move):
            return self._check(move, str(move))
        return self._check(self._complete(parse_move(move), move), move)

    def _check(self, move: Move, text: str) -> int:
        """The kernel's number of a legal move; `text` is for the error."""
        code, number = self._encode(move)
        if code != codes.LEGAL:
            why = explain(self, move, code)
            raise IllegalMoveError(f"{quoted(text)} is not legal: {why}; {self._situation()}", why)
        return number

    def _situation(self) -> str:
        """The position in words, for error messages."""
        if self.over:
            return f"the position is: {self}"
        moves = self.legal_moves
        some = "; ".join(str(moves[index]) for index in range(min(len(moves), 12)))
        more = f"; and {len(moves) - 12} more" if len(moves) > 12 else ""
        return f"{self.slot} to move in {self}; legal: {some}{more}"

    def _complete(self, move: Move, text: str) -> Move:
        """Fill in the slot of an add or a take if the text leaves it out and only one is possible."""
        if move.verb not in (Verb.ADD, Verb.TAKE) or move.slot in self.slots:
            return move
        if self.turn is None or not self.moves_known:  # whatever is meant, it is not legal
            return move
        sets = int(opponents_sets(self.words, move.cards[0].active if move.cards else 0))
        named = move.slot or ""  # with two players a seat may be named without its area
        meant = [
            slot for number, slot in enumerate(self.slots) if sets >> number & 1 and slot.startswith(named)
        ]
        if len(meant) > 1:
            raise AmbiguousMoveError(
                f"{quoted(text)} could mean the set of {' or of '.join(meant)} in {self}; "
                f"write {' or '.join(str(Move(move.verb, move.cards, slot)) for slot in meant)}",
                PROBLEMS["ambiguous"],
            )
        if meant:
            return Move(move.verb, move.cards, meant[0])
        if move.slot is None:
            raise InvalidMoveError(
                f"{quoted(text)} does not say whose set, and no opponent has one that fits in {self}; "
                "write like: add 5/2 to B, take B",
                PROBLEMS["set-missing"],
            )
        return move

    def _encode(self, move: Move) -> tuple[int, int]:
        """The legality code of a move, and its kernel number."""
        if not self.over and not self.moves_known:
            return codes.NOT_YOUR_TURN, 0
        no_slot, no_cards = move.verb in (Verb.PLAY, Verb.ROTATE), move.verb in (Verb.TAKE, Verb.ROTATE)
        if (no_slot and move.slot is not None) or (no_cards and move.cards):
            return codes.NOT_A_MOVE, 0  # its text could not be parsed
        text = str(move).encode()
        number = int(read_move(self.deck_words, self.words, text, 0, len(text)))
        if number < 0:
            return -number, 0
        return int(codes.check_move(self.deck_words, self.words, number)), number

    def decode_move(self, number: int) -> Move:
        """The move of a number from the kernel, as `legal_moves.numbers()` has them."""
        verb = number >> at.VERB_SHIFT
        slot = self.slots[number >> at.SLOT_SHIFT & 7] if verb in (at.ADD, at.TAKE) else None
        return Move(
            VERBS[verb], self.packed_deck.same_value_cards(number & at.CARDS, self._word(at.TURNED)), slot
        )

    @property
    def moves_known(self) -> bool:
        """Whether the legal moves are known: false for a view of a seat that is not in turn."""
        return True

    def _word(self, index: int) -> int:
        return int(self.words.item(index))

    def _faces(self, mask: int) -> tuple[Card, ...]:
        return self.packed_deck.cards(mask, self._word(at.TURNED))

    def _standing_json(self) -> dict[str, Any]:
        """The state of the round, for the JSON of rounds and views."""
        return {
            "turn": self.turn,
            "slot": self.slot,
            "starter": self.starter,
            "star": self.star,
            "actions": self.actions,
            "turn_limit": self.turn_limit,
            "stalled": self.stalled,
            "stall_limit": self.stall_limit,
            **({"finish_round": True} if self.finish_round else {}),
            "score": list(self.score),
            "points": list(self.points),
            "finish": list(self.finish),
            "ending": None if self.ending is None else self.ending.value,
        }

    def _cards_json(self) -> dict[str, Any]:
        """The public cards, for the JSON of rounds and views."""
        return {
            "sizes": list(self.sizes),
            "table": {slot: format_hand(cards) for slot, cards in self.table.items()},
            "known": [format_hand(cards) for cards in self.known],
            "discards": format_hand(self.discards),
        }

    def _repr_svg_(self) -> str:
        from dnup.pictures.scenes import draw_table  # pictures are above all that they show

        return draw_table(self)

    def _repr_html_(self) -> str:
        from dnup.pictures.scenes import draw_table

        return draw_table(self, on_a_page=True)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self.words.tobytes())

    def __reduce__(self) -> tuple[object, ...]:

        words = self.history_words
        past: Past = None if words is None else ((), words) if len(words) else ()
        return type(self), (self.deck, self.words.copy(), None, past)

    def __deepcopy__(self, _memo: object) -> Self:
        return self  # it never changes

    def _key(self) -> tuple[object, ...]:
        return self.words.tobytes(), self.deck

    def __str__(self) -> str:
        """The position on one line; see docs/notation.md. Cards that are not known are counted: `3/4!+7`."""
        written = np.empty(LONGEST, np.uint8)
        end = put_position(self.deck_words, self.words, written, 0)
        return f"{self.deck.name.replace(' ', '_')} {written[:end].tobytes().decode()}"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand."""
        return tuple(self._word(at.HANDS + seat).bit_count() for seat in range(self.players))
