"""Observations of a seat and actions for moves, as numbers.

docs/rl.md has the tables. Both depend only on the deck, the number of players and the length of the history.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from dnup.cards.card import Card
from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.cards.packed import PackedDeck, pack_deck
from dnup.error_text import quoted
from dnup.game.board import Board
from dnup.game.enums import Verb
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.seats import SEATS, check_players, seat_number
from dnup.game.view import View
from dnup.kernel import history as past_moves
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.rl.compiled import actions, observation

OBSERVATION_VERSION: Final = 2
ACTIONS_VERSION: Final = 1
"""The versions of the encoding. They grow when a number changes its meaning; a trained network belongs to a pair."""

MAX_HISTORY: Final = 1000


class Meaning(NamedTuple):
    """The meaning of an action, in any position.

    `cards` are those of a play. `opponent` is the slot that an add or a take is about, counted from 0 for the first
    slot of the seat to the left; `other_value` is the inactive value of a card that is added.

    >>> from dnup.rl import Encoding
    >>> Encoding(players=3, deck="balanced").meanings[0]
    Meaning(verb=Verb.PLAY, cards=(Card(active=1, inactive=3),), opponent=None, other_value=None)
    """

    verb: Verb
    cards: tuple[Card, ...] = ()
    opponent: int | None = None
    other_value: int | None = None


class Encoding:
    """Observations and actions of one deck and number of players.

    An observation has `observation_size` numbers; `slices` has its parts by name. `action_count` is the number of
    actions.

    >>> from dnup.rl import Encoding
    >>> encoding = Encoding(players=3, deck="balanced")
    >>> position = dnup.Round.deal(players=3, seed=7, deck="balanced")
    >>> encoding.observe(position, "C").shape, int(encoding.mask(position.view("C")).sum())
    ((455,), 13)
    """

    def __init__(self, players: int, *, deck: str | Deck = DEFAULT_DECK, history: int = 0) -> None:
        self.players: int = check_players(players)
        self.deck: Deck = load_deck(deck)
        if type(history) is not int or not 0 <= history <= MAX_HISTORY:
            raise ValueError(f"a history has 0 to {MAX_HISTORY} moves, not {quoted(history)}")
        self.history = history
        in_play = self.deck.in_play(players)
        faces = [(card.low, card.high) for card in self.deck.cards]
        self.packed: PackedDeck = pack_deck(self.deck, players)
        self.code: Words = actions.make_code(faces, in_play, players)
        self.plan: Words = observation.make_plan(faces, in_play, players, history)
        self.observation_size: int = int(self.plan[observation.LENGTH])
        self.action_count: int = int(self.code[actions.ACTION_COUNT])
        self.kinds: tuple[Card, ...] = tuple(sorted({self.deck.cards[card].card for card in in_play}))
        """The different cards, in the order in which an observation counts them."""
        starts = [int(start) for start in self.plan[: observation.LENGTH + 1]]
        self.slices: dict[str, slice] = {
            name: slice(start, end)
            for name, start, end in zip(observation.PARTS, starts, starts[1:], strict=False)
        }

    @functools.cached_property
    def meanings(self) -> tuple[Meaning, ...]:
        """The meaning of every action, in order."""
        values = range(1, int(self.packed.words[at.TOP_VALUE]) + 1)
        opponents = range(2 if self.players == 2 else self.players - 1)
        plays = [Meaning(Verb.PLAY, cards) for value in values for cards in self._sets(value)]
        adds = [Meaning(Verb.ADD, (), slot, other) for slot in opponents for other in values]
        return (*plays, *adds, *(Meaning(Verb.TAKE, (), slot) for slot in opponents), Meaning(Verb.ROTATE))

    def _sets(self, value: int) -> Iterator[tuple[Card, ...]]:
        """All sets of a value in the order of their actions: how many of each card, the first card's number fastest."""
        count = Counter(self.deck.cards[card].card for card in self.deck.in_play(self.players))
        kinds = [kind for kind in self.kinds if value in (kind.active, kind.inactive)]
        for numbers in itertools.product(*(range(count[kind] + 1) for kind in reversed(kinds))):
            faces = [kind if kind.active == value else kind.turned for kind in kinds]
            cards = [
                card for card, number in zip(faces, reversed(numbers), strict=True) for _ in range(number)
            ]
            if cards:
                yield tuple(sorted(cards))

    def observe(self, board: Board, seat: str | None = None, past: Words | None = None) -> NDArray[np.int8]:
        """The observation of a seat, by default the one in turn; for a view, that of its seat.

        The past moves are those of the board's own history, unless `past` has them (see `new_history` and `apply`).
        """
        if isinstance(board, View):
            if board.seat is None or seat not in (None, board.seat):
                raise ValueError("the view of a seat can be observed by that seat only")
            seat = board.seat
        elif seat is None:
            seat = board.turn or SEATS[0]
        encoding = self._for_deck_of(board)
        row = np.empty(self.observation_size, np.int8)
        past = self.past_of(board) if past is None else past
        number = seat_number(seat, self.players)
        words = encoding.packed.words
        observation.write_observation(words, encoding.plan, board.words, past, number, row[None], 0)
        return row

    def mask(self, board: Board) -> NDArray[np.int8]:
        """1 for every action that is a legal move of the seat in turn; of a view, of its seat if that is in turn."""
        encoding = self._for_deck_of(board)
        row = np.zeros(self.action_count, np.int8)
        if board.moves_known:
            scratch = np.empty(actions.SCRATCH_WORDS, np.int64)
            actions.write_mask(encoding.packed.words, encoding.code, board.words, scratch, row[None], 0)
        return row

    def unpack_bits(self, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """The mask of legal actions from `Step.legal_action_bits`.

        >>> from dnup.rl import VectorEnv
        >>> env = VectorEnv(players=5, batch=4)
        >>> step = env.reset(seed=1)
        >>> step.legal_action_mask.shape, step.legal_action_bits.shape
        ((4, 2137), (4, 268))
        >>> bool((env.encoding.unpack_bits(step.legal_action_bits) == step.legal_action_mask).all())
        True
        """
        return np.unpackbits(bits, axis=1, count=self.action_count, bitorder="little").view(np.bool_)

    def is_legal(self, board: Board, action: SupportsIndex) -> bool:
        """Whether an action is a legal move here; any integer is allowed."""
        return self._find(board, action) >= 0

    def move_of(self, board: Board, action: SupportsIndex) -> Move:
        """The legal move that an action is here."""
        return board.decode_move(self._number(board, action))

    def action_of(self, board: Board, move: Move | str) -> int:
        """The action that a legal move is here."""
        encoding = self._for_deck_of(board)
        number = board.encode_move(move)
        return int(actions.encode_move(encoding.packed.words, encoding.code, board.words, number))

    def new_history(self, rows: int | None = None) -> Words:
        """An empty history, or a batch of them."""
        shape = (self.history, observation.PAST_WORDS)
        return np.full(shape if rows is None else (rows, *shape), observation.NO_MOVE, np.int64)

    def past_of(self, board: Board) -> Words:
        """The history of a board, the latest move first; empty if it has none."""
        past = self.new_history()
        words = board.history_words if self.history else None
        if words is not None:
            for number, word in enumerate(words[::-1][: self.history].tolist()):
                cards = word & at.CARDS
                turned = past_moves.word_turned(board.deck_words, word, cards)
                past[number] = past_moves.word_slot(word), past_moves.word_move(word), turned
        return past

    def apply(self, position: Round, action: SupportsIndex, past: Words | None = None) -> Round:
        """The position after an action; adds the move to a history."""
        number = self._number(position, action)
        if past is not None and len(past):
            observation.remember(past, int(position.words[at.TURN]), number, int(position.words[at.TURNED]))
        return position.apply_number(number)

    def _number(self, board: Board, action: SupportsIndex) -> int:
        """The kernel's number of the move that an action is here."""
        number = self._find(board, action)
        if number < 0:
            # The error must not quote the position: it shows the hands of others.
            legal = np.flatnonzero(self.mask(board)).tolist()
            raise ValueError(f"action {action} is not legal here; legal: {_some(legal) or 'none'}")
        return number

    def _find(self, board: Board, action: SupportsIndex) -> int:
        """The kernel's number of the move that an action is here, -1 if there is none."""
        encoding = self._for_deck_of(board)
        try:
            chosen = operator.index(action)
        except TypeError:
            raise ValueError(f"an action is a whole number, not {quoted(action)}") from None
        if not 0 <= chosen < self.action_count or not board.moves_known:
            return -1
        return int(actions.decode_action(encoding.packed.words, encoding.code, board.words, chosen))

    def check(self, board: Board) -> None:
        """Raise a `ValueError` if a position has other cards in play, or another number of players.

        The name of its deck and the cards that are not in play do not matter.
        """
        if board.deck is self.deck and board.players == self.players:
            return  # the usual case, and fast
        ours = self.deck.fingerprint(self.players)
        if board.players != self.players or board.deck.fingerprint(board.players) != ours:
            raise ValueError(
                f"this encoding is for {self.players} players and {_described(self.deck, self.players)}, the position "
                f"for {board.players} and {_described(board.deck, board.players)}"
            )

    def _for_deck_of(self, board: Board) -> Encoding:
        """The encoding with the same numbers for the deck of a position, which may list its cards in another order."""
        self.check(board)
        same = board.deck is self.deck or board.deck == self.deck
        return self if same else _encoding_of(self.players, board.deck, self.history)

    def __deepcopy__(self, _memo: object) -> Encoding:
        return self  # it never changes

    def __repr__(self) -> str:
        return f"Encoding({self.players}, deck={self.deck.name!r}, history={self.history})"


@functools.lru_cache(maxsize=64)
def _encoding_of(players: int, deck: Deck, history: int) -> Encoding:
    return Encoding(players, deck=deck, history=history)


def _described(deck: Deck, players: int) -> str:
    return f"the deck {deck.name} (cards {deck.fingerprint(players)})"


def _some(actions: Sequence[int]) -> str:
    return ", ".join(map(str, actions[:12])) + (f" and {len(actions) - 12} more" if len(actions) > 12 else "")
