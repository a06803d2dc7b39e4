"""A table: what its events have made it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from dnup.deck import Deck, deck_from_json
from dnup.kernel import layout as at
from dnup.match import Match
from dnup.record import Record
from dnup.replay import fast_forward
from dnup.round import Round
from dnup.seats import SEATS, seat_names
from dnup.server.deals import Deal
from dnup.server.events import (
    BotSeated,
    By,
    Created,
    MoveMade,
    RoundDealt,
    Seated,
    SeatFreed,
    SeatReady,
    SeatResigned,
    StoredEvent,
)
from dnup.server.protocol import Dealt, Event, Filled, Freed, Level, Moved, Options, Resigned, Sat
from dnup.server.sight import find_move, make_move

Phase = Literal["open", "playing", "between", "over"]

BY: Final[tuple[By, ...]] = ("person", "bot", "stand-in")


@dataclass(slots=True)
class Chair:
    """Who sits in a seat: nobody, a person with their key, or a bot of a level."""

    seat: str
    name: str | None = None
    key: str | None = None
    level: Level | None = None
    ready: bool = False

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "person" if self.key else "bot" if self.level else "open"


class Table:
    """A table as its events up to `number` have made it. Only `apply` changes it."""

    __slots__ = (
        *(
            "by",
            "chairs",
            "deals",
            "deck",
            "found",
            "game",
            "host",
            "id",
            "match",
            "moves",
            "number",
            "numbers",
        ),
        *("options", "phase", "position", "position_number", "resigned", "turn"),
    )

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.number = 0
        self.options = Options()
        self.host = ""
        self.chairs: dict[str, Chair] = {}
        self.deck: Deck
        self.game = 0
        self.match: Match | None = None
        """The game up to the last deal or the end of the last round."""
        self.deals: list[Deal] = []
        self.position: Round | None = None
        self.phase: Phase = "open"
        self.turn: str | None = None
        """The seat in turn, while a round goes on."""
        self.position_number = 0
        """The number of the event that made the position: the deal or the last move."""
        self.moves: list[str] = []
        """The moves of this round, with the numbers of their events, and who made them."""
        self.numbers = array("L")
        self.by = bytearray()
        self.resigned: list[Resigned] = []
        """Who left their seat to a bot since the deal."""
        self.found: tuple[str, int | None] = ("", None)
        """The move that was looked for last in this position."""

    def copy(self) -> Table:
        """Another table like this one, to try things on."""
        other = Table(self.id)
        for name in Table.__slots__:
            if hasattr(self, name):
                setattr(other, name, getattr(self, name))
        other.chairs = {seat: replace(chair) for seat, chair in self.chairs.items()}
        other.deals = list(self.deals)
        other.moves = list(self.moves)
        other.numbers = self.numbers[:]
        other.by = self.by[:]
        other.resigned = list(self.resigned)
        return other

    @property
    def round_number(self) -> int:
        return len(self.deals)

    @property
    def dealt_number(self) -> int:
        """The number of the event that dealt this round."""
        return self.numbers[0] if self.numbers else 0

    def chair_of(self, key: str) -> Chair | None:
        """Where the holder of a key sits."""
        for chair in self.chairs.values():
            if chair.key == key:
                return chair
        return None

    def apply(self, event: StoredEvent) -> Event | None:
        """Let the next event happen; returns what clients are told of it."""
        self.number += 1
        match event:
            case MoveMade():
                return self._move(event)
            case RoundDealt():
                self._deal(event)
                return self.dealt()
            case Created():
                self.options = event.options
                self.host = event.key
                self.deck = deck_from_json(event.deck)
                self.chairs = {seat: Chair(seat) for seat in seat_names(event.options.players)}
            case Seated():
                self.chairs[event.seat] = Chair(event.seat, event.name, event.key)
                return Sat(self.number, event.seat, event.name)
            case BotSeated():
                self.chairs[event.seat] = Chair(event.seat, level=event.level)
                return Filled(self.number, event.seat, event.level)
            case SeatResigned():
                self.chairs[event.seat] = Chair(event.seat, level=event.level)
                self.resigned.append(Resigned(self.number, event.seat, event.level))
                return self.resigned[-1]
            case SeatFreed():
                self.chairs[event.seat] = Chair(event.seat)
                return Freed(self.number, event.seat)
            case SeatReady():
                self.chairs[event.seat].ready = True
        return None

    def _deal(self, event: RoundDealt) -> None:
        if self.match is None or self.phase == "over":
            self.game += 1
            self.deals = []
            self.match = Match.from_deal(event.hands, deck=self.deck)
        else:
            self.match = self.match.deal(event.hands)
        self.deals.append(Deal(event.hands, event.salt))
        self.moves = []
        self.numbers = array("L", [self.number])
        self.by = bytearray()
        self.resigned = []
        for chair in self.chairs.values():
            chair.ready = False
        self._arrive(self.match.round)

    def find(self, text: str) -> int | None:
        """The legal move that is written so, as the kernel's number; None if there is none."""
        if self.found[0] != text and self.position is not None:
            self.found = text, find_move(self.position, text)
        return self.found[1]

    def may_end_with(self, text: str) -> bool:
        """Whether a legal move could end the round: it empties the hand, or there are no more turns."""
        move = self.find(text)
        if move is None or self.position is None or self.turn is None:
            return False
        words = self.position._words
        hand = words.item(at.HANDS + SEATS.index(self.turn))
        return move & at.CARDS == hand or words.item(at.ACTIONS) + 1 >= words.item(at.LIMIT)

    def _move(self, event: MoveMade) -> Moved:
        move = self.find(event.move)
        if self.position is None or move is None:  # no order of events that was ever kept leads here
            raise LookupError(f"{event.move!r} is not a legal move")
        after, told = make_move(self.position, move, self.number, event.seat, event.by)
        self.moves.append(event.move)
        self.numbers.append(self.number)
        self.by.append(BY.index(event.by))
        self._arrive(after)
        return told

    def _arrive(self, position: Round) -> None:
        self.position = position
        self.position_number = self.number
        self.found = "", None
        self.turn = position.turn
        self.phase = "playing"
        if self.turn is None and self.match is not None:
            last = self.deals[-1]
            played = replace(
                self.match.rounds[-1],
                moves=tuple(self.moves),
                finish=position.finish,
                points=position.points,
                ending=position.ending,
                extra={"commitment": last.commitment, "salt": last.salt},
            )
            self.match = self.match.with_round(position, played)
            self.phase = "over" if self.match.over else "between"

    def round_log(self) -> Iterator[tuple[Event, Round]]:
        """What has happened in this round, each event with the position after it.

        It is worked out anew: keeping it for every table would take much memory.
        """
        if self.match is None:
            return
        position = self.position_before(0)
        yield self.dealt(), position
        resigned = list(self.resigned)
        for text, number, by in zip(self.moves, self.numbers[1:], self.by, strict=True):
            while resigned and resigned[0].number < number:
                yield resigned.pop(0), position
            move = find_move(position, text)
            assert move is not None  # it was made here
            position, told = make_move(position, move, number, position.turn or "", BY[by])
            yield told, position
        for event in resigned:
            yield event, position

    def position_before(self, index: int) -> Round:
        """The position of this round in which its move with this index was made."""
        assert self.match is not None  # a round has been dealt
        dealt = Round.from_deal(self.deals[-1].hands, deck=self.deck, score=self.match.round.score)
        return fast_forward(dealt, self.moves[:index])[0]

    def dealt(self) -> Dealt:
        """The deal of this round, as everyone is told of it."""
        starter = self.position.starter if self.position is not None else ""
        return Dealt(self.dealt_number, self.game, self.round_number, starter, self.deals[-1].commitment)

    def record(self) -> Record | None:
        """The game so far, ended rounds only; None before the first has ended."""
        match = self.match
        if match is None or self.position is None:
            return None
        if not self.position.over:
            if len(match.rounds) == 1:
                return None
            match = replace(match, rounds=match.rounds[:-1])
            scores = self.position.score
        else:
            scores = match.score
        names = [chair.name or chair.level or "" for chair in self.chairs.values()]
        return Record(
            match.deck,
            tuple(names),
            match.rounds,
            scores,
            match.result,
            match.winner,
            self.position.turn_limit,
        )
