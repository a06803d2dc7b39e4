"""What every puzzle says about itself is true: its themes, its difficulty and the reasons for its answer."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import dnup
from dnup.bots.forced_wins import forced_wins
from dnup.cards.card import Card
from dnup.game.move import Move
from dnup.game.round import Round
from dnup.review.enums import ReasonKind
from dnup.review.estimators import MoveValues
from dnup.review.explanations import Reason, reasons
from dnup.review.puzzles import TRIES, Puzzle, puzzles
from tools.puzzles.finding import LEVELS, PROOF_BUDGET, is_beaten, leads_without_memory

pytestmark = pytest.mark.compiled

RIVALS = 3
"""The number of other moves of a puzzle whose reasons are checked; the long form checks all."""

WORLDS = 40
"""The sampled worlds that may refute what a reason says about hidden cards."""

PROOFS = 30
"""The puzzles whose searches are made again in the short form."""


def choices(puzzle: Puzzle, level: str) -> int:
    """In how many tries a level finds the answer."""
    bots = (dnup.bots.get(LEVELS[level], seed=1000 + seed) for seed in range(TRIES))
    return sum(bot.choose(puzzle.view).move == puzzle.answer for bot in bots)


def test_themes_that_can_be_read_from_the_position() -> None:
    for puzzle in puzzles():
        view, answer, themes = puzzle.view, puzzle.answer, set(puzzle.themes)
        assert themes & {"rotate", "take", "add"} == {str(answer.verb)} - {"play"}, puzzle
        greedy = dnup.bots.get("greedy").choose(view).move
        fewer = answer.verb == greedy.verb == "play" and len(answer.cards) < len(greedy.cards)
        assert ("hold back a set" in themes) == fewer, puzzle
        assert ("endgame" in themes) == (len(view.hand) <= 4 or len(view.unseen) <= 4), puzzle
        if "let yourself be beaten" in themes:
            assert answer.verb == "play", puzzle
        if "memory" in themes:
            assert any(
                cards for seat, cards in zip(view.seats, view.known, strict=True) if seat != view.seat
            ), puzzle


def test_sure_wins_are_proven_and_alone() -> None:
    for puzzle in puzzles():
        if "sure win" in puzzle.themes:
            wins = forced_wins(puzzle.view, thorough=True, lines=False, budget=PROOF_BUDGET)
            assert [win.move for win in wins] == [puzzle.answer], puzzle


def test_sets_that_come_back() -> None:
    for puzzle in puzzles():
        if puzzle.answer.verb == "play":
            assert ("let yourself be beaten" in puzzle.themes) == (
                is_beaten(puzzle.view, puzzle.answer) > 0.5
            ), puzzle


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_levels_find_it_as_often_as_it_says(level: str) -> None:
    for puzzle in puzzles():
        assert puzzle.found[level] == choices(puzzle, level), puzzle


def check_searches(some: list[Puzzle]) -> None:
    for puzzle in some:
        assert puzzle.found["hard"] == choices(puzzle, "hard"), puzzle
        if "memory" in puzzle.themes:
            assert not leads_without_memory(puzzle.round, puzzle.answer), puzzle


def test_searches_find_it_as_often_as_it_says() -> None:
    check_searches(random.Random(1).sample(puzzles(), min(PROOFS, len(puzzles()))))


@pytest.mark.slow
def test_all_searches_find_it_as_often_as_it_says() -> None:
    check_searches(list(puzzles()))


##### Reasons #####


def groups(cards: tuple[Card, ...]) -> Counter[int]:
    """By value, the number of cards of a hand that show it."""
    return Counter(card.active for card in cards)


def hand_after(position: Round, move: Move) -> tuple[Card, ...]:
    """The hand of the seat in turn after its move."""
    seat = position.seats.index((position.turn or "")[:1])
    return position.apply(move).hands[seat]


def turned(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card.turned for card in cards)


def turns(cards: tuple[Card, ...]) -> int:
    """Turns to get rid of a hand if nothing is beaten, with a rotation first where that is quicker."""
    return min(len(groups(cards)), 1 + len(groups(turned(cards))))


def is_true(reason: Reason, puzzle: Puzzle, worse: Move) -> bool:
    """Whether a reason for the answer over a worse move holds in the position, by a second look at it."""
    position, view, best = puzzle.round, puzzle.view, puzzle.answer
    seat = str(view.seat)
    index = position.seats.index(seat)
    left, left_worse = hand_after(position, best), hand_after(position, worse)
    target, points = (2, 1) if view.players == 2 else (4, 2)
    other = position.seats.index(reason.seat)
    match reason.kind:
        case ReasonKind.WINS_MATCH:
            gained = points if not view.finish else 1
            return not left and view.score[index] + view.points[index] + gained >= target
        case ReasonKind.GOES_OUT:
            return not left and bool(left_worse)
        case ReasonKind.WINS_BY_FORCE:
            wins = {
                win.move: win.actions
                for win in forced_wins(view, thorough=True, lines=False, budget=PROOF_BUDGET)
            }
            return wins.get(best) == reason.count and worse not in wins
        case ReasonKind.UNBEATABLE:
            assert (len(best.cards), best.cards[0].active) == (reason.count, reason.value)
            return not any(
                showing >= reason.count and value > reason.value
                for world in range(WORLDS)
                for number, hand in enumerate(view.sample(world).hands)
                for value, showing in groups(hand).items()
                if number != index
            )
        case ReasonKind.KNOWN_TO_BEAT:
            after = position.apply(worse)
            back = Counter(after.hands[other]) - Counter(position.hands[other])
            known = groups((*view.known[other], *back.elements()))
            size, least = len(worse.cards), worse.cards[0].active
            table = after.table
            return reason.count == size and any(
                shown >= size
                or any(
                    len(cards) == size - 1 and cards[0].active == value and slot[0] != reason.seat
                    for slot, cards in table.items()
                    if cards
                )
                for value, shown in known.items()
                if value > least
            )
        case ReasonKind.SENDS_BACK:
            sets = [cards for slot, cards in view.table.items() if slot[0] == reason.seat and cards]
            grown = len(position.apply(best).hands[other]) - view.sizes[other]
            return grown == reason.count and any(
                (len(cards), cards[0].active) == (reason.count, reason.value) for cards in sets
            )
        case ReasonKind.ROTATES:
            now, then = (sum(size > 1 for size in groups(hand).values()) for hand in (view.hand, left))
            return best.verb == "rotate" and then == reason.count > now
        case ReasonKind.FITS:
            taken = view.table[str(best.slot)]
            fits = turns(left) <= turns(view.hand)
            return (
                best.verb == "take"
                and str(best.slot)[0] == reason.seat
                and len(taken) == reason.count
                and fits
            )
        case ReasonKind.BREAKS_UP:
            return groups(view.hand)[reason.value] == reason.count > len(worse.cards) > 0
        case ReasonKind.LEAVES_SINGLES:
            singles = [sum(size == 1 for size in groups(hand).values()) for hand in (left_worse, left)]
            return singles[0] == reason.count > singles[1]
        case ReasonKind.FEWER_TURNS:
            return (turns(left), turns(left_worse)) == (
                reason.count,
                reason.value,
            ) and reason.count < reason.value
        case ReasonKind.KEEPS_HIGH:
            return worse.cards[0].active == reason.value > best.cards[0].active
        case ReasonKind.NEARLY_OUT:
            return view.sizes[other] == reason.count < len(position.apply(best).hands[other])
        case ReasonKind.BECOMES:
            taken = turned(view.table[str(best.slot)])
            return taken == reason.cards and groups(taken) == {reason.value: reason.count}
        case ReasonKind.LETS_PLAY_OUT | ReasonKind.LETS_ADD_OUT:
            after = position.apply(worse)
            return view.known[other] == position.hands[other] and any(
                groups(move.cards) == {reason.value: reason.count} == groups(after.hands[other])
                for move in after.legal_moves
            )


def check_reasons(puzzle: Puzzle, others: list[Move]) -> None:
    view = puzzle.view
    for worse in others:
        forced = MoveValues(view, worse, seed=0).forced_by(puzzle.answer)
        for reason in reasons(view, worse, puzzle.answer, forced=forced):
            assert is_true(reason, puzzle, worse), (puzzle.number, str(worse), str(puzzle.answer), reason)


def rivals(puzzle: Puzzle) -> list[Move]:
    return [move for move in puzzle.view.legal_moves if move != puzzle.answer]


def test_no_reason_is_false() -> None:
    for puzzle in puzzles():
        others = rivals(puzzle)
        check_reasons(puzzle, random.Random(puzzle.number).sample(others, min(RIVALS, len(others))))


@pytest.mark.slow
def test_no_reason_for_any_pair_is_false() -> None:
    for puzzle in puzzles():
        check_reasons(puzzle, rivals(puzzle))
