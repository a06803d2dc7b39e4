"""One round, played literally by the rules: hands and sets are lists of cards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Self

from tests.oracle.cards import PRINTED, Card, DeckCard, cards_text, parse_card, upright_sorted
from tests.oracle.dealing import Dealing

SEATS = "ABCDE"
STAR = Card(1, 5)


class OracleRound(Dealing):
    """A round in progress, changed in place by `apply`.

    hands and known are keyed by seat, slots (what lies on the table) by slot name in clockwise order.
    """

    def __init__(
        self,
        hands: Sequence[Iterable[Card]],
        *,
        star: Card = STAR,
        starter: str | None = None,
        score: Sequence[int] | None = None,
        turn_limit: int = 500,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> None:
        players = len(hands)
        self.finish_round = finish_round
        self.seats = SEATS[:players]
        self.hands: dict[str, list[Card]] = {
            seat: list(hand) for seat, hand in zip(self.seats, hands, strict=True)
        }
        self.slots: dict[str, list[Card]] = {slot: [] for slot in self.slot_names()}
        self.discards: list[Card] = []
        self.public: dict[str, list[Card]] = {seat: self.public_at_start(seat) for seat in self.seats}
        self.star = star.upright
        self.star_shown = False
        self.starter = starter or self.find_starter()
        self.turn: str | None = self.first_slot()
        self.turn_limit = turn_limit
        self.stall_limit = self.usual_stall_limit() if stall_limit is None else stall_limit
        self.actions = 0
        self.stalled = 0
        self.finish: list[str] = []
        self.score = dict(zip(self.seats, score or [0] * players, strict=True))
        self.points = dict.fromkeys(self.seats, 0)
        self.ending: str | None = None
        self._legal: set[str] | None = None

    # Set-up ------------------------------------------------------------------------------------------

    @classmethod
    def deal(
        cls,
        players: int,
        rng: random.Random,
        deck: Sequence[DeckCard] = PRINTED,
        *,
        first: str = "A",
        score: Sequence[int] | None = None,
        turn_limit: int = 500,
        stall_limit: int | None = None,
        finish_round: bool = False,
    ) -> Self:
        """R4: shuffle the cards in use, deal them all, each either way up."""
        deck = cls.printed(deck)
        cards = cls.cards_in_use(deck, players)
        rng.shuffle(cards)
        cards = [cls.dealt_way_up(card, rng) for card in cards]
        hands = cls.hand_out(cards, players, SEATS.index(first))
        star = cls.star_card(deck)
        return cls(
            hands,
            star=star,
            score=score,
            turn_limit=turn_limit,
            stall_limit=stall_limit,
            finish_round=finish_round,
        )

    def slot_names(self) -> list[str]:
        """One slot a seat; with two players two areas each (R22), clockwise: area 2 is left of area 1."""
        if len(self.seats) == 2:
            return [seat + area for seat in self.seats for area in "12"]
        return list(self.seats)

    def find_starter(self) -> str:
        """R6: the seat that holds the star."""
        return next(seat for seat in self.seats if self.star in upright_sorted(self.hands[seat]))

    def first_slot(self) -> str:
        """R24: with two players the round starts with the starter's area 2."""
        return self.starter + "2" if len(self.seats) == 2 else self.starter

    # Legal moves -------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self._legal is None:
            self._legal = set(self.moves())
        return self._legal

    def moves(self) -> list[str]:
        """R9: play, add, take or rotate; no pass."""
        if self.turn is None:
            return []
        return self.plays() + self.adds() + self.takes() + self.rotations()

    def plays(self) -> list[str]:
        """R10: any set from the hand that is higher than a set of the same size on the table."""
        texts = []
        for value, cards in self.by_value(self.playable()).items():
            for size in self.play_sizes(len(cards)):
                if self.fits(value, size):
                    for chosen in self.distinct(combinations(cards, size)):
                        texts.append("play " + cards_text(chosen))
        return texts

    def playable(self) -> list[Card]:
        """R5: cards are played the way up they are held."""
        return self.hands[self.mover()]

    def by_value(self, cards: list[Card]) -> dict[int, list[Card]]:
        """R7: a set is made of cards with the same active value."""
        groups: dict[int, list[Card]] = {}
        for card in sorted(cards):
            groups.setdefault(card.active, []).append(card)
        return groups

    def play_sizes(self, held: int) -> Iterable[int]:
        """R10: you need not play all cards of that value."""
        return range(1, held + 1)

    def distinct(self, choices: Iterable[tuple[Card, ...]]) -> Iterable[tuple[Card, ...]]:
        """D4: copies of a card make one move."""
        return set(choices)

    def fits(self, value: int, size: int, besides: str | None = None) -> bool:
        """R10, R11: strictly higher than every other set of this size on the table."""
        return all(self.beats(value, rival) for rival in self.rivals(size, besides))

    def rivals(self, size: int, besides: str | None) -> list[str]:
        """R10, R11, R25: the other sets of this size, of any owner."""
        return [slot for slot, cards in self.slots.items() if len(cards) == size and slot != besides]

    def beats(self, value: int, rival: str) -> bool:
        """R10: strictly higher."""
        return value > self.set_value(self.slots[rival])

    def set_value(self, cards: Sequence[Card]) -> int:
        """R7: the active value that all cards of the set share."""
        return cards[0].active

    def adds(self) -> list[str]:
        """R11: one card of the set's value onto an opponent's set, if the grown set may lie there."""
        texts = []
        for slot in self.addable():
            value, size = self.set_value(self.slots[slot]), len(self.slots[slot]) + 1
            if self.fits_grown(value, size, slot):
                for card in self.hands[self.mover()]:
                    if self.matches(card, slot):
                        texts.append(f"add {card} to {slot}")
        return list(self.distinct_texts(texts))

    def fits_grown(self, value: int, size: int, slot: str) -> bool:
        """R11: the grown set must be higher than another set of its new size."""
        return self.fits(value, size, besides=slot)

    def matches(self, card: Card, slot: str) -> bool:
        """R11: the card's active value equals the set's value."""
        return card.active == self.set_value(self.slots[slot])

    def distinct_texts(self, texts: list[str]) -> Iterable[str]:
        """D4: copies of a card make one move."""
        return set(texts)

    def takes(self) -> list[str]:
        """R12: any set in front of an opponent."""
        return [f"take {slot}" for slot in self.takeable()]

    def addable(self) -> list[str]:
        """R11: the sets one may add to."""
        return self.opponents_sets()

    def takeable(self) -> list[str]:
        """R12: the sets one may take."""
        return self.opponents_sets()

    def opponents_sets(self) -> list[str]:
        """R11, R12, R18, R26: an opponent's, in any area, also when that opponent is out."""
        mover = self.mover()
        return [slot for slot, cards in self.slots.items() if cards and self.owner(slot) != mover]

    def rotations(self) -> list[str]:
        """R9: always possible."""
        return ["rotate"]

    # Applying a move ---------------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        if text not in self.legal() or self.turn is None:
            raise ValueError(f"not legal here: {text!r}")
        self._legal = None
        gone = self.gone()
        self.actions += 1
        verb, *words = text.split()
        if verb == "play":
            self.play([parse_card(word) for word in words])
        elif verb == "add":
            self.add(parse_card(words[0]), words[2])
        elif verb == "take":
            self.take(words[0])
        elif verb == "rotate":
            self.rotate()
        else:
            self.other_action(verb, words)
        self.end_of_action(gone)

    def other_action(self, verb: str, words: list[str]) -> None:
        """R9: there is none."""
        raise ValueError(f"not an action: {verb!r}")

    def play(self, cards: list[Card]) -> None:
        """R10, R23: the set goes in front of the mover, into the area of this turn."""
        self.put(cards, self.turn or "")

    def add(self, card: Card, slot: str) -> None:
        """R11: the card goes to the set, which stays where it is."""
        self.put([card], slot)

    def put(self, cards: list[Card], slot: str) -> None:
        """Cards leave the hand for the table; then the set of the same size, if any, is beaten."""
        mover = self.mover()
        for card in cards:
            self.leave_hand(mover, card)
        emptied = not self.hands[mover]  # D1: before a beaten set comes back
        self.slots[slot].extend(cards)
        for rival in self.rivals(len(self.slots[slot]), besides=slot):
            self.beaten(rival)
        if emptied:
            self.go_out(mover)

    def beaten(self, slot: str) -> None:
        """R14: back to the player in front of whom it lay; R18: discarded when that player is out."""
        if self.owner(slot) in self.finish:
            self.discard(slot)
        else:
            self.into_hand(self.beaten_goes_to(slot), self.pick_up(slot))

    def beaten_goes_to(self, slot: str) -> str:
        """R14."""
        return self.owner(slot)

    def take(self, slot: str) -> None:
        """R12: the whole set."""
        self.into_hand(self.mover(), self.pick_up(slot))

    def rotate(self) -> None:
        """R13: the whole hand; D3: everyone can follow the cards they know."""
        mover = self.mover()
        self.hands[mover] = [card.turned for card in self.hands[mover]]
        self.public[mover] = [card.turned for card in self.public[mover]]

    def pick_up(self, slot: str) -> list[Card]:
        cards, self.slots[slot] = self.slots[slot], []
        return cards

    def into_hand(self, seat: str, cards: list[Card]) -> None:
        """R15: turned on the way; D3: all have seen them."""
        for card in cards:
            arriving = self.golden(card)
            self.hands[seat].append(arriving)
            self.remember(seat, arriving)

    def golden(self, card: Card) -> Card:
        """R15: from the table into a hand a card is turned."""
        return card.turned

    def remember(self, seat: str, card: Card) -> None:
        """D3: a card that has lain on the table is known in the hand it goes to."""
        self.public[seat].append(card)

    def leave_hand(self, seat: str, card: Card) -> None:
        self.hands[seat].remove(card)
        self.forget(seat, card)
        if card.upright == self.star:
            self.star_shown = True

    def forget(self, seat: str, card: Card) -> None:
        """D4: if a known copy could be the one that left, it is."""
        if card in self.public[seat]:
            self.public[seat].remove(card)

    def discard(self, slot: str) -> None:
        """R8: to the common pile, for the rest of the round."""
        self.discards += self.pick_up(slot)

    # Turns, going out, the end -----------------------------------------------------------------------

    def owner(self, slot: str) -> str:
        return slot[0]

    def mover(self) -> str:
        return self.owner(self.turn or "")

    def go_out(self, seat: str) -> None:
        """R17, R19: the first out scores 2, the second 1; R27: with two players one ends the round."""
        self.finish.append(seat)
        self.points[seat] += self.points_for_place(len(self.finish))
        if len(self.finish) == self.places():
            self.ending = "out"
        elif self.wins_the_match(seat) and not self.is_played_on():
            self.ending = "match"

    def points_for_place(self, place: int) -> int:
        """R17: 2 for the first, R19: 1 for the second; R27: with two players a won round counts 1."""
        if len(self.seats) == 2:
            return 1
        return {1: 2, 2: 1}[place]

    def places(self) -> int:
        """R19: the round ends when two are out; R27: with two players when one is."""
        return 1 if len(self.seats) == 2 else 2

    def wins_the_match(self, seat: str) -> bool:
        """R20: 4 or more points, even in the middle of a round (3 to 5 players)."""
        return len(self.seats) > 2 and self.score[seat] + self.points[seat] >= 4

    def is_played_on(self) -> bool:
        """R20: by an option, the round goes on to see who comes second."""
        return self.finish_round

    def end_of_action(self, gone: int) -> None:
        if self.ending is None and self.limit_reached():
            self.abandon()
        if self.ending is None:
            self.next_turn()
            self.count_stalled(gone)
            if self.in_circles():
                self.abandon()
        if self.ending is not None:
            self.turn = None

    def limit_reached(self) -> bool:
        """D2: after this many actions the round is abandoned."""
        return self.actions >= self.turn_limit

    def usual_stall_limit(self) -> int:
        """D5: 20 actions for each player of the game."""
        return 20 * len(self.seats)

    def gone(self) -> int:
        """D5: how many cards have left the round."""
        return len(self.discards)

    def count_stalled(self, gone: int) -> None:
        """D5: neither the action nor the opening of the turn after it discarded anything."""
        if not self.stall_limit or self.gone() > gone:
            self.stalled = 0
        else:
            self.stalled += 1

    def in_circles(self) -> bool:
        """D5: the maximum number of such actions in a row; 0 is no limit."""
        return self.stall_limit > 0 and self.stalled >= self.stall_limit

    def abandon(self) -> None:
        """D2, D5: points already scored stay, nobody else scores."""
        self.ending = "abandoned"

    def next_turn(self) -> None:
        """R6: on clockwise. R8: the set there is discarded. R17: seats that are out are passed over."""
        slot = self.turn or ""
        while True:
            slot = self.following(slot)
            self.start_turn(slot)
            if self.takes_turns(self.owner(slot)):
                break
        self.turn = slot

    def following(self, slot: str) -> str:
        """R6: clockwise; R23: with two players area 1, then area 2, then the opponent."""
        names = list(self.slots)
        return names[(names.index(slot) + 1) % len(names)]

    def start_turn(self, slot: str) -> None:
        """R8, R23: first discard what lies in front of you (two players: in this area)."""
        self.discard(slot)

    def takes_turns(self, seat: str) -> bool:
        """R17: a player who is out takes no more turns."""
        return seat not in self.finish

    # What everyone has seen (D3) -----------------------------------------------------------------------

    def public_at_start(self, seat: str) -> list[Card]:
        """R5: hands are secret."""
        return []

    def sizes(self) -> Mapping[str, int]:
        """R5: the sizes of hands are public."""
        return {seat: len(hand) for seat, hand in self.hands.items()}

    def known(self, seat: str) -> list[Card]:
        """D3: the cards in a hand that everyone knows to be there, and their way up."""
        return self.public[seat]

    def star_seat(self) -> str | None:
        """D3: until the star is shown, everyone knows that the starter holds it."""
        return None if self.star_shown else self.starter

    def unseen(self, seat: str) -> list[Card]:
        """D3: the cards that this seat cannot place: those of the others that were never shown."""
        cards: list[Card] = []
        for other in self.seats:
            if other != seat:
                hidden = list(self.hands[other])
                for card in self.known(other):
                    hidden.remove(card)
                cards += hidden
        return upright_sorted(cards)
