"""The benchmark: its tasks measure what they say, results follow from the seed, and time limits hold."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.exploitability import exploitability as exploitability_in_openspiel
from open_spiel.python.policy import tabular_policy_from_callable

import dnup
import dnup.bots
import dnup.rl.openspiel
from dnup import benchmark
from dnup.benchmark import decisions, matches
from dnup.benchmark.conditions import Conditions
from dnup.benchmark.exploitability import LADDER, SEATS, Walk, walk
from dnup.benchmark.positions import DATA, PositionsError, read_positions
from dnup.benchmark.result import BenchmarkResult, ResultError
from dnup.cli import main
from tools import ROOT
from tools.docs import leaderboard


def first_move(view: dnup.View) -> dnup.Move:
    return view.legal_moves[0]


def last_move(view: dnup.View) -> dnup.Move:
    return view.legal_moves[-1]


def conditions(bot: Any, **options: Any) -> Conditions:
    settings = {
        "quick": True,
        "workers": 1,
        "move_seconds": 1.0,
        "deadline": None,
        "progress": lambda _: None,
    }
    return Conditions(bot, **{**settings, **options})


@pytest.mark.parametrize("bot", [first_move, last_move], ids=["first", "last"])
def test_exploitability_is_that_of_openspiel(bot: Any, tmp_path: Path) -> None:
    """For bots without chance the value is exact, and two implementations of the best response agree."""
    name, cards, turn_limit = LADDER[0]
    file = tmp_path / "deck.toml"
    listed = ", ".join(f'"{card}"' for card in cards)
    file.write_text(f'name = "solved"\nplayers = [2]\ncards = [{listed}]\n', encoding="utf-8")
    game = pyspiel.load_game("dnup", {"deck": str(file), "turn_limit": turn_limit})

    def chosen(state: Any) -> dict[int, float]:
        move = str(bot(state.round.view(state.round.turn)))
        return {
            action: float(state.action_to_string(state.current_player(), action) == move)
            for action in state.legal_actions()
        }

    expected = exploitability_in_openspiel(game, tabular_policy_from_callable(game, chosen))
    assert LADDER[0].name == name
    walks = [walk(Walk(bot, LADDER[0], seat, 2, 2, 1.0, None)) for seat in SEATS]
    for fold in range(2):
        values = [found.values[fold] for found in walks if found is not None]
        assert sum(values) / 2 == pytest.approx(expected)


def test_the_data_has_every_legal_move_and_a_best_one() -> None:
    rounds = read_positions()
    assert {recorded.players for recorded in rounds} == {2, 3, 4, 5}
    valued = 0
    for recorded in rounds:
        for view, losses in recorded.decisions():
            assert set(losses) == {str(move) for move in view.legal_moves}
            assert min(losses.values()) == 0
            assert max(losses.values()) <= 1
            valued += 1
    assert valued >= 20


class Knowing:
    """Chooses the move with the lowest loss, or with the highest: only a test can know them."""

    def __init__(self, best: bool) -> None:
        self.best = best
        self.losses = {
            json.dumps(view.to_json()): losses
            for recorded in read_positions()
            for view, losses in recorded.decisions()
        }

    def choose(self, view: dnup.View) -> str:
        losses = self.losses[json.dumps(view.to_json())]
        return (min if self.best else max)(losses, key=lambda move: losses[move])


def test_decisions_score_the_loss() -> None:
    best = decisions.decisions(conditions(Knowing(best=True)))
    assert best.mean == 0
    assert best.complete
    worst = decisions.decisions(conditions(Knowing(best=False)))
    assert worst.mean is not None
    assert worst.mean > 5


class Oracle:
    """Believes what it is told: the truth, or nothing in particular."""

    def __init__(self, chance: float) -> None:
        self.chance = chance

    def choose(self, view: dnup.View) -> dnup.Move:
        return view.legal_moves[0]

    def beliefs(self, view: dnup.View) -> list[tuple[str, dnup.Card, float]]:
        return [(guess.seat, guess.card, self.chance * guess.chance) for guess in dnup.bots.beliefs(view)]


def test_beliefs_score_bits() -> None:
    believing = decisions.beliefs(conditions(Oracle(1.0)))
    doubting = decisions.beliefs(conditions(Oracle(0.5)))
    assert believing.mean is not None
    assert doubting.mean is not None
    # Half the chance costs one bit, apart from the one per cent of doubt.
    assert doubting.mean - believing.mean == pytest.approx(1, abs=0.1)
    silent = decisions.beliefs(conditions("greedy"))
    assert silent.mean is None
    assert silent.complete
    assert "nothing" in silent.note


def test_certainty_about_the_truth_costs_nearly_nothing() -> None:
    recorded = next(recorded for recorded in read_positions() if recorded.players == 3)
    position = list(recorded.positions())[5][0]
    view = position.view(position.turn)
    truth = [
        dnup.bots.Guess(seat, card, 1.0)
        for seat, hand in zip(position.seats, position.hands, strict=True)
        if seat != view.seat
        for card in hand
    ]
    chances = decisions.chances_of_truth(position, view, truth)
    assert chances
    assert min(chances) >= 0.99
    assert max(decisions.chances_of_truth(position, view, [])) <= 0.01  # wrong certainty is bounded


def test_ranks_share_what_lies_between() -> None:
    class Game:
        points = (2, 0, 1, 0)
        bots = (1, 1, 0, 1)

    assert [matches.rank(Game(), seat) for seat in range(4)] == [1.0, 1 / 6, 2 / 3, 1 / 6]  # type: ignore[arg-type]


@pytest.mark.compiled
def test_matches_follow_from_the_seed_and_tell_strong_from_weak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "POOL", ("random", "greedy"))
    monkeypatch.setattr(matches, "TRANSFER_POOL", ("random",))
    strong, again, weak = (matches.head_to_head(conditions(bot)) for bot in ("medium", "medium", "random"))
    assert [part.mean for part in strong.parts[:2]] == [part.mean for part in again.parts[:2]]
    assert strong.mean is not None
    assert weak.mean is not None
    assert strong.mean > weak.mean + 0.2
    assert strong.mean == pytest.approx(sum(part.mean for part in strong.parts[:2]) / 2)
    assert strong.parts[2].name.startswith("search, ")
    transferred = matches.transfer(conditions("medium"))
    assert len(transferred.parts) == 3
    assert transferred.mean is not None
    assert transferred.mean > 0.6


def test_a_task_without_time_is_not_complete() -> None:
    late = conditions("greedy", deadline=time.time() - 1)
    for score in (matches.table(late), decisions.decisions(late)):
        assert score.mean is None
        assert not score.complete
        assert "time ran out" in score.note


def test_a_result_survives_json() -> None:
    result = benchmark.run("greedy", ["exploitability"], quick=True, workers=1)
    assert BenchmarkResult.from_json(json.loads(json.dumps(result.to_json()))) == result
    with pytest.raises(ResultError, match="dnup-benchmark"):
        BenchmarkResult.from_json({"format": "other"})


def test_the_command_writes_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "greedy.json"
    assert (
        main(
            [
                "benchmark",
                "greedy",
                "--task",
                "exploitability",
                "--quick",
                "--workers",
                "1",
                "--out",
                str(out),
            ]
        )
        == 0
    )
    assert "exploitability" in capsys.readouterr().out
    result = BenchmarkResult.from_json(json.loads(out.read_text(encoding="utf-8")))
    assert result.command == "dnup benchmark greedy --task exploitability --quick"


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["nobody"], "'nobody' is not a bot"),
        (["greedy", "--time", "soon"], "'soon' is not a time"),
        (["greedy", "--task", "chess"], "invalid choice"),
        (["greedy", "--positions", "README.md"], "README.md, line 1"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(["benchmark", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_other_positions_are_read(tmp_path: Path) -> None:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    file = tmp_path / "few.jsonl"
    file.write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")
    assert [part.name for part in decisions.decisions(conditions("greedy"), file).parts] == ["2 players"]
    file.write_text("\n".join([lines[0], '{"players": 2}']), encoding="utf-8")
    with pytest.raises(PositionsError, match="line 2"):
        read_positions(
            file.rename(file.with_suffix(".bad"))
        )  # under another name, because files are read once


def test_the_leaderboard_is_up_to_date() -> None:
    page = leaderboard.page(leaderboard.read_results())
    assert leaderboard.PAGE.read_text(encoding="utf-8") == page, "run `python -m tools.docs.leaderboard`"


def test_the_leaderboard_refuses_quick_checks_and_other_versions(tmp_path: Path) -> None:
    result = benchmark.run("greedy", ["exploitability"], quick=True, workers=1).to_json()
    file = tmp_path / "greedy.json"
    file.write_text(json.dumps(result), encoding="utf-8")
    with pytest.raises(ValueError, match="quick"):
        leaderboard.read_results(tmp_path)
    file.write_text(json.dumps({**result, "quick": False, "version": 0}), encoding="utf-8")
    with pytest.raises(ValueError, match="version 0"):
        leaderboard.read_results(tmp_path)
    file.write_text(json.dumps({**result, "quick": False}), encoding="utf-8")
    assert "`greedy`" in leaderboard.page(leaderboard.read_results(tmp_path))
