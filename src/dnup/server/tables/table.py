"""The state of a table, made by its events."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

import msgspec

from dnup.cards.deck import Deck, deck_from_json
from dnup.game.match import Match
from dnup.game.round import Round
from dnup.game.seats import seat_names
from dnup.records.record import Record
from dnup.records.replay import fast_forward
from dnup.records.shuffle import Contribution
from dnup.server.messages.events import (
    BotSeated,
    Created,
    MoveMade,
    RoundDealt,
    SeatCommitted,
    Seated,
    SeatFreed,
    SeatReady,
    SeatRenamed,
    SeatResigned,
    SeatReturned,
    SeatRevealed,
    SeatShared,
    ShuffleBegun,
    StandInCalled,
    StoredEvent,
)
from dnup.server.messages.protocol import (
    Dealt,
    Event,
    Filled,
    Freed,
    Level,
    Options,
    Renamed,
    Resigned,
    Sat,
    Thrown,
)
from dnup.server.messages.protocol import Shuffle as ShownShuffle
from dnup.server.runtime.deals import Deal, Shuffle
from dnup.server.tables.wire_writer import BY, Made, Step, WireWriter, read_moved

Phase = Literal["open", "playing", "between", "over"]

MOST_SHARED: Final = 32
"""Browsers that may share one seat by its link; with more, the oldest is forgotten."""


@dataclass(slots=True)
class Chair:
    """A seat: open, of a person with their key, or of a bot of a level."""

    seat: str
    name: str | None = None
    key: str | None = None
    level: Level | None = None
    ready: bool = False
    commitments: tuple[str, ...] = ()
    """Commitments to bits for the next deal, one for each of this person's devices."""

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "person" if self.key else "bot" if self.level else "open"


