"""What every puzzle says about itself is true: its themes and its difficulty."""

from __future__ import annotations

import random

import pytest

import dnup
from dnup.bots.forced_wins import forced_wins
from dnup.review.puzzles import TRIES, Puzzle, puzzles
from tools.puzzles.finding import LEVELS, PROOF_BUDGET, is_beaten, leads_without_memory

pytestmark = pytest.mark.compiled

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
