"""What holds in every position of every round, over random legal play with all player counts and decks."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

import dnup
from dnup import Card, Deck, Effects, Match, Move, Round
from dnup.kernel.jit import COMPILED
from tests.random_play import DECKS, PLAYERS, Play, plays, random_match, scaled


def upright(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(min(card, card.turned) for card in cards)


def all_cards(position: Round) -> list[Card]:
    on_table = [card for cards in position.table.values() for card in cards]
    return [card for hand in position.hands for card in hand] + on_table + list(position.discards)


def rebuilt(value: object) -> Any:
    return eval(repr(value), vars(dnup).copy())  # noqa: S307


@given(plays())
@settings(max_examples=scaled(150))
def test_cards_are_conserved(play: Play) -> None:
    deck = DECKS[play.deck]
    in_play = Counter(deck.cards[index].card for index in deck.in_play(play.players))
    discards: Counter[Card] = Counter()
    for position in play.positions():
        assert upright(all_cards(position)) == in_play
        assert position.view().sizes == position.sizes == tuple(map(len, position.hands))
        assert discards <= Counter(position.discards), "discards never return (R8)"
        discards = Counter(position.discards)


@given(plays())
@settings(max_examples=scaled(150))
def test_sets_are_sets_and_their_sizes_differ(play: Play) -> None:
    for position in play.positions():
        sets = list(position.table.values())
        assert all(len({card.active for card in cards}) == 1 for cards in sets), "R7"
        assert len({len(cards) for cards in sets}) == len(sets), "R16"
        assert position.over or position.slot not in position.table, "R8"


@given(plays())
@settings(max_examples=scaled(150))
def test_who_is_out_and_how_it_ends(play: Play) -> None:
    for position in play.positions():
        empty = {seat for seat, hand in zip(position.seats, position.hands, strict=True) if not hand}
        assert empty <= set(position.finish)
        assert empty == set(position.finish) or play.players == 2, "D1"
        assert position.turn not in position.finish
        assert (
            (position.turn is None)
            is (position.slot is None)
            is position.over
            is (position.ending is not None)
        )
        assert position.points == tuple(
            (1 if play.players == 2 else 2 - position.finish.index(seat)) if seat in position.finish else 0
            for seat in position.seats
        )
        total = [before + now for before, now in zip(position.score, position.points, strict=True)]
        match position.ending:
            case "out":
                assert len(position.finish) == (1 if play.players == 2 else 2)
            case "match":
                assert len(position.finish) == 1
                assert max(total) >= 4
            case "abandoned":
                assert position.in_circles == (position.actions < position.turn_limit)
                assert not position.in_circles or position.stalled == position.stall_limit > 0
            case None:
                assert position.actions < position.turn_limit
                assert (
                    position.stalled < position.stall_limit or position.stalled == position.stall_limit == 0
                )
                assert len(position.finish) < (1 if play.players == 2 else 2)


@given(plays())
@settings(max_examples=scaled(100))
def test_turns_go_round_the_table(play: Play) -> None:
    for before, after in pairwise(play.positions()):
        assert after.actions == before.actions + 1
        assert (after.starter, after.score, after.turn_limit, after.stall_limit) == (
            before.starter,
            before.score,
            before.turn_limit,
            before.stall_limit,
        )
        assert before.slot is not None
        if after.slot is not None:
            slots = before.slots
            turn = slots.index(before.slot)
            following = [*slots[turn + 1 :], *slots[: turn + 1]]
            assert after.slot == next(slot for slot in following if slot[0] not in after.finish)


@given(plays())
@settings(max_examples=scaled(100))
def test_what_was_known_stays_true(play: Play) -> None:
    for position in play.positions():
        for hand, known in zip(position.hands, position.known, strict=True):
            assert Counter(known) <= Counter(hand), "D3"
        star = Card(1, 15) if play.deck == "many copies" else Card(1, 5)
        shown = upright([*(card for cards in position.known for card in cards), *position.discards])
        shown += upright(card for cards in position.table.values() for card in cards)
        assert position.star == (None if star in shown else position.starter)
        if position.star is not None:
            assert star in upright(position.hands[position.seats.index(position.star)])


@given(plays(60))
@settings(max_examples=scaled(100))
def test_apply_leaves_the_old_round_alone(play: Play) -> None:
    position = play.last
    before, words = str(position), position.words.tobytes()
    for move in position.legal_moves[:: max(len(position.legal_moves) // 10, 1)]:
        after = position.apply(move)
        position.effects(move)
        assert after != round
        assert (str(position), position.words.tobytes()) == (before, words)
    for board in (position, position.view("A"), position.view()):
        if not COMPILED:  # where it can be had for nothing, nobody can write there by mistake
            with pytest.raises(ValueError, match="read-only"):
                board.words[0] = 1
        with pytest.raises(AttributeError):
            board.turn = "B"  # type: ignore[misc]


@given(plays())
@settings(max_examples=scaled(80))
def test_equal_values_are_equal_however_they_came_about(play: Play) -> None:
    position, again = play.last, play.last
    assert position is not again
    values: list[tuple[Any, Any]] = [(position, again), (position.deck, again.deck)]
    values += [(position.view(seat), again.view(seat)) for seat in (*position.seats, None)]
    values += list(zip(position.legal_moves[:5], again.legal_moves[:5], strict=True))
    values += [(position.hands[0], again.hands[0])]
    for one, other in values:
        assert one == other
        assert hash(one) == hash(other)
        assert len({one, other}) == 1
        assert repr(one) == repr(other)
        assert rebuilt(one) == one
        assert repr(rebuilt(one)) == repr(one)
        for made in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert made == one
            assert hash(made) == hash(one)
    assert len({position, *(position.view(seat) for seat in (*position.seats, None))}) == play.players + 2
    assert position != position.view("A")
    assert position != str(position)


def test_a_pickled_round_is_still_a_round() -> None:
    position = pickle.loads(pickle.dumps(Round.deal(5, 3)))
    if not COMPILED:
        with pytest.raises(ValueError, match="read-only"):
            position.words[0] = 1
    assert list(position.legal_moves) == list(Round.deal(5, 3).legal_moves)
    assert position.apply("rotate") == Round.deal(5, 3).apply("rotate")
    assert pickle.loads(pickle.dumps(position.view("B"))).unseen == position.view("B").unseen
    assert len(pickle.dumps(position)) < 10_000


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_deck_is_rebuilt_from_its_repr(deck: Deck) -> None:
    assert rebuilt(deck) == deck
    assert pickle.loads(pickle.dumps(deck)) == deck


@pytest.mark.parametrize("players", PLAYERS)
def test_a_match_is_a_value_too(players: int) -> None:
    match, again = random_match(players, 5, longest=10), random_match(players, 5, longest=10)
    assert match == again
    assert hash(match) == hash(again)
    made = pickle.loads(pickle.dumps(match))
    assert made == match
    assert made.apply("rotate") == match.apply("rotate")


def same_cards(cards: Iterable[Card], *others: Iterable[Card]) -> bool:
    return Counter(cards) == sum((Counter(other) for other in others), Counter[Card]())


def check_outcome(position: Round, move: Move, outcome: Effects, after: Round) -> None:
    mover = position.turn
    assert mover is not None
    seat = position.seats.index(mover)
    assert outcome.goes_out is (mover in after.finish)
    assert set(after.finish) - set(position.finish) <= {mover}
    # The table before the next player's discard: what the move put down or picked up, and nothing else.
    table = dict(position.table)
    if move.verb == "take":
        assert move.slot is not None
        assert (outcome.beaten, outcome.hand) == (None, mover)
        assert same_cards((card.turned for card in outcome.returned), table.pop(move.slot))
    elif move.verb == "rotate":
        assert outcome == Effects()
    else:
        slot = move.slot or position.slot
        assert slot is not None
        table[slot] = tuple(sorted((*table.get(slot, ()), *move.cards)))
        rivals = [other for other in table if other != slot and len(table[other]) == len(table[slot])]
        assert [outcome.beaten] == rivals if rivals else outcome.beaten is None
    beaten = table.pop(outcome.beaten) if outcome.beaten else ()
    if outcome.beaten and outcome.hand:
        assert outcome.hand == outcome.beaten[0]
        assert same_cards((card.turned for card in outcome.returned), beaten)
    thrown = beaten if outcome.beaten and not outcome.hand else ()
    if outcome.beaten and not outcome.hand:
        assert outcome.beaten[0] in position.finish, "R18"
        assert outcome.returned == ()
    assert outcome.returned == tuple(sorted(outcome.returned))
    # Hands as they are afterwards.
    for number, name in enumerate(position.seats):
        hand = Counter(position.hands[number])
        if number == seat:
            if move.verb == "rotate":
                hand = Counter(card.turned for card in hand.elements())
            hand -= Counter(move.cards)
        if name == outcome.hand:
            hand += Counter(outcome.returned)
        assert Counter(after.hands[number]) == hand
    left = {slot: cards for slot, cards in table.items() if slot in after.table}
    assert left == after.table
    gone = [card for slot, cards in table.items() if slot not in after.table for card in cards]
    assert same_cards(after.discards, position.discards, thrown, gone)
    assert after.over is False or not gone, "nobody discards after the end"


@given(plays(100))
@settings(max_examples=scaled(120))
def test_an_outcome_is_what_really_happens(play: Play) -> None:
    position = play.deal()
    for move, after in play.steps():
        outcome = position.effects(move)
        check_outcome(position, move, outcome, after)
        assert position.turn is not None
        assert position.view(position.turn).effects(str(move)) == outcome, "a view can tell it as well"
        position = after
    for move in list(position.legal_moves)[:40]:
        check_outcome(position, move, position.effects(move), position.apply(move))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_seed_is_a_deal(players: int) -> None:
    assert Round.deal(players, 7) == Round.deal(players, 7) != Round.deal(players, 8)
    assert Match.new(players, 7) == Match.new(players, 7) != Match.new(players, 8)


def test_dealing_is_even_and_random() -> None:
    first = Counter(Round.deal(2, seed).starter for seed in range(400))
    assert min(first.values()) > 150
    turned = Counter(Card(3, 4) in hand for seed in range(400) for hand in Round.deal(2, seed).hands)
    assert 150 < turned[True] < 250, "one in two 3/4 is held that way up"
