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
from dnup import Card, Deck, Match, Move, Outcome, Round
from dnup.kernel.jit import COMPILED
from tests.random_play import DECKS, PLAYERS, Play, plays, random_match, scaled


def upright(cards: Iterable[Card]) -> Counter[Card]:
    return Counter(min(card, card.turned) for card in cards)


def all_cards(round: Round) -> list[Card]:
    on_table = [card for cards in round.table.values() for card in cards]
    return [card for hand in round.hands for card in hand] + on_table + list(round.discards)


def rebuilt(value: object) -> Any:
    return eval(repr(value), vars(dnup).copy())  # noqa: S307


@given(plays())
@settings(max_examples=scaled(150))
def test_cards_are_conserved(play: Play) -> None:
    deck = DECKS[play.deck]
    in_play = Counter(deck.cards[index].card for index in deck.in_play(play.players))
    discards: Counter[Card] = Counter()
    for round in play.positions():
        assert upright(all_cards(round)) == in_play
        assert round.view().sizes == round.sizes == tuple(map(len, round.hands))
        assert discards <= Counter(round.discards), "discards never return (R8)"
        discards = Counter(round.discards)


@given(plays())
@settings(max_examples=scaled(150))
def test_sets_are_sets_and_their_sizes_differ(play: Play) -> None:
    for round in play.positions():
        sets = list(round.table.values())
        assert all(len({card.active for card in cards}) == 1 for cards in sets), "R7"
        assert len({len(cards) for cards in sets}) == len(sets), "R16"
        assert round.over or round.slot not in round.table, "R8"


@given(plays())
@settings(max_examples=scaled(150))
def test_who_is_out_and_how_it_ends(play: Play) -> None:
    for round in play.positions():
        empty = {seat for seat, hand in zip(round.seats, round.hands, strict=True) if not hand}
        assert empty <= set(round.finish)
        assert empty == set(round.finish) or play.players == 2, "D1"
        assert round.turn not in round.finish
        assert (round.turn is None) is (round.slot is None) is round.over is (round.ending is not None)
        assert round.points == tuple(
            (1 if play.players == 2 else 2 - round.finish.index(seat)) if seat in round.finish else 0
            for seat in round.seats
        )
        total = [before + now for before, now in zip(round.score, round.points, strict=True)]
        match round.ending:
            case "out":
                assert len(round.finish) == (1 if play.players == 2 else 2)
            case "match":
                assert len(round.finish) == 1
                assert max(total) >= 4
            case "abandoned":
                assert round.in_circles == (round.actions < round.turn_limit)
                assert not round.in_circles or round.stalled == round.stall_limit > 0
            case None:
                assert round.actions < round.turn_limit
                assert round.stalled < round.stall_limit or round.stalled == round.stall_limit == 0
                assert len(round.finish) < (1 if play.players == 2 else 2)


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
    for round in play.positions():
        for hand, known in zip(round.hands, round.known, strict=True):
            assert Counter(known) <= Counter(hand), "D3"
        star = Card(1, 15) if play.deck == "many copies" else Card(1, 5)
        shown = upright([*(card for cards in round.known for card in cards), *round.discards])
        shown += upright(card for cards in round.table.values() for card in cards)
        assert round.star == (None if star in shown else round.starter)
        if round.star is not None:
            assert star in upright(round.hands[round.seats.index(round.star)])


