"""Non-interference: a seat's view does not depend on anything that the seat cannot know (D3).

A round is played up to some moment. Then everything that has not been shown to one seat by then is permuted:
the hidden cards of the others are dealt to them again, each either way up, and only the star stays with the
starter (R6, D3). The same moves are still legal in the new world, and every view of the seat up to that
moment is the same, byte for byte.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import pytest

from dnup import Card, Deck, Round, View, format_hand
from dnup.game.history import Past
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from tests.random_play import COPIES, DECKS, PLAYERS, random_move, scaled

GAMES = {"printed": 1000, "balanced": 100, "pairs": 100, "small": 100, "many copies": 300}
LONGEST = 120


class Game:
    """A round up to a moment, and who looks on."""

    def __init__(self, deck: Deck, players: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.deck = deck
        self.positions = [Round.deal(players, seed, deck=deck)]
        self.moves: list[str] = []
        for _ in range(int(LONGEST * self.rng.random() ** 2)):  # early, much is hidden
            position = self.positions[-1]
            if position.over:
                break
            move = random_move(self.rng, position)
            self.moves.append(str(move))
            self.positions.append(position.apply(move))
        self.viewer = self.rng.choice([*self.positions[0].seats, None])

    def hidden(self) -> list[Counter[Card]]:
        """By seat, the cards that were never shown to the viewer, as they were dealt.

        What was never shown never left the hand it was dealt to, and was turned whenever that was rotated.
        """
        last = self.positions[-1]
        hidden = []
        for seat, hand, known in zip(last.seats, last.hands, last.known, strict=True):
            cards = Counter(hand) - Counter(known)
            if self.rotations(seat) % 2:
                cards = Counter(card.turned for card in cards.elements())
            hidden.append(Counter[Card]() if seat == self.viewer else cards)
        return hidden

    def rotations(self, seat: str) -> int:
        played = zip(self.positions, self.moves, strict=False)
        return sum(position.turn == seat and move == "rotate" for position, move in played)

    def another_deal(self) -> list[str]:
        """A deal that the viewer cannot tell from the true one."""
        first, hidden = self.positions[0], self.hidden()
        pool = [card for cards in hidden for card in cards.elements()]
        stars = [card for card in pool if min(card, card.turned) == self.star]
        for card in stars:
            pool.remove(card)
        self.rng.shuffle(pool)
        hands = []
        for seat, hand, secret in zip(first.seats, first.hands, hidden, strict=True):
            fresh = stars if seat == first.starter else []
            drawn = [*fresh, *(pool.pop() for _ in range(secret.total() - len(fresh)))]
            ways_up = [self.rng.choice([card, card.turned]) for card in drawn]
            hands.append(format_hand([*(Counter(hand) - secret).elements(), *ways_up]))
        assert not pool
        return hands

    @property
    def star(self) -> Card:
        return self.deck.cards[self.deck.star].card

    def another_world(self) -> list[Round]:
        """The same moves from another deal."""
        positions = [Round.from_deal(self.another_deal(), deck=self.deck)]
        for move in self.moves:
            positions.append(positions[-1].apply(move))
        return positions


def received(view: View) -> bytes:
    """All that reaches a seat: the view, its text, and the moves it offers."""
    return json.dumps([view.to_json(), str(view), [str(move) for move in view.legal_moves]]).encode()


def differs(game: Game, other: Sequence[Round]) -> bool:
    """Whether the viewer could tell the two worlds apart."""
    count = len(game.positions)
    looks = {count - 1, *(game.rng.randrange(count) for _ in range(2))}
    for number, (position, permuted) in enumerate(zip(game.positions, other, strict=True)):
        one, two = position.view(game.viewer), permuted.view(game.viewer)
        # A view has nothing but its words and its history; JSON is a function of them, and slower.
        if one != two or hash(one) != hash(two):
            return True
        if number in looks and received(one) != received(two):
            return True
    return False


def play(deck: Deck, players: int, seeds: range) -> tuple[int, int]:
    """In how many games the viewer could tell, and in how many the worlds were different at all."""
    leaks = permuted = 0
    for seed in seeds:
        game = Game(deck, players, seed)
        other = game.another_world()
        leaks += differs(game, other)
        permuted += other != game.positions
    return leaks, permuted


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_a_view_tells_nothing_that_was_not_shown(deck: str, players: int) -> None:
    games = scaled(GAMES[deck])
    leaks, permuted = play(DECKS[deck], players, range(games))
    assert leaks == 0
    assert permuted > games // 2, "there was something to permute"


# The test must be able to fail: views that leak, one secret each


def leak_a_card(state: Words, view: Words) -> None:
    """One card of each hand that nobody has seen. (With two players only a spectator does not know it.)"""
    for seat in range(int(state[at.PLAYERS])):
        secret = int(state[at.HANDS + seat]) & ~int(state[at.SHOWN])
        view[at.HANDS + seat] |= secret & -secret


def leak_the_ways_up(state: Words, view: Words) -> None:
    """Which cards are turned, seen or not."""
    view[at.TURNED] = state[at.TURNED]


def leak_a_bit(state: Words, view: Words) -> None:
    """One bit about the hidden cards, in a word that looks harmless."""
    view[at.ACTIONS] += (int(state[at.TURNED]) & ~int(state[at.SHOWN])).bit_count() & 1


def leak_an_order(state: Words, view: Words) -> None:
    """The seat that holds the lowest hidden card besides the star."""
    hands = [int(state[at.HANDS + seat]) & ~int(state[at.SHOWN]) & ~(1 << 3) for seat in range(5)]
    view[at.LIMITS] += max(range(5), key=lambda seat: hands[seat] & -hands[seat])


LEAKS: list[Callable[[Words, Words], None]] = [
    leak_a_card,
    leak_the_ways_up,
    leak_a_bit,
    leak_an_order,
]


@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
@pytest.mark.parametrize("players", PLAYERS)
def test_a_leak_would_be_found(
    leak: Callable[[Words, Words], None], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_view = Round.view

    def leaky_view(self: Round, seat: str | None = None) -> View:
        words = true_view(self, seat).words.copy()
        leak(self.words, words)
        return View(self.deck, words, past=self.past)

    monkeypatch.setattr(Round, "view", leaky_view)
    assert play(DECKS["printed"], players, range(100))[0] > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_a_leak_in_the_history_would_be_found(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the first move tells which way up the lowest hidden card of seat A is."""
    true_view = Round.view

    def leaky_view(self: Round, seat: str | None = None) -> View:
        view = true_view(self, seat)
        history = view.history_words
        assert history is not None
        secret = int(self.words[at.HANDS]) & ~int(self.words[at.SHOWN])
        history[: 1 if secret & -secret & int(self.words[at.TURNED]) else 0] ^= 1
        return View(self.deck, view.words, past=((), history))

    monkeypatch.setattr(Round, "view", leaky_view)
    assert play(DECKS["printed"], players, range(scaled(100)))[0] > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_copies_in_the_history_would_be_found(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """D4: its cards are the lowest of their kind, for their numbers in the round depend on where others are."""
    true_apply = Round.apply_number

    def told_as_numbered(self: Round, number: int) -> Round:
        after = true_apply(self, number)
        past = cast("tuple[Past, int]", after.past)
        cards = number & at.CARDS
        return Round(self.deck, after.words, past=(past[0], (past[1] & ~at.CARDS) | cards))

    monkeypatch.setattr(Round, "apply_number", told_as_numbered)
    assert play(DECKS["balanced"], 3, range(scaled(50)))[0] == 0, "without copies it is the same"
    assert play(COPIES, players, range(30))[0] > 0
    assert play(DECKS["printed"], players, range(300))[0] > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_numbers_of_copies_would_be_found(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """D4: which of several equal cards lies where tells where others are, unless copies are renumbered."""

    def numbers_as_they_are(_deck: Words, _state: Words) -> None:
        pass

    def view_without_order(self: Round, seat: str | None = None) -> View:
        words = self.words.copy()
        seen = int(words[at.SHOWN])
        viewer = at.SPECTATOR if seat is None else self.seats.index(seat) + 1
        if seat is not None:
            seen |= int(words[at.HANDS + viewer - 1])
        for number, size in enumerate(self.sizes):
            words[at.HANDS + number] &= seen
            words[at.SIZES] |= size << 8 * number
        words[at.TURNED] &= seen
        words[at.VIEWER] = viewer
        if self.over:
            words[at.TURN] = 0
        return View(self.deck, np.array(words), past=self.past)

    monkeypatch.setattr("dnup.game.round.order_copies", numbers_as_they_are)
    monkeypatch.setattr(Round, "view", view_without_order)
    assert play(DECKS["balanced"], 3, range(scaled(100)))[0] == 0, (
        "without copies this is a view like any other"
    )
    assert play(COPIES, players, range(30))[0] > 0
    assert play(DECKS["printed"], players, range(300))[0] > 0
