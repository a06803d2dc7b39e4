"""A move's text is read in one way: the kernel's. What it reads is what is written, and nothing else."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator

import numpy as np
import pytest

from dnup import Deck, PositionError, Round, parse_position
from dnup.game.errors import MoveError
from dnup.kernel import layout as at
from dnup.kernel.legality import LEGAL, NOT_A_MOVE, check_move
from dnup.kernel.move_reader import read_move
from dnup.kernel.position import read_position
from dnup.records.replay import fast_forward
from tests.random_play import DECKS, PLAYERS, scaled

EVERY_DECK = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
EVERY_COUNT = pytest.mark.parametrize("players", PLAYERS)
PIECES = (*"123456789 /ABCDE0", "10", "15", " to ", "play", "add", "take", "rotate", "\0", "\n", "  ", "é")


def positions(deck: Deck, players: int, rounds: int) -> Iterator[Round]:
    rng = random.Random(players)
    for seed in range(rounds):
        position = Round.deal(players, seed, deck=deck, turn_limit=60)
        while not position.over:
            yield position
            position = position.apply(rng.choice(position.legal_moves))


def read(position: Round, text: str) -> int:
    written = text.encode()
    return int(read_move(position.deck_words, position.words, written, 0, len(written)))


def spoilt(text: str, rng: random.Random) -> str:
    place = rng.randrange(len(text) + 1)
    return f"{text[:place]}{rng.choice(PIECES)}{text[place + rng.randrange(3) :]}"


@EVERY_DECK
@EVERY_COUNT
def test_every_legal_move_is_read_as_it_is_written(deck: Deck, players: int) -> None:
    for position in positions(deck, players, scaled(4)):
        moves = position.legal_moves
        assert [read(position, str(move)) for move in moves] == moves.numbers()


@EVERY_DECK
@EVERY_COUNT
def test_only_what_would_be_written_so_is_read(deck: Deck, players: int) -> None:
    """Whatever is read as a legal move has that move's text, to the letter; the rest is left to `parse_move`."""
    rng = random.Random(players)
    for position in positions(deck, players, scaled(4)):
        texts = [spoilt(str(rng.choice(position.legal_moves)), rng) for _ in range(6)]
        for text in (*texts, "", " ", "play", "play ", "add", "add to B", "take", "take ", "rotate "):
            number = read(position, text)
            if number >= 0 and check_move(position.deck_words, position.words, number) == LEGAL:
                assert str(position.decode_move(number)) == text
                assert str(position.parse_move(text)) == text
            else:
                with contextlib.suppress(MoveError):
                    assert str(position.parse_move(text)) != text


def test_what_stands_around_a_move_is_not_read() -> None:
    position = Round.deal(3, 1)
    text = str(position.legal_moves[0])
    around = f"rotate{text}1 2/3".encode()
    found = read_move(position.deck_words, position.words, around, 6, 6 + len(text))
    assert found == read(position, text) >= 0
    assert read(position, around.decode()) == -NOT_A_MOVE


@EVERY_DECK
def test_moves_are_followed_up_to_the_first_that_is_not_plainly_legal(deck: Deck) -> None:
    rng = random.Random(3)
    for seed in range(scaled(3)):
        rounds = [Round.deal(4, seed, deck=deck)]
        texts: list[str] = []
        while not rounds[-1].over:
            texts.append(str(rng.choice(rounds[-1].legal_moves)))
            rounds.append(rounds[-1].apply(texts[-1]))
        assert fast_forward(rounds[0], texts) == (rounds[-1], len(texts))
        assert fast_forward(rounds[0], [*texts, "rotate"]) == (rounds[-1], len(texts)), "the round is over"
        for wrong in ("", "dance", "play 1/16", "rotate\nrotate", "rotaté", f"{texts[0]}\n{texts[1]}"):
            at = rng.randrange(len(texts))
            assert fast_forward(rounds[0], [*texts[:at], wrong, *texts[at + 1 :]]) == (rounds[at], at)


@EVERY_DECK
@EVERY_COUNT
def test_a_position_is_read_as_it_is_written_and_in_no_other_way(deck: Deck, players: int) -> None:
    """By compiled code as by Python; where one sign is another, only if that is the text of a position, too."""
    rng = random.Random(5)
    words = np.empty(at.WORDS, np.int64)
    for position in positions(deck, players, scaled(3)):
        packed = position.deck_words
        name, _, text = str(position).partition(" ")
        assert read_position(packed, words, text.encode(), players) == 1
        assert words.tolist() == position.words.tolist()
        place = rng.randrange(len(text))
        other = text[:place] + rng.choice("0123456789/|,!- ABCDE+") + text[place + 1 :]
        read = read_position(packed, words, other.encode(), players)
        with contextlib.suppress(PositionError):
            meant = parse_position(f"{name} {other}", deck=deck)
            assert read == (str(meant) == f"{name} {other}")
            assert not read or words.tolist() == meant.words.tolist()
