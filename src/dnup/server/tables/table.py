"""A table: what its events have made it."""

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
from dnup.server.tables.scribe import BY, Made, Scribe, Step, read_moved
from dnup.server.upkeep.deals import Deal, Shuffle

Phase = Literal["open", "playing", "between", "over"]

MOST_SHARED: Final = 32
"""On so many browsers a person's link may have been opened; the one that did so first is forgotten first."""


@dataclass(slots=True)
class Chair:
    """Who sits in a seat: nobody, a person with their key, or a bot of a level."""

    seat: str
    name: str | None = None
    key: str | None = None
    level: Level | None = None
    ready: bool = False
    commitments: tuple[str, ...] = ()
    """To bits for the next deal, one for each of this person's devices."""

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
            "fills",
            "game",
            "host",
            "id",
            "match",
            "moves",
            "number",
            "numbers",
        ),
        *("_scribe", "_step", "options", "phase", "position", "position_number", "renewed", "shared"),
        *("shuffle", "stall_limit", "stand_ins", "turn"),
    )

    def __init__(self, identity: str, scribe: Scribe) -> None:
        self.id = identity
        self._scribe = scribe
        self.number = 0
        self.options = Options()
        self.host = ""
        self.chairs: dict[str, Chair] = {}
        self.shared: dict[str, str] = {}
        """By the key of a browser in which a link was opened, the key that it counts as."""
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
        """The seats for which someone has called a bot, until their people come back."""
        self.position_number = 0
        """The number of the event that made the position: the deal or the last move."""
        self.moves: list[str] = []
        """The moves of this round, with the numbers of their events, and who made them."""
        self.numbers = array("L")
        self.by = bytearray()
        self.renewed: list[Resigned | Renamed] = []
        """Who left their seat to a bot, or took another name, since the deal."""
        self.shuffle: Shuffle | None = None
        """The next deal, while it waits for people to reveal."""
        self._step: Step | None = None
        """The move that was looked for last in this position."""

    def copy(self) -> Table:
        """Another table like this one, to try things on."""
        other = Table(self.id, self._scribe)
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
        """Where the holder of a key sits."""
        for chair in self.chairs.values():
            if chair.key == key:
                return chair
        return None

    def knows(self, key: str) -> bool:
        """Whether it is the key of someone here: of who sits in a seat, or of the host."""
        return bool(key) and (key == self.host or self.chair_of(key) is not None)

    def apply(self, event: StoredEvent) -> Event | Made | None:
        """Let the next event happen; returns what clients are told of it."""
        self.number += 1
        if type(event) is MoveMade:  # nearly all of them are
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
                self.shared.pop(event.key, None)  # who sits down is nobody else any more
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
            return  # who had opened another's link is back in their own seat
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
        self._arrive(self.match.round)

    def foresee(self, text: str) -> Step | None:
        """The legal move that is written so, and what it leads to; None if there is none."""
        step = self._step
        if (step is None or step.text != text) and self.position is not None:
            step = self._step = self._scribe.foresee(self.position, text)
        return step

    def _move(self, event: MoveMade) -> Made:
        step = self.foresee(event.move)
        if step is None:  # no order of events that was ever kept leads here
            raise LookupError(f"{event.move!r} is not a legal move")
        self.moves.append(event.move)
        self.numbers.append(self.number)
        self.by.append(BY.index(event.by))
        self._arrive(step.after)
        return Made(step, self.number, event.by)

    def _match_after(self, position: Round, moves: list[str]) -> Match:
        """The game, once its round has come to this end by these moves."""
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

    def _arrive(self, position: Round) -> None:
        self.position = position
        self.position_number = self.number
        self._step = None
        self.turn = position.turn
        self.phase = "playing"
        if self.turn is None:
            self.match = self._match_after(position, self.moves)
            self.phase = "over" if self.match.over else "between"

    def round_log(self) -> Iterator[tuple[Event, Round]]:
        """What has happened in this round, each event with the position after it.

        It is worked out anew: keeping it for every table would take much memory.
        """
        if self.match is None:
            return
        position = self.position_before(0)
        yield self.dealt(), position
        renewed = list(self.renewed)
        for text, number, by in zip(self.moves, self.numbers[1:], self.by, strict=True):
            while renewed and renewed[0].number < number:
                yield renewed.pop(0), position
            step = self._scribe.foresee(position, text)
            assert step is not None  # it was made here
            position = step.after
            yield read_moved(self._scribe.write_moved(Made(step, number, BY[by]))), position
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
        """The deal of this round, as everyone is told of it."""
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
        step = self.foresee(text)
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
    """Who shuffles along, as everyone may know; None if nobody does. What was thrown in is shown with the deal."""
    if not deal.contributions:
        return None
    dealt = isinstance(deal, Deal)
    people = [Thrown(one.seat, one.commitment, one.bits if dealt else None) for one in deal.contributions]
    return ShownShuffle(deal.commitment, people)