@given(plays(60))
@settings(max_examples=scaled(100))
def test_apply_leaves_the_old_round_alone(play: Play) -> None:
    round = play.last
    before, words = str(round), round._words.tobytes()
    for move in round.legal_moves[:: max(len(round.legal_moves) // 10, 1)]:
        after = round.apply(move)
        round.outcome(move)
        assert after != round
        assert (str(round), round._words.tobytes()) == (before, words)
    for board in (round, round.view("A"), round.view()):
        if not COMPILED:  # where it can be had for nothing, nobody can write there by mistake
            with pytest.raises(ValueError, match="read-only"):
                board._words[0] = 1
        with pytest.raises(AttributeError):
            board.turn = "B"  # type: ignore[misc]


@given(plays())
@settings(max_examples=scaled(80))
def test_equal_values_are_equal_however_they_came_about(play: Play) -> None:
    round, again = play.last, play.last
    assert round is not again
    values: list[tuple[Any, Any]] = [(round, again), (round.deck, again.deck)]
    values += [(round.view(seat), again.view(seat)) for seat in (*round.seats, None)]
    values += list(zip(round.legal_moves[:5], again.legal_moves[:5], strict=True))
    values += [(round.hands[0], again.hands[0])]
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
    assert len({round, *(round.view(seat) for seat in (*round.seats, None))}) == play.players + 2
    assert round != round.view("A")
    assert round != str(round)


def test_a_pickled_round_is_still_a_round() -> None:
    round = pickle.loads(pickle.dumps(Round.deal(5, 3)))
    if not COMPILED:
        with pytest.raises(ValueError, match="read-only"):
            round._words[0] = 1
    assert list(round.legal_moves) == list(Round.deal(5, 3).legal_moves)
    assert round.apply("rotate") == Round.deal(5, 3).apply("rotate")
    assert pickle.loads(pickle.dumps(round.view("B"))).unseen == round.view("B").unseen
    assert len(pickle.dumps(round)) < 10_000


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_a_deck_is_rebuilt_from_its_repr(deck: Deck) -> None:
    assert rebuilt(deck) == deck
    assert pickle.loads(pickle.dumps(deck)) == deck


@pytest.mark.parametrize("players", PLAYERS)
def test_a_match_is_a_value_too(players: int) -> None:
    match, again = random_match(players, 5, longest=40), random_match(players, 5, longest=40)
    assert match == again
    assert hash(match) == hash(again)
    made = pickle.loads(pickle.dumps(match))
    assert made == match
    assert made.apply("rotate") == match.apply("rotate")


def same_cards(cards: Iterable[Card], *others: Iterable[Card]) -> bool:
    return Counter(cards) == sum((Counter(other) for other in others), Counter[Card]())


def check_outcome(round: Round, move: Move, outcome: Outcome, after: Round) -> None:
    mover = round.turn
    assert mover is not None
    seat = round.seats.index(mover)
    assert outcome.goes_out is (mover in after.finish)
    assert set(after.finish) - set(round.finish) <= {mover}
    # The table before the next player's discard: what the move put down or picked up, and nothing else.
    table = dict(round.table)
    if move.verb == "take":
        assert move.slot is not None
        assert (outcome.beaten, outcome.hand) == (None, mover)
        assert same_cards((card.turned for card in outcome.returned), table.pop(move.slot))
    elif move.verb == "rotate":
        assert outcome == Outcome()
    else:
        slot = move.slot or round.slot
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
        assert outcome.beaten[0] in round.finish, "R18"
        assert outcome.returned == ()
    assert outcome.returned == tuple(sorted(outcome.returned))
    # Hands as they are afterwards.
    for number, name in enumerate(round.seats):
        hand = Counter(round.hands[number])
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
    assert same_cards(after.discards, round.discards, thrown, gone)
    assert after.over is False or not gone, "nobody discards after the end"


@given(plays(100))
@settings(max_examples=scaled(120))
def test_an_outcome_is_what_really_happens(play: Play) -> None:
    round = play.deal()
    for move, after in play.steps():
        outcome = round.outcome(move)
        check_outcome(round, move, outcome, after)
        assert round.turn is not None
        assert round.view(round.turn).outcome(str(move)) == outcome, "a view can tell it as well"
        round = after
    for move in list(round.legal_moves)[:40]:
        check_outcome(round, move, round.outcome(move), round.apply(move))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_seed_is_a_deal(players: int) -> None:
    assert Round.deal(players, 7) == Round.deal(players, 7) != Round.deal(players, 8)
    assert Match.new(players, 7) == Match.new(players, 7) != Match.new(players, 8)


def test_dealing_is_even_and_random() -> None:
    first = Counter(Round.deal(2, seed).starter for seed in range(400))
    assert min(first.values()) > 150
    turned = Counter(Card(3, 4) in hand for seed in range(400) for hand in Round.deal(2, seed).hands)
    assert 150 < turned[True] < 250, "one in two 3/4 is held that way up"
