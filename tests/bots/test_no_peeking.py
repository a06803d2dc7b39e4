"""No peeking: a bot's choice does not depend on anything its seat cannot know, and neither do the worlds it samples.

The bot follows a round and decides whenever its seat is in turn. Then everything its seat had not seen by then is
permuted, the same moves are made in that other world, and the same bot, newly made, decides the same: move, visits and
chances.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from dnup import Deck, Round, View
from dnup.bots import Decision, get
from dnup.bots.levels import LEVELS
from dnup.kernel import layout as at
from dnup.kernel.rng import Stream, new_stream
from dnup.kernel.views import order_copies
from dnup.kernel.worlds import sample_world
from tests.kernel.test_noninterference import Game
from tests.random_play import DECKS, PLAYERS, Play, scaled

TIMED = ("expert",)
"""Levels that think for a time: they never decide twice the same."""

QUICK = ["random", "greedy"]
THINKING = [
    "search:50",
    "search:20+belief",
    "champion:50",
    "instinct",
    *(level for level in LEVELS if level not in TIMED),
]
BOTS = [*QUICK, *(pytest.param(bot, marks=pytest.mark.compiled) for bot in THINKING)]


def another_world(view: View, stream: Stream) -> Round:
    """A position that looks like this to the seat."""
    words = np.empty(at.WORDS, np.int64)
    sample_world(view.deck_words, view.words, stream, words)
    order_copies(view.deck_words, words)
    return Round(view.deck, words, past=view.past)


##### What bots decide #####


def decisions(bot: str, seat: str, positions: list[Round], seed: int) -> list[Decision]:
    """What a bot decides on its way through a round, whatever is played then."""
    player = get(bot, seed=seed)
    decided = [player.choose(position.view(seat)) for position in positions if position.turn == seat]
    player.close()
    return decided


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_choice_does_not_depend_on_what_is_hidden(bot: str, players: int) -> None:
    choices = permuted = 0
    for name, deck in DECKS.items():
        for seed in range(scaled(6)):
            game = Game(deck, players, seed)
            seat = game.viewer or game.positions[-1].turn or "A"
            game.viewer = seat
            other = game.another_world()
            chosen = decisions(bot, seat, game.positions, seed)
            assert decisions(bot, seat, other, seed) == chosen, (name, seed)
            choices += len(chosen)
            permuted += other != game.positions
    assert choices > 20
    assert permuted > len(DECKS) * scaled(6) // 3, "there was something to permute"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_choice_is_the_same_in_all_worlds_that_look_alike(bot: str, players: int) -> None:
    stream = new_stream(players)
    worlds = 0
    for number, name in enumerate(sorted(DECKS) * scaled(5)):
        position = Play(name, players, number, 3 * number).last
        if position.turn is None:
            continue
        view = position.view(position.turn)
        chosen = get(bot, seed=number).choose(view)
        assert chosen.move in view.legal_moves
        for _ in range(3):
            world = another_world(view, stream)
            assert get(bot, seed=number).choose(world.view(position.turn)) == chosen
            worlds += world != position
    assert worlds > 5


@pytest.mark.compiled
def test_a_bot_that_peeks_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test must be able to fail: here views tell which way up hidden cards are, and searches look at that."""
    true_view = Round.view

    def leaky_view(self: Round, seat: str | None = None) -> View:
        words = true_view(self, seat).words.copy()
        words[at.TURNED] = self.words[at.TURNED]
        return View(self.deck, words, past=self.past)

    monkeypatch.setattr(Round, "view", leaky_view)
    with pytest.raises(AssertionError):
        test_a_choice_does_not_depend_on_what_is_hidden("search:50", 3)


@pytest.mark.compiled
@pytest.mark.parametrize("bot", THINKING)
def test_the_same_seed_decides_the_same_again(bot: str) -> None:
    """What the other tests compare is not chance."""
    view = Round.deal(4, 3).view(Round.deal(4, 3).turn)
    assert get(bot, seed=7).choose(view) == get(bot, seed=7).choose(view)


##### Worlds that agree with a view #####


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_worlds_give_back_the_view(deck: str, players: int) -> None:
    """Of every seat and of a spectator, all through many rounds."""
    stream = new_stream(players)
    looked = different = 0
    for seed in range(scaled(25)):
        play = Play(deck, players, seed, 120)
        for position in play.positions():
            viewer = [*position.seats, None][looked % (players + 1)]
            view = position.view(viewer)
            world = another_world(view, stream)
            assert world.view(viewer) == view, (seed, position.actions, viewer)
            assert_makes_sense(world, view)
            looked += 1
            different += world != position
    assert looked > scaled(300)
    assert different > looked // 4


def assert_makes_sense(world: Round, view: View) -> None:
    """All cards are there, known ones where they are known to be, and the star is where everyone knows it is."""
    assert world.sizes == view.sizes
    assert world.known == view.known
    hands = [Counter(hand) for hand in world.hands]
    for hand, known in zip(hands, view.known, strict=True):
        assert not Counter(known) - hand
    if view.seat is not None:
        assert world.hands[view.seats.index(view.seat)] == view.hand
    table = [card for cards in world.table.values() for card in cards]
    everything = [*(card for hand in world.hands for card in hand), *table, *world.discards]
    in_play = view.packed_deck.cards(view.packed_deck.in_play, 0)
    assert Counter(min(card, card.turned) for card in everything) == Counter(in_play)
    if view.star is not None:
        assert has_star(world, view.star), "the star stays with the starter until it is shown (D3)"


def has_star(world: Round, seat: str) -> bool:
    star = star_of(world.deck)
    return any(min(card, card.turned) == star for card in world.hands[world.seats.index(seat)])


def star_of(deck: Deck) -> object:
    return deck.cards[deck.star].card


@pytest.mark.parametrize("players", PLAYERS)
def test_every_unseen_card_can_be_in_every_hand_with_room_and_either_way_up(players: int) -> None:
    """All worlds are equally likely: nothing is further off than five standard deviations."""
    rng = random.Random(players)
    for seed in (1, 2):
        position = Play("balanced", players, seed, rng.randrange(10)).last
        if position.over:
            position = Round.deal(players, seed)
        view = position.view(next(seat for seat in position.seats if seat != position.starter))
        stream = new_stream(seed)
        worlds = scaled(2000)
        held: Counter[tuple[str, object]] = Counter()
        ways: Counter[object] = Counter()
        for _ in range(worlds):
            world = another_world(view, stream)
            for seat, hand, known in zip(world.seats, world.hands, world.known, strict=True):
                for card in (Counter(hand) - Counter(known)).elements() if seat != view.seat else ():
                    held[seat, min(card, card.turned)] += 1
                    ways[card] += 1
        star = star_of(view.deck)
        room = Counter(
            {
                seat: size - len(known) - (seat == view.star)
                for seat, size, known in zip(view.seats, view.sizes, view.known, strict=True)
                if seat != view.seat
            }
        )
        for card, copies in Counter(view.unseen).items():
            cards = worlds * copies
            assert abs(ways[card] - cards / 2) < 5 * (cards / 4) ** 0.5
            for seat, places in room.items():
                if card == star:
                    assert held[seat, card] == (cards if seat == view.star else 0)
                    continue
                share = places / room.total()
                deviation = (cards * share * (1 - share)) ** 0.5
                assert abs(held[seat, card] - cards * share) <= 5 * deviation, (card, seat)
