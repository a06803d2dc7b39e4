"""Equal cards are equal (D4), with the printed deck and two players, who have 1/6, 1/7, 2/4 and 2/5 twice.

The kernel numbers the cards of a deck, copies too. Here the numbers of the copies are exchanged in the middle of
rounds: nothing that a player sees, may do or believes changes, nor what is written down.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np

from dnup import Deck, Match, Record, Round, load_deck, verify
from dnup.bots import beliefs, get
from dnup.cards.packed import pack_deck
from dnup.kernel import layout as at
from dnup.kernel.layout import Words
from dnup.kernel.views import order_copies
from dnup.records.record import parse_record
from tests.random_play import hasty_move, random_move, scaled

PRINTED = load_deck("printed")
COPIES = {"1/6", "1/7", "2/4", "2/5"}
MASKS = [*range(at.HANDS, at.HANDS + 5), *range(at.SLOTS, at.SLOTS + 5), at.TURNED, at.SHOWN, at.DISCARDS]


def exchange_copies(deck: Deck, words: Words) -> Words:
    """The same state with the numbers of the two copies of every such card exchanged."""
    in_play = deck.in_play(int(words[at.PLAYERS]))
    kinds = Counter(deck.cards[index].card for index in in_play)
    exchanged = words.copy()
    for kind in [card for card, count in kinds.items() if count == 2]:
        one, other = [index for index in in_play if deck.cards[index].card == kind]
        for word in MASKS:
            mask = int(exchanged[word])
            if (mask >> one & 1) != (mask >> other & 1):
                exchanged[word] = np.int64(mask ^ (1 << one | 1 << other))
    return exchanged


def rounds(count: int, players: int = 2) -> list[list[Round]]:
    """The positions of some rounds; in every other one the moves are any legal ones, so that copies are taken."""
    played = []
    for seed in range(count):
        rng = random.Random(seed)
        positions = [Round.deal(players, seed, deck=PRINTED)]
        while not positions[-1].over and len(positions) < 60:
            choose = random_move if seed % 2 else hasty_move
            positions.append(positions[-1].apply(choose(rng, positions[-1])))
        played.append(positions)
    return played


def test_two_players_have_four_copies() -> None:
    cards = Counter(PRINTED.texts(2))
    assert {card for card, count in cards.items() if count > 1} == COPIES
    packed = pack_deck(PRINTED, 2)
    assert packed.words[at.KIND_COUNT] == len(COPIES)


def test_exchanged_copies_make_the_same_position() -> None:
    different = 0
    for positions in rounds(scaled(40)):
        for position in positions:
            words = exchange_copies(PRINTED, position.words)
            different += not np.array_equal(words, position.words)
            order_copies(position.packed_deck.words, words)
            assert np.array_equal(words, position.words)
    assert different > 100 or scaled(40) < 40


def test_views_and_legal_moves_are_the_same_whichever_copy_is_where() -> None:
    for positions in rounds(scaled(30)):
        for position in positions:
            exchanged = Round(PRINTED, exchange_copies(PRINTED, position.words), past=position.past)
            moves = [str(move) for move in exchanged.legal_moves]
            assert sorted(moves) == sorted(map(str, position.legal_moves))
            assert len(moves) == len(set(moves)), "no move is offered twice"
            for seat in (*position.seats, None):
                one, other = position.view(seat), exchanged.view(seat)
                assert one.to_json() == other.to_json()
                assert list(one.legal_moves) == list(other.legal_moves)


def test_a_move_leads_to_the_same_position_whichever_copy_it_was() -> None:
    for positions in rounds(scaled(30)):
        for before, after in pairwise(positions):
            exchanged = Round(PRINTED, exchange_copies(PRINTED, before.words), past=before.past)
            text = next(str(move) for move in before.legal_moves if before.apply(move) == after)
            assert exchanged.apply(text) == after
            assert exchanged.effects(text) == before.effects(text)
            assert str(exchanged.apply(text).view("A").history) == str(after.view("A").history)


def test_beliefs_count_copies_together() -> None:
    """A guess is about a card by its values, and as many as are unseen are somewhere."""
    looked_at = 0
    for positions in rounds(scaled(12)):
        position = positions[len(positions) // 3]
        for seat in position.seats:
            view = position.view(seat)
            guesses = beliefs(view, seed=1)
            assert len({(guess.seat, guess.card) for guess in guesses}) == len(guesses)
            sums: Counter[str] = Counter()
            for guess in guesses:
                sums[str(min(guess.card, guess.card.turned))] += guess.chance  # type: ignore[assignment]
            unseen = Counter(map(str, view.unseen))
            assert {card: round(total, 6) for card, total in sums.items()} == unseen
            looked_at += sum(unseen[card] == 2 for card in COPIES)
            exchanged = Round(PRINTED, exchange_copies(PRINTED, position.words), past=position.past)
            assert beliefs(exchanged.view(seat), seed=1) == guesses
    assert looked_at


def test_a_search_does_not_tell_copies_apart() -> None:
    for positions in rounds(scaled(6)):
        position = positions[len(positions) // 2]
        if position.turn is None:
            continue
        exchanged = Round(PRINTED, exchange_copies(PRINTED, position.words), past=position.past)
        one, other = (
            get("search:200+belief", seed=3).choose(start.view(position.turn))
            for start in (position, exchanged)
        )
        assert one == other


def test_a_record_says_nothing_of_which_copy_it_was() -> None:
    """Moves are written by values; a record with its hands in any order is the same game."""
    rng = random.Random(5)
    match = Match.new(2, 5, deck=PRINTED)
    while not match.over:
        match = match.apply(hasty_move(rng, match.round))
    text = str(Record.of(match, ["Ada", "Bo"]))
    assert verify(parse_record(text)).winner == match.winner
    moved = [card for card in COPIES if any(f"{card} {card}" in move for move in match.rounds[0].moves)]
    shown = " ".join(" ".join(played.moves) for played in match.rounds)
    assert moved or any(shown.count(card) > 1 for card in COPIES)
