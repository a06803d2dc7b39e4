"""A match: rounds until somebody has won (R20, R27) or three in a row were abandoned (D2, D5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from dnup.cards.deck import DEFAULT_DECK, Deck, load_deck
from dnup.deprecated import AttributeAlias
from dnup.game.enums import Ending, Result
from dnup.game.legal_moves import LegalMoves
from dnup.game.limits import TURN_LIMIT
from dnup.game.move import Move
from dnup.game.round import Round, seed_or_fresh
from dnup.game.seats import check_players, seat_names
from dnup.game.view import View
from dnup.kernel.match import TIED, UNFINISHED, WON, dealt_first, result_of
from dnup.kernel.rng import split
from dnup.kernel.turn import winner_of

if TYPE_CHECKING:
    from dnup.bots import BotLike

RESULTS: Final = {UNFINISHED: Result.UNFINISHED, WON: Result.WON, TIED: Result.DRAWN}
"""By the kernel's numbers."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round from its deal on, as a record keeps it: hands as dealt, moves as texts, and how it ended.

    `ending` is None while the round goes on. `extra` holds fields of a record that this version does not
    know.

    >>> match = dnup.Match.new(players=2, seed=1).apply("play 1/5")
    >>> match.rounds[-1].starter, match.rounds[-1].moves, match.rounds[-1].ending
    ('B', ('play 1/5',), None)
    """

    deal: tuple[str, ...]
    starter: str
    moves: tuple[str, ...] = ()
    finish: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    ending: Ending | None = None
    extra: dict[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Match:
    """A match in progress or at its end. It never changes: `apply` returns the next one.

    `rounds` are the rounds so far, the current one last; `round` is its position. With a seed, the next round
    is dealt as soon as one has ended; without, the caller deals it with `deal`.

    >>> match = dnup.Match.new(players=3, seed=1)
    >>> match = match.apply(match.legal_moves[0])
    >>> match.turn, match.score, match.over
    ('B', (0, 0, 0), False)
    >>> end = match.play(["greedy", "random", "greedy"])
    >>> end.result, end.winner, end.score
    (Result.WON, 'C', (1, 0, 4))
    """

    deck: Deck
    round: Round
    rounds: tuple[PlayedRound, ...]
    seed: int | None = None

    @classmethod
    def new(
        cls,
        players: int,
        seed: int | None = None,
        *,
        deck: str | Deck = DEFAULT_DECK,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> Match:
        """A match whose deals all follow from a seed, a fresh one if none is given; `match.seed` has it.

        For the limits and `finish_round` see `Round.deal`.
        """
        deck = load_deck(deck)
        players = check_players(players)
        seed = seed_or_fresh(seed)
        first = Round.deal(
            players,
            round_seed(seed, 0),
            deck=deck,
            turn_limit=turn_limit,
            stall_limit=stall_limit,
            finish_round=finish_round,
        )
        return cls(deck, first, (_opened(first),), seed)

    @classmethod
    def from_deal(
        cls,
        hands: Sequence[str],
        *,
        deck: str | Deck = DEFAULT_DECK,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> Match:
        """A match whose deals come from outside, the first one being these hands."""
        first = Round.from_deal(
            hands,
            deck=deck,
            first="A",
            turn_limit=turn_limit,
            stall_limit=stall_limit,
            finish_round=finish_round,
        )
        return cls(first.deck, first, (_opened(first),))

    @property
    def players(self) -> int:
        """The number of players."""
        return self.round.players

    @property
    def turn(self) -> str | None:
        """The seat in turn, None when the round is over and none has been dealt after it."""
        return self.round.turn

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves of the seat in turn; see `LegalMoves` for their order."""
        return self.round.legal_moves

    def view(self, seat: str | None = None) -> View:
        """All that a seat may know of the round; without a seat, what a spectator may."""
        return self.round.view(seat)

    def parse_move(self, text: str) -> Move:
        """The legal move that a text names in this round; raises one of the three `MoveError`s otherwise."""
        return self.round.parse_move(text)

    @property
    def score(self) -> tuple[int, ...]:
        """Points of the match by seat, those of the current round included."""
        return tuple(before + now for before, now in zip(self.round.score, self.round.points, strict=True))

    points: ClassVar[AttributeAlias] = AttributeAlias("score")

    @property
    def winner(self) -> str | None:
        """The seat that has won, or None; while a round is played on (R20), see `round.decided`."""
        seat = int(winner_of(self.round.words)) if self.round.over else -1
        return None if seat < 0 else self.round.seats[seat]

    @property
    def result(self) -> Result:
        """How the match stands."""
        endings = [played.ending for played in self.rounds]
        abandoned = next(
            (row for row, ending in enumerate(reversed(endings)) if ending is not Ending.ABANDONED),
            len(endings),
        )
        return RESULTS[int(result_of(self.round.words, abandoned))]

    @property
    def over(self) -> bool:
        """Whether the match was won or drawn."""
        return self.result is not Result.UNFINISHED

    @property
    def dealer(self) -> str:
        """The seat where dealing the next round begins: A in round 1, then one further each round (R4)."""
        return seat_names(self.players)[int(dealt_first(self.players, len(self.rounds)))]

    def apply(self, move: Move | str) -> Match:
        """The match after a legal move of the current round."""
        text = str(move if isinstance(move, Move) else self.round.parse_move(move))
        position = self.round.apply(move)
        played = replace(
            self.rounds[-1],
            moves=(*self.rounds[-1].moves, text),
            finish=position.finish,
            points=position.points,
            ending=position.ending,
        )
        after = self.with_round(position, played)
        if position.over and self.seed is not None and not after.over:
            return after._dealt(  # noqa: SLF001 (also a match)
                Round.deal(
                    self.players,
                    round_seed(self.seed, len(after.rounds)),
                    deck=self.deck,
                    score=after.score,
                    first=after.dealer,
                    turn_limit=position.turn_limit,
                    stall_limit=position.stall_limit,
                    finish_round=position.finish_round,
                )
            )
        return after

    def play(self, bots: BotLike | Sequence[BotLike], *, seed: int | None = None) -> Match:
        """The match played on by bots, to its end; a match without a seed, to the end of the round.

        `bots` is one for every seat or a list with one for each, seat A's first, in any form that `dnup.bots.get`
        takes. They draw on `seed`, and unless it is given on the match's own.
        """
        from dnup.bots.match_play import finish_match  # bots are above matches, and most matches need none

        return finish_match(self, bots, seed)

    def deal(self, hands: Sequence[str]) -> Match:
        """The match with its next round dealt as these hands."""
        if self.over or not self.round.over:
            raise ValueError(
                "the match is over" if self.over else "the round is not over, so none can be dealt"
            )
        return self._dealt(
            Round.from_deal(
                hands,
                deck=self.deck,
                score=self.score,
                first=self.dealer,
                turn_limit=self.round.turn_limit,
                stall_limit=self.round.stall_limit,
                finish_round=self.round.finish_round,
            )
        )

    def with_round(self, position: Round, played: PlayedRound) -> Match:
        """The match with its current round at this position, recorded as `played`."""
        return replace(self, round=position, rounds=(*self.rounds[:-1], played))

    def _dealt(self, position: Round) -> Match:
        return replace(self, round=position, rounds=(*self.rounds, _opened(position)))


def round_seed(seed: int, number: int) -> int:
    """The seed of a match's deal of round `number`, counted from 0."""
    return int(split(np.uint64(seed), number))


def letters(points: int, players: int) -> str:
    """Points as the letters they light up (R21): `dn` for 2; a fifth point is `dnup+1`.

    >>> dnup.letters(2, players=3), dnup.letters(5, players=3), dnup.letters(1, players=2)
    ('dn', 'dnup+1', 'dn')
    """
    lit = points * 2 if players == 2 else points
    return "dnup"[:lit] + (f"+{lit - 4}" if lit > 4 else "")


def _opened(position: Round) -> PlayedRound:
    return PlayedRound(position.hand_texts, position.starter, points=position.points)
