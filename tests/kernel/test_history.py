"""The public history of a round: what it tells, to whom, and that with a view it tells the whole past."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from dnup import Match, PastMove, Round, View, ViewError, parse_move, parse_position, parse_record, play_match
from dnup.cards.card import Card
from dnup.kernel import layout as at
from dnup.kernel.history import look_back, unseen_cards
from dnup.records.replay import fast_forward
from tests.random_play import DECKS, PLAYERS, random_move, scaled


def played(deck: str, players: int, seed: int, longest: int = 120) -> list[Round]:
    """The positions of a random round."""
    rng = random.Random(seed)
    positions = [Round.deal(players, seed, deck=DECKS[deck])]
    while not positions[-1].over and len(positions) < longest:
        positions.append(positions[-1].apply(random_move(rng, positions[-1])))
    return positions


##### What it tells #####


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_it_has_all_moves_with_their_seats(deck: str, players: int) -> None:
    rng = random.Random(players)
    for seed in range(scaled(5)):
        position = Round.deal(players, seed, deck=DECKS[deck])
        told: list[PastMove] = []
        while not position.over:
            assert position.turn is not None
            move = random_move(rng, position)
            told.append(PastMove(position.turn, move))
            position = position.apply(move)
        assert position.history == tuple(told)
        for seat in (*position.seats, None):
            assert position.view(seat).history == tuple(told)


def test_a_deal_has_an_empty_one_and_a_position_in_the_middle_none() -> None:
    deal = Round.deal(3, 7)
    later = deal.apply(deal.legal_moves[0])
    assert deal.history == parse_position(str(deal)).history == deal.view("A").history == ()
    unknown = parse_position(str(later))
    assert unknown == later, "a round is its position, however it came to be"
    assert unknown.history is None
    assert unknown.view("A").history is None
    assert unknown.apply(unknown.legal_moves[0]).history is None
    assert unknown.view("A") != later.view("A"), "who knows what happened knows more"
    assert later.playout(1).history is None


def test_whoever_gets_a_position_gets_its_history() -> None:
    positions = played("printed", 4, 3, 30)
    last = positions[-1]
    texts = [str(made.move) for made in last.history or ()]
    assert fast_forward(positions[0], texts)[0].history == last.history
    assert fast_forward(positions[10], texts[10:])[0].history == last.history
    assert last.view("B").sample(1).history == last.history
    for value in (last, last.view("B"), positions[0].view("A")):
        assert pickle.loads(pickle.dumps(value)).history == copy.deepcopy(value).history == value.history
    record = play_match(["greedy", "random"], seed=1)
    for position in record.positions():
        history = position.view("A").history
        assert history is not None
        assert len(history) == position.round.actions
    match = Match.new(2, 1).apply("play 1/5")
    assert match.view("A").history == (PastMove("B", parse_move("play 1/5")),)
    assert parse_record(str(record)).match().round.history is not None


##### As JSON #####


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_a_view_with_its_history_comes_back_from_json(deck: str, players: int) -> None:
    for seed in range(scaled(3)):
        positions = played(deck, players, seed)
        for position in (positions[-1], positions[len(positions) // 2]):
            for seat in (*position.seats, None):
                view = position.view(seat)
                again = View.from_json(view.to_json(), deck=DECKS[deck])
                assert again == view
                assert again.history == view.history


def data_of() -> dict[str, Any]:
    start = Round.deal(2, 1, deck="balanced")
    return start.apply("play 1/5").apply("play 7/1 7/8").apply("take B2").view("A").to_json()


def test_a_history_in_json() -> None:
    assert data_of()["history"] == [
        {"seat": "B", "move": "play 1/5"},
        {"seat": "A", "move": "play 7/1 7/8"},
        {"seat": "A", "move": "take B2"},
    ]


def test_a_view_from_before_there_were_histories_is_read() -> None:
    data = data_of()
    old = {name: value for name, value in data.items() if name not in ("history", "slot")}
    view = View.from_json({**old, "version": 2, "turn": data["slot"]})
    assert view.history is None
    assert view.to_json() == {**data, "history": None}


MOVES = data_of()["history"]
BAD: list[tuple[Any, str]] = [
    ([], "history does not lead to the rest"),
    (MOVES[:2], "history does not lead to the rest"),
    ([*MOVES, {"seat": "B", "move": "rotate"}], "history does not lead to the rest"),
    ([MOVES[0], {"seat": "A", "move": "play 1/6"}, MOVES[2]], "history does not lead to the rest"),
    ([MOVES[0], {"seat": "A", "move": "play 7/1 8/7"}, MOVES[2]], "but with the rest it must be"),
    ([MOVES[0], MOVES[1], {"seat": "A", "move": "take A1"}], "history does not lead to the rest"),
    ([MOVES[0], MOVES[1], {"seat": "A", "move": "take"}], "history does not lead to the rest"),
    ([{"seat": "A", "move": "play 1/5"}, *MOVES[1:]], "history has a move of 'A' that was not in turn"),
    ([{"seat": "B", "move": "play 1/3"}, *MOVES[1:]], "1/3 is not among the cards that are left"),
    ([{"seat": "C", "move": "rotate"}], "'C' is not a seat"),
    ([{"seat": "B", "move": "pass"}], "'pass' is not a move"),
    ([{"seat": "B", "move": 7}], "7 is not a move"),
    ([{"seat": "B"}], "a move of history is an object like"),
    (["play 1/5"], "a move of history is an object like"),
    ({}, "history is null or a list of at most 10000 moves, not {}"),
    ([MOVES[0], {"seat": "A", "move": "play 7/8 7/1"}, MOVES[2]], "but with the rest it must be"),
]


@pytest.mark.parametrize("history, sentence", BAD, ids=[repr(history)[-40:] for history, _ in BAD])
def test_a_bad_history_gets_a_sentence(history: Any, sentence: str) -> None:
    with pytest.raises(ViewError) as caught:
        View.from_json({**data_of(), "history": history})
    assert str(caught.value).startswith("this is not a view: ")
    assert sentence in str(caught.value)


##### Looking back #####


def faces(view: View, mask: int, turned: int) -> Counter[Card]:
    return Counter(view.packed_deck.cards(mask, turned))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", DECKS)
def test_a_view_and_its_history_tell_the_past(deck: str, players: int) -> None:
    """Every past position as it was, but for the cards that the viewer has not seen to this day."""
    for seed in range(scaled(3)):
        positions = played(deck, players, seed, 20 + 40 * seed)
        for seat in (*positions[0].seats, None):
            view = positions[-1].view(seat)
            history = view.history_words
            assert history is not None
            past = np.empty((len(history), at.WORDS), np.int64)
            moves = np.empty(len(history), np.int64)
            assert look_back(view.deck_words, view.words, history, past, moves)
            hidden = int(unseen_cards(view.deck_words, view.words))
            for words, true in zip(past.tolist(), positions, strict=False):
                turned = words[at.TURNED]
                assert words[at.TURN] == true.words[at.TURN]
                table = {
                    slot: view.packed_deck.cards(words[at.SLOTS + number] & at.CARDS, turned)
                    for number, slot in enumerate(true.slots)
                    if words[at.SLOTS + number]
                }
                assert table == true.table
                for number, hand in enumerate(true.hands):
                    cards = faces(view, words[at.HANDS + number], turned)
                    unseen = Counter(hand) - cards
                    assert not cards - Counter(hand)
                    assert not words[at.HANDS + number] & hidden
                    assert words[at.SIZES] >> 8 * number & 255 == len(hand)
                    if true.seats[number] == seat:
                        assert not unseen
                    either = Counter(min(card, card.turned) for card in unseen.elements())
                    assert not either - Counter(view.unseen)
