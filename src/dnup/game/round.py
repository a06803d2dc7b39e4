"""A round as an immutable value: deal it, list the legal moves, apply one."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from dnup.cards.card import Card, parse_hand
from dnup.cards.deck import DEFAULT_DECK, Deck, deck_from_json, deck_to_json, load_deck
from dnup.cards.packed import pack_deck
from dnup.error_text import quoted
from dnup.game.board import Board
from dnup.game.limits import TURN_LIMIT, pack_limits
from dnup.game.move import Move
from dnup.game.seats import SEATS, check_players, seat_number
from dnup.game.view import View, same_json, with_slot
from dnup.inputs import as_int
from dnup.kernel import layout as at
from dnup.kernel.deal import new_round, start
from dnup.kernel.effects import advance
from dnup.kernel.layout import Words
from dnup.kernel.moves import SURVEY_WORDS
from dnup.kernel.playout import play_out
from dnup.kernel.rng import new_stream
from dnup.kernel.views import make_view, order_copies

FORMAT: Final = "dnup-round"
VERSION: Final = 2
DEEPEST: Final = 100
"""The largest depth of `perft`: beyond any count that could be finished, and below Python's recursion limit."""


class Round(Board):
    """One position of a round, with all hands. It never changes: `apply` returns the next one.

    >>> position = dnup.Round.deal(players=3, seed=147)
    >>> position.turn, len(position.legal_moves)
    ('C', 15)
    >>> after = position.apply("play 1/6")
    >>> after.turn, dnup.format_hand(after.view("A").hand)
    ('A', '1/8 1/10 2/4 2/6 2/9 2/10 4/3 6/3 7/3 8/3')
    >>> position.playout(seed=1).finish
    ('B', 'C')
    >>> position.perft(2)
    299
    >>> position.svg("A")[:4]
    '<svg'
    """

    __slots__ = ()

    @classmethod
    def deal(
        cls,
        players: int,
        seed: int | None = None,
        *,
        deck: str | Deck = DEFAULT_DECK,
        score: Sequence[int] | None = None,
        first: str = "A",
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> Round:
        """Shuffle and deal (R4). The same seed, a number from 0 to 2**64 - 1, gives the same deal.

        Without a seed, a fresh one is drawn.

        `score` are the points of the match so far, by seat; `first` is where dealing begins, which matters
        only when the cards do not divide evenly. The round is abandoned after `turn_limit` actions (D2), or after
        `stall_limit` in a row without a discard (D5): 20 for each player unless said, 0 for never. With
        `finish_round` it is played on after somebody has won the match in it, to see who comes second (R20); that
        changes no winner.
        """
        players = check_players(players)
        deck = load_deck(deck)
        packed = pack_deck(deck, players)
        words = np.zeros(at.WORDS, np.int64)
        points = pack_score(score, players)
        limits = pack_limits(players, turn_limit, stall_limit, finish_round)
        stream = new_stream(seed_or_fresh(seed))
        new_round(packed.words, words, stream, players, seat_number(first, players), points, limits)
        order_copies(packed.words, words)
        return cls(deck, words, packed, ())

    @classmethod
    def from_deal(
        cls,
        hands: Sequence[str | Iterable[Card]],
        *,
        deck: str | Deck = DEFAULT_DECK,
        score: Sequence[int] | None = None,
        first: str | None = None,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> Round:
        """A round from hands as dealt, seat A's first, like `["1/5 3/4 …", "…"]`.

        All cards in play must be there, in hands of the sizes that R4 makes; `first` is checked only if
        given.
        """
        if isinstance(hands, str):
            raise ValueError("a deal is a list of hands, one text a seat")
        players = check_players(len(hands))
        deck = load_deck(deck)
        packed = pack_deck(deck, players)
        words = np.zeros(at.WORDS, np.int64)
        words[at.PLAYERS] = players
        words[at.SCORE] = pack_score(score, players)
        words[at.LIMITS] = pack_limits(players, turn_limit, stall_limit, finish_round)
        left = packed.in_play
        sizes = []
        for seat, hand in enumerate(hands):
            try:
                cards = parse_hand(hand) if isinstance(hand, str) else tuple(hand)
                mask, turned = packed.gather(cards, left)
            except ValueError as error:
                raise ValueError(f"hand {SEATS[seat]} of the deal: {error}") from None
            left &= ~mask
            words[at.HANDS + seat] = mask
            words[at.TURNED] |= turned
            sizes.append(len(cards))
        if left:
            missing = " ".join(map(str, packed.cards(left, 0)))
            raise ValueError(f"the deal lacks {missing}; all cards in play are dealt (R4)")
        _check_hand_sizes(deck, tuple(sizes), first)
        start(packed.words, words)
        order_copies(packed.words, words)
        return cls(deck, words, packed, ())

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands, by seat, each in ascending order."""
        return tuple(self._faces(self._word(at.HANDS + seat)) for seat in range(self.players))

    @property
    def hand_texts(self) -> tuple[str, ...]:
        """The same as texts."""
        turned = self._word(at.TURNED)
        return tuple(
            self.packed_deck.text(self._word(at.HANDS + seat), turned) for seat in range(self.players)
        )

    def apply(self, move: Move | str) -> Round:
        """The position after a legal move, a `Move` or its text, and after the next player's discard."""
        return self.apply_number(self.encode_move(move))

    def apply_number(self, number: int) -> Round:
        """The position after a legal move, given as the kernel's number: see `encode_move`."""
        words: Words = self.words.copy()
        word = advance(self.deck_words, words, number)
        past = self.past
        return Round(self.deck, words, self.packed_deck, None if past is None else (past, word))

    def view(self, seat: str | None = None) -> View:
        """All that a seat may know; without a seat, what a spectator may."""
        viewer = at.SPECTATOR if seat is None else seat_number(seat, self.players) + 1
        words = np.empty(at.WORDS, np.int64)
        make_view(self.deck_words, self.words, viewer, words)
        return View(self.deck, words, self.packed_deck, self.past)

    def playout(self, seed: int | None = None) -> Round:
        """The end of the round after random moves, each legal one as likely as any other; for `seed` see `deal`.

        The random moves are not recorded, so the result has no history.
        """
        words: Words = self.words.copy()
        play_out(self.deck_words, words, np.zeros(SURVEY_WORDS, np.int64), new_stream(seed_or_fresh(seed)))
        order_copies(self.deck_words, words)
        return Round(self.deck, words, self.packed_deck)

    def perft(self, depth: int) -> int:
        """The number of sequences of this length of legal moves; one that ends the round sooner does not count."""
        number = as_int(depth)
        if number is None or not 0 <= number <= DEEPEST:
            raise ValueError(f"a depth is a whole number from 0 to {DEEPEST}, not {quoted(depth)}")
        moves = self.legal_moves
        if number <= 1:
            return len(moves) if number else 1
        return sum(self.apply_number(move).perft(number - 1) for move in moves.numbers())

    def to_json(self) -> dict[str, Any]:
        """This position, with all hands, as JSON data; docs/view.md has the fields, `from_json` reads it back."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "deck": deck_to_json(self.deck, self.players),
            "players": self.players,
            **self._standing_json(),
            "hands": list(self.hand_texts),
            **self._cards_json(),
            "position": str(self),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], *, deck: Deck | None = None) -> Round:
        """The round that `to_json` wrote; anything else is a `PositionError`.

        A custom deck is written as its cards in play; pass the deck to get it back with its name.
        """
        from dnup.game.position import PositionError, parse_position

        if not isinstance(data, Mapping) or not isinstance(data.get("position"), str):
            raise PositionError(f"a round is a JSON object with its position as a text, not {quoted(data)}")
        try:
            if same_json(data.get("version"), 1):
                data = {**with_slot(data), "version": VERSION}
            position = parse_position(
                data["position"], deck=deck_from_json(data.get("deck")) if deck is None else deck
            )
        except ValueError as error:
            raise PositionError(f"this is not a round: {error}") from None
        name = data["position"].split()[0]  # the JSON of a deck that is not built in has no name
        written = {**position.to_json(), "position": " ".join([name, *str(position).split()[1:]])}
        for field in (*written, *data):
            if field not in written:
                raise PositionError(f"this is not a round: it has no field {quoted(field)}")
            if not same_json(data.get(field), written[field]):
                raise PositionError(
                    f"this is not a round: {field} is {quoted(data.get(field))}, but its position makes it "
                    f"{quoted(written[field])}"
                )
        return position

    def svg(self, seat: str | None = None) -> str:
        """A picture of the table in the look of the page, as an SVG document: all hands, or what a seat sees."""
        from dnup.pictures.scenes import draw_table  # pictures are above all that they show

        return draw_table(self if seat is None else self.view(seat))

    def __repr__(self) -> str:
        deck = "" if self.deck.built_in else f", deck={self.deck!r}"
        return f"parse_position({str(self)!r}{deck})"


def check_seed(seed: int) -> int:
    """The same number, if it is a seed; otherwise a `ValueError`."""
    number = as_int(seed)
    if number is None or not 0 <= number < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}")
    return number


def seed_or_fresh(seed: int | None) -> int:
    """The given seed, checked; for None a new one of 53 bits, which every JSON parser reads exactly."""
    return secrets.randbits(53) if seed is None else check_seed(seed)


def pack_score(score: Sequence[int] | None, players: int) -> int:
    """Points by seat as the kernel's word."""
    points = [0] * players if score is None else [as_int(point) for point in score]
    if len(points) != players or not all(point is not None and 0 <= point <= 255 for point in points):
        raise ValueError(f"a score has a number of points for each of {players} seats, not {quoted(score)}")
    return int.from_bytes(bytes(point or 0 for point in points), "little")


def _check_hand_sizes(deck: Deck, sizes: tuple[int, ...], first: str | None) -> None:
    """R4: hands are as equal as can be, and any extra cards go to the seats where dealing begins."""
    players = len(sizes)
    starts = range(players) if first is None else [seat_number(first, players)]
    right = [deck.hand_sizes(players, seat) for seat in starts]
    if sizes not in right:
        raise ValueError(
            f"the hands of the deal have {', '.join(map(str, sizes))} cards; dealt out evenly (R4) they have "
            + " or ".join(", ".join(map(str, option)) for option in dict.fromkeys(right))
        )
