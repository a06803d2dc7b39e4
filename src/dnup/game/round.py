"""A round: deal, look at the legal moves, apply one, until it is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from dnup.cards.card import Card, parse_hand
from dnup.cards.deck import Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.game.board import Board
from dnup.game.limits import TURN_LIMIT, pack_limits
from dnup.game.move import Move, parse_move
from dnup.game.seats import SEATS, check_players, seat_number
from dnup.game.view import View
from dnup.kernel import layout as at
from dnup.kernel.chance import new_stream
from dnup.kernel.deal import new_round, start
from dnup.kernel.effects import advance
from dnup.kernel.knowledge import make_view, order_copies
from dnup.kernel.layout import Words
from dnup.wording import quoted


class Round(Board):
    """One position of a round, with all hands. It never changes: `apply` returns the next one."""

    __slots__ = ()

    @classmethod
    def deal(
        cls,
        players: int,
        seed: int,
        *,
        deck: str | Deck = "standard",
        score: Sequence[int] | None = None,
        first: str = "A",
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
    ) -> Round:
        """Shuffle and deal (R4). The same seed, a number from 0 to 2**64 - 1, gives the same deal.

        `score` are the points of the match so far, by seat; `first` is where dealing begins, which matters
        only when the cards do not divide evenly. The round is abandoned after `turn_limit` actions (D2), or after
        `stall_limit` in a row without a discard (D5): 20 for each player unless said, 0 for never.
        """
        check_players(players)
        deck = load_deck(deck)
        packed = pack_deck(deck, players)
        words = np.zeros(at.WORDS, np.int64)
        points = pack_score(score, players)
        limits = pack_limits(players, turn_limit, stall_limit)
        stream = new_stream(check_seed(seed))
        new_round(packed.words, words, stream, players, seat_number(first, players), points, limits)
        order_copies(packed.words, words)
        return cls(deck, words, packed)

    @classmethod
    def from_deal(
        cls,
        hands: Sequence[str | Iterable[Card]],
        *,
        deck: str | Deck = "standard",
        score: Sequence[int] | None = None,
        first: str | None = None,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
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
        words[at.LIMITS] = pack_limits(players, turn_limit, stall_limit)
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
        return cls(deck, words, packed)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """All hands, by seat, each in ascending order."""
        return tuple(self._faces(self._word(at.HANDS + seat)) for seat in range(self.players))

    @property
    def hand_texts(self) -> tuple[str, ...]:
        """The same as texts."""
        turned = self._word(at.TURNED)
        return tuple(self._packed.text(self._word(at.HANDS + seat), turned) for seat in range(self.players))

    def apply(self, move: Move | str) -> Round:
        """The position after a legal move, a `Move` or its text, and after the next player's discard."""
        if isinstance(move, Move):
            return self._after(self._check(move, str(move)))
        return self._after(self._check(self._complete(parse_move(move), move), move))

    def view(self, seat: str | None = None) -> View:
        """All that a seat may know; without a seat, what a spectator may."""
        viewer = at.SPECTATOR if seat is None else seat_number(seat, self.players) + 1
        words = np.empty(at.WORDS, np.int64)
        make_view(self._packed.words, self._words, viewer, words)
        return View(self.deck, words, self._packed)

    def _after(self, number: int) -> Round:
        words: Words = self._words.copy()
        advance(self._packed.words, words, number)
        return Round(self.deck, words, self._packed)

    def __repr__(self) -> str:
        deck = "" if self.deck.built_in else f", deck={self.deck!r}"
        return f"parse_position({str(self)!r}{deck})"


def check_seed(seed: int) -> int:
    """The same number, if it is a seed; otherwise a `ValueError`."""
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {quoted(seed)}")
    return seed


def pack_score(score: Sequence[int] | None, players: int) -> int:
    """Points by seat as the kernel's word."""
    points = [0] * players if score is None else list(score)
    if len(points) != players or not all(type(point) is int and 0 <= point <= 255 for point in points):
        raise ValueError(f"a score has a number of points for each of {players} seats, not {quoted(score)}")
    return sum(point << 8 * seat for seat, point in enumerate(points))


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
