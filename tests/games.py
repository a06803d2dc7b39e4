"""The interface through which a scenario of the rules is played, whatever implements them.

Everything a scenario compares is text: cards as "3/4 3/6" in ascending order, sets by the name of their
slot, a move as its move text. tests/adapters.py has the implementations.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tests.oracle import BALANCED, PRINTED, Card, DeckCard, OracleRound, parse_card

SEATS = "ABCDE"
DECKS = {"printed": PRINTED, "balanced": BALANCED}


def text_of(cards: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{active}/{inactive}" for active, inactive in sorted(cards))


@dataclass(frozen=True)
class Position:
    """A moment in a round, after the discard that opens the turn (R8).

    A "!" after a card in a hand marks it as publicly known. The deck is the printed one, or the balanced one if a
    scenario has a card that the printed one lacks. Cards that are not mentioned lie in the discards already, so a
    scenario names only the cards it is about.
    """

    hands: Sequence[str]
    turn: str
    table: Mapping[str, str] = field(default_factory=dict)
    score: Sequence[int] = ()
    finish: str = ""
    actions: int = 10
    turn_limit: int = 500
    stalled: int = 0
    stall_limit: int = 0
    finish_round: bool = False

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def slots(self) -> list[str]:
        seats = SEATS[: self.players]
        return [seat + area for seat in seats for area in "12"] if self.players == 2 else list(seats)

    def hand(self, seat: int) -> list[Card]:
        return [parse_card(word.rstrip("!")) for word in self.hands[seat].split()]

    def known(self, seat: int) -> list[Card]:
        return [parse_card(word[:-1]) for word in self.hands[seat].split() if word.endswith("!")]

    def cards_on(self, slot: str) -> list[Card]:
        return [parse_card(word) for word in self.table.get(slot, "").split()]

    @property
    def starter(self) -> str:
        """The seat that holds the star, if it was never shown; else it does not matter."""
        for seat, hand in zip(SEATS, self.hands, strict=False):
            if {"1/5", "5/1"} & set(hand.split()):
                return seat
        return "A"

    @property
    def star_shown(self) -> bool:
        return not {"1/5", "5/1"} & set(" ".join(self.hands).split())

    @property
    def filler(self) -> list[Card]:
        """The cards in use that the scenario does not mention."""
        return sorted(self._rest(DECKS[self.deck]).elements())

    @property
    def deck(self) -> str:
        """The name of the first deck that has all cards of the scenario."""
        missing = {name: -self._rest(cards) for name, cards in DECKS.items()}
        for name, cards in missing.items():
            if not cards:
                return name
        raise ValueError(f"too few in the decks for {self.players} players: {missing}")

    def _rest(self, deck: Sequence[DeckCard]) -> Counter[Card]:
        """How many of each card the scenario leaves; less than none of those that it has too often."""
        rest = Counter(OracleRound.cards_in_use(deck, self.players))
        named = [card for seat in range(self.players) for card in self.hand(seat)]
        named += [card for slot in self.slots for card in self.cards_on(slot)]
        rest.subtract(card.upright for card in named)
        return rest

    @property
    def notation(self) -> str:
        """The position as one line of text."""
        hands = "|".join(hand.replace(" ", ",") or "-" for hand in self.hands)
        table = "|".join(self.table.get(slot, "-").replace(" ", ",") for slot in self.slots)
        score = ",".join(str(points) for points in self.score or [0] * self.players)
        discards = text_of(self.filler).replace(" ", ",") or "-"
        stalled = f",{self.stalled}/{self.stall_limit}" if self.stall_limit else ""
        actions = f"{self.actions}/{self.turn_limit}{stalled}{'+' if self.finish_round else ''}"
        finish = self.finish or "-"
        return f"{self.deck} {self.turn} {actions} {score} {finish} {self.starter} {hands} {table} {discards}"


class Game(Protocol):
    """One round in progress."""

    def legal(self) -> set[str]:
        """The texts of all legal moves."""

    def moves(self) -> list[str]:
        """The legal moves one by one, to see that none is offered twice."""

    def apply(self, *texts: str) -> None:
        """Make moves, one after the other."""

    def hand(self, seat: str) -> str:
        """The cards of a hand, in ascending order."""

    def known(self, seat: str) -> str:
        """The cards of a hand that everyone knows to be there (D3)."""

    def unseen(self, seat: str) -> str:
        """The cards this seat cannot place, lower value first (D3)."""

    @property
    def turn(self) -> str | None:
        """The slot in turn, None when the round is over."""

    @property
    def table(self) -> dict[str, str]:
        """The sets on the table by slot."""

    @property
    def discards(self) -> str:
        """What was discarded since the scenario began, lower value first."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the hands, by seat."""

    @property
    def star(self) -> str | None:
        """The seat that everyone knows to hold the star, None once it was shown (D3)."""

    @property
    def finish(self) -> str:
        """The seats that went out, in order."""

    @property
    def points(self) -> tuple[int, ...]:
        """The points scored in this round, by seat."""

    @property
    def ending(self) -> str | None:
        """None, "out", "match" or "abandoned"."""

    @property
    def actions(self) -> int:
        """The number of actions made in this round."""

    @property
    def stalled(self) -> int:
        """How many actions in a row have passed without a discard (D5)."""


class MatchGame(Protocol):
    """A match in progress; once a round is over the next one is dealt."""

    def legal(self) -> set[str]:
        """The texts of all legal moves."""

    def apply(self, *texts: str) -> None:
        """Make moves, one after the other."""

    @property
    def turn(self) -> str | None:
        """The slot in turn in the current round."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the hands in the current round."""

    @property
    def score(self) -> tuple[int, ...]:
        """The points so far, by seat, those of the current round included."""

    @property
    def result(self) -> str | None:
        """None while it goes on, then "won" or "drawn"."""

    @property
    def winner(self) -> str | None:
        """The seat that won."""


class Rules(ABC):
    """An implementation of the rules. A deck is a list of entries such as "1/5*", "1/6" and "1/3 happy"."""

    def position(
        self,
        hands: Sequence[str],
        turn: str,
        table: Mapping[str, str] | None = None,
        *,
        score: Sequence[int] = (),
        finish: str = "",
        actions: int = 10,
        turn_limit: int = 500,
        stalled: int = 0,
        stall_limit: int = 0,
        finish_round: bool = False,
    ) -> Game:
        """A game in the middle of a round, see `Position`."""
        limits = turn_limit, stalled, stall_limit, finish_round
        return self.at(Position(hands, turn, table or {}, score, finish, actions, *limits))

    @abstractmethod
    def at(self, position: Position) -> Game:
        """A game in the middle of a round."""

    @abstractmethod
    def deal(self, players: int, seed: int, deck: Sequence[str] | None = None, first: str = "A") -> Game:
        """A freshly dealt round."""

    @abstractmethod
    def start(self, hands: Sequence[str]) -> Game:
        """A round that begins with these hands, of the printed deck."""

    @abstractmethod
    def match(
        self,
        players: int,
        seed: int,
        deck: Sequence[str] | None = None,
        turn_limit: int = 500,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> MatchGame:
        """A match from the beginning."""

    @abstractmethod
    def letters(self, points: int, players: int) -> str:
        """The score as letters (R21)."""
