"""The ruler for decisions: the values of moves, the data, and what is computed from them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dnup
from benchmarks import decisions
from benchmarks.decision_values import value_moves
from dnup.benchmark.positions import read_positions

ENDING = (
    "printed A1 15/500,0/40 0,0 - A 1/8!,6/1!,6/2!|4/2!,4/2! -|-|10/2|8/3,8/5 "
    "3/4,3/5,3/7,3/9,5/1,5/2,5/2,5/7,6/1,6/3,6/4,7/1,7/1,7/4,7/6,8/4,9/1,9/2"
)
"""Here `take B2` wins by force."""


@pytest.mark.compiled
def test_the_move_that_wins_by_force_has_no_loss() -> None:
    view = dnup.parse_position(ENDING).view("A")
    losses = value_moves(view, 1, 20, 64)
    assert set(losses) == {str(move) for move in view.legal_moves}
    assert losses["take B2"] == (0.0, 0.0)
    assert losses["rotate"][0] > 0
    assert value_moves(view, 1, 20, 64) == losses


@pytest.mark.compiled
def test_the_data_have_the_loss_of_every_move() -> None:
    files = sorted(decisions.FOLDER.glob("decisions-*.jsonl"))
    assert files
    for file in files:
        for recorded in read_positions(file)[:5]:
            for view, losses in recorded.decisions():
                assert set(losses) == {str(move) for move in view.legal_moves}
                assert min(losses.values()) == 0


@pytest.mark.compiled
def test_scores_are_paired(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    [file, *_] = sorted(decisions.FOLDER.glob("decisions-2.jsonl"))
    monkeypatch.setattr(decisions, "file_of", lambda players: file)
    command = ["decisions", "score", "medium", "random", "medium", "--players", "2", "--workers", "1"]
    monkeypatch.setattr(sys, "argv", [*command, "--json"])
    assert decisions.main() == 0
    medium, other, again = json.loads(capsys.readouterr().out)
    assert other["difference"] > other["difference_half_interval"] > 0
    assert other["difference"] == pytest.approx(other["loss"] - medium["loss"], abs=0.002)
    assert again["difference"] == again["difference_half_interval"] == 0


@pytest.mark.compiled
def test_losses_are_ranked_beside_matches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["decisions", "ranks", "--bots", "random", "medium", "--opponent", "greedy", "--rounds", "40"]
    monkeypatch.setattr(sys, "argv", [*command, "--workers", "1", "--json"])
    assert decisions.main() == 0
    weak, strong, ranks = json.loads(capsys.readouterr().out)
    assert weak["loss"] > strong["loss"]
    assert 0 <= weak["share"] < strong["share"] <= 1
    assert ranks["rank_correlation"] == 1


def test_ranks_are_correlated() -> None:
    assert decisions.rank_correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert decisions.rank_correlation([1, 2, 3], [30, 20, 10]) == pytest.approx(-1)
    assert decisions.rank_correlation([1, 1, 2], [5, 5, 9]) == pytest.approx(1)


def test_a_mean_weighs_decisions_and_not_rounds() -> None:
    interval = decisions.mean_loss(np.array([[6.0, 6.0], [4.0, 2.0]]))
    assert interval.mean == pytest.approx(10 / 8)
    assert interval.high is not None
    assert interval.high > interval.mean


def test_help_names_the_commands() -> None:
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-m", "benchmarks.decisions", "--help"],
        check=False,
        cwd=root,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0
    assert {"generate", "score", "ranks"} <= set(told.stdout.split())
