"""Walk through a record: every position with the move that was made there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dnup.game.errors import MoveError
from dnup.game.match import Match
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.game.view import View
from dnup.records.record import Record, RecordError
from dnup.records.verify import deal_next


@dataclass(frozen=True, slots=True)
class RecordedPosition:
    """A position of a record: the round as it stood, and the move that follows, None at the end of a round.

    `round_number` says which round of the match it is, from 1 on.

    >>> record = dnup.play_match(["greedy", "random"], seed=1)
    >>> first = next(record.positions())
    >>> first.round_number, first.turn, str(first.move)
    (1, 'B', 'play 2/4')
    >>> print(*first.view("B").hand)
    1/5 2/4 2/5 2/10 3/5 3/8 4/3 4/6 4/8 6/1 7/1 7/5 8/1
    """

    round_number: int
    round: Round
    move: Move | None

    @property
    def turn(self) -> str | None:
        """The seat that makes the move, None at the end of a round."""
        return self.round.turn

    def view(self, seat: str | None = None) -> View:
        """What a seat knew; without a seat, what a spectator did."""
        return self.round.view(seat)

    @property
    def views(self) -> dict[str, View]:
        """What every seat knew, by seat."""
        return {seat: self.round.view(seat) for seat in self.round.seats}


def positions_of(record: Record) -> Iterator[RecordedPosition]:
    """The positions of a record in order; see `Record.positions`."""
    match: Match | None = None
    for number, played in enumerate(record.rounds, 1):
        where = f"round {number}"
        if match is not None and match.over:
            raise RecordError(f"{where} comes after the match was {match.result}")
        match = deal_next(record, match, played, where)
        position = match.round
        for made, text in enumerate(played.moves, 1):
            try:
                move = position.parse_move(text)
            except MoveError as error:
                raise RecordError(f"{where}, move {made}: {error}") from None
            yield RecordedPosition(number, position, move)
            position = position.apply(move)
        yield RecordedPosition(number, position, None)
        match = match.with_round(position, played)
