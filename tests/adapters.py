"""The oracle and the engine behind one interface, so that one scenario can be played on both."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import dnup
from tests.games import Position, Rules, text_of
from tests.oracle import PRINTED, Card, OracleMatch, OracleRound, letters, parse_card, parse_deck


def upright(cards: Sequence[Card | dnup.Card]) -> list[tuple[int, int]]:
    """Cards without their way up, the lower value first."""
    return [(min(card.active, card.inactive), max(card.active, card.inactive)) for card in cards]


def without(cards: Sequence[tuple[int, int]], some: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    rest = list(cards)
    for card in some:
        rest.remove(card)
    return rest


class OracleGame:
    def __init__(self, position: OracleRound, filler: Sequence[Card] = ()) -> None:
        self.round = position
        self.filler = filler

    def legal(self) -> set[str]:
        return self.round.legal()

    def moves(self) -> list[str]:
        return self.round.moves()

    def apply(self, *texts: str) -> None:
        for text in texts:
            self.round.apply(text)

    def hand(self, seat: str) -> str:
        return text_of(self.round.hands[seat])

    def known(self, seat: str) -> str:
        return text_of(self.round.known(seat))

    def unseen(self, seat: str) -> str:
        return text_of(self.round.unseen(seat))

    @property
    def turn(self) -> str | None:
        return self.round.turn

    @property
    def table(self) -> dict[str, str]:
        return {slot: text_of(cards) for slot, cards in self.round.slots.items() if cards}

    @property
    def discards(self) -> str:
        return text_of(without(upright(self.round.discards), self.filler))

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(self.round.sizes().values())

    @property
    def star(self) -> str | None:
        return self.round.star_seat()

    @property
    def finish(self) -> str:
        return "".join(self.round.finish)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.round.points.values())

    @property
    def ending(self) -> str | None:
        return self.round.ending

    @property
    def actions(self) -> int:
        return self.round.actions

    @property
    def stalled(self) -> int:
        return self.round.stalled


class OracleMatchGame:
    def __init__(self, match: OracleMatch) -> None:
        self.match = match

    def legal(self) -> set[str]:
        return self.match.round.legal()

    def apply(self, *texts: str) -> None:
        for text in texts:
            self.match.apply(text)

    @property
    def turn(self) -> str | None:
        return self.match.round.turn

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(self.match.round.sizes().values())

    @property
    def score(self) -> tuple[int, ...]:
        if self.match.result is not None:
            return tuple(self.match.score)
        points = self.match.round.points.values()
        return tuple(before + now for before, now in zip(self.match.score, points, strict=True))

    @property
    def result(self) -> str | None:
        return self.match.result

    @property
    def winner(self) -> str | None:
        return self.match.winner


@dataclass(frozen=True)
class OracleRules(Rules):
    """The literal rules, or a mutant of them."""

    round_class: type[OracleRound] = OracleRound
    match_class: type[OracleMatch] = OracleMatch
    count_letters: Callable[[int, int], tuple[int, int]] = letters

    def at(self, position: Position) -> OracleGame:
        start = self.round_class(
            [position.hand(seat) for seat in range(position.players)],
            starter=position.starter,
            score=position.score or None,
            turn_limit=position.turn_limit,
            stall_limit=position.stall_limit,
            finish_round=position.finish_round,
        )
        start.stalled = position.stalled
        start.turn = position.turn
        start.actions = position.actions
        start.star_shown = position.star_shown
        start.discards = position.filler
        start.finish = list(position.finish)
        for slot in position.slots:
            start.slots[slot] = position.cards_on(slot)
        for number, seat in enumerate(start.seats):
            start.public[seat] = position.known(number)
        for place, seat in enumerate(position.finish, start=1):
            start.points[seat] = start.points_for_place(place)
        return OracleGame(start, position.filler)

    def deal(
        self, players: int, seed: int, deck: Sequence[str] | None = None, first: str = "A"
    ) -> OracleGame:
        entries = parse_deck(deck) if deck else PRINTED
        return OracleGame(self.round_class.deal(players, random.Random(seed), entries, first=first))

    def start(self, hands: Sequence[str]) -> OracleGame:
        return OracleGame(self.round_class([[parse_card(word) for word in hand.split()] for hand in hands]))

    def match(
        self,
        players: int,
        seed: int,
        deck: Sequence[str] | None = None,
        turn_limit: int = 500,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> OracleMatchGame:
        return OracleMatchGame(
            self.match_class(
                players,
                random.Random(seed),
                parse_deck(deck) if deck else PRINTED,
                turn_limit=turn_limit,
                stall_limit=stall_limit,
                finish_round=finish_round,
                round_class=self.round_class,
            )
        )

    def letters(self, points: int, players: int) -> str:
        lit, beyond = self.count_letters(points, players)
        return "dnup"[:lit] + (f"+{beyond}" if beyond else "")


class EngineGame:
    def __init__(self, position: dnup.Round, filler: Sequence[Card] = ()) -> None:
        self.round = position
        self.filler = filler

    def legal(self) -> set[str]:
        return set(self.moves())

    def moves(self) -> list[str]:
        return [str(move) for move in self.round.legal_moves]

    def apply(self, *texts: str) -> None:
        for text in texts:
            self.round = self.round.apply(text)

    def hand(self, seat: str) -> str:
        return _cards(self.round.hands["ABCDE".index(seat)])

    def known(self, seat: str) -> str:
        return _cards(self.round.known["ABCDE".index(seat)])

    def unseen(self, seat: str) -> str:
        return text_of(upright(self.round.view(seat).unseen))

    @property
    def turn(self) -> str | None:
        return self.round.slot

    @property
    def table(self) -> dict[str, str]:
        return {slot: _cards(cards) for slot, cards in self.round.table.items()}

    @property
    def discards(self) -> str:
        return text_of(without(upright(self.round.discards), self.filler))

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(self.round.view("A").sizes)

    @property
    def star(self) -> str | None:
        return self.round.star

    @property
    def finish(self) -> str:
        return "".join(self.round.finish)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.round.points)

    @property
    def ending(self) -> str | None:
        return self.round.ending

    @property
    def actions(self) -> int:
        return self.round.actions

    @property
    def stalled(self) -> int:
        return self.round.stalled


class EngineMatchGame:
    def __init__(self, match: dnup.Match) -> None:
        self.match = match

    def legal(self) -> set[str]:
        return {str(move) for move in self.match.round.legal_moves}

    def apply(self, *texts: str) -> None:
        for text in texts:
            self.match = self.match.apply(text)

    @property
    def turn(self) -> str | None:
        return self.match.round.slot

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(hand) for hand in self.match.round.hands)

    @property
    def score(self) -> tuple[int, ...]:
        return self.match.score

    @property
    def result(self) -> str | None:
        return None if self.match.result == "unfinished" else self.match.result

    @property
    def winner(self) -> str | None:
        return self.match.winner


class EngineRules(Rules):
    """The rules as the package plays them."""

    def at(self, position: Position) -> EngineGame:
        return EngineGame(dnup.parse_position(position.notation), position.filler)

    def deal(
        self, players: int, seed: int, deck: Sequence[str] | None = None, first: str = "A"
    ) -> EngineGame:
        return EngineGame(dnup.Round.deal(players, seed, deck=_deck(deck), first=first))

    def start(self, hands: Sequence[str]) -> EngineGame:
        return EngineGame(dnup.Round.from_deal(list(hands)))

    def match(
        self,
        players: int,
        seed: int,
        deck: Sequence[str] | None = None,
        turn_limit: int = 500,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> EngineMatchGame:
        match = dnup.Match.new(
            players,
            seed,
            deck=_deck(deck),
            turn_limit=turn_limit,
            stall_limit=stall_limit,
            finish_round=finish_round,
        )
        return EngineMatchGame(match)

    def letters(self, points: int, players: int) -> str:
        return dnup.letters(points, players)


def _deck(entries: Sequence[str] | None) -> dnup.Deck | str:
    return dnup.Deck.of(list(entries)) if entries else "printed"


def _cards(cards: Sequence[dnup.Card]) -> str:
    return text_of((card.active, card.inactive) for card in cards)
