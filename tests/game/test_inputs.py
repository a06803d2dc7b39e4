"""NumPy's integers are integers wherever a number is taken; True and False never are, nor is 1.0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dnup
from dnup.arena import Settings
from dnup.arena.lineups import whole_deals
from dnup.game.limits import check_stall_limit, check_turn_limit
from dnup.inputs import as_int
from dnup.random_games.simulate import Task, check_games
from dnup.workers.parallel import check_workers

TAKERS: dict[str, tuple[Callable[[Any], object], int]] = {
    "players": (lambda number: dnup.Round.deal(number, 1), 3),
    "seed": (lambda number: dnup.Round.deal(3, number), 7),
    "score": (lambda number: dnup.Round.deal(3, 1, score=[number, 0, 1]), 2),
    "turn limit": (check_turn_limit, 5),
    "stall limit": (lambda number: check_stall_limit(number, 3), 5),
    "match": (lambda number: dnup.Match.new(number, number), 3),
    "playout": (lambda number: dnup.Round.deal(3, 1).playout(number), 4),
    "depth": (lambda number: dnup.Round.deal(3, 1).perft(number), 1),
    "sample": (lambda number: dnup.Round.deal(3, 1).view("A").sample(number), 4),
    "card": (lambda number: dnup.Card(number, 6), 3),
    "bot": (lambda number: dnup.bots.get("random", seed=number).name, 3),
    "arena": (lambda number: Settings.of(["random"], number, seed=number).to_json(), 3),
    "games of an arena": (lambda number: whole_deals(number, 2, 3), 4),
    "games": (check_games, 4),
    "simulation": (lambda number: Task.of(number, number), 3),
    "workers": (check_workers, 2),
    "play_match": (lambda number: dnup.play_match("random", number, number), 2),
}


@pytest.mark.parametrize("what", TAKERS)
def test_a_number_of_numpys_is_a_number(what: str) -> None:
    take, number = TAKERS[what]
    for kind in (np.int8, np.uint64, np.int32):
        assert take(kind(number)) == take(number)
        assert repr(take(kind(number))) == repr(take(number)), (
            "and nothing of NumPy's is left in what comes out"
        )


@pytest.mark.parametrize("what", TAKERS)
@pytest.mark.parametrize("wrong", [True, np.True_, 3.0, np.float64(3), "3", np.array([3])], ids=repr)
def test_what_is_no_number_is_refused_with_a_sentence(what: str, wrong: object) -> None:
    take, _ = TAKERS[what]
    with pytest.raises(ValueError, match=r"whole number|players, not|not a card|points for each"):
        take(wrong)


def test_legal_moves_are_picked_with_any_integer() -> None:
    moves = dnup.Round.deal(3, 7).legal_moves
    assert moves[np.int64(2)] == moves[2] == moves[np.int8(2 - len(moves))]
    with pytest.raises(TypeError):
        moves[1.0]  # type: ignore[call-overload]


def test_anything_that_says_it_is_a_number_is_one() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    assert as_int(Two()) == 2
    assert as_int(np.array(2)) == 2
    assert as_int(None) is None
