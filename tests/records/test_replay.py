"""Following a record at the speed of the kernel leads where its moves lead one by one, up to any error."""

from __future__ import annotations

import functools
import io
import random

import pytest

from dnup import Round
from dnup.random_games.simulate import simulate
from dnup.records.record import parse_record
from dnup.records.replay import fast_forward
from dnup.records.verify import Checked, verify, verify_file
from tests.random_play import DECKS, PLAYERS, Play, scaled

EVERY_COUNT = pytest.mark.parametrize("players", PLAYERS)
EVERY_DECK = pytest.mark.parametrize("deck", sorted(DECKS))


def played(deck: str, players: int, seed: int) -> tuple[list[Round], list[str]]:
    """The positions of a random round, and the moves between them."""
    play = Play(deck, players, seed, 200)
    steps = list(play.steps())
    return [play.deal(), *(position for _, position in steps)], [str(move) for move, _ in steps]


@EVERY_COUNT
@EVERY_DECK
def test_moves_lead_where_they_lead_one_by_one(deck: str, players: int) -> None:
    for seed in range(scaled(10)):
        positions, texts = played(deck, players, seed)
        for length in range(0, len(texts) + 1, 7):
            assert fast_forward(positions[0], texts[:length]) == (positions[length], length)
        assert fast_forward(positions[0], texts) == (positions[-1], len(texts))


@EVERY_COUNT
@EVERY_DECK
def test_it_ends_before_what_is_not_legal(deck: str, players: int) -> None:
    chance = random.Random(players)
    for seed in range(scaled(10)):
        positions, texts = played(deck, players, seed)
        for _ in range(10):
            place = chance.randrange(len(texts))
            other = chance.choice(
                [chance.choice(texts), turned(texts[place]), "play", "win", "play 1/2 " * 50]
            )
            if is_legal(positions[place], other):
                continue
            spoilt = [*texts[:place], other, *texts[place + 1 :]]
            assert fast_forward(positions[0], spoilt) == (positions[place], place), other


def is_legal(position: Round, text: str) -> bool:
    try:
        position.parse_move(text)
    except ValueError:
        return False
    return True


def turned(text: str) -> str:
    """The same move with its cards the other way up."""
    return " ".join("/".join(reversed(word.split("/"))) for word in text.split())


def test_cards_may_come_in_any_order_and_letters_in_any_case() -> None:
    positions, texts = played("printed", 3, 1)
    odd = [
        " ".join([verb.upper(), *reversed(cards)]) if verb == "play" else text.lower()
        for text in texts
        for verb, *cards in [text.split()]
    ]
    plain = next(index for index, text in enumerate(odd) if text != texts[index])
    assert fast_forward(positions[0], odd) == (positions[plain], plain), (
        "the rest is for `apply` to make sense of"
    )
    assert functools.reduce(Round.apply, odd, positions[0]) == positions[-1]


def test_a_move_that_is_understood_only_in_its_place_is_verified() -> None:
    """`take` alone is no move by itself; a record that says so is right if only one set can be meant."""
    lines: list[str] = []
    simulate(2, scaled(40), 1, record=lines.append, workers=1)
    found = 0
    for line in "".join(lines).splitlines():
        first = parse_record(line).rounds[0]
        (place, text) = next(
            (number, move) for number, move in enumerate(first.moves) if move.startswith("take")
        )
        position, _ = fast_forward(Round.from_deal(first.deal), first.moves[:place])
        if len(position.table) == 1:
            found += 1
            assert verify(parse_record(line.replace(f'"{text}"', '"take"', 1))).over
    assert found


@pytest.fixture(scope="module")
def content() -> bytes:
    """A file of records with errors here and there and a last line cut off."""
    lines: list[str] = []
    for number, deck in enumerate(DECKS.values()):
        simulate(3, 3, number, deck=deck, record=lines.append, workers=1)
    text = "".join(lines)
    right = text.splitlines(keepends=True)
    wrong = [
        right[4].replace('"rotate"', '"take E"', 1),
        "{}\n",
        "\n",
        right[7].replace('"result":"won"', '"result":"drawn"'),
    ]
    return "".join([*right, *wrong, *right, right[0][:300]]).encode()


def summed(parts: list[Checked]) -> Checked:
    wrong = tuple(error for part in parts for error in part.wrong)
    return Checked(sum(part.size for part in parts), sum(part.right for part in parts), wrong)


@pytest.mark.parametrize("workers", [1, 2])
def test_chunks_and_processes_change_no_verdict(
    content: bytes, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = verify_file(io.BytesIO(content))
    assert whole.size == len(content)
    games = 3 * len(DECKS)
    assert whole.right == 2 * games
    assert [line for line, _ in whole.wrong] == [games + 1, games + 2, games + 4, 2 * games + 5]
    assert "round 1, move " in whole.wrong[0][1]
    assert "cut off" in whole.wrong[3][1]
    monkeypatch.setattr("dnup.records.verify.CHUNK_BYTES", 5000)
    monkeypatch.setattr("dnup.records.verify.SMALL_FILE", 2)
    parts = list(verify_file(io.BytesIO(content), workers))
    assert len(parts) > 5
    assert summed(parts) == whole


def test_an_empty_file_has_nothing_to_verify() -> None:
    assert list(verify_file(io.BytesIO(b""))) == []
