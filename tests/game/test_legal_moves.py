"""The legal moves as a sequence: its documented order, its laziness, and how many there are."""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from dnup import Deck, Move, Round, load_deck, parse_move, parse_position
from dnup.kernel.jit import COMPILED
from tests.games import Position
from tests.oracle import OracleRound, parse_card
from tests.random_play import COPIES, Play, plays, scaled

DATA = Path(__file__).parents[1] / "data"


def order(position: Round, move: Move) -> tuple[object, ...]:
    """What legal moves are sorted by: value, size, cards of plays; slot, card of adds; slot of takes."""
    verb = ("play", "add", "take", "rotate").index(move.verb)
    if move.verb == "play":
        return verb, move.cards[0].active, len(move.cards), move.cards
    return verb, position.slots.index(move.slot) if move.slot else 0, move.cards


@given(plays())
@settings(max_examples=scaled(200))
def test_moves_come_in_the_documented_order_and_no_move_twice(play: Play) -> None:
    for position in play.positions():
        keys = [order(position, move) for move in position.legal_moves]
        assert keys == sorted(keys)
        assert len(set(keys)) == len(keys)
        assert bool(keys) is not position.over
        assert position.over or str(position.legal_moves[-1]) == "rotate"


@given(plays(80))
@settings(max_examples=scaled(100))
def test_length_iteration_index_and_membership_agree(play: Play) -> None:
    position = play.last
    moves: Any = position.legal_moves
    listed = list(moves)
    assert len(moves) == len(listed) == len(moves.numbers())
    assert bool(moves) is bool(listed)
    assert [moves[index] for index in range(len(listed))] == listed
    assert [moves[index - len(listed)] for index in range(len(listed))] == listed
    assert moves[2:9:3] == listed[2:9:3]
    assert moves[::-1] == list(reversed(moves)) == listed[::-1]
    for index, move in list(enumerate(listed))[:: max(len(listed) // 15, 1)]:
        assert move in moves
        assert str(move) in moves
        assert moves.index(move) == moves.index(str(move)) == index
        assert moves.count(move) == 1
    for index in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError, match=f"there are {len(listed)} legal moves, so no number"):
            moves[index]


def thinkable(position: Round) -> Iterator[Move]:
    """The moves that a player might think of, legal or not."""
    hand = position.hands[position.seats.index(position.turn or "A")]
    for value in {card.active for card in hand}:
        cards = [card for card in hand if card.active == value]
        for size in range(1, len(cards) + 1):
            choices = sorted(set(itertools.combinations(cards, size)))
            yield from (Move("play", choice) for choice in choices[:20])
    for slot in position.slots:
        yield Move("take", (), slot)
        yield from (Move("add", (card,), slot) for card in sorted(set(hand)))
    yield Move("rotate")


@given(plays(80))
@settings(max_examples=scaled(150))
def test_a_move_is_in_it_exactly_when_it_is_listed(play: Play) -> None:
    for position in list(play.positions())[::3]:
        listed = set(position.legal_moves)
        for move in thinkable(position):
            assert (move in position.legal_moves) is (move in listed)
            assert (position.why_not(move) is None) is (move in listed)


@given(plays(80))
@settings(max_examples=scaled(60))
def test_a_reason_has_the_facts_to_say_it_in_any_words(play: Play) -> None:
    for start in [position for position in play.positions() if not position.over][::3]:
        hand = start.hands[start.seats.index(start.turn or "A")]
        wrong = (Move("play", (hand[0].turned,)), Move("play", (hand[0], hand[-1])), Move("take", (), "E5"))
        for move in (*thinkable(start), *wrong):
            why = start.why_not(move)
            if why is None:
                continue
            there = start.table.get(move.slot or "", ())
            match why.code:
                case "not-higher":
                    assert (why.cards, why.size) == (start.table[why.slot or ""], len(why.cards))
                    assert (why.size, why.value) == (len(move.cards), move.cards[0].active)
                    assert why.cards[0].active >= (why.value or 16)
                case "grown-not-higher":
                    assert why.slot != move.slot
                    assert (why.cards, why.size) == (start.table[why.slot or ""], len(there) + 1)
                    assert (why.value, why.cards[0].active >= there[0].active) == (there[0].active, True)
                case "other-value":
                    assert (why.slot, why.cards, why.value) == (move.slot, there, there[0].active)
                case "not-in-hand":
                    assert why.cards == tuple((Counter(move.cards) - Counter(hand)).elements())
                case "mixed-values":
                    assert len({card.active for card in why.cards}) > 1
                case "own-set" | "no-set-there" | "no-such-slot":
                    assert (why.slot, why.cards) == (move.slot, there)
                case _:
                    raise AssertionError(why)


def test_what_is_not_legal_is_not_in_it() -> None:
    moves: Any = Round.deal(3, 1).legal_moves
    for thing in (
        "take B",
        "play",
        "nonsense",
        "",
        None,
        3,
        Move("take"),
        Move("play"),
        Move("take", (), "B"),
    ):
        assert thing not in moves
        assert moves.count(thing) == 0
        with pytest.raises(ValueError, match=r"is not one of the \d+ legal moves"):
            moves.index(thing)


def test_cards_of_a_text_may_come_in_any_order() -> None:
    moves: Any = Round.deal(2, 1).legal_moves
    pair = next(move for move in moves if len(move.cards) == 2)
    text = f"PLAY {pair.cards[1]} {pair.cards[0]}"
    assert text in moves
    assert moves[moves.index(text)] == pair


def test_moves_are_worked_out_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Round.deal(3, 1)
    first = position.legal_moves[0]

    def listed(*_: object) -> int:
        raise AssertionError("nobody asked for the whole list")

    monkeypatch.setattr("dnup.game.legal_moves.list_moves", listed)
    assert position.legal_moves[0] == first
    assert first in position.legal_moves
    assert len(position.legal_moves) > 1
    with pytest.raises(AssertionError):
        list(position.legal_moves)


def test_repr_shows_the_first_moves() -> None:
    few = parse_position(Position(["5/1", "3/4"], "A1", {"B2": "3/9"}).notation).legal_moves
    assert repr(few) == "<3 legal moves: play 5/1, take B2, rotate>"
    assert repr(Round.deal(2, 1).legal_moves).endswith(", …>")


@given(plays(60))
@settings(max_examples=scaled(60))
def test_a_view_has_the_moves_of_its_seat_in_turn_and_no_others(play: Play) -> None:
    position = play.last
    for seat in position.seats:
        moves = position.view(seat).legal_moves
        assert list(moves) == (list(position.legal_moves) if seat == position.turn else [])
        assert len(moves) == len(list(moves))
    assert len(position.view().legal_moves) == 0


# The order is a promise: lists of moves that must stay as they are


def kept_lists() -> Iterator[tuple[str, list[str]]]:
    """Positions and their moves from a file: a position, its moves a line each, an empty line."""
    for block in (DATA / "legal_moves.txt").read_text(encoding="utf-8").split("\n\n"):
        position, *moves = [line for line in block.splitlines() if not line.startswith("#")]
        yield position, moves


@pytest.mark.parametrize("position, moves", list(kept_lists()))
def test_the_order_has_not_changed(position: str, moves: list[str]) -> None:
    assert [str(move) for move in parse_position(position).legal_moves] == moves


# Perft: how many sequences of moves there are


@dataclass(frozen=True)
class Perft:
    deck: Deck
    hands: list[str]
    moves: list[str]
    counts: list[int]

    def round(self) -> Round:
        position = Round.from_deal(self.hands, deck=self.deck)
        for move in self.moves:
            position = position.apply(move)
        return position

    def oracle(self) -> OracleRound:
        star = next(card.card for card in self.deck.cards if card.star)
        hands = [[parse_card(card) for card in hand.split()] for hand in self.hands]
        position = OracleRound(hands, star=parse_card(str(star)))
        for move in self.moves:
            position.apply(move)
        return position

    def depths(self, most: int) -> Iterator[tuple[int, int]]:
        """The depths with at most this number of positions."""
        for depth, count in enumerate(self.counts, 1):
            if depth == 1 or self.counts[depth - 2] <= most:
                yield depth, count


def kept_perfts() -> Iterator[Perft]:
    for line in (DATA / "perft.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            deck, hands, moves, counts = (field.strip() for field in line.split(";"))
            yield Perft(
                Deck.of(deck.split()) if "/" in deck else load_deck(deck),
                [hand.strip() for hand in hands.split("|")],
                [move.strip() for move in moves.split(",") if move.strip()],
                [int(count) for count in counts.split()],
            )


PERFTS = [
    pytest.param(perft, id=f"{perft.deck.name}-{len(perft.hands)}-after-{len(perft.moves)}")
    for perft in kept_perfts()
]


def count_sequences(position: Round, depth: int) -> int:
    moves = position.legal_moves
    if depth == 1:
        return len(moves)
    return sum(count_sequences(position.apply(move), depth - 1) for move in moves)


def count_oracle_sequences(position: OracleRound, depth: int) -> int:
    moves = position.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = copy.deepcopy(position)
        after.apply(move)
        total += count_oracle_sequences(after, depth - 1)
    return total


@pytest.mark.parametrize("perft", PERFTS)
def test_perft(perft: Perft) -> None:
    for depth, count in perft.depths(20_000 if COMPILED else 500):
        assert count_sequences(perft.round(), depth) == count, f"sequences of {depth} moves"
        assert perft.round().perft(depth) == count
    assert perft.round().perft(0) == 1


def test_no_depth_that_nobody_could_count() -> None:
    for depth in (-1, 101, 1.0, True):
        with pytest.raises(ValueError, match="a depth is a whole number from 0 to 100, not "):
            Round.deal(2, 1).perft(depth)  # type: ignore[arg-type]


def test_legal_moves_equal_the_same_moves_in_the_same_order() -> None:
    moves = Round.deal(3, 147).legal_moves
    assert moves == Round.deal(3, 147).legal_moves
    assert moves == list(moves)
    assert moves == tuple(moves)
    assert moves == Round.deal(3, 147).view("C").legal_moves, "seen by the seat in turn"
    assert hash(moves) == hash(tuple(moves))
    assert moves != Round.deal(3, 8).legal_moves
    assert moves != list(moves)[::-1]
    assert moves != list(moves)[:-1]
    assert moves != [str(move) for move in moves]
    assert moves != "moves"
    assert Round.deal(3, 147).view("A").legal_moves == []


@pytest.mark.parametrize("perft", PERFTS)
def test_perft_of_the_oracle(perft: Perft) -> None:
    for depth, count in perft.depths(600):
        assert count_oracle_sequences(perft.oracle(), depth) == count, f"sequences of {depth} moves"


def test_perft_is_about_every_kind_of_game() -> None:
    kept = list(kept_perfts())
    assert {len(perft.hands) for perft in kept} == {2, 3, 4, 5}
    assert {perft.deck.name for perft in kept} == {"printed", "balanced", "pairs", "custom"}
    printed = [perft for perft in kept if perft.deck.name == "printed"]
    assert {len(perft.hands) for perft in printed} == {2, 3, 4, 5}
    assert any(perft.round().finish for perft in printed), "somebody is out"
    assert any(perft.counts[-1] == 0 for perft in printed), "every sequence ends the round"
    assert any(perft.deck.cards == COPIES.cards for perft in kept)
    assert any(perft.round().finish for perft in kept), "somebody is out"
    assert any(perft.counts[-1] == 0 for perft in kept), "every sequence ends the round"


def test_an_oracle_move_is_an_engine_move() -> None:
    position = Round.deal(5, 3)
    oracle = OracleRound([[parse_card(str(card)) for card in hand] for hand in position.hands])
    assert {parse_move(text) for text in oracle.legal()} == set(position.legal_moves)
