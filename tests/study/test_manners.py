"""How somebody plays, told from a match, and what others could tell from it."""

from __future__ import annotations

import numpy as np
import pytest

import dnup
from dnup.kernel.knowledge import make_view
from dnup.kernel.layout import SIZES, VIEWER, WORDS
from dnup.study import Reviewing
from dnup.thinking import manners
from dnup.thinking.habits import HABITS

pytestmark = pytest.mark.compiled


def manners_of(names: list[str], seed: int) -> Reviewing:
    reviewing = Reviewing(dnup.play_match(names, seed=seed), seed=1)
    for _ in reviewing._manners.look(50):
        pass
    return reviewing


def test_who_plays_at_random_is_told_from_who_searches() -> None:
    by_chance = [manners_of(["random", "search:300"], seed)._manners.shares[:, 0] for seed in range(6)]
    assert np.mean(by_chance, 0)[0] > 2 * np.mean(by_chance, 0)[1]


def test_and_so_among_four() -> None:
    shares = [manners_of(["random", "easy", "medium", "hard"], seed)._manners.shares for seed in range(3)]
    by_chance = np.mean(shares, 0)[:, manners.BY_CHANCE]
    assert by_chance[0] > by_chance[3] > by_chance[2]


@pytest.mark.parametrize("names", [["easy", "hard"], ["random", "easy", "medium", "hard"]])
def test_worlds_agree_with_the_view(names: list[str]) -> None:
    reviewing = manners_of(names, 4)
    seen = 0
    for at, appraisal in enumerate(reviewing._appraisals):
        view = appraisal.view
        for world in reviewing._manners.imagine(at, at)[::128]:
            again = np.zeros(WORDS, np.int64)
            make_view(view._packed.words, world, int(view._words[VIEWER]), again)
            assert again.tolist() == view._words.tolist()
            assert world[SIZES] == 0
            seen += 1
    assert seen > 100


def test_a_mixture_is_the_one_that_moves_are_made_in() -> None:
    chance = np.random.default_rng(1)
    made = np.full((4000, manners.MANNERS), 1e-9)
    made[:, manners.BY_CHANCE] = 0.1
    kept = chance.random(4000) < 0.7
    made[:, manners.BY_HABIT] = np.where(kept, 0.8, 0.02)
    shares, habits = np.zeros(manners.MANNERS), np.zeros(HABITS + 2, np.int64)
    manners.fit_manners(made, shares, habits, 1)
    assert shares.sum() == pytest.approx(1)
    # The share that makes this likeliest: where the slope of the logarithm is 0.
    assert shares[manners.BY_HABIT] == pytest.approx(
        0.7 / (1 - 0.02 / 0.1) - 0.3 * 0.1 / (0.8 - 0.1), abs=0.05
    )
    assert habits[HABITS + 1] == int(1024 * shares[1] / (shares[0] + shares[1]))