class Table:
    """A table after its events up to `number`. Only `apply` changes it."""

    __slots__ = (
        "_step",
        "_writer",
        "by",
        "chairs",
        "deals",
        "deck",
        "fills",
        "game",
        "host",
        "id",
        "match",
        "moves",
        "number",
        "numbers",
        "options",
        "phase",
        "position",
        "position_number",
        "renewed",
        "shared",
        "shuffle",
        "stall_limit",
        "stand_ins",
        "turn",
    )

    def __init__(self, identity: str, writer: WireWriter) -> None:
        self.id = identity
        self._writer = writer
        self.number = 0
        self.options = Options()
        self.host = ""
        self.chairs: dict[str, Chair] = {}
        self.shared: dict[str, str] = {}
        """By the key of a browser that opened the link of a seat, the key that it counts as."""
        self.fills = 0
        """How often a bot was put into a seat."""
        self.deck: Deck
        self.stall_limit = 0
        self.game = 0
        self.match: Match | None = None
        """The game up to the last deal or the end of the last round."""
        self.deals: list[Deal] = []
        self.position: Round | None = None
        self.phase: Phase = "open"
        self.turn: str | None = None
        """The seat in turn, while a round goes on."""
        self.stand_ins: frozenset[str] = frozenset()
        """Seats for which a player has called a bot, until their players come back."""
        self.position_number = 0
        """The number of the event that made the position: the deal or the last move."""
        self.moves: list[str] = []
        """The moves of this round, with the numbers of their events, and who made them."""
        self.numbers = array("L")
        self.by = bytearray()
        self.renewed: list[Resigned | Renamed] = []
        """Resignations and renames since the deal."""
        self.shuffle: Shuffle | None = None
        """The next deal, while it waits for players to reveal their bits."""
        self._step: Step | None = None
        """The result of the last `try_move` in this position."""

    def copy(self) -> Table:
        """A copy to try events on."""
        other = Table(self.id, self._writer)
        for name in Table.__slots__:
            if hasattr(self, name):
                setattr(other, name, getattr(self, name))
        other.chairs = {seat: replace(chair) for seat, chair in self.chairs.items()}
        other.shared = dict(self.shared)
        other.deals = list(self.deals)
        other.moves = list(self.moves)
        other.numbers = self.numbers[:]
        other.by = self.by[:]
        other.renewed = list(self.renewed)
        return other

    @property
    def round_number(self) -> int:
        return len(self.deals)

    @property
    def dealt_number(self) -> int:
        """The number of the event that dealt this round."""
        return self.numbers[0] if self.numbers else 0

    def chair_of(self, key: str) -> Chair | None:
        """The seat of the owner of a key."""
        for chair in self.chairs.values():
            if chair.key == key:
                return chair
        return None

    def knows(self, key: str) -> bool:
        """Whether this is the key of a player or of the host."""
        return bool(key) and (key == self.host or self.chair_of(key) is not None)

    def apply(self, event: StoredEvent) -> Event | Made | None:
        """Apply the next event; returns what clients are sent of it."""
        self.number += 1
        if type(event) is MoveMade:  # most events are
            return self._move(event)
        match event:
            case RoundDealt():
                self._deal(event)
                return self.dealt()
            case Created():
                self.deck = deck_from_json(event.deck)
                self.options = event.options
                if isinstance(event.deck, str):  # the name may have changed since
                    self.options = msgspec.structs.replace(self.options, deck=self.deck.name)
                self.host = event.key
                self.stall_limit = event.stall_limit
                self.chairs = {seat: Chair(seat) for seat in seat_names(event.options.players)}
            case Seated():
                self.chairs[event.seat] = Chair(event.seat, event.name, event.key)
                self.shared.pop(event.key, None)  # a player with a seat counts as themselves
                return Sat(self.number, event.seat, event.name)
            case BotSeated():
                self.fills += 1
                self.chairs[event.seat] = Chair(event.seat, level=event.level)
                return Filled(self.number, event.seat, event.level)
            case SeatResigned():
                was = self.chairs[event.seat].name
                self.chairs[event.seat] = Chair(event.seat, level=event.level)
                self.stand_ins -= {event.seat}
                self.renewed.append(Resigned(self.number, event.seat, event.level, was))
                return self.renewed[-1]
            case SeatRenamed():
                chair = self.chairs[event.seat]
                self.renewed.append(Renamed(self.number, event.seat, event.name, chair.name or ""))
                chair.name = event.name
                return self.renewed[-1]
            case SeatFreed():
                was = self.chairs[event.seat].name
                self.chairs[event.seat] = Chair(event.seat)
                return Freed(self.number, event.seat, was)
            case SeatReady():
                self.chairs[event.seat].ready = True
            case StandInCalled():
                self.stand_ins |= {event.seat}
            case SeatReturned():
                self.stand_ins -= {event.seat}
            case SeatShared():
                self._share(event)
            case SeatCommitted():
                self.chairs[event.seat].commitments += (event.commitment,)
            case ShuffleBegun():
                people = tuple(Contribution(seat, commitment) for seat, commitment in event.people)
                self.shuffle = Shuffle(self.number, event.secret, people)
            case SeatRevealed() if self.shuffle is not None:
                self.shuffle = self.shuffle.with_bits(event.seat, event.bits)
        return None

    def _share(self, event: SeatShared) -> None:
        self.shared.pop(event.other, None)
        if event.other == event.key:
            return  # back to their own seat
        before = [other for other, key in self.shared.items() if key == event.key]
        if len(before) == MOST_SHARED:
            del self.shared[before[0]]
        self.shared[event.other] = event.key

    def _deal(self, event: RoundDealt) -> None:
        if self.match is None or self.phase == "over":
            self.game += 1
            self.deals = []
            self.match = Match.from_deal(
                event.hands,
                deck=self.deck,
                stall_limit=self.stall_limit,
                finish_round=self.options.finish_round,
            )
        else:
            self.match = self.match.deal(event.hands)
        contributions = self.shuffle.contributions if self.shuffle is not None else ()
        self.deals.append(Deal(event.hands, event.salt, contributions))
        self.shuffle = None
        self.moves = []
        self.numbers = array("L", [self.number])
        self.by = bytearray()
        self.renewed = []
        for chair in self.chairs.values():
            chair.ready = False
            chair.commitments = ()
        self._set_position(self.match.round)

    def try_move(self, text: str) -> Step | None:
        """The legal move with this text and the position after it; None if there is none."""
        step = self._step
        if (step is None or step.text != text) and self.position is not None:
            step = self._step = self._writer.try_move(self.position, text)
        return step

    def _move(self, event: MoveMade) -> Made:
        step = self.try_move(event.move)
        if step is None:  # cannot happen with stored events
            raise LookupError(f"{event.move!r} is not a legal move")
        self.moves.append(event.move)
        self.numbers.append(self.number)
        self.by.append(BY.index(event.by))
        self._set_position(step.after)
        return Made(step, self.number, event.by)

    def _match_after(self, position: Round, moves: list[str]) -> Match:
        """The match after its round has ended in this position by these moves."""
        assert self.match is not None  # a round has been dealt
        last = self.deals[-1]
        played = replace(
            self.match.rounds[-1],
            moves=tuple(moves),
            finish=position.finish,
            points=position.points,
            ending=position.ending,
            extra=last.proof(),
        )
        return self.match.with_round(position, played)

    def _set_position(self, position: Round) -> None:
        self.position = position
        self.position_number = self.number
        self._step = None
        self.turn = position.turn
        self.phase = "playing"
        if self.turn is None:
            self.match = self._match_after(position, self.moves)
            self.phase = "over" if self.match.over else "between"

    def round_log(self) -> Iterator[tuple[Event, Round]]:
        """The events of this round, each with the position after it.

        They are computed again each time: storing them for every table would take much memory.
        """
        if self.match is None:
            return
        position = self.position_before(0)
        yield self.dealt(), position
        renewed = list(self.renewed)
        for text, number, by in zip(self.moves, self.numbers[1:], self.by, strict=True):
            while renewed and renewed[0].number < number:
                yield renewed.pop(0), position
            step = self._writer.try_move(position, text)
            assert step is not None  # it was made here
            position = step.after
            yield read_moved(self._writer.write_moved(Made(step, number, BY[by]))), position
        for event in renewed:
            yield event, position

    def position_before(self, index: int) -> Round:
        """The position of this round in which its move with this index was made."""
        assert self.match is not None  # a round has been dealt
        dealt = Round.from_deal(
            self.deals[-1].hands,
            deck=self.deck,
            score=self.match.round.score,
            stall_limit=self.stall_limit,
            finish_round=self.options.finish_round,
        )
        return fast_forward(dealt, self.moves[:index])[0]

    def dealt(self) -> Dealt:
        """The deal of this round, as clients get it."""
        starter = self.position.starter if self.position is not None else ""
        last = self.deals[-1]
        return Dealt(
            self.dealt_number,
            self.game,
            self.round_number,
            starter,
            last.commitment,
            shuffle_shown(last),
        )

    def record(self) -> Record | None:
        """The game so far, ended rounds only; None before the first has ended."""
        match = self.match
        if match is None or self.position is None:
            return None
        if self.position.over:
            return self._record_of(match, match.score)
        if len(match.rounds) == 1:
            return None
        return self._record_of(replace(match, rounds=match.rounds[:-1]), self.position.score)

    def record_after(self, text: str) -> Record | None:
        """The whole game, if this move ends it."""
        step = self.try_move(text)
        if step is None or not step.after.over:
            return None
        match = self._match_after(step.after, [*self.moves, text])
        return self._record_of(match, match.score) if match.over else None

    def _record_of(self, match: Match, scores: tuple[int, ...]) -> Record:
        names = tuple(chair.name or chair.level or "" for chair in self.chairs.values())
        limits = match.round.turn_limit, match.round.stall_limit, match.round.finish_round
        bots = tuple(chair.seat for chair in self.chairs.values() if chair.kind == "bot")
        return Record(match.deck, names, match.rounds, scores, match.result, match.winner, *limits, bots)


def shuffle_shown(deal: Deal | Shuffle) -> ShownShuffle | None:
    """The public part of a shuffle; None without one. Bits are shown with the deal only."""
    if not deal.contributions:
        return None
    dealt = isinstance(deal, Deal)
    people = [Thrown(one.seat, one.commitment, one.bits if dealt else None) for one in deal.contributions]
    return ShownShuffle(deal.commitment, people)
