"""How somebody plays, told from a match, and what others could tell from it."""

from __future__ import annotations

import numpy as np
import pytest

import dnup
from dnup.analysis import play_styles
from dnup.belief.move_model import COEFFICIENTS
from dnup.kernel.layout import SIZES, VIEWER, WORDS
from dnup.kernel.views import make_view
from dnup.review import Reviewer

pytestmark = pytest.mark.compiled


def styles_of(names: list[str], seed: int) -> Reviewer:
    reviewer = Reviewer(dnup.play_match(names, seed=seed), seed=1)
    for _ in reviewer._styles.estimate(50):
        pass
    return reviewer


def test_who_plays_at_random_is_told_from_who_searches() -> None:
    by_chance = [styles_of(["random", "search:300"], seed)._styles.shares[:, 0] for seed in range(6)]
    assert np.mean(by_chance, 0)[0] > 2 * np.mean(by_chance, 0)[1]


def test_and_so_among_four() -> None:
    shares = [styles_of(["random", "easy", "medium", "hard"], seed)._styles.shares for seed in range(3)]
    by_chance = np.mean(shares, 0)[:, play_styles.RANDOM]
    assert by_chance[0] > by_chance[3] > by_chance[2]


@pytest.mark.parametrize("names", [["easy", "hard"], ["random", "easy", "medium", "hard"]])
def test_worlds_agree_with_the_view(names: list[str]) -> None:
    reviewer = styles_of(names, 4)
    seen = 0
    for at, values in enumerate(reviewer._values):
        view = values.view
        for world in reviewer._styles.sample_worlds(at, at)[::128]:
            again = np.zeros(WORDS, np.int64)
            make_view(view.deck_words, world, int(view.words[VIEWER]), again)
            assert again.tolist() == view.words.tolist()
            assert world[SIZES] == 0
            seen += 1
    assert seen > 100


def test_a_mixture_is_the_one_that_moves_are_made_in() -> None:
    chance = np.random.default_rng(1)
    made = np.full((4000, play_styles.STYLES), 1e-9)
    made[:, play_styles.RANDOM] = 0.1
    kept = chance.random(4000) < 0.7
    made[:, play_styles.MODEL] = np.where(kept, 0.8, 0.02)
    shares, coefficients = np.zeros(play_styles.STYLES), np.zeros(COEFFICIENTS + 2, np.int64)
    play_styles.fit_style(made, shares, coefficients, 1)
    assert shares.sum() == pytest.approx(1)
    # The share that makes this likeliest: where the slope of the logarithm is 0.
    assert shares[play_styles.MODEL] == pytest.approx(
        0.7 / (1 - 0.02 / 0.1) - 0.3 * 0.1 / (0.8 - 0.1), abs=0.05
    )
    assert coefficients[COEFFICIENTS + 1] == int(1024 * shares[1] / (shares[0] + shares[1]))
